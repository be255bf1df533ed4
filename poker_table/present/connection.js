// What the three screens share: elements, posts, and a connection that never gives up.
"use strict";
const QUIET = 20000; // milliseconds: a stream that says nothing for so long is dead

/** Return an element with attributes and children; what is a text stays one. */
const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const button = (text, press, attributes = {}) => {
  const made = make("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", press);
  return made;
};
const find = (id) => document.getElementById(id);
const set = (id, text) => { if (find(id).textContent !== text) find(id).textContent = text; };

/** Count down, in the element `left`, the seconds that the class still may talk. */
let clock = 0;
function countDown({ stage, left }) {
  clearInterval(clock);
  const until = Date.now() + 1000 * left;
  const tick = () => set("left", stage === "talking" ? `${Math.max(0, Math.round((until - Date.now()) / 1000))} s` : "");
  clock = setInterval(tick, 500);
  tick();
}

/** Post some data; what is refused is an error with its status and the server's sentence. */
async function post(path, data) {
  const response = await fetch(path, { method: "POST", body: JSON.stringify(data),
    headers: { "Content-Type": "application/json" }, signal: AbortSignal.timeout?.(8000) });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.error), { status: response.status });
  return answer;
}

/** Show each state of the class: from a stream, and while that is silent by asking for it. */
function connect(screen, show, online, begin = async () => {}) {
  let stream, timer, heard = Date.now(), asked = 0, opened = 0, lost = Date.now(), wait = 500;
  const hear = (text) => {
    lost = 0;
    online(true);
    if (!text) return;
    const { all, own } = JSON.parse(text);
    show({ ...all, ...own });
  };
  const fromStream = (text) => {
    heard = Date.now();
    wait = 500;
    hear(text);
  };
  const retry = () => {
    stream?.close();
    lost ||= Date.now();
    clearTimeout(timer);
    timer = setTimeout(open, wait * (0.5 + Math.random())); // not all phones of a hall at once
    wait = Math.min(2 * wait, 8000);
  };
  async function open() {
    clearTimeout(timer);
    stream?.close();
    opened = Date.now();
    try {
      await begin();
    } catch {
      return retry();
    }
    stream?.close(); // of another opening that has begun in the meantime
    stream = new EventSource(`events?screen=${screen}`);
    stream.onmessage = ({ data }) => fromStream(data);
    stream.addEventListener("beat", () => fromStream());
    stream.addEventListener("press", ({ data }) => dispatchEvent(new CustomEvent("press", { detail: data })));
    stream.onerror = retry;
  }
  async function ask() {
    try {
      const response = await fetch(`state?screen=${screen}`, { signal: AbortSignal.timeout?.(8000) });
      if (response.ok) hear(await response.text());
    } catch {
      lost ||= Date.now();
    }
  }
  setInterval(() => {
    const now = Date.now();
    if (lost && now - lost > 3000) online(false);
    if (now - heard < QUIET || now - asked < 5000) return;
    asked = now;
    ask();
    if (now - opened > QUIET) retry();
  }, 1000);
  addEventListener("pageshow", ({ persisted }) => persisted && open());
  document.addEventListener("visibilitychange", () => document.hidden || open());
  addEventListener("online", open);
  addEventListener("offline", () => { lost = 1; online(false); });
  open();
}
