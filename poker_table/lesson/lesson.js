// The lesson in a browser. This script only shows the page's data, which has every text, number,
// order, answer and reason. It contains no rule of poker.
const ON_KEYS = [" ", "Enter", "ArrowRight", "ArrowDown", "PageDown"]; // go on, here and before a class's first lesson
/** Show a lesson. On the projector of a class, phones vote from outside, instead of raised hands: `outside` has
 * `keys`, more rows of KEYS; `element`, which is below the answers until the answer is shown;
 * `forward()`, called to go on at a question whose answer is not shown yet; `end()`, called to go on at the end;
 * `mayLeave(to)`, which says whether the lesson may now go to screen number `to`;
 * `moved(number, isNext)`, called after each move, with the number of the question on the screen (from 0), or null;
 * `signal`, which ends this lesson.
 * What is returned has `next`, `back`, `skip` (on, whatever is asked), and `show`, which takes the question's votes:
 * its number, `bars` (the counts of the first and the second vote), `shares` (the same in per cent),
 * `reply` and `reason` if the answer is shown. */
const showLesson = (data, outside = null) => {
  const { players, screens, phases } = data;
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  const HINT = matchMedia("(pointer: coarse)").matches ? "Tap your answer."
    : "Count raised hands: an answer's key adds one, or type the number. Space shows the answer.";
  const SECONDS = { deal: 1, predict: 8, read: 9, decide: 8, sort: 5 }; // per screen, when it plays by itself
  const FOR_HANDS = ["the letter of an answer", "Tab", "Backspace"];
  const KEYS = [ // label, description, action, and names of the keys if the label has others
    ["Space, Enter, →, ↓, Page Down", `go on; at a question, ${outside ? "open the vote, close it, and show the answer" : "show the answer"}`, next, ...ON_KEYS],
    ["←, ↑, Page Up", "go back", back, "ArrowLeft", "ArrowUp", "PageUp"],
    [`1 to ${phases.length}`, "go to a phase, except at a question"],
    ["n", "go to the next phase", () => go(phases.find(({ screen }) => screen > at)?.screen ?? Infinity)],
    ["Home", "go to the first screen", () => go(0)],
    ["End", "go to the last screen", () => go(Infinity)],
    ["the letter of an answer", "count one raised hand for it; for a player, 1 to 9 (0 for player 10)"],
    ["Tab", "go to the next number field; Esc leaves the fields"],
    ["Backspace", "take the last raised hand back", () => count(current().counted?.pop(), -1)],
    ["r", "the hand types, and how rare each is", () => types.showModal()],
    [".", "black screen, until any key is pressed (b too, where it is no answer)",
      () => { play(false); black.showModal(); }, "b"],
    ["v", "uncover the chances, or cover them again", () => { covering = !covering; go(at); }],
    ["p", "start or stop automatic play", play],
    ["x", "full screen (f too, where it is no answer)", fullScreen, "f"],
    ["?", "show these keys", () => keys.showModal()],
    ...outside?.keys ?? [],
  ].filter(([key]) => !outside || !FOR_HANDS.includes(key));
  const ACTIONS = Object.fromEntries(KEYS.flatMap(([key, , action, ...names]) =>
    [...key.split(", "), ...names].map((name) => [name, action])));

  // The numbers of players above, right of, below and left of the table, for each number of players.
  const SIDES = [[0, 0, 1, 0], [0, 1, 0, 1], [0, 1, 1, 1], [1, 1, 1, 1], [2, 1, 1, 1], [2, 1, 2, 1],
    [3, 1, 2, 1], [3, 1, 3, 1], [4, 1, 3, 1], [4, 1, 4, 1]][players.length - 1];
  const row = (line, count) => Array.from({ length: count }, (_, seat) => {
    const column = 5 - count + 2 * seat;
    return `${line} / ${column} / auto / ${column + 2}`;
  });
  const GRID_AREAS = [ // of the seats, clockwise
    ...row(1, SIDES[0]), ...(SIDES[1] ? ["2 / 7 / auto / 9"] : []),
    ...row(3, SIDES[2]).reverse(), ...(SIDES[3] ? ["2 / 1 / auto / 3"] : [])];

  // The elements that stay on the page.
  const cards = Object.fromEntries(data.deck.map((word) => [word, card(word)]));
  const seats = players.map((player, index) => {
    const parts = Object.fromEntries(["place", "name", "chance", "told", "fan", "worth"].map((style) =>
      [style, make({ name: "h2", fan: "div" }[style] ?? "span", { class: style })]));
    parts.name.append(player.name);
    parts.chance.append(make("i"));
    const box = make("article", { class: "seat" }, ...Object.values(parts));
    box.style.setProperty("--spot", GRID_AREAS[index]);
    return { ...parts, box, player, index };
  });
  const panel = make("section", { class: "panel", "aria-label": "In the middle" });
  const felt = make("div", { class: "felt" }, ...seats.map((seat) => seat.box), panel);
  const said = make("div", { class: "said", "aria-live": "polite" });
  const score = paragraph("score", "");
  const chip = (content, press) => button(content, press, { class: "chip" });
  const unseen = (text) => make("span", { class: "unseen" }, text);
  const turn = (sign, name, press) => button([unseen(name), sign], press, { class: "turn" });
  const chips = phases.map((phase, number) =>
    chip([make("b", {}, String(number + 1)), ` ${phase.name}`], () => go(phase.screen)));
  const playing = chip("Play", () => play());
  const keys = make("dialog", { class: "keys", "aria-label": "Keys" },
    make("h2", {}, "Keys", chip("Close", () => keys.close())),
    make("dl", {}, ...KEYS.flatMap(([key, what]) =>
      [make("dt", {}, key), make("dd", {}, what)])));
  const types = make("dialog", { class: "types", "aria-label": "Hand types" },
    make("h2", {}, "Hand types, the best first", chip("Close", () => types.close())), drawTypes());
  const black = make("dialog", { class: "black cover", "aria-label": "Black screen" });
  const place = make("span", { class: "count" });
  const stage = make("main", { class: "stage" },
    make("header", {},
      make("h1", { class: "title" }, data.title),
      make("nav", { "aria-label": "Phases" }, ...chips),
      score,
      make("div", { class: "tools" }, playing,
        chip("Types", () => types.showModal()),
        chip("Full screen", () => fullScreen()), chip("Keys", () => keys.showModal()))),
    felt,
    make("footer", {},
      turn("‹", "Back", () => back()), said, place, turn("›", "On", () => next())),
    keys, types, black);
  stage.addEventListener("click", ({ target }) => target.matches("dialog.cover") && target.close());

  // The current screen, the hands counted so far, and whether the last chances are covered.
  let at = -1;
  let timer = 0;
  let covering = true;
  let votes = {}; // from outside
  const questions = screens.filter((screen) => screen.answers);
  const STORAGE_KEY = `poker-table ${data.deck.join("")}`; // kept until the window is closed
  /** Use storage or the address; a frame of another site may not, and then nothing is remembered. */
  const remember = (use) => { try { return use(); } catch { return null; } };
  const saved = outside ? [] : JSON.parse(remember(() => sessionStorage.getItem(STORAGE_KEY)) ?? "[]");
  questions.forEach((screen, number) => Object.assign(screen, { number, open: false, counted: [] },
    { votes: screen.answers.map(() => 0) }, saved[number]));
  const save = () => remember(() => sessionStorage.setItem(STORAGE_KEY,
    JSON.stringify(questions.map(({ votes, open }) => ({ votes, open })))));
  const current = () => screens[at];

  function drawSeat(seat, screen) {
    const { player, index } = seat;
    const isRead = index < (screen.read ?? (screen.chances ? 0 : players.length));
    const turns = Math.ceil(((screen.dealt ?? Infinity) - index) / players.length);
    const words = isRead ? (screen.phase === "end" ? player.sorted : player.groups.flat()) : player.dealt.slice(0, Math.max(0, turns));
    const gaps = player.dealt.slice(words.length).map(() => make("span", { class: "gap" }));
    if (seat.shown !== words.join()) seat.fan.replaceChildren(...words.map((word) => cards[word]), ...gaps);
    seat.shown = words.join();
    const [share, percent] = screen.chances?.[index] ?? [0, ""];
    const covered = Boolean(screen.cover) && covering;
    seat.chance.hidden = !screen.chances;
    seat.chance.classList.toggle("covered", covered);
    seat.chance.firstChild.style.transform = `scaleX(${covered ? 0 : share})`;
    seat.told.textContent = isRead ? player.type : covered ? "?" : percent;
    seat.worth.textContent = isRead ? player.value : "";
    seat.place.textContent = screen.places?.[screen.order.indexOf(index)] ?? "";
    seat.box.classList.toggle("now", screen.now === index);
    seat.box.classList.toggle("rival", screen.rival === index);
  }

  const grouped = ({ groups }) => make("div", { class: "groups" },
    ...groups.map((group) => make("div", { class: "group" }, ...group.map(card))));
  const alone = (hand, ...more) =>
    make("div", { class: "alone" }, paragraph("name", hand.name), grouped(hand), ...more);
  const chart = (screen) => {
    const drawing = make("div", { class: "chart" });
    drawing.innerHTML = `<svg role="img" aria-label="${data.over}">${screen.chart}</svg>`;
    return drawing;
  };

  /** Return a field for the number of hands. The number is visible only while the field has focus. */
  function field(screen, index, label) {
    const element = make("input", { inputmode: "numeric", maxlength: 4, autocomplete: "off",
      "aria-label": `Hands for ${label}`, placeholder: screen.votes[index] ? "•" : "" });
    element.addEventListener("focus", () => { element.value = screen.votes[index] || ""; });
    element.addEventListener("blur", () => {
      element.value = "";
      element.placeholder = screen.votes[index] ? "•" : "";
    });
    element.addEventListener("input", () => {
      element.value = element.value.replace(/\D/g, "");
      screen.votes[index] = Number(element.value);
      save();
      panel.querySelector(".total").textContent = total(screen);
    });
    return element;
  }
  const total = ({ votes }) => {
    const hands = sum(votes);
    return hands ? amount(hands, "hand") : "";
  };

  const named = (answer) => [make("kbd", {}, answer.key), answer.text === `player ${answer.key}` ? "" : make("span", {}, answer.text)];
  /** Return the answers before the right one is shown: to be chosen here, or only named if the class votes. */
  const unanswered = (screen) => screen.answers.map((answer, index) => make("div", { class: "answer" },
    ...(outside ? [make("div", { class: "named" }, ...named(answer))] : [
      button(named(answer), () => choose(index), { tabindex: -1, "aria-label": `${answer.key} ${answer.text}` }),
      field(screen, index, answer.text)])));
  const legend = () => make("span", { class: "legend" }, make("i", { class: "first" }), " first vote ", make("i"), " second vote");
  const isTwice = () => outside && votes.bars?.[1].some(Boolean);
  /** Return the answers with their raised hands, or with their votes before and after talking. */
  function answered(screen) {
    const rounds = !outside ? [screen.votes] : isTwice() ? votes.bars : votes.bars.slice(0, 1);
    const sums = rounds.map((counts) => Math.max(1, sum(counts)));
    const most = Math.max(...rounds.map((counts, round) => Math.max(...counts) / sums[round])) || 1;
    return screen.answers.map((answer, index) => {
      const bars = rounds.map((counts, round) => {
        const bar = make("i");
        bar.style.transform = `scaleX(${counts[index] / sums[round] / most})`;
        const told = outside ? votes.shares[round][index] : String(counts[index] || "");
        return make("div", { class: "tally" }, bar, make("b", {}, told));
      });
      return make("div", { class: `answer counted ${answer.right ? "right" : "wrong"}` },
        make("div", { class: "named" }, ...named(answer)), ...(answer.right ? [make("b", { class: "sign" }, "✓")] : []), ...bars);
    });
  }
  /** Return the reply to the answer with the most hands (without hands, to a right one), or the one from outside. */
  function replied(screen) {
    const most = screen.answers[screen.votes.indexOf(Math.max(1, ...screen.votes))];
    const { reply, reason } = outside ? votes : most ?? screen.answers.find(({ right }) => right);
    return [paragraph("verdict", reply), paragraph("why", reason)];
  }

  /** For each phase, a function that returns the elements in the middle. */
  const middle = {
    deal(screen) {
      const word = screen.dealt ? data.deck[screen.dealt - 1] : "";
      const dealing = make("div", { class: "dealing", "aria-hidden": true }, make("div", { class: "pack" }));
      if (word) dealing.append(card(word)); // hidden from screen readers: the seat already shows the card
      const name = word ? players[screen.now].name : data.ask;
      const note = screen.cover && covering ? screen.cover : screen.note;
      return [dealing, paragraph("to", name), paragraph("note", note)];
    },
    predict(screen) {
      if (screen.chart) return [paragraph("question", data.over), chart(screen), paragraph("why", screen.why)];
      const isOpen = isAnswered(screen);
      return [make("div", { class: "both" }, ...screen.about.map((seat) => alone(players[seat]))),
        make("p", { class: "question" }, screen.question, ...(isOpen && isTwice() ? [legend()] : [])),
        make("div", { class: `answers of${screen.answers.length}` }, ...(isOpen ? answered(screen) : unanswered(screen))),
        ...(isOpen || !outside ? [make("div", { class: "reply", "aria-live": "polite" },
          ...(isOpen ? replied(screen) : [paragraph("total", total(screen))]))] : [])];
    },
    decide(screen) {
      if (screen.answers) return middle.predict(screen);
      return [paragraph("question", screen.question), make("div", { class: "both" },
        ...screen.about.map((seat) => players[seat]).map((player) =>
          alone(player, paragraph("type", player.kind), paragraph("value", player.value)))),
      make("div", { class: "reply", "aria-live": "polite" },
        ...(screen.open ? screen.reasons.map((reason) => paragraph("why", reason)) : []))];
    },
    read(screen) {
      const player = players[screen.now];
      const lateness = { type: 0.7, why: 1.2, ruler: 1.7, sum: 2.2, value: 2.2, note: 2.7 }; // seconds; the value comes with its digits
      const used = screen.digits.map(([digit]) => digit);
      const ruler = make("div", { class: "ruler" }, ...data.ruler.map(([letter, digit]) =>
        make("span", { class: used.includes(digit) ? "used" : "" }, make("b", {}, letter), make("small", {}, digit))));
      const sum = screen.digits.flatMap(([digit, word, power, product], number) => [
        ...(number ? [make("span", { class: "sign" }, "+")] : []),
        make("span", { class: "digit" }, make("small", {}, word),
          make("span", {}, make("b", {}, digit), power ? `·${data.ruler.length}` : "",
            ...(power > 1 ? [make("sup", {}, power)] : [])),
          ...(screen.digits.length > 1 ? [make("small", {}, product)] : []))]);
      const parts = [paragraph("type", player.kind), paragraph("why", screen.why), ruler,
        make("div", { class: "sum" }, ...sum), paragraph("value", `= ${player.value}`)];
      if (screen.digits.length > 1) parts.push(paragraph("note", data.base));
      if (screen.aside) parts.push(paragraph("note", screen.aside));
      const { told, worth } = seats[screen.now];
      for (const [part, style] of [...parts.map((part) => [part, part.className]), [told, "type"], [worth, "value"]]) {
        part.classList.add("late");
        part.style.setProperty("--late", `${lateness[style]}s`);
      }
      return [grouped(player), ...parts];
    },
    sort(screen) {
      if (!screen.duel) return [paragraph("type", screen.said[1])];
      const { rows, decides, why } = screen.duel;
      const place = (number) =>
        number === decides ? "decides" : number > (decides ?? number) ? "later" : "same";
      const cell = (number, ...parts) => make("span", { class: `cell ${place(number)}` }, ...parts);
      const line = ({ type, ranks }, row) => make("div", { class: "side" },
        make("div", { class: "head" }, make("b", {}, players[row ? screen.rival : screen.now].name), cell(0, type)),
        make("div", { class: "ranks" }, ...ranks.map(([word, digit], number) =>
          cell(number + 1, make("b", {}, digit), make("small", {}, word)))));
      return [...rows.map(line), paragraph("why", why)];
    },
    end(screen) {
      const first = screen.order.filter((_, row) => screen.places[row] === screen.places[0]);
      const best = players[screen.order[0]];
      return [paragraph("to", first.map((seat) => players[seat].name).join(", ")), paragraph("type", best.words),
        ...(screen.chart ? [chart(screen)] : [])];
    },
  };

  function drawMiddle() {
    const focused = [...panel.querySelectorAll("button, input")].indexOf(document.activeElement);
    panel.className = `panel ${current().phase}`;
    for (const { told, worth } of seats) for (const part of [told, worth]) part.classList.remove("late");
    panel.replaceChildren(...middle[current().phase](current()), ...(outside ? [outside.element] : []));
    if (outside) outside.element.hidden = !panel.classList.toggle("voting", Boolean(current().answers) && !isAnswered(current()));
    panel.querySelectorAll("button, input")[focused]?.focus();
  }

  /** Animate an element from its old place. An element that was or is hidden has no width. */
  function flyFrom(mover, from) {
    const to = mover.getBoundingClientRect();
    if (reducedMotion.matches || !from?.width || !to.width) return;
    const [across, down] = [from.left - to.left, from.top - to.top];
    if (Math.abs(across) < 1 && Math.abs(down) < 1) return;
    const isRow = mover.matches(".seat");
    const scale = isRow ? 1 : from.width / to.width;
    const start = { transform: `translate(${across}px, ${down}px) scale(${scale})` };
    const how = { duration: isRow ? 900 : 550, easing: "cubic-bezier(.2, .7, .2, 1)" };
    mover.animate([start, { transform: "none" }], how);
  }

  /** Show the screen with this index; `isNext` says that the lecturer went on to it, and not back or elsewhere. */
  function go(index, isNext = false) {
    const before = current();
    const to = Math.min(Math.max(index, 0), screens.length - 1);
    if (outside && before && to !== at && !outside.mayLeave(to)) return;
    at = to;
    const screen = current();
    const reordered = String(screen.order) !== String(before?.order);
    const movers = reordered ? seats.map((seat) => seat.box) : Object.values(cards);
    const pack = panel.querySelector(".pack")?.getBoundingClientRect();
    const places = movers.map((mover) => mover.getBoundingClientRect());
    draw(screen, reordered);
    movers.forEach((mover, number) => flyFrom(mover, places[number].width ? places[number] : pack));
    (screen.phase === "read" ? players[screen.now].groups : []).flat().forEach((word, number) =>
      flyFrom(panel.querySelectorAll(".group .card")[number], cards[word].getBoundingClientRect()));
    for (const digit of panel.querySelectorAll(".digit b")) {
      const [from] = [...panel.querySelectorAll(".used small")].filter(({ textContent }) => textContent === digit.textContent);
      flyFrom(digit, from.getBoundingClientRect());
    }
    remember(() => history.replaceState(null, "", `#${screen.at}`));
    if (before !== screen) outside?.moved(screen.number ?? null, isNext);
    if (screen.phase === "deal") seats[screen.now]?.box.scrollIntoView({ block: "nearest" });
    else {
      scrollTo(0, 0);
      (panel.querySelector(".reply:has(.why)") ?? panel.querySelector(".answers"))?.scrollIntoView({ block: "nearest" });
    }
    if (timer) play(true);
  }
  function draw(screen, reordered) {
    felt.className = `felt ${{ deal: "table", predict: "table asking", chances: "only", decide: "only" }[screen.at === "chances" ? screen.at : screen.phase] ?? "list"}`;
    if (reordered) felt.append(...(screen.order ?? [...seats.keys()]).map((seat) => seats[seat].box), panel);
    seats.forEach((seat) => drawSeat(seat, screen));
    drawMiddle();
    const [title, lead, rest] = screen.said;
    said.replaceChildren(unseen(`${title}\n`), lead || (isOpen() && screen.answers && !outside ? HINT : ""), unseen(`\n${rest ?? ""}`));
    const phase = phases.findLastIndex(({ screen: first }) => first <= at);
    chips.forEach((chip) => chip.removeAttribute("aria-current"));
    chips[phase].setAttribute("aria-current", "step");
    place.textContent = screen.count ?? "";
  }

  const isAnswered = (screen) => outside && screen.answers ? votes.number === screen.number && Boolean(votes.reply) : screen.open;
  const isOpen = () => Boolean(current().answers ?? current().reasons) && !isAnswered(current());
  function next() {
    const building = panel.getAnimations({ subtree: true }).filter((each) => each instanceof CSSAnimation && each.playState === "running");
    if (building.length) stage.getAnimations({ subtree: true }).forEach((each) => each.finish());
    else if (isOpen() && current().answers && outside) outside.forward();
    else if (isOpen()) reveal();
    else if (outside && at === screens.length - 1) outside.end();
    else go(at + 1, true);
  }
  function back() {
    go(at - 1);
  }

  /** Count hands for an answer, or take them back with a negative number. */
  function count(index, hands = 1) {
    if (outside || !isOpen() || !current().answers || index === undefined) return;
    current().votes[index] = Math.max(0, current().votes[index] + hands);
    if (hands > 0) current().counted.push(index);
    save();
    drawMiddle();
  }
  function choose(index) {
    if (isOpen()) count(index);
    next();
  }
  function reveal() {
    current().open = true;
    save();
    drawScore();
    if (current().uncovers) covering = false;
    go(at);
  }

  /** Take the votes from outside. */
  function show(fromOutside) {
    const was = isAnswered(current());
    votes = fromOutside;
    if (current().answers) {
      if (current().uncovers && isAnswered(current()) !== was) covering = was; // an answer may be hidden again
      go(at);
    }
  }

  function drawScore() {
    const revealed = questions.filter(({ open }) => open);
    const all = sum(revealed.flatMap(({ votes }) => votes));
    const right = sum(revealed.flatMap(({ votes, answers }) => votes.filter((_, index) => answers[index].right)));
    score.textContent = all ? `Right so far: ${right} of ${amount(all, "vote")}` : "";
  }

  function play(on = !timer) {
    clearTimeout(timer);
    const seconds = on && !isOpen() && SECONDS[current().phase];
    timer = seconds ? setTimeout(next, 1000 * seconds) : 0;
    playing.textContent = timer ? "Stop" : "Play";
  }
  function fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  }

  const listen = (name, react) => addEventListener(name, react, { signal: outside?.signal });
  listen("keydown", (event) => {
    const { key, target, shiftKey } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (keys.open || types.open) {
      ({ "?": keys, r: types })[key]?.close();
      return;
    }
    const typing = target.matches("input");
    const cover = document.querySelector("dialog.cover[open]");
    if (cover) cover.close();
    else if (key === "Tab") {
      if (!(typing || target === document.body) || !nextField(shiftKey ? -1 : 1)) return;
    } else if (typing && (key.length === 1 ? key >= "0" && key <= "9" : FOR_FIELDS.includes(key))) return;
    else if (typing && ["Enter", "Escape"].includes(key)) target.blur();
    else if ((key === " " || key === "Enter") && target.closest("button")) return;
    else if (!press(key)) return;
    event.preventDefault();
  });
  const FOR_FIELDS = ["Backspace", "Delete", "ArrowLeft", "ArrowRight", "Home", "End"];
  /** Go from a number field to the next or the one before; return whether there are any. */
  function nextField(step) {
    const fields = [...panel.querySelectorAll("input")].filter((each) => each.offsetParent);
    const from = fields.indexOf(document.activeElement);
    fields.at((from < 0 && step < 0 ? step : from + step) % fields.length)?.focus();
    return fields.length;
  }
  /** Do the action of a key and return whether it has one. While hands are counted, the key of an answer is nothing else. */
  function press(key) {
    const named = key === "0" ? "10" : key.toUpperCase();
    const answer = !outside && isOpen() ? current().answers?.findIndex((each) => each.key === named) ?? -1 : -1;
    const phase = current().answers ? null : phases[Number(key) - 1];
    if (answer >= 0) count(answer);
    else if (ACTIONS[key]) ACTIONS[key]();
    else if (phase) go(phase.screen);
    return Boolean(answer >= 0 || ACTIONS[key] || phase);
  }
  let touched = null;
  listen("touchstart", ({ touches }) => { touched = touches.length === 1 ? touches[0] : null; });
  listen("touchend", ({ changedTouches: [left] }) => {
    const across = touched ? left.clientX - touched.clientX : 0;
    const down = touched ? left.clientY - touched.clientY : 0;
    if (Math.abs(across) > 50 && Math.abs(across) > 2 * Math.abs(down)) (across < 0 ? next : back)();
  });
  const fromAddress = () => screens.findIndex((screen) => `#${screen.at}` === location.hash);
  listen("hashchange", () => go(fromAddress()));

  document.documentElement.classList.add("staged");
  document.querySelector("main.stage")?.remove();
  document.body.prepend(stage);
  drawScore();
  if (screens.some(({ uncovers, open }) => uncovers && open)) covering = false;
  go(fromAddress());
  return { next, back, show, skip: () => go(at + 1) };
};
if (DATA.screens) showLesson(DATA);
