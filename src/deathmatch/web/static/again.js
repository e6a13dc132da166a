/** Looking at a finished match again, position by position; the server shows each as this eye saw it. Loaded when a reader asks. */

import { $ } from "./dom.js";
import { scene } from "./match.js";
import { say } from "./talk.js";

const slider = /** @type {HTMLInputElement} */ ($("at"));
/** @type {(string | null)[]} */
let before = []; // the dock's words, to be put back
let home = $("again"); // what gets the focus when the reader is done
let asked = 0;

/** Shows the position that question `at` met, and tells the page so by `looked`. @param {number} at */
async function look(at) {
  const mine = ++asked;
  const answer = await fetch(`${document.body.dataset.past}?ply=${at}`);
  if (!answer.ok || mine !== asked) return;
  const seen = await answer.json();
  slider.max = String(seen.of);
  slider.value = String(seen.at);
  scene.open = scene.chosen = new Map();
  scene.load(seen.svg);
  const words = seen.beats.map((/** @type {Wire.Beat} */ beat) => beat.words).join(" ");
  $("at-words").textContent = `${seen.at} of ${seen.of}`;
  $("stage").textContent = $("owe").textContent = scene.title;
  $("aside").textContent = words;
  $("words").textContent = seen.picture;
  document.dispatchEvent(new CustomEvent("looked", { detail: seen.at }));
  if ($("aside").textContent) say($("aside").textContent ?? "");
}

/** @param {boolean} on */
function show(on) {
  $("review").hidden = !on;
  document.body.classList.toggle("reviewing", on);
}

/**
 * Shows a position beside what else there is to see; the focus stays where it is.
 * @param {number} at
 * @param {HTMLElement} back what gets the focus when the reader is done
 */
export async function turnTo(at, back) {
  if ($("review").hidden) before = ["owe", "aside"].map((id) => $(id).textContent);
  home = back;
  show(true);
  await look(at);
}

export async function open() {
  await turnTo(0, $("again"));
  slider.focus();
}

const step = (/** @type {number} */ by) => look(Math.max(0, Math.min(Number(slider.max), Number(slider.value) + by)));
slider.oninput = () => void look(Number(slider.value));
$("earlier").onclick = () => void step(-1);
$("later").onclick = () => void step(1);
$("close-review").onclick = async () => {
  await look(Number(slider.max));
  show(false);
  [$("owe").textContent, $("aside").textContent] = /** @type {string[]} */ (before);
  document.dispatchEvent(new CustomEvent("looked"));
  home.focus();
};
