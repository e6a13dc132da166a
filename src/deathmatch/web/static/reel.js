/**
 * A match as it comes from the server: a whole picture, then changes. Here every position is made of them once, and kept. And what all parts
 * of a replay's page know: `replay.js` fills it in, and what is loaded later reads it.
 */

import { $, call } from "./dom.js";
import { changed, edited } from "./scene.js";
import { say } from "./say.js";

/**
 * @typedef {import("./scene.js").Model} Model
 * @typedef {{model: Model, title: string, words: string}} Shown a picture, its title, and what happened as it came
 * @typedef {{event: number, beats: Wire.Beat[], steps: Shown[], model: Model, asks: Model, title: string, text: string}} Position `asks` is the picture with the number of the turn that comes next
 */

/** A picture with the number of another one: what a turn has done is shown with the number of that turn, not of the next. @param {Model} model @param {Model} numbered */
export const numbered = (model, numbered) => (model.has("round") && numbered.has("round") ? new Map(model).set("round", numbered.get("round") ?? "") : model);

/** What happened, in few words. @param {Wire.Beat[]} beats */
export function brief(beats) {
  const short = beats.flatMap((beat) => beat.brief || []);
  return short.length ? short : beats.filter((beat) => beat.notation || beat === beats.at(-1)).map((beat) => beat.words);
}

/**
 * Every position of a film.
 * @param {Wire.Film} film
 * @param {Model} model its first picture
 * @param {string} title of it
 * @returns {Position[]}
 */
export function positions(film, model, title) {
  let text = film.picture;
  return film.frames.map((frame, at) => {
    const beats = frame.beats ?? [];
    const steps = [];
    const before = beats.length && at < film.frames.length - 1 ? model : new Map();
    for (const { change, words } of beats) {
      if (!change) continue;
      [model, title] = [changed(model, change), change.title || title];
      steps.push({ model: numbered(model, before), title, words });
    }
    if (frame.change) [model, title] = [changed(model, frame.change), frame.change.title || title];
    if (frame.words?.length) text = edited(text, frame.words, "\n");
    return { event: frame.event, beats, steps, model: numbered(model, before), asks: model, title, text };
  });
}

/** @type {{film: Wire.Film | null, at: number, record: string, eye: string, mine: string, turn: number, title: string}} what is shown; `record` is its text if the reader brought it, `mine` the reader's seat */
export const now = { film: null, at: 0, record: "", eye: "", mine: "", turn: -1, title: "" };

/**
 * Asks something about this match: of its address, or with the record that the reader brought.
 * @param {string} what
 * @param {Record<string, unknown>} [more] of the request; `wait` always stands in the address
 * @param {boolean} [post] whether the rest is sent as a body
 */
export function ask(what, { wait, ...more } = {}, post = false) {
  const query = new URLSearchParams(wait === undefined ? {} : { wait: String(wait) });
  if (now.record) return call(`/api/records/${what}?${query}`, { record: now.record, ...more });
  if (!post) for (const [key, value] of Object.entries(more)) query.set(key, String(value));
  return call(`/api/replays/${document.body.dataset.key}/${what}?${query}`, post ? more : undefined);
}

/** Why something did not work, as a sentence. @param {any} error */
export const reason = ({ message }) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

/** The score of the match, this seat's number first, else the winner's; empty if nothing was counted. @param {string} [seat] */
export function score(seat = now.film?.winner) {
  const [high, low] = [now.film?.score?.[seat || ""], now.film?.score?.[seat === "A" ? "B" : "A"]];
  return high === undefined || low === undefined ? "" : say("{high} to {low}", { high, low });
}

/** Whether the picture stays in sight as the page scrolls. */
export const stays = () => [$("screen"), $("picture")].some((part) => getComputedStyle(part).position === "sticky");

/** Brings the picture into sight. */
export const look = () => void (stays() || $("picture").scrollIntoView({ block: "nearest" }));

/** Shows a position at once. @type {(at: number, lively?: boolean) => void} */
export let go;
/** @type {() => void} */
export let pause;
/** Marks the turn that decided the match. @type {(at: number) => void} */
export let decisive;
/** Shows a picture that is no position of the match, until another position is shown. @type {(other: Wire.Instead, title: string, words: string) => void} */
export let instead;

/** The title above what happened on the way to a position. @type {(at: number) => string} */
export let before;
/** Shows the position as the next choice found it. @type {() => void} */
export let choosing;

/** @param {{go: typeof go, pause: typeof pause, decisive: typeof decisive, instead: typeof instead, before: typeof before, choosing: typeof choosing}} parts */
export const fill = (parts) => ({ go, pause, decisive, instead, before, choosing } = parts);
