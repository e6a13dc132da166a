/**
 * Marking places in the picture, for this seat alone: a tap puts the next sign on a place, or words of one's own. Loaded when a reader
 * begins to mark.
 */

import { $, el } from "./dom.js";
import { scene, send } from "./match.js";
import { say } from "./say.js";
import { speak } from "./side.js";

const SIGNS = ["✓", "✗", "?", ""]; // each tap the next one
const NAMES = [say("yes"), say("no"), say("perhaps"), say("no mark")];

const inWords = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox" }));
const row = el("div", { class: "marks", role: "group", "aria-label": say("Marking") }, el("p", {}, say("Tap a place for ✓, ✗, ? or no mark.")), el("label", { class: "check" }, inWords, say("Own text")));

const DIALOG = [
  `<dialog id="mark-dialog" aria-labelledby="mark-place"><form method="dialog">`,
  `<h2 id="mark-place"></h2>`,
  `<label for="mark-text">${say("Your mark (only you can see it)")}</label>`,
  `<input id="mark-text" maxlength="12" autocomplete="off">`,
  `<p class="row"><button value="keep" class="main">${say("Save")}</button><button value="">${say("Cancel")}</button></p>`,
  `</form></dialog>`,
].join("");

document.body.insertAdjacentHTML("beforeend", DIALOG);

/** @param {HTMLElement} button */
export function open(button) {
  const on = !scene.marking;
  scene.marking = on ? mark : null;
  button.setAttribute("aria-pressed", String(on));
  button.textContent = on ? say("Done") : "✎";
  button.ariaLabel = on ? null : button.title;
  document.body.classList.toggle("marking", on);
  $("owe").closest(".headline")?.after(row);
  scene.decorate();
}

/** @param {string} slot */
function mark(slot) {
  const node = scene.nodes.get(slot);
  if (!node?.hasAttribute("data-markable")) return;
  const place = node.getAttribute("aria-label") ?? slot;
  if (inWords.checked) return ask(slot, place);
  const next = (SIGNS.indexOf(scene.marks[slot] ?? "") + 1) % SIGNS.length;
  keep(slot, SIGNS[next] ?? "");
  speak(`${place}: ${NAMES[next]}`);
}

/** @param {string} slot @param {string} place */
function ask(slot, place) {
  const dialog = /** @type {HTMLDialogElement} */ ($("mark-dialog"));
  const box = /** @type {HTMLInputElement} */ ($("mark-text"));
  $("mark-place").textContent = place;
  box.value = scene.marks[slot] ?? "";
  dialog.onclose = () => dialog.returnValue === "keep" && keep(slot, box.value.trim().replace(/\s+/g, " "));
  dialog.showModal();
}

/** @param {string} slot @param {string} text */
function keep(slot, text) {
  void send({ type: "mark", slot, text, was: scene.marks[slot] ?? "" }, { at: $("marking") });
  scene.marks = { ...scene.marks, [slot]: text };
  scene.decorate();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && scene.marking && !document.querySelector("dialog[open]")) $("marking").click();
});
