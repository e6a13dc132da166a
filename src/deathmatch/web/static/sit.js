/** The form of a seat's link: only sending it takes the seat. */

import { $, memory, sit } from "./dom.js";

const form = /** @type {HTMLFormElement} */ ($("sit"));
const name = /** @type {HTMLInputElement} */ ($("name"));
name.value ||= memory.get("name") ?? "";
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  memory.set("name", name.value.trim());
  try {
    await sit(form.dataset.token ?? "", name.value.trim());
    location.reload();
  } catch (/** @type {any} */ error) {
    if (error.status === 409) location.reload(); // the seat is taken, so its link opens the table
    const place = $("error");
    place.hidden = false;
    place.textContent = error.message;
  }
});
