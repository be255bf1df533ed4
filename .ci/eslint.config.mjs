// What ESLint itself recommends, for the one script that the package has.
import js from "@eslint/js";

const browser =
  "document location history matchMedia addEventListener setTimeout clearTimeout sessionStorage localStorage scrollTo";
const globals = Object.fromEntries(browser.split(" ").map((name) => [name, "readonly"]));
export default [js.configs.recommended, { languageOptions: { sourceType: "script", globals } }];
