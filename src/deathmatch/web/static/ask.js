/** A question before something that cannot be undone, in a dialog. Loaded with the scripts that ask one. */

import { $ } from "./dom.js";

/**
 * Makes a dialog, and returns the function that asks.
 *
 * @param {string} name of the dialog, and the value of the button that says yes
 * @param {{title: string, text: string, no: string, yes: string, look: "main" | "danger"}} words of our own, which are taken as markup
 * @param {() => void} then is called after a yes
 */
export function question(name, { title, text, no, yes, look }, then) {
  const markup = [
    `<dialog id="${name}-dialog" aria-labelledby="${name}-words"><form method="dialog">`,
    `<h2 id="${name}-words">${title}</h2>`,
    `<p>${text}</p>`,
    `<p class="row"><button value="" autofocus>${no}</button><button value="${name}" class="${look}">${yes}</button></p>`,
    `</form></dialog>`,
  ];
  document.body.insertAdjacentHTML("beforeend", markup.join(""));
  return () => {
    const menu = /** @type {HTMLDetailsElement} */ ($("menu"));
    menu.querySelector("summary")?.focus(); // where the dialog gives the focus back
    menu.open = false;
    const dialog = /** @type {HTMLDialogElement} */ ($(`${name}-dialog`));
    dialog.returnValue = "";
    dialog.onclose = () => dialog.returnValue === name && then();
    dialog.showModal();
  };
}
