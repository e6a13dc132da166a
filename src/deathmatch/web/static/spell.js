/** Says beside a field, as one types, whether its word is in the table's lists. Loaded where a word may be played; nobody hears of it. */

import { call, el } from "./dom.js";
import { say } from "./say.js";

const PAUSE = 220; // ms without a key after which the list is asked

/** @param {HTMLInputElement} input @param {HTMLElement} form @param {string[]} lists */
export function watch(input, form, lists) {
  if (form.querySelector("output")) return;
  const says = el("output", { class: "spelling", "aria-live": "polite" });
  form.append(says);
  let timer = 0;
  let asked = 0;
  const show = (/** @type {string} */ kind, /** @type {string} */ words) => {
    says.className = `spelling ${kind}`;
    says.textContent = words;
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    const [mine, word] = [++asked, input.value.trim().toUpperCase()];
    show("", "");
    if (word.length >= input.minLength) timer = setTimeout(() => void check(mine, word), PAUSE);
  });

  /** @param {number} mine @param {string} word */
  async function check(mine, word) {
    try {
      const answers = await Promise.all(lists.map((list) => call(`/api/lexicons/${list}`, { word })));
      const known = answers.some((answer) => answer.known);
      if (mine === asked) show(known ? "good" : "bad", known ? say("in the list") : say("not in the list"));
    } catch {
      // Without an answer the server still checks the word when it is played.
    }
  }
}
