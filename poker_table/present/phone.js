// A student's phone. The server sends the right answer only at the reveal.
(() => {
  let state = {}, drawnAnswers = "", sending = false;
  let pending = null; // a vote that the server has not acknowledged
  let late = null; // a vote that came too late, which is said until the next question or vote

  /** Send the pending vote, one request at a time, until the server accepts or refuses it. */
  async function send() {
    if (!pending || sending) return;
    const vote = pending;
    sending = true;
    try {
      show(await post("vote", vote));
      if (pending === vote) pending = null;
    } catch (error) {
      if (error.status && error.status < 500 && ![428, 429].includes(error.status)) {
        if (error.status === 409) late = vote;
        if (pending === vote) pending = null;
      } else setTimeout(send, 1000 + 1000 * Math.random());
    }
    sending = false;
    draw();
    if (pending && pending !== vote) send();
  }

  function choose(answer) {
    pending = { question: state.question, round: state.round, answer };
    late = null;
    draw();
    send();
  }

  const CLOSED = { // the message at each stage without a vote
    waiting: "The first question will come soon.", closed: "The vote is closed.",
    talking: "Convince your neighbour.", "closed again": "The second vote is closed.",
  };
  function status() {
    const { stage, votes, may_vote: mayVote, round, answers, right, reply, reason } = state;
    if (state.over) return "The class is over. You may close this page.";
    if (right) {
      const last = votes[1] ?? votes[0];
      const verdict = last === null ? "You did not vote." : right.includes(last) ? "Right!" : "Not right.";
      return `${verdict} ${reply} ${reason}`;
    }
    if (round === undefined || round === null) return CLOSED[stage];
    if (!mayVote) return "You joined after this question was opened. You can vote on the next one.";
    const vote = isPending() ? pending.answer : votes[round];
    if (vote === null) return round ? "Vote again: what do you think now?" : "What do you think?";
    return `Your vote: ${answers[vote][0]}${isPending() ? ", being sent …" : ". You may change it."}`;
  }
  const isPending = () => pending && pending.question === state.question && pending.round === state.round;

  function draw() {
    const { answers = [], question, round, votes = [], right, may_vote: mayVote } = state;
    const isLate = late && late.question === question && !state.over;
    set("question", state.over ? "" : state.text ?? "Welcome");
    set("message", `${isLate ? `Your vote ${answers[late.answer][0]} came too late. ` : ""}${status()}`);
    set("score", state.score?.[1] ? `Right: ${state.score[0]} of ${state.score[1]}` : "");
    set("lecturer", state.lecturer ? "The lecturer's screen is connected." : "The lecturer's screen is not connected.");
    const key = JSON.stringify([question, answers]);
    if (key !== drawnAnswers) {
      find("hands").replaceChildren(drawHands(state.hands ?? []));
      find("answers").replaceChildren(...answers.map(([name, text], number) =>
        button("", () => choose(number), { "aria-label": `${name}: ${text}` })));
      [...find("answers").children].forEach((element, number) => element.append(make("kbd", {}, answers[number][0]), answers[number][1]));
    }
    drawnAnswers = key;
    const open = round !== undefined && round !== null && mayVote && !state.over;
    const last = isPending() ? pending.answer : votes[round ?? 1] ?? (open ? null : votes[0]);
    [...find("answers").children].forEach((element, number) => {
      element.disabled = !open;
      element.setAttribute("aria-pressed", number === last);
      element.className = right?.includes(number) ? "right" : right && number === last ? "wrong" : "";
    });
    for (const id of ["hands", "answers"]) find(id).hidden = Boolean(state.over);
  }
  function show(next) {
    state = next;
    countDown(state);
    draw();
  }

  connect("phone", show, send);
})();
