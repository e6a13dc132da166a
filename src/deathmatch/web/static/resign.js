/** Giving up, which is asked about once. Loaded when a reader wants to. */

import { $ } from "./dom.js";
import { notice, send } from "./match.js";
import { say } from "./say.js";

const DIALOG = [
  `<dialog id="resign-dialog" aria-labelledby="resign-words"><form method="dialog">`,
  `<h2 id="resign-words">${say("Resign this match?")}</h2>`,
  `<p>${say("Your opponent wins at once. You cannot undo this.")}</p>`,
  `<p class="row"><button value="" autofocus>${say("Keep playing")}</button><button value="resign" class="danger">${say("Resign")}</button></p>`,
  `</form></dialog>`,
].join("");

document.body.insertAdjacentHTML("beforeend", DIALOG);

export function open() {
  const menu = /** @type {HTMLDetailsElement} */ ($("menu"));
  menu.querySelector("summary")?.focus(); // where the dialog gives the focus back
  menu.open = false;
  const dialog = /** @type {HTMLDialogElement} */ ($("resign-dialog"));
  dialog.returnValue = "";
  dialog.onclose = () => dialog.returnValue === "resign" && !send({ type: "resign" }) && notice(say("No connection to the server. You have not resigned."));
  dialog.showModal();
}
