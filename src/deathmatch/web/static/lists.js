/** The public lists on the first page, live: open tables, matches that are being played, and results. */

import { $, el, memory } from "./dom.js";
import { count, say } from "./say.js";

/**
 * @typedef {{id: string, place: "open" | "playing" | "finished", game: string, variant: string, title: string, names: Record<string, string>,
 *   bots?: Record<string, string>, open?: string[], changed?: Record<string, string | number>, pace?: string, clocks?: string, level?: string, listed?: boolean,
 *   delay?: number, behind?: number, hidden?: boolean, caster?: boolean, since?: number, winner?: string, ending?: string, ec?: string}} Listing
 */

const PACES = { book: say("clock by the book"), relaxed: say("relaxed clock"), days: say("a day for each move"), none: say("no clock"), "": say("own clock") };
const LEVELS = { any: "", beginner: say("for beginners"), experienced: say("for experienced players") };

/** @type {Map<string, Listing>} */
export const tables = new Map();
export let here = 0; // how many people look at these lists
let tries = 0;
let timer = 0;

/** Whether the reader has opened this table, and so sits at it or hosts it. @param {Listing} one */
const own = (one) => Boolean(memory.get(`links:${one.id}`));

/** The table of a game to watch: of those that are being played the one that began last. @param {string} game */
const watchable = (game) => [...tables.values()].filter((one) => one.game === game && one.place === "playing").sort(older).at(-1);

/**
 * The tables of others where somebody waits for a player of this variant, or of any one, whatever the clock, the oldest first.
 * @param {string} variant empty for any one @param {string} [level] that the reader wants @returns {Listing[]}
 */
export function waiting(variant, level = "any") {
  const fits = (/** @type {Listing} */ one) => [one.level ?? "any", level].some((each) => each === "any" || one.level === level);
  const found = [...tables.values()].filter((one) => one.place === "open" && [`${one.game}/${one.variant}`, ""].includes(variant) && Object.keys(one.names).length > 0 && !Object.keys(one.changed ?? {}).length && fits(one));
  return found.filter((one) => !own(one)).sort(older);
}

/** Which of two tables has waited longer; everybody sees the same order. @param {Listing} one @param {Listing} other */
export const older = (one, other) => (one.since ?? 0) - (other.since ?? 0) || (one.id < other.id ? -1 : 1);

/** @param {Listing} one @returns {string} */
const clock = (one) => one.clocks?.replace(/\.$/, "") || (PACES[/** @type {keyof PACES} */ (one.pace ?? "")] ?? "");

