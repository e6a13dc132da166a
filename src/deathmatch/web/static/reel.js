/** A match as it comes from the server: a whole picture, then changes. Here every position is made of them once, and kept. */

import { changed, edited } from "./scene.js";

/**
 * @typedef {import("./scene.js").Model} Model
 * @typedef {{model: Model, title: string, words: string}} Shown a picture, its title, and what happened as it came
 * @typedef {{event: number, beats: Wire.Beat[], steps: Shown[], model: Model, title: string, text: string}} Position
 */

/**
 * Every position of a film.
 * @param {Wire.Film} film
 * @param {Model} model its first picture
 * @param {string} title of it
 * @returns {Position[]}
 */
export function positions(film, model, title) {
  let text = film.picture;
  return film.frames.map((frame) => {
    const beats = frame.beats ?? [];
    const steps = [];
    for (const { change, words } of beats) {
      if (!change) continue;
      [model, title] = [changed(model, change), change.title || title];
      steps.push({ model, title, words });
    }
    if (frame.change) [model, title] = [changed(model, frame.change), frame.change.title || title];
    if (frame.words?.length) text = edited(text, frame.words, "\n");
    return { event: frame.event, beats, steps, model, title, text };
  });
}
