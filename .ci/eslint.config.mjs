// ESLint's recommended rules, for the scripts in the package.
import js from "@eslint/js";

const browser =
  "document location history matchMedia addEventListener setTimeout clearTimeout sessionStorage localStorage scrollTo" +
  " dispatchEvent setInterval confirm fetch AbortSignal CustomEvent CSSAnimation AbortController URL";
const globals = Object.fromEntries(browser.split(" ").map((name) => [name, "readonly"]));
const rules = { "no-unused-vars": ["error", { varsIgnorePattern: "^(sum|amount|button|paragraph|drawHands|drawTypes|foldedTypes|showLesson|connect)$" }] }; // used by most pages
export default [js.configs.recommended, { languageOptions: { sourceType: "script", globals }, rules }];
