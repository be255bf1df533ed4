// The lecturer's phone: a button for each action, and the shares that the class does not see yet.
(() => {
  const lead = (action, number = state.question ?? 0) => post("lead", { action, number })
    .then(() => set("message", ""), (error) => set("message", error.message));
  /** Return a button for an action of the lecturer; if it `asks`, the lecturer must confirm it. */
  const act = (name, action, asks = "", attributes = {}, number = undefined) =>
    button(name, () => (!asks || confirm(asks)) && lead(action, number), attributes);

  /** Go back; a vote that is open is left, and so closed, if the lecturer confirms it. */
  async function back() {
    const leave = state.asking && state.leave;
    if (leave && !confirm(leave)) return;
    if (leave) await lead("leave");
    lead("back");
  }

  function show() {
    const { answers = [], bars = [[], []], right = [], stage, address } = state;
    set("question", state.text ?? "No question yet");
    const phones = `${amount(state.present, "phone")} here`;
    const name = stage === "closed again" ? "second vote closed" : stage;
    set("count", stage === "waiting" ? phones : `${name}: ${state.voted} of ${state.eligible} voted, ${phones}`);
    set("advice", stage === "closed" ? state.advice ?? "" : "");
    const isShown = (number) => right.includes(number) || bars.some((counts) => counts[number]);
    find("bars").replaceChildren(...(state.bars ? answers : []).flatMap(([name, text], number) =>
      !isShown(number) ? [] : make("tr", { class: right.includes(number) ? "right" : "" },
        make("th", { scope: "row" }, `${right.includes(number) ? "✓ " : ""}${name} ${text}`),
        ...bars.map((counts, round) => make("td", {}, share(counts[number], state.shares[round][number]))))));
    find("table").hidden = !state.bars;
    // At a question, going on is the next action of the vote; elsewhere the projector's lesson moves.
    const on = state.asking && state.forward || { name: "Next ›", action: "on" };
    const others = state.actions.filter(({ action }) => action !== on.action);
    const walk = [button("‹ Back", back), act(on.name, on.action, on.asks, { class: "go" })];
    find("walk").replaceChildren(...(state.over ? [] : walk));
    find("actions").replaceChildren(...(state.over ? [] : others).map(({ name, action, asks }) => act(name, action, asks)));
    set("refused", `${state.refused ? `Refused requests of strangers: ${state.refused}. ` : ""}${state.of_address > 1 ? `${state.of_address} of ${state.taking_part} phones have the same address.` : ""}`);
    set("trouble", state.trouble || (state.lecturer || state.over ? "" : "The projector is not connected."));
    const all = `Count no votes of these ${state.of_address} phones? In a hall with one address, that is the whole class.`;
    const [lock, locking] = state.locked ? ["unlock", "Unlock joining"] : ["lock", "Lock joining"];
    find("class").replaceChildren(...(state.over ? ["The class is over.", make("p", {}, state.seed)] : [
      ...(state.of_address > 1 ? [act("Discard this address", "discard", all, {}, address)] : []),
      ...(state.discarded ? [act(`Count ${amount(state.discarded, "discarded phone")} again`, "readmit")] : []),
      act(locking, lock),
      act("End the class", "end", "End the class for everybody?", { class: "end" })]));
  }
  const share = (count, percent) => percent && `${count} (${percent})`;
  connect("remote", show);
})();
