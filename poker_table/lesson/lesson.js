// The lesson in a browser. It only shows: every word, number, group, order, answer and reason
// stands in the page's data, and no rule of poker is known here.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { players, screens, phases, letters } = data;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const SECONDS = { deal: 1, predict: 8, read: 7, decide: 8, sort: 5 }; // how long each is shown by `p`
  const KEYS = [ // what is shown of each, what it does, and its names where they are others
    ["Space, Enter, →, ↓, Page Down", "go on; at a question, show the answer", next,
      " ", "Enter", "ArrowRight", "ArrowDown", "PageDown"],
    ["←, ↑, Page Up", "go back", back, "ArrowLeft", "ArrowUp", "PageUp"],
    ["1 to 9", "go to a phase"],
    ["n", "go to the next phase", () => go(phases.find(({ screen }) => screen > at)?.screen ?? Infinity)],
    ["Home", "go to the first screen", () => go(0)],
    ["End", "go to the last screen", () => go(Infinity)],
    ["the letters on the answers", "count one hand for an answer"],
    ["Backspace", "take the last hand back", () => count((votes) => votes.pop())],
    ["v", "show the covered chances, or cover them", () => { covering = !covering; go(at); }],
    ["p", "play by itself, or stop", play],
    ["f", "full screen", fullScreen],
    ["?", "show these keys", () => keys.showModal()],
  ];
  const pressed = Object.fromEntries(KEYS.flatMap(([key, , press, ...names]) =>
    [key, ...names].map((name) => [name, press])));

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
    const parts = Object.fromEntries(["place", "name", "chance", "told", "fan"].map((style) =>
      [style, make({ name: "h2", fan: "div" }[style] ?? "span", { class: style })]));
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
    make("dl", {}, ...KEYS.flatMap(([key, what]) =>
      [make("dt", {}, key), make("dd", {}, what)])),
    button("chip", () => keys.close(), "Close"));
  const place = make("span", { class: "count" });
  const stage = make("main", { class: "stage" },
    make("header", {},
      make("h1", { class: "title" }, data.title),
      make("nav", { "aria-label": "Phases" }, ...chips),
      score,
      make("div", { class: "tools" }, playing,
        button("chip", () => fullScreen(), "Full screen"), button("chip", () => keys.showModal(), "Keys"))),
    felt,
    make("footer", {},
      button("turn", () => back(), make("span", { class: "unseen" }, "Back"), "‹"), said, place,
      button("turn", () => next(), make("span", { class: "unseen" }, "On"), "›")),
    keys);

  // Where we are, what the class has said, and whether covered chances are shown.
  let at = -1;
  let timer = 0;
  let covering = true;
  const asked = screens.filter((screen) => screen.answers);
  for (const screen of asked) Object.assign(screen, { votes: [], open: false }); // a vote: a hand
  const now = () => screens[at];

  function drawSeat(seat, screen) {
    const { player, index } = seat;
    const isRead = index < (screen.read ?? (screen.chances ? 0 : players.length));
    const turns = Math.ceil(((screen.dealt ?? Infinity) - index) / players.length);
    const words = isRead ? player.sorted : player.dealt.slice(0, Math.max(0, turns));
    const gaps = player.dealt.slice(words.length).map(() => make("span", { class: "gap" }));
    if (seat.shown !== words.join()) seat.fan.replaceChildren(...words.map((word) => cards[word]), ...gaps);
    seat.shown = words.join();
    const [share, percent] = screen.chances?.[index] ?? [0, ""];
    const covered = Boolean(screen.cover) && covering;
    seat.chance.hidden = !screen.chances;
    seat.chance.classList.toggle("covered", covered);
    seat.chance.firstChild.style.transform = `scaleX(${covered ? 0 : share})`;
    seat.told.textContent = isRead ? player.type : covered ? "?" : percent;
    seat.place.textContent = screen.places?.[screen.order.indexOf(index)] ?? "";
    seat.box.classList.toggle("now", screen.now === index);
    seat.box.classList.toggle("rival", screen.rival === index);
  }

  const grouped = (screen) => make("div", { class: "groups" },
    ...screen.groups.map((group) => make("div", { class: "group" }, ...group.map(face))));

  /** One drawing of the middle for each kind of screen. */
  const middle = {
    deal(screen) {
      const word = screen.dealt ? data.deck[screen.dealt - 1] : "";
      const dealing = make("div", { class: "dealing", "aria-hidden": true }, make("div", { class: "pack" }));
      if (word) dealing.append(face(word)); // for who hears the page, the seat has it
      const name = word ? players[screen.now].name : "Space or a swipe goes on, ? shows the keys";
      const note = screen.cover && covering ? screen.cover : screen.note;
      return [dealing, say("to", name), say("note", note)];
    },
    predict(screen) {
      const { answers, open, votes } = screen;
      const counts = answers.map((_, index) => votes.filter((vote) => vote === index).length);
      const most = Math.max(1, ...counts);
      const row = make("div", { class: "answers" }, ...answers.map((answer, index) => {
        const bar = make("i");
        bar.style.transform = `scaleX(${counts[index] / most})`;
        const style = `answer${open ? (answer.right ? " right" : " wrong") : ""}`;
        const counted = counts[index] || (open && answer.right ? "✓" : "");
        return button(style, () => choose(index), bar, make("kbd", {}, letters[index]),
          make("span", {}, answer.text), make("b", {}, String(counted)));
      }));
      // The reason that is given is that of the answer with most hands, or of a right one.
      const told = answers[counts.indexOf(most)] ?? answers.find((answer) => answer.right);
      return [say("question", screen.question), row,
        make("div", { class: "reply", "aria-live": "polite" },
          ...(open ? [say("verdict", told.verdict), say("why", told.why)] : []))];
    },
    read(screen) {
      const sum = screen.digits.flatMap(([word, digit, power], number) => [
        ...(number ? [make("span", { class: "sign late" }, "+")] : []),
        make("span", { class: "digit late" }, make("small", {}, word), make("b", {}, digit), power)]);
      if (sum.length > 1) {
        sum.push(make("span", { class: "sign late" }, "="), make("span", { class: "value late" }, screen.value));
      }
      if (screen.aside) sum.push(make("small", { class: "note late" }, screen.aside));
      sum.forEach((part, number) => part.style.setProperty("--late", `${1.4 + 0.35 * number}s`));
      return [grouped(screen), say("type late", screen.type),
        say("why late", screen.why), make("div", { class: "sum" }, ...sum)];
    },
    sort(screen) {
      if (!screen.duel) return [say("type", screen.said[1])];
      const { rows, decides, why } = screen.duel;
      const place = (number) =>
        number === decides ? "decides" : number > (decides ?? number) ? "later" : "same";
      const cell = (number, ...parts) => make("span", { class: `cell ${place(number)}` }, ...parts);
      const line = ({ type, ranks }, row) => make("div", { class: "side" },
        make("div", { class: "head" }, make("b", {}, players[row ? screen.rival : screen.now].name), cell(0, type)),
        make("div", { class: "ranks" }, ...ranks.map(([word, digit], number) =>
          cell(number + 1, make("b", {}, digit), make("small", {}, word)))));
      return [...rows.map(line), say("why", why)];
    },
    end(screen) {
      const first = screen.order.filter((_, row) => screen.places[row] === screen.places[0]);
      return [say("to", first.map((seat) => players[seat].name).join(", ")), grouped(screen),
        say("type", players[screen.order[0]].words), say("why", screen.said[1]), say("note", score.textContent)];
    },
  };
  middle.decide = middle.predict;

  function drawMiddle() {
    const focused = [...panel.querySelectorAll("button")].indexOf(document.activeElement);
    panel.className = `panel ${now().phase}`;
    panel.replaceChildren(...middle[now().phase](now()));
    panel.querySelectorAll("button")[focused]?.focus();
  }

  /** Let what has moved fly from where it was; what was nowhere, or is, has no width. */
  function flyFrom(mover, from) {
    const to = mover.getBoundingClientRect();
    if (still.matches || !from?.width || !to.width) return;
    const [across, down] = [from.left - to.left, from.top - to.top];
    if (Math.abs(across) < 1 && Math.abs(down) < 1) return;
    const isRow = mover.matches(".seat");
    const scale = isRow ? 1 : from.width / to.width;
    const start = { transform: `translate(${across}px, ${down}px) scale(${scale})` };
    const how = { duration: isRow ? 900 : 550, easing: "cubic-bezier(.2, .7, .2, 1)" };
    mover.animate([start, { transform: "none" }], how);
  }

  /** Show a screen, whatever was shown before. */
  function go(index) {
    const before = now();
    at = Math.min(Math.max(index, 0), screens.length - 1);
    const screen = now();
    const reordered = String(screen.order) !== String(before?.order);
    const movers = reordered ? seats.map((seat) => seat.box) : Object.values(cards);
    const pack = panel.querySelector(".pack")?.getBoundingClientRect();
    const places = movers.map((mover) => mover.getBoundingClientRect());
    draw(screen, reordered);
    movers.forEach((mover, number) => flyFrom(mover, places[number].width ? places[number] : pack));
    (screen.groups ?? []).flat().forEach((word, number) =>
      flyFrom(panel.querySelectorAll(".group .face")[number], cards[word].getBoundingClientRect()));
    history.replaceState(null, "", `#${screen.at}`);
    seats[screen.now]?.box.scrollIntoView({ block: "nearest" });
    if (timer) play(true);
  }
  function draw(screen, reordered) {
    felt.className = `felt ${screen.order ? "list" : "table"}`;
    if (reordered) felt.append(...(screen.order ?? [...seats.keys()]).map((seat) => seats[seat].box), panel);
    seats.forEach((seat) => drawSeat(seat, screen));
    drawMiddle();
    const [title, lead, rest] = screen.said;
    const unseen = (text) => make("span", { class: "unseen" }, text);
    said.replaceChildren(unseen(`${title}\n`), lead, unseen(`\n${rest ?? ""}`));
    const phase = phases.findLastIndex((one) => one.screen <= at);
    chips.forEach((chip) => chip.removeAttribute("aria-current"));
    chips[phase].setAttribute("aria-current", "step");
    place.textContent = screen.at.replace("=", " ");
  }

  const isOpenQuestion = () => Boolean(now().answers) && !now().open;
  function next() {
    if (isOpenQuestion()) reveal();
    else go(at + 1);
  }
  function back() {
    go(at - 1);
  }

  function count(change) {
    if (!isOpenQuestion()) return;
    change(now().votes);
    drawMiddle();
  }
  function choose(index) {
    count((votes) => votes.push(index));
    next();
  }
  function reveal() {
    now().open = true;
    const counted = asked.filter(({ open }) => open).flatMap(({ answers, votes }) =>
      votes.map((vote) => answers[vote]));
    const right = counted.filter((answer) => answer.right);
    score.textContent = counted.length ? `Score: ${right.length} of ${counted.length}` : "";
    if (now().uncovers) covering = false;
    go(at);
  }

  function play(on = !timer) {
    clearTimeout(timer);
    const seconds = on && SECONDS[now().phase];
    timer = seconds ? setTimeout(next, 1000 * seconds) : 0;
    playing.textContent = timer ? "Stop" : "Play";
  }
  function fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  }

  addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || keys.open) return;
    if ((key === " " || key === "Enter") && target.closest("button")) return;
    const letter = letters.indexOf(key.toUpperCase());
    const phase = phases[Number(key) - 1];
    if (key.length === 1 && now().answers?.[letter]) count((votes) => votes.push(letter));
    else if (phase) go(phase.screen);
    else if (pressed[key]) pressed[key]();
    else return;
    event.preventDefault();
  });
  let touched = null;
  addEventListener("touchstart", ({ touches }) => { touched = touches.length === 1 ? touches[0] : null; });
  addEventListener("touchend", ({ changedTouches: [left] }) => {
    const across = touched ? left.clientX - touched.clientX : 0;
    const down = touched ? left.clientY - touched.clientY : 0;
    if (Math.abs(across) > 50 && Math.abs(across) > 2 * Math.abs(down)) (across < 0 ? next : back)();
  });
  const fromAddress = () => screens.findIndex((screen) => `#${screen.at}` === location.hash);
  addEventListener("hashchange", () => go(fromAddress()));

  document.documentElement.classList.add("staged");
  document.body.prepend(stage);
  go(fromAddress());
})();
