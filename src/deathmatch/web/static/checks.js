/** What a player can check once a match is over: what went into the dealing, and the receipts for this seat's choices (docs/dealing.md). */

import { $, call, memory } from "./dom.js";
import { count, say } from "./say.js";
import { dealingKey, hex } from "./seat.js";
import { now, scene } from "./table.js";

const DEALING = [
  `<dialog id="dealing-dialog" aria-labelledby="dealing-title"><form method="dialog">`,
  `<h2 id="dealing-title">${say("Check the deals")}</h2>`,
  `<p>${say("The server committed to its seed before anyone sat down. Then each player's browser added a random number.")}</p>`,
  `<dl>`,
  `<dt>${say("Commitment (SHA-256 of the seed)")}</dt><dd><code id="commitment"></code></dd>`,
  `<dt class="own">${say("Your random number")}</dt><dd class="own"><code id="nonce"></code></dd>`,
  `</dl>`,
  `<p id="dealing-words" role="status"></p>`,
  `<p class="row"><a class="button" id="dealing-link" target="_blank" rel="noopener">${say("Show the seed and the numbers")}</a><button class="main" autofocus>${say("Close")}</button></p>`,
  `</form></dialog>`,
].join("");

export async function dealing() {
  if (!document.getElementById("dealing-dialog")) document.body.insertAdjacentHTML("beforeend", DEALING);
  for (const part of document.querySelectorAll("#dealing-dialog .own")) part.toggleAttribute("hidden", !/^[AB]$/.test(document.body.dataset.role ?? ""));
  const table = /** @type {Wire.Table} */ (now.table);
  /** @type {HTMLDialogElement} */ ($("dealing-dialog")).showModal();
  const own = memory.get(dealingKey(table));
  const commitment = own?.commitment ?? table.commitment;
  $("commitment").textContent = commitment;
  const place = document.getElementById("nonce");
  if (place) place.textContent = own?.nonce ?? say("not stored in this browser");
  try {
    const given = await call(`${document.body.dataset.api}/dealing`);
    const { seed, nonces, by_hand } = given;
    const shown = () => URL.createObjectURL(new Blob([JSON.stringify(given, null, 1)], { type: "application/json" })); // an address without the reader's key
    /** @type {HTMLAnchorElement} */ ($("dealing-link")).href = table.settings.publish ? `/api/matches/${table.id}/dealing` : shown();
    const hand = by_hand.length && count("The host made one of the deals: event {events} of the record.", "The host made {number} of the deals: events {events} of the record.", by_hand.length, { events: by_hand.join(", ") });
    $("dealing-words").textContent = [await judged(seed, commitment, nonces[table.role] ?? "", own?.nonce), hand].filter(Boolean).join(" ");
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    $("dealing-words").textContent = message.charAt(0).toUpperCase() + message.slice(1) + ".";
    $("dealing-link").hidden = true;
  }
}

/**
 * @param {string} seed in hexadecimal, as the server gives it out
 * @param {string} commitment as it stood before anybody sent a number
 * @param {string} used the number that the server says came from this seat
 * @param {string} [sent] the number that this page sent
 * @returns {Promise<string>} in words
 */
async function judged(seed, commitment, used, sent) {
  if (sent && used !== sent) return say("The server reports a random number for you that your browser did not send.");
  if (!crypto.subtle) return say("Your browser can check this only over HTTPS. To check by hand, compute the SHA-256 of the seed: it must equal the commitment.");
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const fits = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))) === commitment;
  if (!fits) return say("The seed does not match the commitment.");
  return sent ? say("The seed matches the commitment, and your number was used.") : say("The seed matches the commitment.");
}

// --- The receipts: kept as they come, and checked against the record

const RECEIPTS = [
  `<dialog id="receipts-dialog" aria-labelledby="receipts-title"><form method="dialog">`,
  `<h2 id="receipts-title">${say("Check your choices")}</h2>`,
  `<p>${say("The server gave your browser a receipt for each choice. It cannot change a choice afterwards without being found out.")}</p>`,
  `<p id="receipts-words" role="status"></p>`,
  `<p class="row"><a class="button" id="receipts-link" href="#" download="receipts.json">${say("Save your receipts")}</a><button class="main" autofocus>${say("Close")}</button></p>`,
  `</form></dialog>`,
].join("");
const MATCHES = 20; // whose receipts this browser keeps
const INDEX = "receipts";

/** @typedef {{text: string, receipt: string, slots?: string[]}} Kept */

/** @param {Wire.Table} table @returns {string} */
const keyOf = ({ id, role }) => `receipts:${id}:${role}`;

/** Keeps the receipt of an acknowledgement, and the places that were chosen. @param {Wire.Accepted} frame @param {string[]} slots */
export function keep({ ply, text, receipt }, slots) {
  if (!now.table || !receipt) return;
  const key = keyOf(now.table);
  const kept = memory.get(key) ?? {};
  if (kept[ply]) return; // the first one counts
  // Who sat down elsewhere and plays here finds the table among those of this browser; who only looks does not.
  if (!memory.get(key) && !memory.get(dealingKey(now.table))) void call(`${document.body.dataset.api}/keep`, {}).catch(() => {});
  memory.set(key, { ...kept, [ply]: { text, receipt, slots } });
  const keys = [key, ...(memory.get(INDEX) ?? []).filter((/** @type {string} */ other) => other !== key)];
  for (const old of keys.splice(MATCHES)) localStorage.removeItem(old);
  memory.set(INDEX, keys);
}

/** After a reload, marks the places of the choice that waits sealed. */
export function sealed() {
  const { ply = -1, private: own } = now.seen ?? {};
  /** @type {Kept | undefined} */
  const kept = now.table && memory.get(keyOf(now.table))?.[ply];
  if (kept?.text !== own?.submitted) return;
  scene.kept = new Set(kept?.slots);
  scene.show(scene.base);
}

/** Shows whether the server kept to every receipt. */
export async function receipts() {
  if (!document.getElementById("receipts-dialog")) document.body.insertAdjacentHTML("beforeend", RECEIPTS);
  const table = /** @type {Wire.Table} */ (now.table);
  /** @type {Record<string, Kept>} */
  const kept = memory.get(keyOf(table)) ?? {};
  const own = Object.entries(kept).map(([ply, { text, receipt }]) => ({ ply: Number(ply), text, receipt }));
  const link = /** @type {HTMLAnchorElement} */ ($("receipts-link"));
  link.href = URL.createObjectURL(new Blob([JSON.stringify({ match: table.id, seat: table.role, receipts: own })], { type: "application/json" }));
  /** @type {HTMLDialogElement} */ ($("receipts-dialog")).showModal();
  try {
    $("receipts-words").textContent = await verdict(table, own);
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
