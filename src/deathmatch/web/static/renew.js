/** A player changes the own link, so that nobody else knows it. Loaded when a player wants to. */

import { $, call } from "./dom.js";
import { notice } from "./match.js";
import { say } from "./say.js";

const DIALOG = [
  `<dialog id="renew-dialog" aria-labelledby="renew-words"><form method="dialog">`,
  `<h2 id="renew-words">${say("Change your link?")}</h2>`,
  `<p>${say("Your seat gets a new link that only this browser knows. The old one is dead at once, also on your other devices. Everybody at the table is told that you changed it.")}</p>`,
  `<p class="row"><button value="" autofocus>${say("Keep the link")}</button><button value="renew" class="main">${say("Change it")}</button></p>`,
  `</form></dialog>`,
].join("");

document.body.insertAdjacentHTML("beforeend", DIALOG);

export function open() {
  const menu = /** @type {HTMLDetailsElement} */ ($("menu"));
  menu.querySelector("summary")?.focus(); // where the dialog gives the focus back
  menu.open = false;
  const dialog = /** @type {HTMLDialogElement} */ ($("renew-dialog"));
  dialog.returnValue = "";
  dialog.onclose = () => dialog.returnValue === "renew" && void change();
  dialog.showModal();
}

async function change() {
  try {
    const { key } = await call(`${document.body.dataset.api}/renew`, {});
    location.replace(`/s/${key}`);
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
}
