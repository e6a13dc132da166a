/** The host gives a seat out anew: to a player who lost the link, or to a substitute. Loaded when the host wants to. */

import { $, call, copy, el } from "./dom.js";
import { now } from "./match.js";
import { say } from "./say.js";

export function open() {
  const table = /** @type {Wire.Table} */ (now.table);
  const said = el("p", { role: "status" });
  const rows = ["A", "B"].map((seat) => (table.bots[seat] ? el("li", {}, say("Seat {seat}: a bot plays.", { seat })) : part(seat, table, said)));
  const words = [
    el("h2", { id: "seats-title" }, say("Seats and substitutes")),
    el("p", {}, say("A new link replaces the old one, which is dead at once. Everybody at the table reads it, and reads it when somebody takes the seat over.")),
    el("p", {}, say("The new link works once, and shows nothing before. The player then gets a link that you do not know.")),
  ];
  const dialog = /** @type {HTMLDialogElement} */ (
    el("dialog", { "aria-labelledby": "seats-title" }, el("form", { method: "dialog" }, ...words, el("ul", { class: "links" }, ...rows), said, el("p", { class: "row" }, el("button", { class: "main", autofocus: true }, say("Close")))))
  );
  dialog.onclose = () => dialog.remove();
  /** @type {HTMLDetailsElement} */ ($("menu")).open = false;
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {string} seat @param {Wire.Table} table @param {HTMLElement} said */
function part(seat, table, said) {
  const name = table.names[seat] ?? ""; // empty for nobody
  const place = el("li", { class: "seat-part" });
  const give = async (/** @type {boolean} */ substitute) => {
    said.textContent = "";
    try {
      const { key } = await call(`${document.body.dataset.api}/seats`, { seat, substitute });
      const link = `${location.origin}/s/${key}`;
      const button = el("button", { type: "button" }, say("Copy link"));
      button.onclick = () => void copy(button, link);
      const box = el("label", {}, substitute ? say("Link for the substitute in seat {seat}", { seat }) : say("New link for seat {seat}", { seat }), el("input", { readonly: true, value: link }));
      place.replaceChildren(el("div", { class: "row" }, box, button));
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      said.textContent = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
    }
  };
  const anew = el("button", { type: "button", onclick: () => give(false) }, say("New link"));
  const other = el("button", { type: "button", onclick: () => give(true) }, say("Substitute"));
  place.append(el("strong", {}, name ? say("Seat {seat}: {name}", { seat, name }) : say("Seat {seat}: still free", { seat })), el("div", { class: "row" }, anew, name && table.state !== "over" ? other : ""));
  return place;
}
