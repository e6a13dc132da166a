// A tap on Play before the page's script is there waits for it (front.js).
document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest(".play");
  if (!button || document.documentElement.dataset.ready) return;
  for (const other of document.querySelectorAll(".play[aria-busy]")) other.removeAttribute("aria-busy");
  button.setAttribute("aria-busy", "true");
});
// Tables of one's own have their place before they come (mine.js), so that nothing moves.
try {
  const [going, ended] = JSON.parse(localStorage.getItem("mine") ?? "[]");
  if (going) document.documentElement.dataset.mine = going > 2 ? "several" : going > 1 ? "two" : "one";
  if (ended) document.documentElement.dataset.past = ended > 1 ? "several" : "one";
} catch {
  // A browser that keeps nothing.
}
