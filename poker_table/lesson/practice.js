// Practice: asks what the tables in its data choose. The same steps are in course.py.
(() => {
  const { seed, cards, rules, phrases, misconceptions, questions } = JSON.parse(document.getElementById("data").textContent);
  const KEY = `poker-table practice ${seed}`;
  const start = () => ({ asked: [], given: [], named: [], until: rules.WINDOW });

  // The course.
  const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);
  const predicted = (question, g) => question.wrong[g] ?? question.right;
  const isNamed = (state, g) => state.named.some(([each]) => each === g);

  function oddsOf(state) {
    const odds = misconceptions.map(() => 1);
    state.asked.forEach((number, i) => {
      const { wrong, right, answers } = questions[number];
      const answer = state.given[i];
      if (state.named.some(([g]) => wrong[g] === answer)) return;
      const times = rules.CARE * (answers.length - 1);
      for (const [g, expected] of Object.entries(wrong)) {
        if (answer === expected) odds[g] *= times;
        else if (answer === right) odds[g] /= times;
      }
    });
    return odds.map((each, g) => (isNamed(state, g) ? null : each));
  }
  function certain(odds, sure) {
    const order = odds.map((each, g) => [each, g]).filter(([each]) => each !== null);
    order.sort(([a, g], [b, h]) => b - a || h - g);
    const second = order.length > 1 ? order[1][0] : 0;
    const likely = order.length && order[0][0] >= Math.max(sure * rules.RULES, rules.LEAD * second);
    return likely ? order[0][1] : null;
  }
  function answered(state, number, answer) {
    const next = { ...state, asked: [...state.asked, number], given: [...state.given, answer] };
    const g = certain(oddsOf(next), next.asked.length >= rules.EARLY ? rules.SURE : rules.SURE_EARLY);
    return g === null ? next : { ...next, named: [...next.named, [g, next.asked.length]] };
  }
  function drill(state, [g, from]) {
    let row = 0, tries = 0, since = 0, learnt = false;
    for (let i = from; i < state.asked.length; i += 1) {
      const question = questions[state.asked[i]];
      since += 1;
      if (learnt || !(g in question.wrong)) continue;
      tries += 1;
      if (state.given[i] !== question.right) row = 0;
      else if (row < rules.IN_A_ROW) [row, since] = [row + 1, 0];
      else learnt = since > rules.LATER;
    }
    const over = learnt || tries >= rules.MOST_TRIES;
    return { g, learnt, over, due: !over && (row < rules.IN_A_ROW || since >= rules.LATER) };
  }
  function isMastered(state) {
    const last = state.asked.map((number, i) => [questions[number], state.given[i]]).slice(-rules.WINDOW);
    const right = last.filter(([question, answer]) => question.right === answer).length;
    return last.length === rules.WINDOW && misconceptions.every((_, g) =>
      last.filter(([question, answer]) => predicted(question, g) === answer).length <= right);
  }
  function best(state, waiting, drilled) {
    const weights = oddsOf(state).map((each) => each ?? 0);
    const kinds = state.asked.slice(-2).map((number) => questions[number].kind);
    let chosen = null;
    questions.forEach((question, number) => {
      const { wrong, kind } = question;
      const unfit = drilled === null ? waiting.some((g) => g in wrong) : !(drilled in wrong);
      const often = state.asked.filter((each) => each === number).length;
      const bored = kinds.length === 2 && kinds.every((each) => each === kind);
      const same = question.answers.map(() => 0);
      for (const [g, answer] of Object.entries(wrong)) same[answer] += weights[g];
      same[question.right] = rules.RULES + sum(weights) - sum(same);
      const together = sum(same.map((each) => each * each));
      const cost = [Number(unfit), often, Number(bored), together, number];
      const differs = chosen?.findIndex((each, i) => each !== cost[i]);
      if (!chosen || cost[differs] < chosen[differs]) chosen = cost;
    });
    return chosen.at(-1);
  }
  function next(state) {
    const drills = state.named.map((each) => drill(state, each));
    const due = drills.filter((each) => each.due);
    const untried = oddsOf(state).some((each) => each !== null && each >= 1);
    const waiting = drills.filter((each) => !each.over).map(({ g }) => g);
    const count = state.asked.length;
    const over = count >= state.until && !due.length && !untried && isMastered(state);
    if (count >= Math.max(rules.MOST, state.until) || (over && !waiting.length)) return null;
    return best(state, waiting, due.length && (count % 3 === 0 || !untried) ? due[0].g : null);
  }

  // What is said.
  const learnt = (state, how) => state.named.map((each) => drill(state, each)).filter((each) => each.learnt === how).map(({ g }) => g);
  function said(before, after) {
    const question = questions[after.asked.at(-1)];
    const lines = after.given.at(-1) === question.right ? [phrases.right]
      : [`${phrases.wrong}${question.answers[question.right]}. `, question.why];
    if (after.named.length > before.named.length)
      lines.push(phrases.named + misconceptions[after.named.at(-1)[0]].told + phrases.again);
    const known = learnt(before, true);
    const more = learnt(after, true).filter((g) => !known.includes(g)).sort((g, h) => g - h);
    return [...lines, ...more.map((g) => phrases.learnt + misconceptions[g].told)];
  }
  function ending(state) {
    const right = state.asked.filter((number, i) => questions[number].right === state.given[i]).length;
    const named = [true, false].flatMap((how) => learnt(state, how).map((g) => [g, how]));
    const code = named.map(([g, how]) => ` ${misconceptions[g].name}=${how ? "learnt" : "shaky"}`).join("");
    return [
      `${phrases.score}${right} / ${state.asked.length}`,
      ...named.map(([g, how]) => phrases[how ? "learnt" : "shaky"] + misconceptions[g].told),
      phrases[isMastered(state) && !learnt(state, false).length ? "mastered" : "not"],
      `${phrases.code}practice ${right} of ${state.asked.length}${code}`,
    ];
  }

  // The page.
  const make = (tag, attributes, ...inside) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...inside);
    return element;
  };
  const press = (text, done) => {
    const button = make("button", { type: "button" }, text);
    button.addEventListener("click", done);
    return button;
  };
  const told = make("div", { class: "told", role: "status" });
  const asked = make("h2", { tabindex: "-1" });
  const hands = make("div", { class: "hands" });
  const answers = make("div", { class: "answers" });
  let state = start();
  function card(word) {
    const [rank, suit, kind, name] = cards[word];
    return make("span", { class: `card ${kind}`, role: "img", "aria-label": name }, rank + suit);
  }
  function show(lines) {
    const number = next(state);
    const question = questions[number];
    told.replaceChildren(...lines.map((line) => make("p", {}, line)));
    hands.replaceChildren();
    if (question) {
      asked.textContent = `${state.asked.length + 1}. ${question.text}`;
      const names = question.hands.length > 1 ? ["A ", "B ", "C ", "D "] : [""];
      hands.append(...question.hands.map((hand, i) => make("p", {}, names[i], ...hand.map(card))));
      answers.replaceChildren(...question.answers.map((text, answer) => press(text, () => reply(number, answer))));
    } else {
      asked.textContent = "The end";
      told.append(...ending(state).map((line) => make("p", {}, line)));
      answers.replaceChildren(press("Twelve more", () => {
        state = { ...state, until: state.asked.length + rules.WINDOW };
        show([]);
      }));
    }
  }
  function reply(number, answer) {
    const before = state;
    state = answered(state, number, answer);
    keep();
    show(said(before, state));
    asked.focus();
  }
  function keep() {
    try { localStorage.setItem(KEY, JSON.stringify(state)); } catch { /* this phone keeps nothing */ }
  }
  function remembered() {
    try { return JSON.parse(localStorage.getItem(KEY)) ?? start(); } catch { return start(); }
  }
  const forget = press("Forget my answers", () => {
    try { localStorage.removeItem(KEY); } catch { /* nothing was kept */ }
    state = start();
    show([]);
  });
  forget.className = "forget";
  addEventListener("keydown", ({ key, ctrlKey, altKey, metaKey }) => {
    const button = !ctrlKey && !altKey && !metaKey && answers.children[Number(key) - 1];
    if (button) button.click();
  });
  const main = document.querySelector("main");
  main.querySelectorAll(".note").forEach((note) => note.remove());
  main.append(told, asked, hands, answers, forget);
  state = remembered();
  show([]);
})();
