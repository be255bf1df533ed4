// A student's phone. What is right is not known here before the server tells it.
(() => {
  let state = {}, drawn = "", wanted = null, sending = false;
  const connected = (is) => {
    set("net", is ? "Connected." : "No connection: this phone tries again by itself.");
    find("net").className = is ? "" : "bad";
    if (is) send();
  };

  /** Send the last choice until the server has it or refuses it; only one is on its way at a time. */
  async function send() {
    if (!wanted || sending) return;
    const vote = wanted;
    sending = true;
    try {
      show(await post("vote", vote));
      if (wanted === vote) wanted = null;
    } catch (error) {
      if (error.status && error.status < 500 && error.status !== 429) {
        set("told", error.message);
        if (wanted === vote) wanted = null;
      } else setTimeout(send, 1000 + 1000 * Math.random());
    }
    sending = false;
    draw();
    if (wanted && wanted !== vote) send();
  }

  function choose(answer) {
    wanted = { question: state.question, round: state.round, answer };
    draw();
    send();
  }

  const WAIT = { // what is said while nothing can be chosen
    waiting: "The first question comes soon.", closed: "The vote is closed.",
    talking: "Convince your neighbour.", "closed again": "The second vote is closed.",
  };
  function status() {
    const { stage, votes, may, round, answers, right, reply, reason } = state;
    if (state.over) return "The class is over. You may close this page.";
    if (right) {
      const last = votes[1] ?? votes[0];
      const verdict = last === null ? "You did not vote." : right.includes(last) ? "Right!" : "Not right.";
      return `${verdict} ${reply} ${reason}`;
    }
    if (round === undefined || round === null) return WAIT[stage];
    if (!may) return "You joined after this question was opened: the next one is yours.";
    const vote = isWanted() ? wanted.answer : votes[round];
    if (vote === null) return round ? "Vote again: what do you think now?" : "What do you think?";
    return `Your vote: ${answers[vote][0]}${isWanted() ? ", on its way …" : ". You may change it."}`;
  }
  const isWanted = () => wanted && wanted.question === state.question && wanted.round === state.round;

  function draw() {
    const { answers = [], question, round, votes = [], right, may } = state;
    set("question", state.over ? "" : state.text ?? "Welcome");
    set("told", status());
    set("score", state.score?.[1] ? `Right: ${state.score[0]} of ${state.score[1]}` : "");
    set("host", state.lecturer ? "The lecturer's screen is connected." : "The lecturer's screen is not connected.");
    const key = JSON.stringify([question, answers]);
    if (key !== drawn) {
      find("answers").replaceChildren(...answers.map(([name, text], number) =>
        button("", () => choose(number), { "aria-label": `${name}: ${text}` })));
      [...find("answers").children].forEach((made, number) => made.append(make("kbd", {}, answers[number][0]), answers[number][1]));
    }
    drawn = key;
    const open = round !== undefined && round !== null && may && !state.over;
    const last = isWanted() ? wanted.answer : votes[round ?? 1] ?? (open ? null : votes[0]);
    [...find("answers").children].forEach((made, number) => {
      made.disabled = !open;
      made.setAttribute("aria-pressed", number === last);
      made.className = right?.includes(number) ? "right" : right && number === last ? "wrong" : "";
    });
    find("answers").hidden = Boolean(state.over);
  }
  function show(next) {
    state = next.all ? { ...next.all, ...next.own } : next;
    countDown(state);
    draw();
  }

  connect("phone", show, connected, () => post("join", {}));
})();
