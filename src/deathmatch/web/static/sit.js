/** The form of a seat's link: only sending it takes the seat. */

import { $, memory, nonce, post } from "./dom.js";

const form = /** @type {HTMLFormElement} */ ($("sit"));
const name = /** @type {HTMLInputElement} */ ($("name"));
name.value ||= memory.get("name") ?? "";
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  memory.set("name", name.value.trim());
  try {
    await post(form.dataset.api ?? "", { name: name.value.trim() || "Guest", nonce: nonce() });
    location.reload();
  } catch (error) {
    const place = $("error");
    place.hidden = false;
    place.textContent = /** @type {Error} */ (error).message;
  }
});
