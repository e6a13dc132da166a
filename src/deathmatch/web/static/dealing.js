/** What went into the dealing of a finished match, and whether it fits: loaded when a reader asks (docs/dealing.md). */

import { $, call, memory } from "./dom.js";
import { now } from "./match.js";
import { count, say } from "./say.js";
import { dealingKey, hex } from "./seat.js";

const DIALOG = [
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

export async function open() {
  if (!document.getElementById("dealing-dialog")) document.body.insertAdjacentHTML("beforeend", DIALOG);
  for (const part of document.querySelectorAll("#dealing-dialog .own")) part.toggleAttribute("hidden", !/^[AB]$/.test(document.body.dataset.role ?? ""));
  const table = /** @type {Wire.Table} */ (now.table);
  /** @type {HTMLDialogElement} */ ($("dealing-dialog")).showModal();
  const own = memory.get(dealingKey(table));
  const commitment = own?.commitment ?? table.commitment;
  $("commitment").textContent = commitment;
  const place = document.getElementById("nonce");
  if (place) place.textContent = own?.nonce ?? say("not stored in this browser");
  try {
    const dealing = await call(`${document.body.dataset.api}/dealing`);
    const { seed, nonces, by_hand } = dealing;
    const shown = () => URL.createObjectURL(new Blob([JSON.stringify(dealing, null, 1)], { type: "application/json" })); // an address without the reader's key
    /** @type {HTMLAnchorElement} */ ($("dealing-link")).href = table.settings.publish ? `/api/matches/${table.id}/dealing` : shown();
    const hand = by_hand.length ? ` ${count("The host made one of the deals: event {events} of the record.", "The host made {number} of the deals: events {events} of the record.", by_hand.length, { events: by_hand.join(", ") })}` : "";
    $("dealing-words").textContent = (await verdict(seed, commitment, nonces[table.role] ?? "", own?.nonce)) + hand;
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
async function verdict(seed, commitment, used, sent) {
  if (sent && used !== sent) return say("The server reports a random number for you that your browser did not send.");
  if (!crypto.subtle) return say("Your browser can check this only over HTTPS. To check by hand, compute the SHA-256 of the seed: it must equal the commitment.");
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const fits = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))) === commitment;
  if (!fits) return say("The seed does not match the commitment.");
  return sent ? say("The seed matches the commitment, and your number was used.") : say("The seed matches the commitment.");
}
