/** The form of a seat's link: only sending it takes the seat. Others may know the link, so the seat gets another one, and only this browser knows it. */

import { $, call, el, memory } from "./dom.js";
import { say } from "./say.js";
import { hex, seat } from "./seat.js";

const place = /** @type {HTMLElement} */ (document.getElementById("sit") ?? $("taken"));
const { token = "", match = "", role = "" } = place.dataset;
const CLAIM = `claim:${token}`;
let claim = "";

/** Sits down with a name, or comes back to the seat that this browser took. @param {string} name @param {any} [table] @returns {Promise<void>} */
async function enter(name, table) {
  const body = { name, claim };
  const { key } = await (table ? seat(token, name, { ...table, role }, claim) : call(`/api/seats/${token}`, body));
  location.replace(`/s/${key}`);
}

/** The seat is taken: perhaps by this very browser, in another tab. */
async function taken() {
  const { matches } = await call(`/api/me?only=${match}`).catch(() => ({ matches: [] }));
  const own = matches.find((/** @type {{role: string}} */ one) => one.role === role);
  if (own) return location.replace(own.link);
  const { status } = await fetch(`/api/seats/${token}?pictures=none`).catch(() => ({ status: 0 }));
  if (status === 404) location.reload(); // the link does not open the seat: its page shows what spectators see
  else $("error").replaceChildren(say("This seat is taken."), " ", el("a", { href: `/w/${match}` }, say("Watch here")));
}

const NEWS_MS = 10_000;

if (place instanceof HTMLFormElement) {
  setInterval(async () => {
    const { table } = document.hidden ? {} : await call(`/api/matches/${match}?pictures=none`).catch(() => ({}));
    if (table?.ending) location.reload(); // it was cancelled
  }, NEWS_MS);
  const name = /** @type {HTMLInputElement} */ ($("name"));
  name.value ||= memory.get("name") ?? "";
  place.addEventListener("submit", async (event) => {
    event.preventDefault();
    const press = /** @type {HTMLButtonElement} */ (event.submitter ?? place.querySelector("[type=submit], button:not([type])"));
    press.disabled = true;
    memory.set("name", name.value.trim());
    claim = memory.get(CLAIM) || claim || hex(crypto.getRandomValues(new Uint8Array(16)));
    memory.set(CLAIM, claim); // before it is sent: where only the answer is lost, the next try sends the same again, and so does another tab
    try {
      const { table } = await call(`/api/matches/${match}?pictures=none`);
      if (table.ending) return location.reload(); // it was cancelled meanwhile
      await enter(name.value.trim(), table.names[role] ? null : table); // somebody who sat here before has added a number to the dealing
    } catch (/** @type {any} */ error) {
      press.disabled = false;
      $("error").hidden = false;
      $("error").textContent = error.message;
      if (error.status === 409) await taken();
    }
  });
} else if ((claim = memory.get(CLAIM))) void enter("").catch(() => {}); // somebody else has the seat
