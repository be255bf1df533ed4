// What the lesson and all screens of a class draw with. The page's data has each card's face.
"use strict";
const DATA = JSON.parse(document.getElementById("data").textContent);

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
const face = (word) => {
  const [rank, suit, kind, name] = DATA.cards[word];
  const attributes = { class: `face ${kind}`, role: "img", "aria-label": name };
  return make("span", attributes, make("b", {}, rank), make("i", {}, `${suit}\ufe0e`));
};
/** Return hands one below the other; each is a pair of a name and cards. */
const drawHands = (hands) => make("div", { class: "hands" }, ...hands.map(([name, words]) =>
  make("div", { class: "hand" }, make("span", {}, name), make("div", { class: "fan" }, ...words.map(face)))));
/** Return the table of the hand types: each with an example, and how rare it is. */
const drawTypes = (types) => make("table", { class: "types" }, ...types.map(([name, words, rare]) => make("tr", {},
  make("th", { scope: "row" }, name), make("td", {}, make("div", { class: "fan" }, ...words.map(face))), make("td", {}, rare))));
