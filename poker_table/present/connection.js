// Shared by the three screens: elements, posts, and a connection that reconnects by itself.
"use strict";
const SILENCE = 20000; // milliseconds without an event, after which a stream counts as dead

/** Return an element with attributes and children; texts are inserted as text, never as HTML. */
const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const button = (text, press, attributes = {}) => {
  const element = make("button", { type: "button", ...attributes }, text);
  element.addEventListener("click", press);
  return element;
};
const find = (id) => document.getElementById(id);
const set = (id, text) => { if (find(id).textContent !== text) find(id).textContent = text; };

/** Count down the seconds left for talking, in the element `timer`. */
let clock = 0;
function countDown({ stage, seconds_left: seconds }) {
  clearInterval(clock);
  const until = Date.now() + 1000 * seconds;
  const tick = () => set("timer", stage === "talking" ? `${Math.max(0, Math.round((until - Date.now()) / 1000))} s` : "");
  clock = setInterval(tick, 500);
  tick();
}

/** Post data; if it is refused, throw an error with the status and the server's sentence. */
async function post(path, data) {
  const response = await fetch(path, { method: "POST", body: JSON.stringify(data),
    headers: { "Content-Type": "application/json" }, signal: AbortSignal.timeout?.(8000) });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.error), { status: response.status });
  return answer;
}

/** Show each new state of the class: from a stream, or by polling while the stream is silent.
 * `online` is called with whether there is a connection, `begin` before each stream is opened. */
function connect(screen, show, online, begin = async () => {}) {
  let stream, timer, wait = 500;
  let lastEvent = Date.now(), lastPoll = 0, opened = 0, lost = Date.now(); // times; 0 if not lost
  const receive = (text) => {
    lost = 0;
    online(true);
    if (!text) return;
    const { all, own } = JSON.parse(text);
    show({ ...all, ...own });
  };
  const fromStream = (text) => {
    lastEvent = Date.now();
    wait = 500;
    receive(text);
  };
  const retry = () => {
    stream?.close();
    lost ||= Date.now();
    clearTimeout(timer);
    timer = setTimeout(open, wait * (0.5 + Math.random())); // random, so that the phones of a hall do not all reconnect at once
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
    stream?.close(); // another call of open may have created one in the meantime
    stream = new EventSource(`events?screen=${screen}`);
    stream.onmessage = ({ data }) => fromStream(data);
    stream.addEventListener("beat", () => fromStream());
    stream.addEventListener("press", ({ data }) => dispatchEvent(new CustomEvent("press", { detail: data })));
    stream.onerror = retry;
  }
  async function poll() {
    try {
      const response = await fetch(`state?screen=${screen}`, { signal: AbortSignal.timeout?.(8000) });
      if (response.ok) receive(await response.text());
    } catch {
      lost ||= Date.now();
    }
  }
  setInterval(() => {
    const now = Date.now();
    if (lost && now - lost > 3000) online(false);
    if (now - lastEvent < SILENCE || now - lastPoll < 5000) return;
    lastPoll = now;
    poll();
    if (now - opened > SILENCE) retry();
  }, 1000);
  addEventListener("pageshow", ({ persisted }) => persisted && open());
  document.addEventListener("visibilitychange", () => document.hidden || open());
  addEventListener("online", open);
  addEventListener("offline", () => { lost = 1; online(false); });
  open();
}
