/** Files that a reader saves. A file that only the holder of a secret link may have is fetched, so that no address of a link on the page has the secret. */

import { el } from "./dom.js";
import { say } from "./say.js";

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = URL.createObjectURL(blob);
  const anchor = /** @type {HTMLAnchorElement} */ (el("a", { href: link, download: name }));
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(link), 60_000);
}

/** Saves what a button names, or says why not: `data-save` is its address, `data-name` the name of the file. @param {HTMLElement} button */
export async function open(button) {
  button.nextElementSibling?.matches(".failed-file") && button.nextElementSibling.remove();
  const answer = await fetch(button.dataset.save ?? "").catch(() => null);
  if (answer?.ok) return save(await answer.blob(), button.dataset.name ?? "");
  const { reason = say("the server cannot be reached; nothing is lost, so try again") } = (await answer?.json().catch(() => null)) ?? {};
  button.after(el("span", { class: "error failed-file", role: "alert" }, `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`));
}
