// Practice: the course chooses the questions, the page asks them. It contains no rule of poker: the
// data has the right answer of each question, and the answer of each misconception.
"use strict";

/** The course. A misconception is its number, g. A state has the `answers`, each with the number of its
 * question; the misconceptions `named`, each with the number of answers before; and how long to go on. */
function course({ kinds, misconceptions, questions }) {
  const PRIOR_OF_RULES = 64; // how many times likelier the rules are than a misconception, at the start
  const BELIEF_TO_SLIP = 9; // nine answers in ten follow the student's belief; the tenth is a slip
  // A misconception is named when it is this many times as likely as the rules: NEEDED_EARLY (about three
  // answers' worth of evidence) before the tenth answer, and NEEDED (more than two) from then on ...
  const NEEDED_EARLY = 2000, NEEDED = 100, EARLY = 10;
  const LEAD = 100; // ... and this many times as likely as any other misconception (about two answers).
  const IN_A_ROW = 3; // right answers needed on a named misconception
  const LATER = 5; // questions between those right answers and the final one
  const MOST_TRIES = 8; // questions about a named misconception; if it is not learnt by then, it stays shaky
  const WINDOW = 12; // how many last answers no misconception may predict better than the rules
  const MOST_QUESTIONS = 60; // unless the student asks for more
  const believers = questions.map(({ wrong }) => { // for each question, who gives which wrong answer
    const of = {};
    for (const [g, answer] of Object.entries(wrong)) (of[answer] ??= []).push(Number(g));
    return Object.values(of);
  });
  const start = () => ({ answers: [], named: [], until: WINDOW });
  /** Return the state after some answers. */
  const replayed = (answers) => answers.reduce((state, [number, answer]) => answered(state, number, answer), start());

  /** Return for each misconception how many times better than the rules it explains the answers: null if it is
   * named. Answers that a named one predicts are not counted for or against the others. */
  function oddsOf({ answers, named }) {
    const odds = misconceptions.map(() => 1);
    for (const [number, answer] of answers) {
      const { wrong, right, kind } = questions[number];
      if (named.some(([g]) => wrong[g] === answer)) continue;
      const ratio = BELIEF_TO_SLIP * (kinds[kind].choices - 1);
      for (const g in wrong) {
        if (answer === wrong[g]) odds[g] *= ratio;
        else if (answer === right) odds[g] /= ratio;
      }
    }
    for (const [g] of named) odds[g] = null;
    return odds;
  }
  /** Return the misconception that is far likelier than the rules and all others, or -1. */
  function certain(odds, needed) {
    const best = Math.max(...odds);
    const others = odds.filter((_, g) => g !== odds.indexOf(best));
    return best >= Math.max(needed * PRIOR_OF_RULES, LEAD * Math.max(...others)) ? odds.indexOf(best) : -1;
  }
  function answered(state, number, answer) {
    const answers = [...state.answers, [number, answer]];
    const g = certain(oddsOf({ ...state, answers }), answers.length < EARLY ? NEEDED_EARLY : NEEDED);
    return { ...state, answers, named: g < 0 ? state.named : [...state.named, [g, answers.length]] };
  }
  /** Return the progress with a named misconception. */
  function drill({ answers }, [g, namedAfter]) {
    let row = 0, tries = 0, since = 0, learnt = false;
    for (const [number, answer] of answers.slice(namedAfter)) {
      since += 1;
      if (learnt || !(g in questions[number].wrong)) continue;
      tries += 1;
      if (answer !== questions[number].right) row = 0;
      else if (row < IN_A_ROW) [row, since] = [row + 1, 0];
      else learnt = since > LATER;
    }
    const over = learnt || tries >= MOST_TRIES;
    return { g, learnt, over, due: !over && (row < IN_A_ROW || since >= LATER) };
  }
  const drills = (state) => state.named.map((named) => drill(state, named));
  /** Return whether no misconception predicts the last answers better than the rules. */
  function isMastered({ answers }) {
    const last = answers.slice(-WINDOW).map(([number, answer]) => [questions[number], answer]);
    const byRules = last.filter(([{ right }, answer]) => right === answer).length;
    return last.length === WINDOW && misconceptions.every((_, g) =>
      last.filter(([{ wrong, right }, answer]) => (wrong[g] ?? right) === answer).length <= byRules);
  }
  /** Return the question that best tells misconceptions apart, or one about the drilled one. Questions that were
   * asked least often come first, then those that are not the third of their kind in a row. */
  function bestQuestion(state, unfinished, drilled) {
    const weights = oddsOf(state).map((odds) => odds ?? 0);
    const total = sum(weights);
    const last = state.answers.slice(-2).map(([number]) => questions[number].kind);
    const timesAsked = questions.map(() => 0);
    for (const [number] of state.answers) timesAsked[number] += 1;
    const costs = questions.map(({ wrong, kind }, number) => {
      const unfit = drilled === undefined ? unfinished.some((g) => g in wrong) : !(drilled in wrong);
      return 1000 * unfit + 2 * timesAsked[number] + (last.length === 2 && last.every((each) => each === kind));
    });
    const least = Math.min(...costs);
    const agreements = believers.map((groups, number) => { // the sum of the squared weights of each answer
      if (costs[number] > least) return Infinity;
      const each = groups.map((group) => sum(group.map((g) => weights[g])));
      return sum([...each, PRIOR_OF_RULES + total - sum(each)].map((weight) => weight ** 2));
    });
    return agreements.indexOf(Math.min(...agreements));
  }
  /** Return the number of the next question, or -1 at the end. */
  function nextQuestion(state) {
    const all = drills(state), count = state.answers.length;
    const due = all.filter((each) => each.due);
    const unfinished = all.filter((each) => !each.over).map(({ g }) => g);
    const plausible = oddsOf(state).some((odds) => odds >= 1);
    const settled = !plausible && !unfinished.length && isMastered(state);
    if (count >= Math.max(MOST_QUESTIONS, state.until) || (count >= state.until && settled)) return -1;
    return bestQuestion(state, unfinished, count % 3 === 0 || !plausible ? due[0]?.g : undefined);
  }
  /** Return which rules are learnt, shaky, right so far and not tested yet, as numbers of their misconceptions. */
  function standing(state) {
    const of = { learnt: [], shaky: [], sure: [], untested: [] };
    for (const { g, learnt } of drills(state)) of[learnt ? "learnt" : "shaky"].push(g);
    oddsOf(state).forEach((odds, g) => odds !== null && of[odds < 1 ? "sure" : "untested"].push(g));
    return of;
  }
  const isRight = ([number, answer]) => questions[number].right === answer;
  function code(state) {
    const of = standing(state), { answers } = state;
    const found = ["learnt", "shaky"].flatMap((how) => of[how].map((g) => ` ${misconceptions[g].name}=${how}`));
    return `practice ${answers.filter(isRight).length} of ${answers.length}${found.join("")}`;
  }
  const goOn = (state) => ({ ...state, until: state.answers.length + WINDOW });
  return { start, replayed, answered, nextQuestion, isMastered, standing, isRight, code, goOn };
}

