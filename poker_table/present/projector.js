// The projector: the lesson in a frame, and beside each question the votes of the class. This script
// drives the lesson by sending it keys, and follows it by its address.
(() => {
  const counts = JSON.parse(find("counts").textContent); // the number of questions of each lesson
  const frame = find("lesson");
  const FORWARD = [" ", "Enter", "ArrowRight", "ArrowDown", "PageDown"];
  const ALLOWED_WHILE_VOTING = ["ArrowLeft", "ArrowUp", "PageUp", "Home", "End", "Escape", ".", "b", "?", "n", "f"];
  const STAGES = { "first vote": "Vote now", closed: "The vote is closed", talking: "Convince your neighbour",
    "second vote": "Vote again", "closed again": "The vote is closed", revealed: "", waiting: "" };
  let state = {}, deck = -1, opened = null, pressed = null;

  const inside = () => frame.contentWindow;
  const hash = () => (deck < 0 ? "" : inside().location.hash);
  const before = (number) => counts.slice(0, number).reduce((a, b) => a + b, 0);
  /** Return the question on the screen, counted over all lessons, or null. */
  const asked = () => {
    const [, number] = /^#question=(\d+)$/.exec(hash()) ?? [];
    return number ? before(deck) + Number(number) - 1 : null;
  };
  const isVoting = () => asked() !== null && !(state.question === asked() && state.stage === "revealed");
  const press = (key) => inside().document.body.dispatchEvent(new (inside().KeyboardEvent)("keydown", { key, bubbles: true }));
  const lead = (action) => post("lead", { action, number: asked() ?? 0 }).catch((error) => set("message", error.message));

  function load(number, at = "") {
    deck = number;
    document.body.classList.add("begun");
    frame.src = `lesson?deck=${number}&secret=${secret()}${at}`;
  }
  frame.addEventListener("load", () => {
    if (deck < 0) return;
    const style = inside().document.createElement("style");
    style.textContent = ".answers input { display: none } .voting .said { visibility: hidden }"; // the phones vote instead
    inside().document.head.append(style);
    inside().addEventListener("keydown", key, true);
    for (const name of ["click", "touchend", "pointerdown"]) inside().addEventListener(name, (event) => {
      if (isVoting() && !event.target.closest?.("nav, .tools, dialog")) stop(event);
    }, { capture: true, passive: false });
    inside().focus();
  });
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  /** Handle a key that moves the lesson or the vote, and pass any other key on to the lesson. */
  function key(event) {
    if (!event.isTrusted || event.ctrlKey || event.altKey || event.metaKey) return;
    const voting = isVoting();
    const isOurs = event.key === "f" || deck < 0 || voting && !ALLOWED_WHILE_VOTING.includes(event.key) || FORWARD.includes(event.key);
    if (!isOurs) return event.view === inside() ? null : press(event.key);
    if (event.target.closest?.("button, a") && !voting && FORWARD.includes(event.key)) return;
    stop(event);
    if (event.key === "f") fullScreen();
    else if (event.key === "t" && state.stage === "closed") lead("talk");
    else if (FORWARD.includes(event.key)) forward();
  }
  function forward() {
    if (deck < 0) load(0);
    else if (isVoting()) lead({ waiting: "open", "first vote": "close", closed: "reveal", talking: "vote again",
      "second vote": "close", "closed again": "reveal" }[state.question === asked() ? state.stage : "waiting"]);
    else if (hash() === "#end" && deck + 1 < counts.length) load(deck + 1);
    else press(" ");
  }
  function back() {
    if (deck >= 0) press("ArrowLeft");
  }
  function fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  }
  addEventListener("keydown", key);
  /** Do what the remote asked for since the last answer; of several presses, only the last. */
  function fromRemote([count, action]) {
    if (pressed !== null && count > pressed) (action === "on" ? forward : back)();
    pressed = count;
  }
  find("begin").addEventListener("click", forward);

  /** Follow the lesson: open the vote when a question is reached, and show its answer at the reveal. */
  setInterval(() => {
    if (deck < 0) return;
    sessionStorage.setItem("poker-table place", JSON.stringify([deck, hash()]));
    const now = asked();
    if (now !== null && now !== opened && !state.over && state.stage) {
      opened = now;
      lead("open").then((answer) => { if (!answer) opened = null; });
    }
    if (now === null) opened = null;
    if (state.stage === "revealed" && state.question === now && !inside().document.querySelector(".answer.right")) press(" ");
    draw();
  }, 150);

  function draw() {
    const shown = asked() !== null && state.question === asked();
    document.body.classList.toggle("asking", asked() !== null);
    document.body.classList.toggle("revealed", shown && Boolean(state.bars));
    if (deck >= 0) inside().document.documentElement?.classList.toggle("voting", isVoting());
    set("present", `${state.present} ${state.present === 1 ? "phone" : "phones"} here${state.locked ? ", joining is locked" : ""}`);
    if (!shown) return;
    set("stage", STAGES[state.stage]);
    set("voted", state.stage === "talking" ? "" : `${state.voted} of ${state.eligible} voted`);
    set("message", state.bars ? `${state.reply} ${state.reason}` : "");
  }
  function drawBars() {
    const { bars = [], answers = [], right = [] } = state;
    const two = bars[1]?.some(Boolean);
    const isShown = (number) => right.includes(number) || bars.some((votes) => votes[number]);
    find("bars").replaceChildren(...(state.bars ? answers : []).flatMap(([name, text], number) =>
      !isShown(number) ? [] : make("li", { class: right.includes(number) ? "right" : "" },
        make("span", {}, `${right.includes(number) ? "✓ " : ""}${name === text ? "" : `${name} `}${text}`),
        ...bars.slice(0, two ? 2 : 1).map((votes, round) => {
          const bar = make("i", { class: `round${round}` });
          bar.style.width = `${(80 * votes[number]) / Math.max(1, ...bars.flat())}%`;
          return make("span", { class: "bar" }, bar, String(votes[number]));
        }))));
    find("key").hidden = !two;
  }
  let drawnBars = "";
  connect("projector", (next) => {
    state = next;
    const now = JSON.stringify([state.bars, state.question]);
    if (now !== drawnBars) drawBars();
    drawnBars = now;
    countDown(state);
    draw();
    fromRemote(state.press);
  }, { at: () => asked() ?? "" });
  const [savedDeck, place] = JSON.parse(sessionStorage.getItem("poker-table place") ?? "[-1]");
  if (savedDeck >= 0 && savedDeck < counts.length) load(savedDeck, place);
})();
