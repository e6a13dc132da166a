/** The menu: language, colours, the link for watchers, and the sounds, off until the reader turns them on. */

import { copy, memory } from "./dom.js";
import "./press.js";

const language = /** @type {HTMLSelectElement | null} */ (document.getElementById("language"));
language?.addEventListener("change", () => {
  document.cookie = `language=${language.value}; path=/; max-age=31536000; samesite=lax`; // the server speaks it from now on
  navigator.serviceWorker?.controller?.postMessage("language");
  location.reload();
});
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
// Notices of a turn: their script comes only to a reader who wants them.
const notices = /** @type {HTMLInputElement | null} */ (document.getElementById("notify"));
if (memory.get("notify")) void import("./notify.js");
notices?.addEventListener("change", async () => (await import("./notify.js")).switched(notices));
const watching = document.getElementById("watch-link");
watching?.addEventListener("click", () => void copy(watching, String(new URL(watching.dataset.link ?? "/", location.href))));

const menu = /** @type {HTMLDetailsElement | null} */ (document.getElementById("menu"));
document.addEventListener("click", (event) => {
  if (menu && !menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
});
menu?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  event.stopPropagation();
  menu.open = false;
  menu.querySelector("summary")?.focus();
});

// Beside a rule book there is room for its contents.
for (const list of document.querySelectorAll(".contents")) list.toggleAttribute("open", innerWidth >= 1000);
