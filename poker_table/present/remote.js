// The lecturer's phone: a button for each action, and the shares that the class does not see yet.
(() => {
  const NAMES = { open: "Open the vote", close: "Close the vote", talk: "Let them talk, 60 s",
    "vote again": "Vote again now", reveal: "Show the answer", reopen: "Reopen the vote",
    hide: "Hide the answer again", "back to the first vote": "Back to the first vote" };
  let state = {};
  const lead = (action, number = state.question ?? 0) => post("lead", { action, number })
    .then(() => set("message", ""), (error) => set("message", error.message));
  const buttons = (...actions) => actions.map(([action, name]) => button(name, () => lead(action)));

  function show(next) {
    state = next;
    const { answers = [], bars = [[], []], right = [], stage } = state;
    set("question", state.text ?? "No question yet");
    const phones = `${state.present} ${state.present === 1 ? "phone" : "phones"} here`;
    const name = stage === "closed again" ? "second vote closed" : stage;
    set("count", stage === "waiting" ? phones : `${name}: ${state.voted} of ${state.eligible} voted, ${phones}`);
    set("advice", stage === "closed" ? state.advice ?? "" : "");
    find("actions").replaceChildren(...buttons(...(state.over ? [] : state.actions)
      .filter((action) => action !== "open").map((action) => [action, NAMES[action]])));
    find("bars").replaceChildren(...(state.bars ? answers : []).map(([name, text], number) =>
      make("tr", { class: right.includes(number) ? "right" : "" },
        make("th", { scope: "row" }, `${right.includes(number) ? "✓ " : ""}${name} ${text}`),
        ...bars.map((counts) => make("td", {}, share(counts, number))))));
    find("table").hidden = !state.bars;
    set("refused", `Refused requests: ${state.refused}. ${state.of_address} of ${state.taking_part} phones have the same address.`);
    set("trouble", state.trouble);
    const { address } = state; // the one that is shown when the lecturer decides
    find("discard").replaceChildren(
      ...(state.of_address > 1 ? [button("Discard this address", () => confirm(`Count no votes of these ${state.of_address} phones? In a hall with one address, these are all phones.`) && lead("discard", address))] : []),
      ...(state.discarded ? [button(`Count ${state.discarded} discarded phones again`, () => lead("readmit"))] : []));
    find("class").replaceChildren(...(state.over ? ["The class is over.", make("p", {}, state.seed)] : [
      ...buttons(state.locked ? ["unlock", "Unlock joining"] : ["lock", "Lock joining"]),
      button("End the class", () => confirm("End the class for everybody?") && lead("end"))]));
    countDown(state);
  }
  const share = (counts, number) => {
    const sum = counts.reduce((a, b) => a + b, 0);
    return sum ? `${counts[number]} (${Math.round((100 * counts[number]) / sum)} %)` : "";
  };
  find("walk").append(...buttons(["back", "‹ Back"], ["on", "Next ›"]));
  connect("remote", show);
})();