/** The page over a course. `shown` is the number of the answer that is looked at. The question after the last answer
 * is open: `picked` is what was tapped so far (hands by letter, cards by name, options by text), and `equal` has the
 * hands that are equal to the one before. */
function page(data) {
  const { kinds, questions, misconceptions } = data;
  const { start, replayed, answered, nextQuestion, isMastered, standing, isRight, code, goOn } = course(data);
  const KEY = `poker-table practice ${data.seed}`;
  const OTHER = "The answers kept in this browser are to other questions: the practice starts again.";
  const NOT_KEPT = "This browser keeps no answers: if you close or reload this page, the practice starts again.";
  const FORGET = "Forget my answers";
  let shown, next, picked, equal;
  let [state, note] = kept();

  const paragraphs = (...texts) => texts.filter(Boolean).map((text) => make("p", {}, text));
  const list = (title, items) => (items.length ? [make("details", {}, make("summary", {}, `${title} (${items.length})`),
    make("ul", {}, ...items.map((item) => make("li", {}, item))))] : []);
  const sign = (right) => make("b", { class: right ? "right" : "wrong", role: "img",
    "aria-label": right ? "right:" : "wrong:" }, right ? "✓" : "✗");
  const digit = (word) => String(data.digits[data.cards[word]?.[0]] ?? word); // of a card; other answers are texts
  const digitsOf = (hand) => picked.filter((word) => hand.includes(word)).map(digit).join(" ");
  const nameOf = ({ hands }, number) => (hands.length > 1 ? "ABCD"[number] : "");
  const rule = (g) => misconceptions[g].rule;

  // What stays on the page.
  const main = document.querySelector("main"), lead = main.querySelector(".lead");
  const progress = paragraph("progress note", ""), heading = make("h2", { tabindex: "-1" });
  const verdict = make("div", { class: "verdict", role: "status" }), body = make("div", { class: "body" });
  const go = button("", proceed, { class: "go" }), known = make("section", { class: "known" });
  const forget = button(FORGET, () => {
    const isSecond = forget.textContent !== FORGET; // turnTo sets it back
    forget.textContent = isSecond ? FORGET : "Forget them all? Press again.";
    if (isSecond) become(start());
  });

  // A browser may forbid storage, or have kept the answers to another version's questions.
  function kept() {
    let text;
    try { text = localStorage.getItem(KEY); } catch { return [start(), NOT_KEPT]; }
    if (!text) return [start(), ""];
    try {
      const { of, answers, until } = JSON.parse(text);
      if (of === data.of) return [{ ...replayed(answers), until }, ""];
    } catch { /* these are no answers */ }
    return [start(), OTHER];
  }
  function become(to) {
    state = to;
    const { answers, until } = state;
    try { localStorage.setItem(KEY, JSON.stringify({ of: data.of, answers, until })); } catch { note = NOT_KEPT; }
    turnTo(answers.length);
  }
  function turnTo(number) {
    [shown, next, picked, equal] = [number, nextQuestion(state), [], new Set()];
    const { learnt, shaky, sure, untested } = standing(state);
    lead.hidden = state.answers.length > 0;
    forget.textContent = FORGET;
    progress.textContent = `${next < 0 && shown === state.answers.length ? "" : `Question ${shown + 1}. `}`
      + `${sure.length + learnt.length} of ${misconceptions.length} rules right so far${shaky.length ? `, ${shaky.length} shaky` : ""}.`;
    known.replaceChildren(
      ...list("Shaky", shaky.map((g) => `${rule(g)} (You answered as if: “${misconceptions[g].belief}”)`)),
      ...list("Look again at what went wrong", state.answers.flatMap((each, i) => isRight(each) ? []
        : [button(`Question ${i + 1}`, () => turnTo(i))])),
      ...list("Right so far", [...learnt, ...sure].map(rule)), ...list("Not tested yet", untested.map(rule)));
    if (shaky.length) known.firstChild.open = true;
    draw();
    scrollTo(0, 0);
    heading.focus({ preventScroll: true });
  }

  /** Return the answer that the taps make, such as "B, A = C, D" or "9 7 / 12", or "" if they make none yet. */
  function answerOf({ kind, hands }) {
    const { taps, several } = kinds[kind];
    if (!several) return picked.length ? digit(picked[0]) : "";
    if (taps === "cards") return hands.every(digitsOf) ? hands.map(digitsOf).join(" / ") : "";
    return picked.length === hands.length ? places().map((names) => names.sort().join(" = ")).join(", ") : "";
  }
  /** Return the hands that were tapped, in groups of equal ones. */
  function places() {
    const groups = [];
    for (const name of picked) {
      if (groups.length && equal.has(name)) groups.at(-1).push(name);
      else groups.push([name]);
    }
    return groups;
  }
  function pick(key) {
    equal.delete(key);
    if (picked.includes(key)) picked = picked.filter((each) => each !== key);
    else picked = kinds[questions[next].kind].several ? [...picked, key] : [key];
    draw();
  }
  const choice = (key, ...content) => button(content, () => pick(key), { class: "choice", "aria-pressed": picked.includes(key) });
  const tie = (name, before) => button(`= ${before}`, () => {
    if (!equal.delete(name)) equal.add(name);
    draw();
  }, { class: "tie", "aria-pressed": equal.has(name), "aria-label": `hand ${name} is equal to hand ${before}` });

  function proceed() {
    if (shown < state.answers.length) turnTo(state.answers.length);
    else if (next < 0) become(goOn(state));
    else {
      become(answered(state, next, answerOf(questions[next])));
      turnTo(shown - 1);
      go.focus({ preventScroll: true });
    }
  }
  function openQuestion(question) {
    const { hands, options, kind } = question, { taps, several, hint } = kinds[kind];
    const groups = places();
    verdict.replaceChildren(...paragraphs(note, hint));
    body.replaceChildren(...hands.map((hand, number) => {
      const name = nameOf(question, number), at = picked.indexOf(name);
      const cards = taps === "cards" ? hand.map((word) => choice(word, card(word))) : hand.map(card);
      const row = make("div", { class: "hand" }, ...(taps === "hands" ? [choice(name, name, ...cards)] : [name, ...cards]));
      if (!several) return row;
      if (taps === "cards") row.append(make("output", {}, digitsOf(hand) || "…"));
      else if (at >= 0) {
        const group = groups.findIndex((names) => names.includes(name));
        row.prepend(make("output", {}, `${1 + groups.slice(0, group).flat().length}.`));
        if (at) row.append(tie(name, picked[at - 1]));
      }
      return row;
    }), ...options.map((option) => choice(option, option)));
    go.textContent = "Answer";
    go.disabled = !answerOf(question);
  }
  function answeredQuestion(question, given) {
    const { kind, hands, options, right, deciding, why } = question;
    const { several, taps } = kinds[kind], knew = given === right;
    const marks = (answer) => [right, given].includes(answer) ? [sign(answer === right)] : [];
    const [before, now] = [shown, shown + 1].map((count) => replayed(state.answers.slice(0, count)));
    const learnt = standing(now).learnt.filter((g) => !standing(before).learnt.includes(g));
    const named = now.named.slice(before.named.length).map(([g]) => g);
    verdict.replaceChildren(...(knew ? [] : [make("p", {}, sign(false), several ? ` You: ${given}` : " Not right.")]),
      ...(knew || several ? [make("p", {}, sign(true), several ? ` Right: ${right}` : " Right.")] : []),
      ...paragraphs(...named.map((g) => `Several of your answers look as if you believed: “${misconceptions[g].belief}” `
        + `The rule: ${rule(g)} You will get more questions about it.`), ...learnt.map((g) => `Now you know: ${rule(g)}`)));
    const whole = make("details", { class: "why" }, make("summary", {}, "Why"), make("dl", {}, ...why.flatMap(([title, text]) =>
      [make("dt", {}, title), make("dd", {}, ...text.map((part) => (Array.isArray(part) ? card(part[0]) : part)))])));
    whole.open = !knew;
    const drawn = (word) => {
      const face = card(word), decides = deciding.includes(word);
      if (decides) face.classList.add("decides");
      if (decides) face.ariaLabel += ", decides";
      return [face, ...(taps === "cards" && !several && (digit(word) !== right || decides) ? marks(digit(word)) : [])];
    };
    body.replaceChildren(...hands.map((hand, number) => {
      const name = nameOf(question, number);
      return make("div", { class: "hand" }, ...(taps === "hands" ? marks(name) : []), name, ...hand.flatMap(drawn));
    }), ...options.filter((option) => marks(option).length).map((option) => make("p", {}, ...marks(option), ` ${option}`)), whole);
    go.textContent = shown === state.answers.length - 1 ? "Next" : "Go on";
    go.disabled = false;
  }
  function theEnd() {
    const { learnt, shaky } = standing(state);
    const knows = isMastered(state) && !shaky.length;
    heading.textContent = knows ? "You know the rules" : "Not sure yet";
    verdict.replaceChildren(...paragraphs(`${state.answers.filter(isRight).length} of ${state.answers.length} answers were right.`,
      knows ? "" : "Go on, or come back tomorrow."));
    body.replaceChildren(...list("Learnt", learnt.map(rule)),
      ...paragraphs("Code for your teacher (it does not contain your name):"), paragraph("code", code(state)));
    go.textContent = "Twelve more questions";
    go.disabled = false;
  }
  function draw() {
    const focused = [...body.querySelectorAll("button")].indexOf(document.activeElement);
    const past = state.answers[shown], question = questions[past ? past[0] : next];
    if (question) heading.textContent = kinds[question.kind].text;
    if (past) answeredQuestion(question, past[1]);
    else if (question) openQuestion(question);
    else theEnd();
    body.querySelectorAll("button")[focused]?.focus();
  }
  addEventListener("keydown", (event) => {
    const { key, ctrlKey, altKey, metaKey, target } = event;
    if (ctrlKey || altKey || metaKey) return;
    if (key === "Enter" && !target.closest("button, summary")) {
      event.preventDefault(); // else it also presses the button that gets the focus
      go.click();
    }
    if (/^[0-9]$/.test(key)) body.querySelectorAll(".choice")[(Number(key) + 9) % 10]?.click();
  });
  main.querySelectorAll(".note").forEach((each) => each.remove());
  main.append(progress, heading, verdict, body, make("div", { class: "bottom" }, go), known, foldedTypes(), forget);
  turnTo(state.answers.length);
}
if (DATA.questions) page(DATA);
