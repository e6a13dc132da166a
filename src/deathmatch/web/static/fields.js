/** Numbers, words and texts: the fields beside the buttons of a move, whether a word is in the table's lists, and a dialog to look words up. Loaded for the first of them. */

import { $, call, el, speak } from "./dom.js";
import { say } from "./say.js";

const plain = /** @type {HTMLInputElement} */ ($("text")).placeholder;

/** @param {import("./compose.js").Composer} composer @returns {HTMLElement[]} */
export function fields(composer) {
  const { number: range, word, text } = /** @type {Partial<Wire.Step>} */ (composer.step ?? {});
  const spelt = Boolean(word?.lead);
  $("submit").removeAttribute("form");
  $("move").classList.toggle("word", spelt);
  composer.box.placeholder = spelt ? say("tap or type") : plain;
  if (word && spelt) spelling(composer, word);
  else if (composer.draft.length && document.activeElement === composer.box) queueMicrotask(() => composer.next()); // what is chosen is seen elsewhere
  else if (composer.step && !composer.box.value && $("move").querySelector("output")) {
    queueMicrotask(() => document.activeElement === composer.box && $("owe").focus({ preventScroll: true })); // the field was open for a word, and hides the tools as long as it has the focus
  }
  return [...(range ? number(composer, range) : []), ...(word && !word.lead ? [letters(composer, word)] : []), ...(text ? [free(composer, text)] : [])];
}

/** @param {import("./compose.js").Composer} composer @param {string} token */
const choose = (composer, token) => composer.choose({ token, label: token });

/** @param {import("./compose.js").Composer} composer @param {Wire.Number} range @returns {HTMLElement[]} */
function number(composer, range) {
  const input = /** @type {HTMLInputElement} */ (el("input", { type: "number", inputmode: range.low < 0 ? "text" : "numeric", min: range.low, max: range.high, step: 1, placeholder: `${range.low}–${range.high}`, "aria-label": say("A number from {low} to {high}", { ...range }) }));
  const quick = range.quick.map((value) => el("button", { type: "button", class: "choice", "data-id": `quick ${value}`, onclick: () => choose(composer, String(value)) }, String(value)));
  // Submit takes what is typed, and sends it where it makes the move whole; what it means is said as one types.
  input.oninput = async () => {
    const { value, validity } = input;
    const fits = Boolean(value) && validity.valid;
    $("submit").setAttribute("aria-disabled", String(!fits));
    composer.reason = [validity.rangeOverflow || validity.badInput ? `${input.ariaLabel}.` : "", ""];
    composer.prompt();
    const step = fits && (await composer.look([...composer.taken.map((one) => one.token), value]));
    if (step && typeof step !== "string" && input.value === value) $("prompt").textContent = step.prompt;
  };
  const take = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!input.validity.valid) return refuse(composer, input.ariaLabel ?? "");
    if (input.value) choose(composer, input.value);
    composer.soon(() => (input.value && !composer.whole) || composer.send());
  };
  $("submit").setAttribute("form", "number");
  return [...quick, el("form", { id: "number", class: "field", "data-id": `number ${composer.ply} ${composer.path.length}`, novalidate: "", onsubmit: take }, input)];
}

/** A field for a word that is a part of a move. @param {import("./compose.js").Composer} composer @param {Wire.FreeWord} word */
function letters(composer, word) {
  const input = /** @type {HTMLInputElement} */ (el("input", { minlength: word.low, maxlength: word.high, placeholder: say("a word"), autocomplete: "off", spellcheck: "false", enterkeyhint: "send", "aria-label": say("A word of {low} to {high} letters", { ...word }) }));
  return field(composer, input, "word", say("Choose"), (typed) => choose(composer, typed));
}

const unready = () => $("submit").setAttribute("aria-disabled", "true");
const RUN = 1000; // ms within which a key belongs to the word that was being typed
const fine = matchMedia("(pointer: fine)").matches;
/** Whether nobody is about to use anything: a page begins with its headline, and a press of Submit leaves the focus there. */
const idle = () => [document.body, $("owe"), $("submit")].includes(/** @type {HTMLElement} */ (document.activeElement));

/**
 * A word that is a move stands in the text box; beside it stand whether the lists of the table have it, and a key that takes a letter back.
 * A press on a letter of the picture writes it, and the pencil marks instead; the keyboard of a screen comes only to a field that is tapped again.
 * @param {import("./compose.js").Composer} composer @param {Wire.FreeWord} word
 */
