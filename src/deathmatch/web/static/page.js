/**
 * What every page has: the menu, with language, colours and the link for watchers; and the guard of presses. No press answers what
 * it has asked itself. A held key is one press; a dialog that has just opened, and whatever is held back by `hold`, takes no answer for a
 * moment; and a second tap does not count for another control that came in the place of the first one meanwhile.
 */

import { memory } from "./dom.js";

const MOMENT = 600; // ms
const CONTROL = "button, a, summary";

/** @type {WeakMap<Element, number>} */
const timers = new WeakMap();
/** The last press by a finger or a mouse. @type {{at: number, x: number, y: number, control: Element | null, place: DOMRect | undefined}} */
let last = { at: -MOMENT, x: -1, y: -1, control: null, place: undefined };

/** Lets this, and what lies in it, take no press for a moment. @param {Element} node */
export function hold(node) {
  node.classList.add("unready");
  clearTimeout(timers.get(node));
  timers.set(node, setTimeout(() => node.classList.remove("unready"), MOMENT));
}

/** Who types there has seen what it is. @param {Event} event */
const typed = ({ target }) => /** @type {Element} */ (target).closest(".unready")?.classList.remove("unready");

/** Whether this takes no press now. @param {Element} node */
export const held = (node) => Boolean(node.closest(".unready"));

/** @param {DOMRect | undefined} place @param {{x: number, y: number}} point */
const covers = (place, { x, y }) => Boolean(place && x >= place.left && x <= place.right && y >= place.top && y <= place.bottom);

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** The menu that is open: that of the page, or another sheet. */
const menu = () => /** @type {HTMLDetailsElement | null} */ (document.querySelector("details[open]:has(> .sheet)"));

/** @param {KeyboardEvent} event */
function key(event) {
  const target = /** @type {Element} */ (event.target);
  const presses = event.key === "Enter" ? !target.closest("textarea") : event.key === " " && !target.closest("input, textarea, select");
  if (presses && (event.repeat || held(target))) stop(event);
  const open = event.key === "Escape" && !target.closest("dialog") && menu();
  if (!open) return;
  stop(event);
  open.open = false;
  open.querySelector("summary")?.focus();
}

/** @param {MouseEvent} event */
function click(event) {
  const control = /** @type {Element} */ (event.target).closest(CONTROL);
  if (control && held(control)) return stop(event);
  if (!event.detail) return; // by a key
  // What is put together is sent by nothing but Submit, and quick fingers choose one thing after another.
  const other = control && !control.matches(".choice") && !last.control?.getClientRects().length; // the one that was pressed is gone
  if (other && event.timeStamp - last.at < MOMENT && covers(last.place, event)) return stop(event);
  last = { at: event.timeStamp, x: event.clientX, y: event.clientY, control, place: control?.getBoundingClientRect() };
}

/** A dialog opened: away from the finger that asked for it, where that would lie on an answer. @param {HTMLElement} dialog */
function opened(dialog) {
  hold(dialog);
  dialog.style.marginBlock = "";
  if (![...dialog.querySelectorAll("button")].some((button) => covers(button.getBoundingClientRect(), last))) return;
  dialog.style.marginBlock = last.y > innerHeight / 2 ? "16px auto" : "auto 16px";
}

document.addEventListener("keydown", key, true);
document.addEventListener("click", click, true);
document.addEventListener("input", typed, true);
document.addEventListener("submit", (event) => held(/** @type {Element} */ (event.target)) && stop(event), true);
new MutationObserver((changes) => {
  for (const { target } of changes) if (target instanceof HTMLDialogElement && target.open) opened(target);
}).observe(document, { subtree: true, attributeFilter: ["open"] });

// --- The menu

const language = /** @type {HTMLSelectElement | null} */ (document.getElementById("language"));
language?.addEventListener("change", () => {
  document.cookie = `language=${language.value}; path=/; max-age=31536000; samesite=lax`; // the server speaks it from now on
  navigator.serviceWorker?.controller?.postMessage("language");
  location.reload();
});
const theme = /** @type {HTMLSelectElement | null} */ (document.getElementById("theme"));
if (theme) {
  theme.value = document.documentElement.dataset.theme ?? "";
  theme.addEventListener("change", () => {
    if (theme.value) document.documentElement.dataset.theme = theme.value;
    else delete document.documentElement.dataset.theme;
    try {
      localStorage.setItem("theme", theme.value);
    } catch {
      // Not kept; it holds for this page.
    }
  });
}
// Notices of a turn: their script comes only to a reader who wants them.
const notices = /** @type {HTMLInputElement | null} */ (document.getElementById("notify"));
if (memory.get("notify")) void import("./notify.js");
notices?.addEventListener("change", async () => (await import("./notify.js")).switched(notices));
const watching = document.getElementById("watch-link");
watching?.addEventListener("click", async () => (await import("./files.js")).copy(watching, String(new URL(watching.dataset.link ?? "/", location.href))));

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const open = menu();
  if (open && (!open.contains(target) || target.matches("[data-shuts]"))) open.open = false;
});
