/** The page Study: a choice shows its position at once, without loading the whole page. Without this script the form does the same. */

const form = /** @type {HTMLFormElement} */ (document.getElementById("position"));
let latest = 0;

/** Shows the position of an address, once it is worked out. @param {string} url */
async function show(url) {
  const mine = ++latest;
  const old = /** @type {HTMLElement} */ (document.getElementById("result"));
  old.setAttribute("aria-busy", "true");
  try {
    for (;;) {
      const answer = await fetch(url);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const made = page.getElementById("result");
      if (mine !== latest) return;
      if (!made) return location.assign(url);
      if (!("pending" in made.dataset)) {
        for (const field of form.querySelectorAll("[id]")) {
          if (page.getElementById(field.id)?.hasAttribute("aria-invalid")) field.setAttribute("aria-invalid", "true");
          else field.removeAttribute("aria-invalid");
        }
        const said = made.querySelector(".value, .error")?.textContent ?? "";
        document.getElementById("result")?.replaceWith(document.adoptNode(made));
        /** @type {HTMLElement} */ (document.getElementById("live")).textContent = said;
        return history.replaceState(null, "", url);
      }
      if (made.dataset.pending === "solver" && document.getElementById("result")?.dataset.pending !== "solver") {
        document.getElementById("result")?.replaceWith(document.adoptNode(made)); // it takes minutes, so the old position goes
      }
      await new Promise((done) => setTimeout(done, 700));
      if (mine !== latest) return;
    }
  } catch {
    location.assign(url);
  }
}

/** The address of what is chosen; what is as at the start is left out. */
function chosen() {
  const wanted = new URLSearchParams();
  for (const [key, value] of new FormData(form)) if (value !== "none") wanted.append(key, String(value));
  return `${form.getAttribute("action")}?${wanted}`;
}

if (document.getElementById("result")?.dataset.pending) void show(location.href);
form.addEventListener("change", () => {
  if (form.checkValidity()) void show(chosen());
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void show(chosen());
});
