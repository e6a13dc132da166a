/** The menu: colours, sound and the link for watchers. */

import { copy, memory } from "./dom.js";

const theme = /** @type {HTMLSelectElement | null} */ (document.getElementById("theme"));
if (theme) {
  theme.value = document.documentElement.dataset.theme ?? "";
  theme.addEventListener("change", () => {
    if (theme.value) document.documentElement.dataset.theme = theme.value;
    else delete document.documentElement.dataset.theme;
    try {
      localStorage.setItem("theme", theme.value);
    } catch {
      // Not kept; it holds for this page.
    }
  });
}
const sound = /** @type {HTMLInputElement | null} */ (document.getElementById("sound"));
if (sound) {
  sound.checked = Boolean(memory.get("sound"));
  sound.addEventListener("change", () => memory.set("sound", sound.checked));
}
for (const id of ["watch-link", "share"]) {
  const button = document.getElementById(id);
  const link = new URL(document.getElementById("watch-link")?.dataset.link ?? "/", location.href);
  button?.addEventListener("click", () => void copy(button, String(link)));
}
