// The lecturer's browser: the lesson in a frame, driven by its own keys and address, and beside each
// question how the class votes.
(() => {
  const counts = JSON.parse(find("counts").textContent); // questions of each lesson
  const frame = find("lesson");
  const ON = [" ", "Enter", "ArrowRight", "ArrowDown", "PageDown"];
  const FREE = ["ArrowLeft", "ArrowUp", "PageUp", "Home", "End", "Escape", ".", "b", "?", "n", "f"];
  const STAGES = { "first vote": "Vote now", closed: "The vote is closed", talking: "Convince your neighbour",
    "second vote": "Vote again", "closed again": "The vote is closed", revealed: "", waiting: "" };
  let state = {}, deck = -1, opened = null;

  const inside = () => frame.contentWindow;
  const hash = () => (deck < 0 ? "" : inside().location.hash);
  const before = (number) => counts.slice(0, number).reduce((a, b) => a + b, 0);
  /** Return the number of the question on the screen, of all lessons', or null. */
  const asked = () => {
    const [, number] = /^#question=(\d+)$/.exec(hash()) ?? [];
    return number ? before(deck) + Number(number) - 1 : null;
  };
  const isVoting = () => asked() !== null && !(state.question === asked() && state.stage === "revealed");
  const press = (key) => inside().document.body.dispatchEvent(new (inside().KeyboardEvent)("keydown", { key, bubbles: true }));
  const lead = (action) => post("lead", { action, question: asked() ?? 0 }).catch((error) => set("told", error.message));

  function load(number, at = "") {
    deck = number;
    document.body.classList.add("begun");
    frame.src = `lesson?deck=${number}${at}`;
  }
  frame.addEventListener("load", () => {
    if (deck < 0) return;
    const style = inside().document.createElement("style");
    style.textContent = ".answers input { display: none } .voting .said { visibility: hidden }"; // the phones count
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

  /** Do what a key means here; all else is the lesson's. */
  function key(event) {
    if (!event.isTrusted || event.ctrlKey || event.altKey || event.metaKey) return;
    const voting = isVoting();
    const taken = event.key === "f" || deck < 0 || voting && !FREE.includes(event.key) || ON.includes(event.key);
    if (!taken) return event.view === inside() ? null : press(event.key);
    if (event.target.closest?.("button, a") && !voting && ON.includes(event.key)) return;
    stop(event);
    if (event.key === "f") fullScreen();
    else if (event.key === "t" && state.stage === "closed") lead("talk");
    else if (ON.includes(event.key)) on();
  }
  function on() {
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
  addEventListener("press", ({ detail }) => (detail === "on" ? on : back)());
  find("begin").addEventListener("click", on);

  /** Follow the lesson: open the vote of a question that is reached, and let it tell what is right. */
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
    document.body.classList.toggle("told", shown && Boolean(state.bars));
    if (deck >= 0) inside().document.documentElement.classList.toggle("voting", isVoting());
    set("present", `${state.present} ${state.present === 1 ? "phone" : "phones"} here${state.locked ? ", joining is locked" : ""}`);
    if (!shown) return;
    set("stage", STAGES[state.stage]);
    set("voted", state.stage === "talking" ? "" : `${state.voted} of ${state.of}`);
    set("told", state.bars ? `${state.reply} ${state.reason}` : "");
  }
  function bars() {
    const { bars = [], answers = [], right = [] } = state;
    const two = bars[1]?.some(Boolean);
    find("bars").replaceChildren(...(state.bars ? answers : []).map(([name, text], number) =>
      make("li", { class: right.includes(number) ? "right" : "" },
        make("span", {}, `${right.includes(number) ? "✓ " : ""}${name === text ? "" : `${name} `}${text}`),
        ...bars.slice(0, two ? 2 : 1).map((votes, round) => {
          const bar = make("i", { class: `round${round}` });
          bar.style.width = `${(80 * votes[number]) / Math.max(1, ...bars.flat())}%`;
          return make("span", { class: "bar" }, bar, String(votes[number]));
        }))));
    find("key").hidden = !two;
  }
  let barred = "";
  connect("projector", (next) => {
    state = next;
    const now = JSON.stringify([state.bars, state.question]);
    if (now !== barred) bars();
    barred = now;
    countDown(state);
    draw();
  }, (is) => set("net", is ? "" : "No connection to the server: it tries again by itself."));
  const [kept, place] = JSON.parse(sessionStorage.getItem("poker-table place") ?? "[-1]");
  if (kept >= 0 && kept < counts.length) load(kept, place);
})();