function spelling(composer, word) {
  const { box } = composer;
  // What is typed next is a word, and no key of a button.
  const take = () => {
    if (!fine || !composer.step?.word?.lead) return;
    for (const button of $("choices").children) button.removeAttribute("aria-keyshortcuts"); // a letter is typed
    if (idle()) box.focus({ preventScroll: true });
  };
  // Wherever the focus is, a letter belongs to the word that is owed; one that is typed on, too late for it, sends nothing by itself.
  let pressed = 0; // when the last key of a word was
  const typing = (/** @type {KeyboardEvent} */ event) => {
    const { word, quick, choices } = composer.step ?? {};
    const { key, ctrlKey, metaKey, altKey, target, timeStamp } = event;
    const late = timeStamp - pressed < RUN;
    const typed = /** @type {HTMLElement} */ (target).closest("input, textarea, select, dialog");
    if (typed || word?.lead) pressed = timeStamp;
    if (typed || ctrlKey || metaKey || altKey || !/^[a-z]$/i.test(key)) return;
    const last = composer.path.length - 2; // of a whole guess the last letter is chosen anew
    const other = !choices && composer.path[last]?.choices?.find((one) => one.key === key.toLowerCase());
    if (other) composer.put(last, other);
    if (!(quick && late) && !word?.lead && !other) return;
    event.stopPropagation();
    if (word?.lead) box.focus({ preventScroll: true });
  };
  let says = $("move").querySelector("output");
  $("move").classList.add("full");
  for (const token of "abcdefghijklmnopqrstuvwxyz") composer.open.set(word.letters + token, { token, label: token.toUpperCase() });
  if (!says) {
    const type = (/** @type {string} */ text) => {
      box.value = text;
      box.dispatchEvent(new Event("input"));
    };
    composer.spell = (slot) => {
      const { letters } = composer.step?.word ?? {};
      const meant = Boolean(letters && slot.startsWith(letters));
      if (meant) type(box.value + slot.slice(-1).toUpperCase());
      return meant;
    };
    says = /** @type {HTMLOutputElement} */ (el("output", { "aria-live": "polite" }));
    box.after(el("button", { type: "button", class: "erase", "aria-label": say("Delete the last letter"), onclick: () => type(box.value.slice(0, -1)) }, "⌫"), says);
    const pen = document.getElementById("marking");
    if (pen) $("legend").before(el("button", { type: "button", class: "pen", title: say("Mark letters"), "aria-label": say("Mark letters"), onclick: () => pen.click() }, "✎ ", el("span", {}, say("Mark"))));
    box.inputMode = fine ? "text" : "none";
    box.addEventListener("pointerdown", () => box === document.activeElement && (box.inputMode = "text"));
    watch(composer, says, word);
    addEventListener("settled", take); // once nothing is shown any more the field is there
    if (fine) document.addEventListener("keydown", typing, true);
    // A word that is too short is no move, and the server would say less of it than this step knows.
    const short = () => {
      const { word, choices } = composer.first ?? {};
      const typed = box.value.trim().toLowerCase();
      return word?.lead && !composer.taken.length && /^[a-z]+$/.test(typed) && typed.length < word.low && !choices?.some(({ token }) => token === typed) ? word : null;
    };
    box.addEventListener("input", () => short() && unready());
    $("move").addEventListener(
      "submit",
      (event) => {
        const word = short();
        if (!word) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        refuse(composer, say("A word of {low} to {high} letters", { ...word }));
      },
      true,
    );
  }
  if (!box.value) says.className = says.textContent = "";
  queueMicrotask(take);
}

/**
 * A field for free text. What is sent is its quoted form, which stands in the box of the move: so it is kept, sent again and found again after
 * a reload as everything that is typed there. Enter sends where there is a keyboard, and Shift and Enter begin a line.
 * @param {import("./compose.js").Composer} composer @param {Wire.FreeText} text
 */