/** @param {number} ms @returns {string} */
export function ago(ms) {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return say("now");
  if (minutes < 60) return say("{minutes} min", { minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? say("{hours} h", { hours }) : count("{number} day", "{number} days", Math.floor(hours / 24));
}

/** When something happened: "5 min. ago", "yesterday". @param {number} ms ago @returns {string} */
export function past(ms) {
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto", style: "short" });
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return minutes < 1 ? words.format(0, "second") : words.format(-minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? words.format(-hours, "hour") : words.format(-Math.floor(hours / 24), "day");
}

/** The sign of each game, in which nothing can be taken for a position. @type {Map<string | undefined, Node | undefined>} */
const signs = new Map([.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#games .game"))].map((card) => [card.dataset.game, card.querySelector("template")?.content]));

/** @param {{game?: string}} one */
export const signed = ({ game }) => el("span", { class: "sign", "aria-hidden": "true" }, signs.get(game)?.cloneNode(true) ?? "");

/** The game, and its variant if there are several. @param {{title: string, game?: string, variant?: string}} one */
export function heading({ title, game = "", variant = "" }) {
  const several = document.querySelector(`[name="variant-${CSS.escape(game)}"]`);
  return el("span", {}, el("strong", {}, title), several ? " " : "", several ? el("span", { class: "variant" }, say(variant)) : "");
}

/** @param {Listing} one @returns {string} */
function facts(one) {
  const options = Object.entries(one.changed ?? {}).map(([key, value]) => say("{option} {value}", { option: say(key.replaceAll("_", " ")), value: typeof value === "string" ? say(value) : value }));
  const delay = one.delay ? say("{seconds} s later", { seconds: one.delay }) : one.behind ? count("{number} decision later", "{number} decisions later", one.behind) : one.hidden ? say("hidden until the end") : "";
  return [PACES[/** @type {keyof PACES} */ (one.pace ?? "")], ...options, LEVELS[/** @type {keyof LEVELS} */ (one.level ?? "any")] ?? "", delay, one.caster ? say("a caster sees both hands") : ""]
    .filter(Boolean)
    .join(" · ");
}

/**
 * The players of a table, with their roles if somebody named them; a bot is called one.
 * @param {{names: Record<string, string>, bots?: Record<string, string>, ec?: string}} one
 * @returns {Record<string, string>}
 */
export function players({ names, bots = {}, ec }) {
  const called = (/** @type {string} */ seat, /** @type {string} */ name) => (bots[seat] ? say("{bot} · bot", { bot: name }) : name);
  const role = (/** @type {string} */ seat) => (ec ? ` (${seat === ec ? say("EC") : say("DMO")})` : "");
  return Object.fromEntries(Object.entries(names).map(([seat, name]) => [seat, called(seat, name) + role(seat)]));
}

/** @param {Listing} one */
export function people(one) {
  const names = players(one);
  const [name, other] = ["A", "B"].map((seat) => names[seat] ?? "");
  if (one.place === "open") return name && other ? say("{name} and {other}", { name, other }) : name || other || say("Both seats are free");
  if (one.place === "playing") return say("{name} against {other}", { name, other });
  const winner = names[one.winner ?? ""];
  return winner ? say("{winner} beat {loser}", { winner, loser: names[one.winner === "A" ? "B" : "A"] ?? "" }) : say("{name} and {other}", { name, other });
}

/**
 * The offer to sit down with somebody who waits, mostly at another game or with another clock than the reader's.
 * @param {Listing} one @param {Listing} own what the reader wants @param {(id: string, button: HTMLButtonElement) => unknown} [sit]
 */
export function offer(one, own, sit = join) {
  const same = one.game === own.game && one.variant === own.variant;
  const game = one.game === own.game ? `${one.title}, ${say(one.variant)}` : one.title;
  const words = !same ? say("{people} waits at {game}: {clock}.", { people: people(one), game, clock: clock(one) }) : one.pace === own.pace ? say("{people} waits too.", { people: people(one) }) : say("{people} waits with another clock: {clock}.", { people: people(one), clock: clock(one) });
  const button = el("button", { type: "button", class: "main", onclick: () => void sit(one.id, /** @type {HTMLButtonElement} */ (button)) }, say("Sit down"));
  return [el("strong", {}, words), button];
}

/** @param {Listing} one */
function row(one) {
  const [name] = Object.values(one.names);
  const when = el("time", { datetime: new Date(one.since ?? 0).toISOString() }, past(Date.now() - (one.since ?? 0)));
  const about = one.place === "finished" ? one.ending : facts(one);
  const words = [heading(one), el("span", {}, one.place === "open" && name ? say("{name} waits", { name }) : people(one)), el("span", {}, when, about ? ` · ${about}` : "")];
  if (one.place !== "open") return el("li", { "data-id": one.id }, el("a", { href: `/w/${one.id}`, class: "listed" }, signed(one), el("span", { class: "who" }, ...words)));
  const button = el("button", { type: "button", "aria-label": name ? say("Sit down with {people}: {game}", { people: people(one), game: one.title }) : `${say("Sit down")}: ${one.title}` }, say("Sit down"));
  button.addEventListener("click", () => void join(one.id, /** @type {HTMLButtonElement} */ (button)));
  if (one.listed) words.push(el("span", {}, say("Everybody can watch this match.")));
  return el("li", { "data-id": one.id }, el("div", { class: "listed", title: clock(one) }, signed(one), el("span", { class: "who" }, ...words), button));
}

/** @param {string} id of a table with an open seat @param {HTMLButtonElement} button */
async function join(id, button) {
  button.disabled = true;
  try {
    const seat = await import("./seat.js").catch(() => Promise.reject(new Error(say("the server cannot be reached; nothing is lost, so try again"))));
    location.assign(await seat.join(id, /** @type {HTMLInputElement} */ ($("name")).value.trim()));
  } catch (/** @type {any} */ error) {
    $("error").hidden = false;
    $("error").textContent = error.status === 404 || error.status === 409 ? say("Somebody else was faster: this seat is taken.") : error.message;
    $("error").scrollIntoView({ block: "nearest" });
    button.disabled = false;
  }
}

function render() {
  $("here").textContent = here > 1 ? say("{number} here", { number: here }) : "";
  for (const place of /** @type {const} */ (["open", "playing", "finished"])) {
    const found = [...tables.values()].filter((one) => one.place === place && !(place === "open" && own(one))).sort((one, other) => older(other, one));
    const list = $(`list-${place}`);
    const focused = document.activeElement?.closest("li")?.dataset.id;
    list.replaceChildren(...found.map(row));
    if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`li[data-id="${CSS.escape(focused)}"] :is(a, button)`))?.focus();
    if (place !== "open") /** @type {HTMLElement} */ (list.parentElement).hidden = !found.length;
  }
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.watch"))) {
    const one = watchable(link.closest("li")?.dataset.game ?? "");
    link.hidden = !one;
    if (!one) continue;
    link.href = `/w/${one.id}`;
    link.ariaLabel = link.title = say("Watch {people}: {game}", { people: people(one), game: one.title });
  }
  document.dispatchEvent(new CustomEvent("lists"));
}

/** @param {string} data */
function hear(data) {
  const said = JSON.parse(data);
  if (said.type === "tables") tables.clear();
  for (const one of said.tables ?? said.put) tables.set(one.id, one);
  for (const id of said.gone ?? []) tables.delete(id);
  here = said.here;
}

const open = () => new WebSocket(`${location.origin.replace("http", "ws")}/ws/tables`);

/**
 * Listens until `show` says that this is enough; after a break it begins anew.
 * @param {() => boolean | void} [show] shows what there is now @param {WebSocket} [socket] a line that is open @param {string[]} [heard] what it has said
 */
export function listen(show = render, socket = open(), heard = []) {
  timer ||= window.setInterval(show, 60_000);
  const take = (/** @type {string[]} */ said) => {
    tries = 0;
    said.forEach(hear);
    if (!show()) return;
    socket.onclose = null;
    socket.close();
  };
  socket.onmessage = ({ data }) => take([data]);
  socket.onclose = () => {
    // As a table's own line comes back: within three seconds, and spread.
    const wait = Math.min(3000, 250 * 2 ** ++tries);
    setTimeout(() => (document.hidden ? document.addEventListener("visibilitychange", () => listen(show), { once: true }) : listen(show)), (wait * (1 + Math.random())) / 2);
  };
  if (heard.length) take(heard);
}
