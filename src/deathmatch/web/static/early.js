// A tap on Play before the page's script is there waits for it (front.js).
document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest(".play");
  if (!button || document.documentElement.dataset.ready) return;
  for (const other of document.querySelectorAll(".play[aria-busy]")) other.removeAttribute("aria-busy");
  button.setAttribute("aria-busy", "true");
});
