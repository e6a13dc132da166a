// The reader's choice of colours, put on the page before it is painted.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  // A browser that keeps nothing shows the system's colours.
}
