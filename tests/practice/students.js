// Simulated students who practise: `node students.js drawing.js practice.js`, with the pools of questions and the students
// on standard input, as JSON. They answer what the course in practice.js asks; what it found comes out.
"use strict";
const { readFileSync } = require("node:fs");
globalThis.document = { getElementById: () => ({ textContent: "{}" }) }; // of a page without data
for (const script of process.argv.slice(2)) require("node:vm").runInThisContext(readFileSync(script, "utf8"));
const { pools, students } = JSON.parse(readFileSync(0, "utf8"));
const courses = pools.map((pool) => course(pool)); // eslint-disable-line no-undef

/** Return a generator of numbers from 0 to 1 (mulberry32). */
const chance = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};
/** Return whether each next answer is a slip: exactly one in ten, or each with a chance of a tenth. */
function slips(how, random) {
  let count = -1, at = Math.floor(10 * random());
  return () => {
    if (how === "at random") return random() < 0.1;
    count += 1;
    if (how !== "one in ten" || count % 10 !== at) return false;
    if (count % 10 === 9 || count % 10 === at) at = Math.floor(10 * random());
    return true;
  };
}
/** Return an answer that is not the one meant: one of those that somebody may give, or something else. */
function another(meant, { right, wrong, options, kind }, kinds, random) {
  const answers = new Set([right, ...Object.values(wrong), ...options]);
  for (let i = 0; answers.size < kinds[kind].choices; i += 1) answers.add(`something else ${i}`);
  answers.delete(meant);
  return [...answers][Math.floor(random() * answers.size)];
}
function practised({ pool = 0, believed = [], slip = "", seed = 0, most = 60, cured = false }) {
  const { kinds, questions } = pools[pool], of = courses[pool];
  const random = chance(seed), slipped = slips(slip, random);
  let state = of.start(), next;
  while (state.answers.length < most && (next = of.nextQuestion(state)) >= 0) {
    const question = questions[next];
    const beliefs = cured && state.named.length ? [] : believed; // a cured student learns at once
    const meant = beliefs.map((g) => question.wrong[g]).find(Boolean) ?? question.right;
    state = of.answered(state, next, slipped() ? another(meant, question, kinds, random) : meant);
  }
  return { ...state, code: of.code(state), mastered: of.isMastered(state), ended: of.nextQuestion(state) < 0 };
}
console.log(JSON.stringify(students.map(practised)));