function free(composer, { high }) {
  const { box } = composer;
  const area = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 1, placeholder: say("your answer"), "aria-label": say("Your answer, up to {high} characters", { high }), enterkeyhint: fine ? "send" : "enter" }));
  const number = el("output", { class: "spelling" });
  const fit = () => {
    const used = [...area.value.trim()].length;
    number.textContent = used ? say("{used} of {high}", { used, high }) : "";
    number.className = `spelling ${used > high ? "bad" : ""}`;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight + 2}px`;
  };
  area.addEventListener("input", () => {
    const plain = area.value.trim().replace(/[^\P{Cc}\n]/gu, " ");
    // As `typed` does it, but nothing is painted anew: that would break off a word that an input method is composing.
    box.value = plain && JSON.stringify(plain);
    composer.warned = composer.ours = "";
    composer.resume(box.value, composer.ply);
    composer.complain("");
    $("submit").setAttribute("aria-disabled", String(!plain));
    fit();
  });
  area.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229 || !fine) return;
    event.preventDefault();
    if (!event.repeat) composer.submit();
  });
  try {
    area.value = JSON.parse(box.value || '""');
  } catch {
    area.value = box.value;
  }
  queueMicrotask(fit);
  if (fine && idle()) queueMicrotask(() => area.focus({ preventScroll: true }));
  return el("div", { class: "field free", "data-id": `text ${composer.ply}` }, area, number);
}

/** Says what is wanted, where every reason stands. @param {import("./compose.js").Composer} composer @param {string} wanted */
function refuse(composer, wanted) {
  composer.reason = [`${wanted}.`, ""];
  composer.prompt();
  speak(composer.reason[0] ?? "");
}

/** @param {import("./compose.js").Composer} composer @param {HTMLInputElement} input @param {string} id @param {string} label @param {(typed: string) => void} act */
function field(composer, input, id, label, act) {
  const take = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!input.validity.valid) refuse(composer, input.ariaLabel ?? "");
    else if (input.value.trim()) act(input.value.trim().toLowerCase());
  };
  return el("form", { class: "field", "data-id": `${id} ${composer.ply} ${composer.path.length}`, novalidate: "", onsubmit: take }, input, el("button", { class: "choice" }, label));
}

// --- Says, as one types, whether a word is in the table's lists; nobody hears of it

const PAUSE = 220; // ms without a key after which the list is asked

/** @param {import("./compose.js").Composer} composer @param {HTMLElement} says @param {Wire.FreeWord} word */
function watch(composer, says, { lead = "", low: least }) {
  const { box } = composer;
  const lists = $("checker")?.dataset.lists?.split(" ");
  let timer = 0;
  let asked = 0;
  const show = (/** @type {string} */ kind, /** @type {string} */ words) => {
    says.className = kind;
    says.textContent = words;
  };
  box.addEventListener("input", () => {
    clearTimeout(timer);
    const [mine, word] = [++asked, box.value.trim().toUpperCase()];
    show("", "");
    composer.reason = ["", ""];
    composer.prompt();
    if (lists && /^[A-Z]+$/.test(word) && word.length >= least) timer = setTimeout(() => void check(mine, word), PAUSE);
  });

  /** @param {number} mine @param {string} word */
  async function check(mine, word) {
    try {
      const answers = await Promise.all((lists ?? []).map((list) => call(`/api/lexicons/${list}`, { word })));
      const known = answers.some((answer) => answer.known);
      if (mine !== asked) return;
      // The rules may refuse a word of the list, as one that was played: then they say so where the prompt stands.
      const step = known && composer.first && !document.body.matches(".showing") && (await composer.look([lead, word.toLowerCase()]));
      if (mine !== asked) return;
      const free = step !== null;
      if (step && typeof step === "object") composer.shell.slots(composer.open, new Map(), step.change); // the word lies on the table
      show(known && free ? "good" : "bad", known ? say("in the list") : say("not in the list"));
      if (!known || !free) unready();
      if (free) $("prompt").textContent = `${word}: ${says.textContent}`; // until the next key
      else says.textContent = "";
    } catch {
      // Without an answer the server still checks the word when it is played.
    }
  }
}

// --- A dialog

/** @type {HTMLDialogElement | undefined} */
let checker;

/** Looking words up in the table's list. Nobody hears of it, and nothing of it is kept. @param {HTMLElement} button */
export function lookup(button) {
  checker ??= asking((button.dataset.lists ?? "").split(" "));
  checker.showModal();
  checker.querySelector("input")?.select();
}

/** @param {string[]} lists */
function asking(lists) {
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
  form.onsubmit = async (event) => {
    event.preventDefault();
    const word = box.value.trim().toUpperCase();
    if (word) for (const list of lists) answers.prepend(await line(word, list));
    box.select();
  };
  return dialog;
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
