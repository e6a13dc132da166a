/** The form of a seat's link: only sending it takes the seat. */

import { $, call, dealingKey, hex, memory, sit } from "./dom.js";

const form = /** @type {HTMLFormElement} */ ($("sit"));
const name = /** @type {HTMLInputElement} */ ($("name"));
name.value ||= memory.get("name") ?? "";

/** Takes a seat over: its link from now on is in the answer, which only this browser gets. @returns {Promise<string>} */
async function takeOver() {
  const { token = "", match = "", role = "" } = form.dataset;
  const { table } = await call(`/api/matches/${match}?pictures=none`);
  const own = { nonce: hex(crypto.getRandomValues(new Uint8Array(16))), commitment: table.commitment };
  const { key } = await call(`/api/seats/${token}`, { name: name.value.trim(), nonce: own.nonce });
  if (!table.names[role]) memory.set(dealingKey({ id: match, role }), own); // somebody who sat here before has added a number already
  return key;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  memory.set("name", name.value.trim());
  try {
    if (form.dataset.handed) location.replace(`/s/${await takeOver()}`);
    else {
      await sit(form.dataset.token ?? "", name.value.trim());
      location.reload();
    }
  } catch (/** @type {any} */ error) {
    if (error.status === 409) location.reload(); // the seat is taken, so its link opens the table
    const place = $("error");
    place.hidden = false;
    place.textContent = error.message;
  }
});
