/** The form of a seat's link: only sending it takes the seat. Others may know the link, so the seat gets another one, and only this browser knows it. */

import { $, call, hex, memory, seat } from "./dom.js";
import { say } from "./say.js";

const place = /** @type {HTMLElement} */ (document.getElementById("sit") ?? $("taken"));
const { token = "", match = "", role = "" } = place.dataset;
const CLAIM = `claim:${token}`;
const claim = memory.get(CLAIM) ?? hex(crypto.getRandomValues(new Uint8Array(16)));

/** Sits down with a name, or comes back to the seat that this browser took. @param {string} name @param {any} [table] @returns {Promise<void>} */
async function enter(name, table) {
  const body = { name, claim };
  const { key } = await (table ? seat(token, name, { ...table, role }, claim) : call(`/api/seats/${token}`, body));
  location.replace(`/s/${key}`);
}

if (place instanceof HTMLFormElement) {
  const name = /** @type {HTMLInputElement} */ ($("name"));
  name.value ||= memory.get("name") ?? "";
  place.addEventListener("submit", async (event) => {
    event.preventDefault();
    memory.set("name", name.value.trim());
    memory.set(CLAIM, claim); // before it is sent: where only the answer is lost, the next try sends the same again
    try {
      const { table } = await call(`/api/matches/${match}?pictures=none`);
      await enter(name.value.trim() || say("Guest"), table.names[role] ? null : table); // somebody who sat here before has added a number to the dealing
    } catch (/** @type {any} */ error) {
      if (error.status === 409) location.reload(); // the page says that the seat is taken
      const place = $("error");
      place.hidden = false;
      place.textContent = error.message;
    }
  });
} else if (memory.get(CLAIM)) void enter("").catch(() => {}); // somebody else has the seat
