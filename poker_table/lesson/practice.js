// Practice in a browser. The algorithm is that of course.py, over the same data.
(() => {
  const { seed, cards, constants, phrases, misconceptions, questions } = JSON.parse(document.getElementById("data").textContent);
  const { PRIOR_OF_RULES, BELIEF_TO_SLIP, NEEDED_EARLY, NEEDED, EARLY, LEAD, IN_A_ROW, LATER, MOST_TRIES, WINDOW,
    MOST_QUESTIONS } = constants;
  const STORAGE_KEY = `poker-table practice ${seed}`;
  const newState = () => ({ asked: [], given: [], named: [], until: WINDOW });

  // The course; g is the number of a misconception.
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const isNamed = (state, g) => state.named.some(([named]) => named === g);

  function oddsOf(state) {
    const odds = misconceptions.map(() => 1);
    state.asked.forEach((number, i) => {
      const { wrong, right, answers } = questions[number];
      const answer = state.given[i];
      if (state.named.some(([g]) => wrong[g] === answer)) return;
      const ratio = BELIEF_TO_SLIP * (answers.length - 1);
      for (const [g, predicted] of Object.entries(wrong)) {
        if (answer === predicted) odds[g] *= ratio;
        else if (answer === right) odds[g] /= ratio;
      }
    });
    return odds.map((each, g) => (isNamed(state, g) ? null : each));
  }
  function certain(odds, needed) {
    const ranking = odds.map((each, g) => [each, g]).filter(([each]) => each !== null);
    if (!ranking.length) return null;
    ranking.sort(([a, g], [b, h]) => b - a || h - g);
    const second = ranking.length > 1 ? ranking[1][0] : 0;
    return ranking[0][0] >= Math.max(needed * PRIOR_OF_RULES, LEAD * second) ? ranking[0][1] : null;
  }
  function answered(state, number, answer) {
    const next = { ...state, asked: [...state.asked, number], given: [...state.given, answer] };
    const g = certain(oddsOf(next), next.asked.length >= EARLY ? NEEDED : NEEDED_EARLY);
    return g === null ? next : { ...next, named: [...next.named, [g, next.asked.length]] };
  }
  function drill(state, [g, namedAfter]) {
    let row = 0, tries = 0, since = 0, learnt = false;
    for (let i = namedAfter; i < state.asked.length; i += 1) {
      const question = questions[state.asked[i]];
      since += 1;
      if (learnt || !(g in question.wrong)) continue;
      tries += 1;
      if (state.given[i] !== question.right) row = 0;
      else if (row < IN_A_ROW) [row, since] = [row + 1, 0];
      else learnt = since > LATER;
    }
    const over = learnt || tries >= MOST_TRIES;
    return { g, learnt, over, due: !over && (row < IN_A_ROW || since >= LATER) };
  }
  function isMastered(state) {
    const last = state.asked.map((number, i) => [questions[number], state.given[i]]).slice(-WINDOW);
    const byRules = last.filter(([question, answer]) => question.right === answer).length;
    return last.length === WINDOW && misconceptions.every((_, g) =>
      last.filter(([{ wrong, right }, answer]) => (wrong[g] ?? right) === answer).length <= byRules);
  }
  function bestQuestion(state, unfinished, drilled) {
    const weights = oddsOf(state).map((odds) => odds ?? 0);
    const lastKinds = state.asked.slice(-2).map((number) => questions[number].kind);
    let lowest = null;
    questions.forEach((question, number) => {
      const { wrong, kind } = question;
      const unfit = drilled === null ? unfinished.some((g) => g in wrong) : !(drilled in wrong);
      const timesAsked = state.asked.filter((asked) => asked === number).length;
      const sameKind = lastKinds.length === 2 && lastKinds.every((last) => last === kind);
      const perAnswer = question.answers.map(() => 0);
      for (const [g, answer] of Object.entries(wrong)) perAnswer[answer] += weights[g];
      perAnswer[question.right] = PRIOR_OF_RULES + sum(weights) - sum(perAnswer);
      const agreement = sum(perAnswer.map((weight) => weight * weight));
      const cost = [Number(unfit), timesAsked, Number(sameKind), agreement, number];
      const differs = lowest?.findIndex((each, i) => each !== cost[i]);
      if (!lowest || cost[differs] < lowest[differs]) lowest = cost;
    });
    return lowest.at(-1);
  }
  function nextQuestion(state) {
    const drills = state.named.map((named) => drill(state, named));
    const due = drills.filter((each) => each.due);
    const unfinished = drills.filter((each) => !each.over).map(({ g }) => g);
    const plausible = oddsOf(state).some((odds) => odds !== null && odds >= 1);
    const count = state.asked.length;
    if (count >= Math.max(MOST_QUESTIONS, state.until)) return null;
    const settled = !plausible && isMastered(state);
    if (count >= state.until && settled && !unfinished.length) return null;
    return bestQuestion(state, unfinished, due.length && (count % 3 === 0 || !plausible) ? due[0].g : null);
  }

  // The reply to an answer, and the result.
  const named = (state, isLearnt) =>
    state.named.map((each) => drill(state, each)).filter(({ learnt }) => learnt === isLearnt).map(({ g }) => g);
  function replyTo(before, after) {
    const question = questions[after.asked.at(-1)];
    const lines = after.given.at(-1) === question.right ? [phrases.right]
      : [`${phrases.wrong}${question.answers[question.right]}. `, question.why];
    if (after.named.length > before.named.length)
      lines.push(phrases.named + misconceptions[after.named.at(-1)[0]].sentence + phrases.again);
    const learntBefore = named(before, true);
    const learnt = named(after, true).filter((g) => !learntBefore.includes(g)).sort((g, h) => g - h);
    return [...lines, ...learnt.map((g) => phrases.learnt + misconceptions[g].sentence)];
  }
  function result(state) {
    const right = state.asked.filter((number, i) => questions[number].right === state.given[i]).length;
    const found = [true, false].flatMap((isLearnt) => named(state, isLearnt).map((g) => [g, isLearnt ? "learnt" : "shaky"]));
    const code = found.map(([g, how]) => ` ${misconceptions[g].name}=${how}`).join("");
    return [
      `${phrases.score}${right} / ${state.asked.length}`,
      ...found.map(([g, how]) => phrases[how] + misconceptions[g].sentence),
      phrases[isMastered(state) && !named(state, false).length ? "mastered" : "not"],
      `${phrases.code}practice ${right} of ${state.asked.length}${code}`,
    ];
  }

  // The page.
  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const makeButton = (text, press) => {
    const button = make("button", { type: "button" }, text);
    button.addEventListener("click", press);
    return button;
  };
  const reply = make("div", { class: "reply", role: "status" });
  const heading = make("h2", { tabindex: "-1" });
  const hands = make("div", { class: "hands" });
  const answers = make("div", { class: "answers" });
  let state = newState();
  function card(word) {
    const [rank, suit, kind, name] = cards[word];
    return make("span", { class: `card ${kind}`, role: "img", "aria-label": name }, rank + suit);
  }
  function show(lines) {
    const number = nextQuestion(state);
    const question = questions[number];
    reply.replaceChildren(...lines.map((line) => make("p", {}, line)));
    hands.replaceChildren();
    if (question) {
      heading.textContent = `${state.asked.length + 1}. ${question.text}`;
      const names = question.hands.length > 1 ? ["A ", "B ", "C ", "D "] : [""];
      hands.append(...question.hands.map((hand, i) => make("p", {}, names[i], ...hand.map(card))));
      answers.replaceChildren(...question.answers.map((text, answer) => makeButton(text, () => choose(number, answer))));
    } else {
      heading.textContent = "The end";
      reply.append(...result(state).map((line) => make("p", {}, line)));
      answers.replaceChildren(makeButton("Twelve more", () => {
        state = { ...state, until: state.asked.length + WINDOW };
        show([]);
      }));
    }
  }
  function choose(number, answer) {
    const before = state;
    state = answered(state, number, answer);
    save();
    show(replyTo(before, state));
    heading.focus();
  }
  // A browser may forbid storage; then a reload starts again.
  function save() {
    try { localStorage.setItem(STORAGE_KEY, JSON.stringify(state)); } catch { /* not saved */ }
  }
  function saved() {
    try { return JSON.parse(localStorage.getItem(STORAGE_KEY)) ?? newState(); } catch { return newState(); }
  }
  const forget = makeButton("Forget my answers", () => {
    try { localStorage.removeItem(STORAGE_KEY); } catch { /* nothing was saved */ }
    state = newState();
    show([]);
  });
  forget.className = "forget";
  addEventListener("keydown", ({ key, ctrlKey, altKey, metaKey }) => {
    const button = !ctrlKey && !altKey && !metaKey && answers.children[Number(key) - 1];
    if (button) button.click();
  });
  const main = document.querySelector("main");
  main.querySelectorAll(".note").forEach((note) => note.remove());
  main.append(reply, heading, hands, answers, forget);
  state = saved();
  show([]);
})();
