/** The fields beside the buttons of a move: for a number and for a word. Loaded for the first step that asks for one. */

import { el } from "./dom.js";
import { say } from "./say.js";

/** @param {import("./compose.js").Composer} composer @returns {HTMLElement[]} */
export function fields(composer) {
  const { number: range, word } = /** @type {Wire.Step} */ (composer.step);
  return [...(range ? number(composer, range) : []), ...(word ? [letters(composer, word)] : [])];
}

/** @param {import("./compose.js").Composer} composer @param {string} token */
const choose = (composer, token) => composer.choose({ token, label: token });

/** @param {import("./compose.js").Composer} composer @param {Wire.Number} range @returns {HTMLElement[]} */
function number(composer, range) {
  const input = /** @type {HTMLInputElement} */ (el("input", { type: "number", inputmode: "numeric", min: range.low, max: range.high, step: 1, placeholder: `${range.low}–${range.high}`, "aria-label": say("A number from {low} to {high}", { ...range }) }));
  const quick = range.quick.map((value) => el("button", { type: "button", class: "choice", "data-id": `quick ${value}`, onclick: () => choose(composer, String(value)) }, String(value)));
  return [...quick, field(composer, input, "number", say("Choose"), (typed) => choose(composer, typed))];
}

/** A field for a word. Where the word is all that is missing, Enter plays it. @param {import("./compose.js").Composer} composer @param {Wire.FreeWord} word */
function letters(composer, word) {
  const input = /** @type {HTMLInputElement} */ (
    el("input", { type: "text", minlength: word.low, maxlength: word.high, placeholder: say("a word"), autocapitalize: "characters", autocorrect: "off", autocomplete: "off", spellcheck: "false", enterkeyhint: "send", "aria-label": say("A word of {low} to {high} letters", { ...word }) })
  );
  const form = field(composer, input, "word", word.lead ? say("Play") : say("Choose"), (typed) => {
    if (word.lead) composer.choose(composer.first?.choices?.find(({ token }) => token === word.lead) ?? { token: word.lead, label: word.lead });
    choose(composer, typed);
    if (word.lead) composer.soon(() => composer.step?.whole && composer.send());
  });
  composer.shell.spell?.(input, form);
  if (matchMedia("(pointer: fine)").matches && document.activeElement === document.body) queueMicrotask(() => input.focus({ preventScroll: true }));
  return form;
}

/** @param {import("./compose.js").Composer} composer @param {HTMLInputElement} input @param {string} id @param {string} label @param {(typed: string) => void} act */
function field(composer, input, id, label, act) {
  const take = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (input.value.trim() && input.reportValidity()) act(input.value.trim().toLowerCase());
  };
  return el("form", { class: "field", "data-id": `${id} ${composer.ply} ${composer.path.length}`, onsubmit: take }, input, el("button", { class: "choice" }, label));
}
