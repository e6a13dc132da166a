/** Looking at a finished match again, position by position; the server shows each as this eye saw it. */

import { $ } from "./dom.js";
import { scene as shown } from "./match.js";
import { say } from "./talk.js";

export const open = () => start(shown, document.body.dataset.past ?? "");

/** @param {import("./scene.js").Scene} scene @param {string} url */
export async function start(scene, url) {
  const slider = /** @type {HTMLInputElement} */ ($("at"));
  const before = ["owe", "aside"].map((id) => $(id).textContent);
  show(true);
  let asked = 0;

  /** @param {number} at */
  async function look(at) {
    const mine = ++asked;
    const answer = await fetch(`${url}?ply=${at}`);
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
    if (words) say(words);
  }

  /** @param {boolean} on */
  function show(on) {
    $("review").hidden = !on;
    document.body.classList.toggle("reviewing", on);
  }

  const step = (/** @type {number} */ by) => look(Math.max(0, Math.min(Number(slider.max), Number(slider.value) + by)));
  slider.oninput = () => void look(Number(slider.value));
  $("earlier").onclick = () => void step(-1);
  $("later").onclick = () => void step(1);
  $("close-review").onclick = async () => {
    await look(Number(slider.max));
    show(false);
    [$("owe").textContent, $("aside").textContent] = before;
    $("again").focus();
  };
  await look(0);
  slider.focus();
}
