/** Looking words up in the table's list. Nobody hears of it, and nothing of it is kept. Loaded when a reader asks. */

import { call, el } from "./dom.js";
import { say } from "./say.js";

const box = /** @type {HTMLInputElement} */ (
  el("input", { maxlength: 60, autocapitalize: "off", autocorrect: "off", autocomplete: "off", spellcheck: "false", enterkeyhint: "search", "aria-labelledby": "checker-title" })
);
const answers = el("ul", { class: "found", "aria-live": "polite" });
const form = el("form", { class: "row" }, box, el("button", { class: "main" }, say("Look up")));
const close = el("button", { type: "button" }, say("Close"));
const title = el("h2", { id: "checker-title" }, say("Look up a word"));
const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { class: "checker", "aria-labelledby": "checker-title" }, title, el("p", { class: "quiet" }, say("Only you can see what you look up.")), form, answers, el("p", { class: "row" }, close)));
document.body.append(dialog);
close.onclick = () => dialog.close();

/** @param {HTMLElement} button */
export function open(button) {
  const lists = (button.dataset.lists ?? "").split(" ");
  form.onsubmit = async (event) => {
    event.preventDefault();
    const word = box.value.trim().toUpperCase();
    if (word) for (const list of lists) answers.prepend(await line(word, list));
    box.select();
  };
  dialog.showModal();
  box.select();
}

/** @param {string} word @param {string} asked the list, perhaps as it was when the match began */
async function line(word, asked) {
  const list = asked.replace(/@.*/, "");
  try {
    const { known } = await call(`/api/lexicons/${asked}`, { word });
    return el("li", { class: known ? "good" : "bad" }, known ? say("{word} is in the list {list}.", { word, list }) : say("{word} is not in the list {list}.", { word, list }));
  } catch (/** @type {any} */ error) {
    return el("li", { class: "error" }, `${word}: ${error.message}`);
  }
}
