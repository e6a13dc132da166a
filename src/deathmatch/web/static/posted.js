/**
 * What a match that a host leads shows besides its scene: the picture that the host has posted, with its words, to be enlarged by a tap. A scene
 * that is longer than its place scrolls, and its end, where the newest stands, is shown first. Loaded on the pages of such matches.
 */

import { $, el } from "./dom.js";
import { say } from "./say.js";
import { now } from "./table.js";

const box = $("picture");
const big = /** @type {HTMLDialogElement} */ (el("dialog", { class: "posted-large", "aria-label": say("The picture of the host") }));
const image = /** @type {HTMLImageElement} */ (el("img", { alt: "", decoding: "async" }));
const words = el("span", {});
const small = el("button", { type: "button", id: "posted", class: "posted", hidden: true, onclick: enlarge }, image, words);
let shown = ""; // the digest of the picture, with its words

image.addEventListener("error", () => small.classList.add("missing"));
image.addEventListener("load", () => small.classList.remove("missing"));

function enlarge() {
  const close = el("button", { type: "button", class: "main", onclick: () => big.close() }, say("Close"));
  const missing = small.classList.contains("missing");
  big.replaceChildren(missing ? el("p", {}, say("The picture cannot be loaded.")) : image.cloneNode(), el("p", {}, image.alt), el("p", { class: "row" }, close));
  if (!big.isConnected) document.body.append(big);
  big.showModal();
}

/** The picture as it stands once nothing is left to show; a picture that is the same stays. */
function settled() {
  const digest = now.seen?.public.picture ?? "";
  const said = document.querySelector("[data-slot=picture]")?.getAttribute("aria-label") ?? say("The picture of the host");
  if (`${digest} ${said}` !== shown) {
    shown = `${digest} ${said}`;
    small.hidden = !digest;
    image.alt = words.textContent = said;
    small.setAttribute("aria-label", say("{words}. Enlarge the picture", { words: said }));
    if (digest) image.src = `${document.body.dataset.api}/picture/${digest}`;
    big.close();
  }
  box.scrollTop = box.scrollHeight;
}

box.before(small);
box.tabIndex = 0; // it scrolls by keys, too
box.setAttribute("role", "group");
box.setAttribute("aria-label", say("The table, to scroll"));
addEventListener("settled", settled);
new ResizeObserver(() => (box.scrollTop = box.scrollHeight)).observe(box);
settled();
