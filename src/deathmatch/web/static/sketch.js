/**
 * Laying a deal out by hand before it is due: from a generated one, by taps, drags, keys or text. The server knows the rules: it says what may be
 * changed, pictures it and checks it; this page keeps the text. Loaded when a host asks.
 */

import { call, cited, el } from "./dom.js";
import { prepare, prepared } from "./hosting.js";
import { say } from "./say.js";
import { Scene } from "./scene.js";

const FAR = 8; // CSS pixels from which a pointer drags
const MOST = 9; // deals that can be laid out

const box = el("div", { class: "picture" });
const prompt = el("p", { class: "prompt", role: "status" });
const choices = el("div", { class: "choices", role: "group", "aria-label": say("Changes") });
const problem = el("p", { class: "error", role: "alert", hidden: true });
const text = /** @type {HTMLTextAreaElement} */ (el("textarea", { id: "sketch-text", rows: 3, maxlength: 2000, spellcheck: "false", autocapitalize: "off", autocomplete: "off" }));
const use = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: "main", onclick: done }, say("Use this deal")));
const which = el("div", { class: "row", role: "group", "aria-label": say("Prepared deals") });
const drop = /** @type {HTMLButtonElement} */ (el("button", { type: "button", onclick: () => void lay(laid.toSpliced(place, 1)) }, say("Take this deal away")));
const dialog = /** @type {HTMLDialogElement} */ (
  el(
    "dialog",
    { class: "sketch", "aria-labelledby": "sketch-title" },
    el("h2", { id: "sketch-title" }, say("Prepare deals")),
    el("p", { class: "quiet" }, say("The table deals them in this order, each when it is due. Until then only you know of them.")),
    which,
    box,
    prompt,
    problem,
    choices,
    el("label", { for: "sketch-text" }, say("The deal as text")),
    text,
    el("p", { class: "row" }, el("button", { type: "button", onclick: () => renew("") }, say("Generate another")), drop, el("button", { type: "button", onclick: () => dialog.close() }, say("Close")), use),
  )
);
const scene = new Scene(box, pick);
scene.aims = Promise.resolve(); // a finger that moves drags

/** @type {string[]} */
let laid = []; // the deals that are laid out
let place = 0; // which of them is shown; their number for a new one
let deal = "";
/** @type {Wire.Choice[]} */
let taken = []; // of a change that is being put together
/** @type {Wire.Choice[]} */
let places = []; // what may be changed at all
/** @type {Wire.Step | null} */
let step = null;
let asked = 0;
let dragged = false;

/** @param {string} of the deal's text @param {Wire.Choice[]} by @returns {Promise<Wire.Sketch | undefined>} nothing where another question came after it */
async function ask(of, by) {
  const mine = ++asked;
  try {
    const answer = await call(`${document.body.dataset.api}/sketch`, { deal: of, prefix: by.map((choice) => choice.token) });
    return mine === asked ? answer : undefined;
  } catch (error) {
    const { message, rule, position } = /** @type {Error & {rule?: string, position?: number}} */ (error);
    complain(message, rule);
    if (position !== undefined && document.activeElement === text) text.setSelectionRange(position, text.value.length);
    return undefined;
  }
}

/** @param {string} [reason] @param {string} [rule] */
function complain(reason = "", rule) {
  problem.hidden = !reason;
  problem.replaceChildren(...cited(reason, rule));
  text.setAttribute("aria-invalid", String(Boolean(reason)));
  use.disabled = Boolean(reason);
}

/** The deal of a text, or another one. @param {string} of */
async function renew(of) {
  text.value = of; // stays where it cannot be read
  const mine = asked + 1;
  const answer = await ask(of, []);
  if (!answer && mine === asked) blank();
  if (!answer) return;
  deal = answer.deal;
  places = answer.step.choices ?? [];
  show(answer, []);
}

/** Shows no board beside a text that is none: the last one would be another deal than the text. */
function blank() {
  box.hidden = true;
  prompt.textContent = say("The board is shown as soon as the text can be read.");
  choices.replaceChildren();
}

/** @param {Wire.Choice[]} by what is chosen, which may be a whole change */
async function walk(by) {
  const answer = await ask(deal, by);
  if (!answer) return;
  if (!by.length || !answer.step.whole) return show(answer, by);
  deal = answer.step.whole;
  const next = by.at(-1)?.slot ? [] : by.slice(0, 1); // what is changed in its place may be changed further
  const then = await ask(deal, next);
  if (!then) return;
  show(then, next);
  prompt.textContent = answer.step.prompt;
}

