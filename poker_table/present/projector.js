// The projector: first the address, then the lessons in a row, in which the phones of the class vote.
(() => {
  const counts = JSON.parse(find("counts").textContent); // the number of questions of each lesson
  const STAGES = { waiting: "Space opens the vote", "first vote": "Vote now", closed: "The vote is closed",
    talking: "Convince your neighbour", "second vote": "Vote again", "closed again": "The vote is closed" };
  const DEAF = 1000; // milliseconds after something moved, for which nothing moves on: the second of two presses
  let lesson = null, ended = new AbortController(), deck = 0, begun = false;
  let asked = null; // the question on the screen, counted over all lessons
  let moved = 0, warned = "", warning = 0, pressed = null;

  const before = (number) => sum(counts.slice(0, number));
  const lead = (action, number = asked) => post("lead", { action, number }).catch((error) => {
    set("message", error.status ? error.message : "");
    if (!error.status && number === asked) setTimeout(() => number === asked && lead(action, number), 2000);
  });
  const isDeaf = () => Date.now() - moved < DEAF;
  /** Return whether to go on. If `asks` is not empty, the same step must be pressed twice within five seconds. */
  function isSure(asks, to) {
    const sure = !asks || warned === asks + to;
    const warn = (on) => {
      warned = on ? asks + to : "";
      set("message", on ? `${asks} Then press again.` : "");
    };
    moved = Date.now();
    clearTimeout(warning);
    warn(!sure);
    if (!sure) warning = setTimeout(warn, 5000);
    return sure;
  }
  const isHere = () => asked !== null && state.question === asked;

  const big = make("dialog", { class: "cover join", "aria-label": "Vote with your phone" });
  const outside = {
    element: find("poll"),
    keys: [
      ["t", "after the vote: convince your neighbour, then vote again", () => isHere() && state.stage === "closed" && lead("talk")],
      ["q", "the address and its code, large, until any key is pressed", () => big.showModal()],
    ],
    mayLeave: (to) => asked === null || (!isDeaf() && isSure(isHere() ? state.leave : "", to)),
    forward() {
      if (state.over) lesson.skip();
      else if (isHere() && state.forward && !isDeaf() && isSure(state.forward.asks, state.forward.action)) lead(state.forward.action);
    },
    moved(number, isNext) {
      if (number === null && isHere()) lead("leave"); // a vote that is open is closed before anything is shown
      asked = number === null ? null : before(deck) + number;
      if (asked !== null) {
        moved = Date.now();
        lead(isNext ? "open" : "show");
      }
      draw();
    },
    end() {
      if (deck + 1 < counts.length && !isDeaf()) load(deck + 1);
    },
  };

  /** Begin a lesson, at a screen such as "#question=2"; after a reload the address says which. */
  async function load(number, at = "") {
    begun = true;
    try {
      const data = await (await request(`lesson?deck=${number}`)).json();
      ended.abort(); // the lesson before
      ended = new AbortController();
      deck = number;
      history.replaceState(null, "", `?deck=${number}${at || "#"}`);
      find("begin").hidden = true;
      big.append(find("join"));
      document.body.append(find("alert"), big);
      lesson = showLesson(data, { ...outside, signal: ended.signal });
      draw(); // what the server told before the lesson was there
    } catch (error) {
      begun = false;
      set("message", error.message);
    }
  }
  const begin = () => begun || load(0);
  const forward = () => (lesson ? lesson.next() : begin());
  find("begin").addEventListener("click", begin);
  find("code").addEventListener("click", () => big.showModal());
  addEventListener("keydown", (event) => {
    if (lesson || !ON_KEYS.includes(event.key)) return;
    event.preventDefault();
    begin();
  });

  function draw() {
    set("present", `${amount(state.present, "phone")} here${state.locked ? ", joining is locked" : ""}`);
    set("stage", isHere() ? STAGES[state.stage] ?? "" : "");
    set("voted", isHere() && !["waiting", "talking"].includes(state.stage) ? `${state.voted} of ${state.eligible} voted` : "");
    const { bars, shares, reply, reason } = state;
    lesson?.show(isHere() ? { number: asked - before(deck), bars, shares, reply, reason } : {});
  }
  connect("projector", (last) => {
    if (last.trouble && !state.trouble) set("message", "");
    if (!begun && state.question !== undefined) { // a class goes on, such as after the server was killed
      const number = counts.findIndex((_, index) => state.question < before(index + 1));
      load(number, `#question=${state.question - before(number) + 1}`);
    }
    draw();
    const [count, action] = state.press; // of several presses of the remote, only the last
    if (pressed !== null && count > pressed) (action === "on" ? forward : () => lesson?.back())();
    pressed = count;
  }, { at: () => asked ?? "" });
  const [, reloaded] = /deck=(\d+)/.exec(location.search) ?? [];
  if (reloaded < counts.length) load(Number(reloaded), location.hash);
})();
