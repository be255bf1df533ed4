// What the lesson, practice and the screens of a class draw with. The data has the cards' faces and the hand types.
"use strict";
const DATA = JSON.parse(document.getElementById("data").textContent);

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
/** Return a number with its noun, such as "1 vote", "2 votes". */
const amount = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
/** Return an element with attributes and children; texts are inserted as text, never as HTML. */
const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const paragraph = (style, text) => make("p", { class: style }, text);
/** Return a button; `content` is a text, an element, or a list of them. */
const button = (content, press, attributes = {}) => {
  const element = make("button", { type: "button", ...attributes }, ...[content].flat());
  element.addEventListener("click", (event) => {
    press();
    if (event.detail) element.blur(); // after a mouse click, Space goes on instead of clicking again
  });
  return element;
};
/** Return a card; a word such as "TH" is its name in the data. */
const card = (word) => {
  const [rank, suit, kind, name] = DATA.cards[word];
  const attributes = { class: `card ${kind}`, role: "img", "aria-label": name };
  return make("span", attributes, make("b", {}, rank), make("i", {}, `${suit}\ufe0e`));
};
const fan = (words) => make("div", { class: "fan" }, ...words.map(card));
/** Return hands one below the other; each is a pair of a name and cards. */
const drawHands = (hands) => make("div", { class: "hands" },
  ...hands.map(([name, words]) => make("div", { class: "hand" }, make("span", {}, name), fan(words))));
/** Return the table of the hand types: each with an example, and how rare it is. */
const drawTypes = () => make("table", { class: "types" }, ...DATA.types.map(([name, words, rare]) =>
  make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, fan(words)), make("td", {}, rare))));
/** Return the same to be opened, where there is no key for it. */
const foldedTypes = () => make("details", {}, make("summary", {}, "Hand types, the best first"), drawTypes());