/** @param {Wire.Sketch} answer @param {Wire.Choice[]} by */
function show(answer, by) {
  const held = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.token;
  ({ step } = answer);
  taken = by;
  const open = (step.choices ?? []).filter((choice) => choice.slot);
  scene.open = new Map((placed() ? places : open).map((choice) => [choice.slot ?? "", choice]));
  scene.chosen = new Map(taken.filter((choice) => choice.slot).map((choice) => [choice.slot ?? "", choice.label]));
  box.hidden = false;
  scene.load(answer.svg);
  for (const part of box.querySelectorAll("[id]")) part.removeAttribute("id"); // the table's picture has them
  prompt.textContent = step.prompt;
  const plain = (step.choices ?? []).filter((choice) => !choice.slot);
  choices.replaceChildren(...plain.map((choice) => el("button", { type: "button", class: "choice", "data-token": choice.token, title: choice.note || undefined, "aria-keyshortcuts": choice.key || undefined, onclick: () => walk([...taken, choice]) }, el("span", {}, choice.label))));
  scene.home = taken[0]?.slot ?? scene.home;
  if (held) /** @type {HTMLElement | null} */ (choices.querySelector(`[data-token="${CSS.escape(held)}"]`) ?? scene.rove())?.focus();
  text.value = deal;
  complain(answer.problem, answer.rule);
}

/** Whether the last thing chosen is a place: a tap on another one picks that instead. */
const placed = () => Boolean(taken.at(-1)?.slot);
const at = (/** @type {Wire.Choice[] | undefined} */ among, /** @type {string} */ slot) => among?.find((choice) => choice.slot === slot);

/** A place was tapped. @param {string} slot */
function pick(slot) {
  if (dragged || !slot) return;
  if (at(taken, slot)) return void walk([]);
  const choice = at(placed() ? places : step?.choices, slot);
  if (choice) void walk(placed() ? [choice] : [...taken, choice]);
}

/** @param {EventTarget | Element | null} node @returns {string} */
const slotAt = (node) => /** @type {Element | null} */ (node)?.closest("[data-slot]")?.getAttribute("data-slot") ?? "";

box.addEventListener("pointerdown", ({ target, clientX, clientY, isPrimary }) => {
  const from = at(places, slotAt(target));
  const node = from?.slot && scene.nodes.get(from.slot);
  const scale = (box.querySelector("svg")?.getScreenCTM()?.a ?? 1) || 1;
  if (!from || !node || !isPrimary) return;
  const stop = new AbortController();
  const move = (/** @type {PointerEvent} */ event) => {
    const [x, y] = [event.clientX - clientX, event.clientY - clientY];
    if (!dragged && Math.hypot(x, y) < FAR) return;
    if (!dragged) node.parentNode?.append(node); // above all others
    dragged = true;
    node.style.cssText = `translate: ${x / scale}px ${y / scale}px; pointer-events: none`;
  };
  const end = async (/** @type {PointerEvent} */ event) => {
    stop.abort();
    if (!dragged) return;
    setTimeout(() => (dragged = false)); // after the click that follows
    const slot = slotAt(document.elementFromPoint(event.clientX, event.clientY));
    node.style.cssText = "";
    const to = slot !== from.slot && event.type === "pointerup" && at((await ask(deal, [from]))?.step.choices, slot);
    void walk(to ? [from, to] : []);
  };
  addEventListener("pointermove", move, { signal: stop.signal });
  addEventListener("pointerup", end, { signal: stop.signal });
  addEventListener("pointercancel", end, { signal: stop.signal });
});

text.addEventListener("change", () => void renew(text.value.trim() || deal));
dialog.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target === text) return;
  const choice = step?.choices?.find((one) => one.key && one.key === event.key.toLowerCase());
  if (!choice) return;
  event.preventDefault();
  void walk([...taken, choice]);
});
dialog.addEventListener("cancel", (event) => {
  if (!taken.length) return;
  event.preventDefault(); // Escape lets go of what was chosen first
  void walk([]);
});

/** Shows the deal at this place, and the places beside it. @param {number} at */
async function turn(at) {
  place = at;
  drop.hidden = at >= laid.length;
  const names = [...laid.map((_, number) => say("Deal {number}", { number: number + 1 })), ...(laid.length < MOST ? [say("New deal")] : [])];
  which.replaceChildren(...names.map((name, number) => el("button", { type: "button", "aria-pressed": String(number === at), onclick: () => void turn(number) }, name)));
  await renew(laid[at] ?? "");
}

/** Lays these deals out. @param {string[]} deals */
async function lay(deals) {
  try {
    await prepare(deals);
  } catch (error) {
    const { message, rule } = /** @type {Error & {rule?: string}} */ (error);
    return complain(message, rule);
  }
  laid = deals;
  await turn(Math.min(place, laid.length));
}

async function done() {
  await lay(laid.toSpliced(place, 1, deal));
  if (problem.hidden) dialog.close();
}

/** @param {HTMLElement} button */
export async function open(button) {
  if (!dialog.isConnected) document.body.append(dialog);
  dialog.onclose = () => button.focus();
  dialog.showModal();
  laid = [...prepared()];
  await turn(laid.length && laid.length < MOST ? laid.length : 0);
}
