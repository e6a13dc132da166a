// A tap on Play before the page's script is there waits for it (front.js).
document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest(".play");
  if (!button || document.documentElement.dataset.ready) return;
  for (const other of document.querySelectorAll(".play[aria-busy]")) other.removeAttribute("aria-busy");
  button.setAttribute("aria-busy", "true");
});
// Tables of one's own have their place before they come (mine.js), so that nothing moves.
try {
  const rows = Number(localStorage.getItem("mine"));
  if (rows) document.documentElement.dataset.mine = rows > 1 ? "several" : "one";
} catch {
  // A browser that keeps nothing.
}
