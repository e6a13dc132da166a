/**
 * The receipts for this seat's choices: kept as they come, and checked against the record once the match is over (docs/dealing.md).
 * Loaded with the first of them, and when the reader asks.
 */

import { $, call, memory } from "./dom.js";
import { now } from "./match.js";
import { say } from "./say.js";
import { hex } from "./seat.js";

const DIALOG = [
  `<dialog id="receipts-dialog" aria-labelledby="receipts-title"><form method="dialog">`,
  `<h2 id="receipts-title">${say("Check your choices")}</h2>`,
  `<p>${say("The server gave your browser a receipt for each choice. It cannot change a choice afterwards without being found out.")}</p>`,
  `<p id="receipts-words" role="status"></p>`,
  `<p class="row"><a class="button" id="receipts-link" href="#" download="receipts.json">${say("Save your receipts")}</a><button class="main" autofocus>${say("Close")}</button></p>`,
  `</form></dialog>`,
].join("");
const MATCHES = 20; // whose receipts this browser keeps
const INDEX = "receipts";

/** @typedef {{text: string, receipt: string}} Kept */

/** @param {Wire.Table} table @returns {string} */
const keyOf = ({ id, role }) => `receipts:${id}:${role}`;

/** Keeps the receipt of an acknowledgement. @param {Wire.Accepted} frame */
export function keep({ ply, text, receipt }) {
  if (!now.table || !receipt) return;
  const key = keyOf(now.table);
  const kept = memory.get(key) ?? {};
  if (kept[ply]) return; // the first one counts
  memory.set(key, { ...kept, [ply]: { text, receipt } });
  const keys = [key, ...(memory.get(INDEX) ?? []).filter((/** @type {string} */ other) => other !== key)];
  for (const old of keys.splice(MATCHES)) localStorage.removeItem(old);
  memory.set(INDEX, keys);
}

/** Shows whether the server kept to every receipt. */
export async function open() {
  if (!document.getElementById("receipts-dialog")) document.body.insertAdjacentHTML("beforeend", DIALOG);
  const table = /** @type {Wire.Table} */ (now.table);
  /** @type {Record<string, Kept>} */
  const kept = memory.get(keyOf(table)) ?? {};
  const receipts = Object.entries(kept).map(([ply, one]) => ({ ply: Number(ply), ...one }));
  const link = /** @type {HTMLAnchorElement} */ ($("receipts-link"));
  link.href = URL.createObjectURL(new Blob([JSON.stringify({ match: table.id, seat: table.role, receipts })], { type: "application/json" }));
  /** @type {HTMLDialogElement} */ ($("receipts-dialog")).showModal();
  try {
    $("receipts-words").textContent = await verdict(table, receipts);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    $("receipts-words").textContent = message.charAt(0).toUpperCase() + message.slice(1) + ".";
  }
}

/**
 * @param {Wire.Table} table
 * @param {(Kept & {ply: number})[]} receipts that this browser kept
 * @returns {Promise<string>} in words
 */
async function verdict(table, receipts) {
  if (!receipts.length) return say("This browser keeps no receipts of this match.");
  if (!crypto.subtle) return say("Your browser can check this only over HTTPS. Save your receipts, and check them with examples/check_deals.py.");
  const answer = await call(`${document.body.dataset.api}/receipts`);
  const recorded = await played(table.role);
  let fitting = 0;
  for (const { ply, text, receipt } of receipts) {
    const one = answer.receipts.find((/** @type {{ply: number}} */ other) => other.ply === ply);
    if (!one) return say("The server does not know your choice for question {ply}: {text}.", { ply, text });
    if (!one.nonce) continue; // it waited sealed when the match ended, and is in no record
    if (one.text !== text || (recorded && recorded.get(ply) !== text)) return say("The server changed your choice for question {ply}: you sent {text}.", { ply, text });
    const opened = new TextEncoder().encode(`deathmatch 1 receipt ${table.id} ${ply} ${table.role} ${one.nonce} ${text}`);
    if (hex(new Uint8Array(await crypto.subtle.digest("SHA-256", opened))) !== receipt) return say("The receipt for question {ply} does not fit your choice: {text}.", { ply, text });
    fitting += 1;
  }
  const found = { fitting, all: receipts.length };
  const fit = recorded ? say("{fitting} of {all} receipts fit your choices in the record.", found) : say("{fitting} of {all} receipts fit your choices; the record is not published.", found);
  if (fitting === receipts.length) return fit;
  return `${fit} ${table.rulings ? say("The others were never revealed, or a ruling has taken them back.") : say("The last choice was never revealed.")}`;
}

/** This seat's choices by question, as the published record has them; null if it is not published. @param {string} seat */
async function played(seat) {
  const api = document.body.dataset.api;
  const answer = await fetch(`${api}/record`);
  if (!answer.ok) return null;
  const events = (await answer.text()).split("\n").filter((line) => /^(A|B|deal) /.test(line));
  /** @type {{seat: string, ply: number, event: number}[]} */
  const openings = (await call(`${api}/dealing`)).openings;
  const text = (/** @type {number} */ event) => (events[event - 1] ?? "").replace(/^(A|B) /, "").replace(/ @[0-9.]+$/, "");
  const own = openings.filter((opening) => opening.seat === seat && events[opening.event - 1]?.startsWith(`${seat} `));
  return new Map(own.map(({ ply, event }) => [ply, text(event)]));
}
