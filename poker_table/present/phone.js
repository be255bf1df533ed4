// A student's phone. The server sends the right answer only at the reveal.
(() => {
  let drawnAnswers = "", sending = false;
  let pending = null; // a vote that the server has not acknowledged
  let refused = null; // why a vote was refused: said until the next question or vote

  /** Send the pending vote, one request at a time, until the server accepts or refuses it. */
  async function send() {
    if (!pending || sending) return;
    const vote = pending;
    sending = true;
    try {
      state = await post("vote", vote);
      if (pending === vote) pending = null;
    } catch (error) {
      if (error.status && error.status < 500 && ![428, 429].includes(error.status)) {
        if (error.status === 409) refused = { why: error.message, at: state.question };
        if (pending === vote) pending = null;
      } else setTimeout(send, 1000 + 1000 * Math.random());
    }
    sending = false;
    draw();
    if (pending && pending !== vote) send();
  }

  function choose(answer) {
    pending = { question: state.question, round: state.round, answer };
    refused = null;
    draw();
    send();
  }

  function status() {
    const { stage, votes, barred, round, answers, right, reply, reason } = state;
    if (state.over) return "";
    if (right) {
      const last = votes[1] ?? votes[0];
      return `${last === null ? "You did not vote. " : right.includes(last) ? "Right! " : ""}${reply} ${reason}`;
    }
    if (round === null && stage !== "waiting") return stage === "talking" ? "Convince your neighbour." : "The vote is closed.";
    if (stage === "waiting") return answers ? "The vote will open soon." : "The first question will come soon.";
    if (barred) return barred;
    const vote = isPending() ? pending.answer : votes[round];
    if (vote === null) return round ? "Vote again: what do you think now?" : "What do you think?";
    return `Your vote: ${answers[vote][0]}${isPending() ? ", being sent …" : ". You may change it."}`;
  }
  const isPending = () => pending && pending.question === state.question && pending.round === state.round;

  function draw() {
    const { answers = [], question, round, votes = [], right, barred, over } = state;
    set("question", over ? "The class is over." : state.text ?? "Welcome");
    if (refused && refused.at !== question) refused = null;
    set("message", `${refused ? `${refused.why} ` : ""}${status()}`);
    set("score", state.score?.[1] ? `Right: ${state.score[0]} of ${state.score[1]}` : "");
    set("lecturer", over || state.lecturer ? "" : "The lecturer's screen is not connected.");
    const key = JSON.stringify([question, answers]);
    if (key !== drawnAnswers) {
      find("hands").replaceChildren(drawHands(state.hands ?? []));
      find("answers").replaceChildren(...answers.map(([name, text], number) =>
        button([make("kbd", {}, name), text], () => choose(number), { "aria-label": `${name}: ${text}` })));
    }
    drawnAnswers = key;
    const open = round !== undefined && round !== null && !barred && !over;
    const last = isPending() ? pending.answer : votes[round ?? 1] ?? (open ? null : votes[0]);
    [...find("answers").children].forEach((element, number) => {
      element.disabled = !open;
      element.setAttribute("aria-pressed", number === last);
      element.className = right?.includes(number) ? "right" : right && number === last ? "wrong" : "";
    });
    for (const id of ["hands", "answers"]) find(id).hidden = Boolean(over);
    if (over && !find("review").childElementCount) drawReview(state);
  }
  /** Draw what a student takes home: the questions, the hands, the right answers and the score. */
  function drawReview({ review, score }) {
    let shown = "", text = `Right: ${score[0]} of ${score[1]}\n`;
    for (const { text: asked, right, own, reason, hands } of review) {
      const lines = [`Right: ${right.join(" and ")}. ${reason}`, own === null ? "You did not vote." : `Your answer: ${own}.`];
      const key = JSON.stringify(hands);
      find("review").append(make("h2", {}, asked), ...(key === shown ? [] : [drawHands(hands)]), ...lines.map((line) => make("p", {}, line)));
      text += ["", asked, ...(key === shown ? [] : hands.map(([name, cards]) => `${name}: ${cards.join(" ")}`)), ...lines, ""].join("\n");
      shown = key;
    }
    const href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
    if (shown) find("review").append(make("a", { download: "poker-table.txt", href }, "Save this as a file"));
  }

  document.querySelector("main").append(foldedTypes());
  connect("phone", draw, { online: send });
})();
