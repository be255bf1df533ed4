// The lesson in a browser. It only shows: every word, number, group, order, answer and reason
// stands in the page's data, and no rule of poker is known here.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { players, screens, phases, letters } = data;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const SECONDS = { deal: 1, ask: 8, read: 7, decide: 8, sort: 5 }; // how long each is shown by `p`
  const KEYS = {
    "Space, Enter, →, ↓, Page Down": "go on; at a question, show the answer",
    "←, ↑, Page Up": "go back",
    "1 to 9": "go to a phase",
    n: "go to the next phase",
    "Home, End": "go to the first screen, or to the last",
    "the letters on the answers": "count one hand for an answer",
    Backspace: "take the last hand back",
    v: "show the covered chances, or cover them",
    p: "play by itself, or stop",
    f: "full screen",
    "?": "show these keys",
  };

  /** Return an element with attributes and children; what is a text stays one. */
  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const say = (style, text) => make("p", { class: style }, text);
  const button = (style, press, ...children) => {
    const made = make("button", { type: "button", class: style }, ...children);
    made.addEventListener("click", (event) => {
      press();
      if (event.detail) made.blur(); // after a mouse, Space goes on and presses no button
    });
    return made;
  };
  const face = (word) => {
    const [rank, suit, kind, name] = data.cards[word];
    const attributes = { class: `face ${kind}`, role: "img", "aria-label": name };
    return make("span", attributes, make("b", {}, rank), make("i", {}, `${suit}\ufe0e`));
  };

  // What stands on the stage for good.
  const cards = Object.fromEntries(data.deck.map((word) => [word, face(word)]));
  const seats = players.map((player, index) => {
    const slot = players.length === 10 ? index : (9 + Math.round((index * 10) / players.length)) % 10;
    const parts = { place: "span", name: "h2", chance: "span", told: "span", fan: "div" };
    for (const [style, tag] of Object.entries(parts)) parts[style] = make(tag, { class: style });
    parts.name.append(player.name);
    parts.chance.append(make("i"));
    const box = make("article", { class: `seat slot${slot}` }, ...Object.values(parts));
    return { ...parts, box, player, index };
  });
  const panel = make("section", { class: "panel", "aria-label": "In the middle" });
  const felt = make("div", { class: "felt" }, ...seats.map((seat) => seat.box), panel);
  const said = make("div", { class: "said", "aria-live": "polite" });
  const score = say("score", "");
  const chips = phases.map((phase, number) =>
    button("chip", () => go(phase.screen), make("b", {}, String(number + 1)), ` ${phase.name}`));
  const playing = button("chip", () => play(), "Play");
  const keys = make("dialog", { class: "keys", "aria-label": "Keys" },
    make("h2", {}, "Keys"),
    make("dl", {}, ...Object.entries(KEYS).flatMap(([key, what]) => [make("dt", {}, key), make("dd", {}, what)])),
    button("chip", () => keys.close(), "Close"));
  const count = make("span", { class: "count" });
  const stage = make("main", { class: "stage" },
    make("header", {},
      make("h1", { class: "title" }, data.title),
      make("nav", { "aria-label": "Phases" }, ...chips),
      score,
      make("div", { class: "tools" }, playing,
        button("chip", () => fullScreen(), "Full screen"), button("chip", () => keys.showModal(), "Keys"))),
    felt,
    make("footer", {},
      button("turn", () => back(), make("span", { class: "unseen" }, "Back"), "‹"), said, count,
      button("turn", () => next(), make("span", { class: "unseen" }, "On"), "›")),
    keys);

  // Where we are, what the class has said, and whether covered chances are shown.
  let at = -1;
  let timer = 0;
  let uncovered = false;
  const asked = new Map(); // screen → how many hands for each answer, in which order, and whether it is open
  const now = () => screens[at];
  const state = (screen) => {
    if (!asked.has(screen)) asked.set(screen, { hands: screen.answers.map(() => 0), order: [], open: false });
    return asked.get(screen);
  };

  function drawSeat(seat, screen) {
    const { player, index } = seat;
    const dealt = screen.dealt ?? data.deck.length;
    const isRead = index < (screen.read ?? (screen.chances ? 0 : players.length));
    const words = isRead ? player.sorted : player.dealt.slice(0, Math.max(0, Math.ceil((dealt - index) / players.length)));
    const key = words.join();
    const gaps = player.dealt.slice(words.length).map(() => make("span", { class: "gap" }));
    if (seat.shown !== key) seat.fan.replaceChildren(...words.map((word) => cards[word]), ...gaps);
    seat.shown = key;
    const [share, percent] = screen.chances?.[index] ?? [0, ""];
    const covered = screen.cover && !uncovered;
    seat.chance.hidden = !screen.chances;
    seat.chance.classList.toggle("covered", Boolean(covered));
    seat.chance.firstChild.style.transform = `scaleX(${covered ? 0 : share})`;
    seat.told.textContent = isRead ? player.type : covered ? "?" : percent;
    seat.place.textContent = screen.places?.[screen.order.indexOf(index)] ?? "";
    seat.box.classList.toggle("now", screen.now === index);
    seat.box.classList.toggle("rival", screen.rival === index);
  }

  /** One drawing of the middle for each kind of screen. */
  const middle = {
    deal(screen) {
      const pack = make("div", { class: "pack" }, ...[0, 1, 2].map(() => make("i")));
      const word = screen.dealt ? data.deck[screen.dealt - 1] : "";
      const dealt = word ? face(word) : make("span", { class: "face back" });
      if (word) dealt.setAttribute("aria-hidden", "true"); // the seat has it too
      const name = word ? players[screen.now].name : "Space or a swipe goes on, ? shows the keys";
      const note = screen.cover && !uncovered ? screen.cover : screen.note;
      return [make("div", { class: "dealing" }, pack, ...(word ? [dealt] : [])), say("to", name), say("note", note)];
    },
    ask(screen) {
      const { hands, open } = state(screen);
      const most = Math.max(1, ...hands);
      const row = make("div", { class: "answers" }, ...screen.answers.map((answer, index) => {
        const bar = make("i", {});
        bar.style.transform = `scaleX(${hands[index] / most})`;
        const style = `answer${open ? (answer.right ? " right" : " wrong") : ""}`;
        return button(style, () => choose(index), bar, make("kbd", {}, letters[index]),
          make("span", {}, answer.text), make("b", {}, hands[index] ? String(hands[index]) : open && answer.right ? "✓" : ""));
      }));
      const reply = open ? verdict(screen) : null;
      return [say("question", screen.question), row,
        make("div", { class: "reply", "aria-live": "polite" },
          ...(reply ? [say("verdict", reply.verdict), say("why", reply.why)] : []))];
    },
    read(screen) {
      const groups = screen.groups.map((group) => make("div", { class: "group" }, ...group.map(face)));
      const sum = screen.digits.flatMap(([word, digit, power], number) => [
        ...(number ? [make("span", { class: "sign late" }, "+")] : []),
        make("span", { class: "digit late" }, make("small", {}, word), make("b", {}, digit), power)]);
      sum.push(make("span", { class: "sign late" }, "="), make("span", { class: "value late" }, screen.value));
      if (screen.aside) sum.push(make("small", { class: "note late" }, screen.aside));
      sum.forEach((part, number) => part.style.setProperty("--late", `${1.4 + 0.35 * number}s`));
      return [make("div", { class: "groups" }, ...groups), say("type late", screen.type),
        say("why late", screen.why), make("div", { class: "sum" }, ...sum)];
    },
    sort(screen) {
      if (!screen.duel) return [say("type", said.textContent && screen.said[1])];
      const { rows, decides, why } = screen.duel;
      const place = (number) => (number === decides ? "decides" : number > (decides ?? number) ? "later" : "same");
      const cell = (number, ...parts) => make("span", { class: `cell ${place(number)}` }, ...parts);
      const line = ({ name, type, ranks }) => make("div", { class: "side" },
        make("div", { class: "head" }, make("b", {}, name), cell(0, type)),
        make("div", { class: "ranks" }, ...ranks.map(([word, digit], number) =>
          cell(number + 1, make("b", {}, digit), make("small", {}, word)))));
      return [...rows.map(line), say("why", why)];
    },
    end(screen) {
      const first = screen.order.filter((_, row) => screen.places[row] === screen.places[0]);
      return [say("to", first.map((seat) => players[seat].name).join(", ")), make("div", { class: "groups" },
        ...screen.groups.map((group) => make("div", { class: "group" }, ...group.map(face)))),
        say("type", players[screen.order[0]].words), say("why", screen.said[1]), say("note", score.textContent)];
    },
  };
  middle.decide = middle.ask;

  /** Return the answer whose reason is given: the one with most hands, or a right one. */
  function verdict(screen) {
    const { hands } = state(screen);
    const most = Math.max(...hands);
    return screen.answers[most ? hands.indexOf(most) : screen.answers.findIndex((answer) => answer.right)];
  }

  function drawMiddle() {
    const focused = [...panel.querySelectorAll("button")].indexOf(document.activeElement);
    panel.className = `panel ${now().phase}`;
    panel.replaceChildren(...middle[now().phase](now()));
    panel.querySelectorAll("button")[focused]?.focus();
  }

  /** Make a change, and let whatever has moved by it fly from where it was. */
  function fly(movers, change, origin) {
    const before = new Map(movers.map((mover) => [mover, mover.isConnected && mover.getBoundingClientRect()]));
    change();
    if (still.matches) return;
    for (const mover of movers.filter((one) => one.isConnected)) flyFrom(mover, before.get(mover) || origin());
  }
  function flyFrom(mover, from) {
    const to = mover.getBoundingClientRect();
    const moved = from && (Math.abs(from.left - to.left) > 1 || Math.abs(from.top - to.top) > 1);
    if (!moved || !from.width) return;
    const scale = mover.matches(".seat") ? 1 : from.width / to.width;
    const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${scale})`;
    mover.animate([{ transform: start }, { transform: "none" }], { duration: 550, easing: "cubic-bezier(.2, .7, .2, 1)" });
  }

  /** Show a screen, whatever was shown before. */
  function go(index) {
    const before = now();
    at = Math.min(Math.max(index, 0), screens.length - 1);
    const screen = now();
    const order = screen.order ?? players.map((_, seat) => seat);
    const reordered = order.join() !== (before?.order ?? players.map((_, seat) => seat)).join() || !screen.order !== !before?.order;
    const movers = reordered ? seats.map((seat) => seat.box) : Object.values(cards);
    const pack = panel.querySelector(".pack")?.getBoundingClientRect();
    fly(movers, () => {
      felt.className = `felt ${screen.order ? "list" : "table"} ${screen.phase}`;
      if (reordered) felt.append(...order.map((seat) => seats[seat].box), panel);
      seats.forEach((seat) => drawSeat(seat, screen));
      drawMiddle();
    }, () => pack);
    if (!still.matches) {
      const large = [...panel.querySelectorAll(".group .face")];
      const words = (screen.groups ?? []).flat();
      large.forEach((card, number) => flyFrom(card, cards[words[number]].getBoundingClientRect()));
    }
    const [title, lead, rest] = screen.said;
    said.replaceChildren(make("span", { class: "unseen" }, `${title}\n`), lead, make("span", { class: "unseen" }, `\n${rest ?? ""}`));
    const phase = phases.findLastIndex((one) => one.screen <= at);
    chips.forEach((chip, number) => number === phase ? chip.setAttribute("aria-current", "step") : chip.removeAttribute("aria-current"));
    count.textContent = `${at + 1} of ${screens.length}`;
    stage.style.setProperty("--done", String(at / (screens.length - 1)));
    history.replaceState(null, "", `#${screen.at}`);
    seats[screen.now]?.box.scrollIntoView({ block: "nearest" });
    if (timer) wait();
  }

  const isOpenQuestion = () => Boolean(now().answers) && !state(now()).open;
  function next() {
    if (isOpenQuestion()) reveal();
    else go(at + 1);
  }
  const back = () => go(at - 1);
  const nextPhase = () => go(phases.find((phase) => phase.screen > at)?.screen ?? screens.length - 1);

  function choose(index) {
    if (!isOpenQuestion()) return next();
    vote(index);
    reveal();
  }
  function vote(index) {
    if (!isOpenQuestion() || index >= now().answers.length) return;
    state(now()).hands[index] += 1;
    state(now()).order.push(index);
    drawMiddle();
  }
  function takeBack() {
    if (!isOpenQuestion() || !state(now()).order.length) return;
    state(now()).hands[state(now()).order.pop()] -= 1;
    drawMiddle();
  }
  function reveal() {
    state(now()).open = true;
    const open = [...asked].filter(([, one]) => one.open);
    const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
    const all = sum(open.map(([, one]) => sum(one.hands)));
    const right = sum(open.map(([screen, one]) => sum(one.hands.filter((_, index) => screen.answers[index].right))));
    score.textContent = all ? `Score: ${right} of ${all}` : "";
    if (now().uncovers) uncovered = true;
    go(at);
  }
  function uncover() {
    uncovered = !uncovered;
    go(at);
  }

  function play() {
    clearTimeout(timer);
    timer = timer ? 0 : 1;
    playing.textContent = timer ? "Stop" : "Play";
    if (timer) wait();
  }
  function wait() {
    clearTimeout(timer);
    const seconds = SECONDS[now().phase];
    if (seconds) timer = setTimeout(next, 1000 * seconds);
    else play();
  }
  function fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  }

  const pressed = {
    " ": next, Enter: next, ArrowRight: next, ArrowDown: next, PageDown: next,
    ArrowLeft: back, ArrowUp: back, PageUp: back,
    Home: () => go(0), End: () => go(screens.length - 1), n: nextPhase,
    Backspace: takeBack, v: uncover, p: play, f: fullScreen, "?": () => keys.showModal(),
  };
  addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || keys.open) return;
    if ((key === " " || key === "Enter") && target.closest("button")) return;
    const letter = now().answers ? letters.indexOf(key.toUpperCase()) : -1;
    const phase = phases[Number(key) - 1];
    if (key.length === 1 && letter >= 0) vote(letter);
    else if (phase) go(phase.screen);
    else if (pressed[key]) pressed[key]();
    else return;
    event.preventDefault();
  });
  let touched = null;
  addEventListener("touchstart", (event) => { touched = event.touches.length === 1 ? event.touches[0] : null; }, { passive: true });
  addEventListener("touchend", (event) => {
    const across = touched ? event.changedTouches[0].clientX - touched.clientX : 0;
    const down = touched ? event.changedTouches[0].clientY - touched.clientY : 0;
    if (Math.abs(across) > 50 && Math.abs(across) > 2 * Math.abs(down)) (across < 0 ? next : back)();
  }, { passive: true });
  const fromAddress = () => Math.max(0, screens.findIndex((screen) => screen.at === location.hash.slice(1)));
  addEventListener("hashchange", () => go(fromAddress()));

  document.documentElement.classList.add("staged");
  document.body.prepend(stage);
  go(fromAddress());
})();
