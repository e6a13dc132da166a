/** Looking at a finished match again, position by position; the server shows each as this eye saw it. */

import { $ } from "./dom.js";
import { say } from "./log.js";

/** @param {import("./scene.js").Scene} scene @param {string} url */
export async function start(scene, url) {
  const slider = /** @type {HTMLInputElement} */ ($("at"));
  $("review").hidden = false;
  let asked = 0;

  /** @param {number} at */
  async function look(at) {
    const mine = ++asked;
    const answer = await fetch(`${url}?ply=${at}`);
    if (!answer.ok || mine !== asked) return;
    const seen = await answer.json();
    slider.max = String(seen.of);
    slider.value = String(seen.at);
    scene.open = new Map();
    scene.chosen = new Set();
    scene.load(seen.svg);
    const words = seen.beats.map((/** @type {Wire.Beat} */ beat) => beat.words).join(" ");
    $("at-words").textContent = `${seen.at} of ${seen.of}`;
    $("stage").textContent = scene.title;
    $("aside").textContent = words;
    $("words").textContent = seen.picture;
    if (words) say(words);
  }

  const step = (/** @type {number} */ by) => look(Math.max(0, Math.min(Number(slider.max), Number(slider.value) + by)));
  slider.oninput = () => void look(Number(slider.value));
  $("earlier").onclick = () => void step(-1);
  $("later").onclick = () => void step(1);
  await look(0);
  slider.focus();
}
