// Shared by the screens: posts, and asking for the state again and again.
const find = (id) => document.getElementById(id);
const set = (id, text) => { if (find(id).textContent !== text) find(id).textContent = text; };
let state = { version: "" }; // what the server told last

// The lecturer's pages have a secret that no other port or host can read, unlike a cookie.
const SECRET = `poker-table ${new URL(".", location).pathname}`;
const secret = () => (document.body.className === "phone" ? "" : localStorage.getItem(SECRET) ?? "");

/** Send a request; if it is refused, throw an error with the status and the server's sentence. */
async function request(path, options = {}) {
  const headers = { "Content-Type": "application/json", "X-Secret": secret() };
  const response = await fetch(path, { ...options, headers, signal: AbortSignal.timeout?.(8000) });
  if (response.ok) return response;
  throw Object.assign(new Error((await response.json()).error), { status: response.status });
}
let posted = 0, askNow = () => {};
async function post(path, data) {
  try {
    return await (await request(path, { method: "POST", body: JSON.stringify(data) })).json();
  } finally { // accepted or refused: an answer that is on its way may be older than this
    posted += 1;
    askNow();
  }
}

/** Ask for the state of a screen for as long as the page is open, and show each new one, given the one before.
 * `online` is called after each answer; `at` tells where the projector is. The page says whether there is a connection, until the class is over. */
function connect(screen, show, { online = () => {}, at = () => "" } = {}) {
  let timer = 0, asking = false, until = 0; // when the talking ends
  const countDown = () => set("timer", state.stage === "talking" ? `${Math.max(0, Math.round((until - Date.now()) / 1000))} s` : "");
  setInterval(countDown, 500);
  const tell = (isConnected, text = "No connection. Reconnecting …") => {
    set("connection", state.over && !isConnected ? "" : text);
    find("connection").className = isConnected ? "note" : "wrong";
  };
  let lost = Date.now(); // since when there is no answer; 0 if there is
  let joined = screen !== "phone";
  async function ask() {
    if (asking) return;
    asking = true;
    clearTimeout(timer);
    let wait = 2;
    const isNew = !joined;
    try {
      if (isNew) await post("join", {});
      joined = true;
      const before = posted;
      const response = await request(`state?screen=${screen}&at=${at()}&version=${state.version}`);
      wait = Number(response.headers.get("Retry-After"));
      if (posted !== before) wait = 0;
      else if (response.status === 200) {
        const last = state;
        state = await response.json();
        until = Date.now() + 1000 * state.seconds_left;
        countDown();
        show(last);
      }
      lost = 0;
      tell(true, screen === "projector" ? "" : "Connected.");
      online();
    } catch (error) {
      const isUnknown = error.status === 401 && screen === "phone";
      if (isUnknown && !isNew) [joined, wait] = [false, 0]; // such as after a new start: join again
      else if (!error.status) lost ||= Date.now();
      else { // such as a locked class: it is asked less often, because each refusal counts
        [lost, wait] = [0, screen === "phone" ? 6 : 2];
        const isOld = error.status === 401 && !isUnknown;
        if (isOld) {
          [state.version, wait] = ["", 30];
          for (const each of document.querySelectorAll(".remote button")) each.remove();
        }
        tell(false, isUnknown ? "This browser keeps no cookies. Allow them, and reload the page."
          : isOld ? "Open the link in the terminal; after a restart, the new one." : error.message);
      }
    }
    asking = false;
    if (lost && Date.now() - lost > 3000) tell(false);
    timer = setTimeout(ask, 1000 * wait * (0.8 + 0.4 * Math.random())); // random, so that the phones of a hall do not ask at once
  }
  addEventListener("pageshow", ({ persisted }) => persisted && ask());
  document.addEventListener("visibilitychange", () => document.hidden || ask());
  addEventListener("online", ask);
  addEventListener("offline", () => { lost = 1; tell(false); });
  askNow = ask;
  ask();
}
