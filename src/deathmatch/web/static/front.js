/** The front page: one tap on Play seats a guest. What was chosen last is kept in this browser. */

import { $, call, el, memory } from "./dom.js";
import { CALLED, keepBot, lastBot, lastLevel, levelOf, offered, plays, titled } from "./opponent.js";
import { count, say } from "./say.js";

const form = /** @type {HTMLFormElement} */ ($("whom"));
const other = /** @type {HTMLSelectElement} */ ($("bot"));
const pace = /** @type {HTMLSelectElement} */ ($("pace"));
const name = /** @type {HTMLInputElement} */ ($("name"));
const wish = /** @type {HTMLSelectElement} */ ($("wish"));
const listed = /** @type {HTMLInputElement} */ ($("listed"));
const cards = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".game"));

/** @typedef {{against?: string, game?: string, paces?: Record<string, string>, variants?: Record<string, string>, listed?: boolean}} Choice */
/** @type {Choice} */
const last = memory.get("front") ?? {};

const against = () => /** @type {RadioNodeList} */ (form.elements.namedItem("against")).value;

/** @param {HTMLElement} card @returns {HTMLInputElement} */
const slider = (card) => /** @type {HTMLInputElement} */ (card.querySelector(".level"));

/** @param {HTMLElement} card @returns {import("./opponent.js").Opponents & {variant: string}} */
function chosen(card) {
  const play = /** @type {HTMLElement} */ (card.querySelector(".play"));
  const radio = /** @type {HTMLInputElement | null} */ (card.querySelector(".variant-of :checked"));
  const { dataset } = radio ?? play;
  return { variant: radio?.value ?? play.dataset.variant ?? "", ...offered(dataset) };
}

/** The card of the game that was chosen last. */
const latest = () => [...cards].find((card) => card.id === last.game) ?? cards[0];

/** The lists of open tables, once one is there. @type {typeof import("./lists.js") | undefined} */
let lists;

/** How hard the levels are. */
const GRADES = [say("the easiest"), say("very easy"), say("easy"), say("medium"), say("fairly hard"), say("hard"), say("very hard"), say("the strongest")];

/**
 * The bot of a game that is chosen: by its name if the game has it, else by its slider; where a game has no levels, the named one at the same place between
 * weakest and strongest.
 * @param {HTMLElement} card @returns {string}
 */
function bot(card) {
  const [{ bots, levels }, level] = [chosen(card), slider(card)];
  if (bots.includes(other.value)) return other.value;
  if (levels.length) return `level-${level.value}`;
  return bots[Math.round(((Number(level.value) - 1) / (Number(level.max) - 1)) * (bots.length - 1))] ?? "";
}

/** @param {string} foe a bot's */
const called = (foe) => CALLED[levelOf(foe) - 1] ?? titled(foe);

/** The levels that were beaten in a game, as a row of marks. @param {HTMLElement} card @returns {HTMLElement | string} */
function ladder(card) {
  /** @type {number[]} */
  const beaten = memory.get("ladder")?.[card.dataset.game ?? ""] ?? [];
  if (!beaten.length) return "";
  const words = say("beaten up to level {level}", { level: Math.max(...beaten) });
  return el("span", { class: "ladder", role: "img", "aria-label": words, title: words }, ...GRADES.map((_, at) => el("i", { class: beaten.includes(at + 1) && "won" })), say("{level} of {levels}", { level: Math.max(...beaten), levels: GRADES.length }));
}

const samePace = (/** @type {import("./lists.js").Listing} */ one) => one.pace === pace.value;

/** Those who wait for a game: how many the reader would meet, else the first one with another clock. @param {import("./lists.js").Listing[]} found */
function others(found) {
  const here = found.filter(samePace).length;
  const [one] = found;
  if (here) return [el("strong", {}, count("{number} player waits", "{number} players wait", here))];
  return lists && one ? lists.offer(one, { ...one, pace: pace.value }) : [say("Nobody waits yet: you open a table.")];
}

/** Those who wait for a game, or for any, and fit the reader's wish. @param {string} [variant] */
const waiting = (variant = "") => lists?.waiting(variant, wish.value) ?? [];

let chose = false; // whether the reader has chosen a game on this visit

/** The choice of the game at which somebody waits longest, for a reader who wants anybody and has chosen no game, and who waits there. */
function longest() {
  const shown = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll(".variant-of input, .row .play")]);
  for (const one of chose || against() !== "open" ? [] : waiting().filter(samePace)) {
    const choice = shown.find(({ value, dataset }) => [value, dataset.variant].includes(`${one.game}/${one.variant}`));
    if (choice) return { choice, one };
  }
  return undefined;
}

/** Shows what belongs to the choices made so far. */
function fit() {
  const whom = against();
  $("bot-field").hidden = whom !== "bot";
  $("extras").textContent = whom === "bot" ? say("Bot, clock, spectators") : say("Clock, spectators");
  $("wish-field").hidden = whom !== "open";
  for (const option of pace.options) option.hidden = option.disabled = { bot: "days", open: "none" }[whom] === option.value;
  pace.value = last.paces?.[whom] ?? (whom === "bot" ? "none" : "relaxed");
  for (const card of cards) {
    const { variant, bots, levels } = chosen(card);
    const [foe, level] = [bot(card), slider(card)];
    level.hidden = whom !== "bot" || bots.includes(other.value); // it says nothing then
    level.setAttribute("aria-valuetext", say("Level {level} of {levels}, {grade}", { level: level.value, levels: level.max, grade: GRADES[Number(level.value) - 1] }));
    const about = levels[levelOf(foe) - 1];
    const told = about ? say("Opponent: {name}, level {level} of {levels}", { name: called(foe), level: levelOf(foe), levels: levels.length }) : say("Opponent: {name}", { name: called(foe) });
    /** @type {HTMLElement} */ (card.querySelector(".foe")).textContent = whom === "bot" ? told : "";
    // How it plays is told to who is choosing; until then, how hard it is.
    const how = about && !card.dataset.chosen ? GRADES[levelOf(foe) - 1] : (about ?? plays(foe));
    const words = { bot: [el("span", {}, how ?? ""), ladder(card)], friend: [say("You get a link for your friend.")], open: others(waiting(variant)) }[whom] ?? [];
    /** @type {HTMLElement} */ (card.querySelector(".plays")).replaceChildren(...words);
    const picked = card.querySelector(".variant-of:has(:checked) > strong");
    if (picked) /** @type {HTMLElement} */ (card.querySelector(".picked")).textContent = picked.textContent;
    /** @type {HTMLAnchorElement} */ (card.querySelector(".all")).href = `/new?variant=${variant}&against=${whom}`;
  }
  const [card, met] = [latest(), longest()];
  const starts = met ? say("{game} with {people}", { game: met.one.title, people: lists?.people(met.one) ?? "" }) : [card?.querySelector("h3")?.textContent, card && whom === "bot" && called(bot(card))].filter(Boolean).join(" · ");
  $("now").firstElementChild?.replaceChildren(whom === "friend" ? say("Invite a friend") : say("Play now"), " ", el("small", {}, starts));
}

/** A line of the progress. @param {string} words @param {number} done @param {number} [all] */
const step = (words, done, all) => el("li", {}, el("span", {}, words), el("progress", { value: done, max: all, "aria-label": words }), say("{level} of {levels}", { level: done, levels: all }));

/** How far this browser has come: bots, lessons and puzzles. */
function progress() {
  const levelled = [...cards].filter((card) => chosen(card).levels.length);
  const beaten = levelled.flatMap((card) => memory.get("ladder")?.[card.id] ?? []);
  const lessons = [...cards].filter((card) => card.querySelector("[href^='/learn/']"));
  $("steps").replaceChildren(step(say("Bots beaten"), beaten.length, levelled.length * GRADES.length), step(say("Lessons"), lessons.filter((card) => card.querySelector(".learned")).length, lessons.length));
}

function recall() {
  const radio = /** @type {HTMLInputElement | null} */ (form.querySelector(`[value="${last.against ?? "bot"}"]`));
  if (radio) radio.checked = true;
  const kept = lastBot("");
  for (const card of cards) {
    slider(card).value = String(levelOf(lastLevel(card.dataset.game ?? "")));
    const { variant } = /** @type {HTMLElement} */ (card.querySelector(".play")).dataset;
    card.querySelector("[href^='/learn/']")?.classList.toggle("learned", Boolean(memory.get(`lesson:${variant}`)?.finished));
  }
  other.value = levelOf(kept) ? "" : kept;
  if (!other.value) other.value = ""; // a bot that no game has any more
  name.value ||= memory.get("name") ?? "";
  listed.checked = Boolean(last.listed);
  const today = document.getElementById("today");
  if (today) today.dataset.day = memory.get("today") === Math.floor(Date.now() / 86_400_000) ? "✓" : String(new Date().getUTCDate());
  for (const one of Object.values(last.variants ?? {})) {
    const input = /** @type {HTMLInputElement | null} */ (document.querySelector(`.variant-of [value="${CSS.escape(one)}"]`));
    if (input) input.checked = true;
  }
  fit();
  progress();
}

/** @param {HTMLElement | undefined} card of the game whose level is kept */
function keep(card = latest()) {
  last.against = against();
  last.game = card?.id;
  last.listed = listed.checked;
  if (last.against === "bot") keepBot(other.value || `level-${card ? slider(card).value : 1}`, card?.dataset.game ?? "");
  last.variants = Object.fromEntries([...cards].map((card) => [card.dataset.game ?? "", chosen(card).variant]));
  memory.set("front", last);
  memory.set("name", name.value.trim());
}

/** Sits down with somebody who waits for the same game and clock; false if nobody does. @param {string} variant */
async function pair(variant) {
  const { join } = await import("./seat.js");
  for (const { id } of waiting(variant).filter(samePace)) {
    const link = await join(id, name.value.trim()).catch((error) => (error.status ? "" : Promise.reject(error))); // somebody else was faster
    if (link) return location.assign(link), true;
  }
  return false;
}

/** Sets up a table and sits down at it. @param {HTMLElement} card */
async function play(card) {
  const { variant } = chosen(card);
  if (against() === "open" && (await pair(variant))) return;
  const whom = against() === "bot" ? `bot:${bot(card)}` : against();
  const settings = { listed: listed.checked, gallery: listed.checked, ...(whom === "open" && { level: wish.value }) };
  const making = call("/api/matches", { variant, seats: { A: "me", B: whom }, pace: pace.value, settings });
  // The script that sits down and the files of the table's page come meanwhile; the browser keeps them.
  const sitting = import("./seat.js");
  for (const file of $("games").dataset.table?.split(" ") ?? []) void fetch(new URL(file, import.meta.url)).catch(() => {});
  const made = await making;
  memory.set(`links:${made.id}`, { seats: made.seats, onlookers: made.onlookers, anybody: whom === "open", at: Date.now() });
  // Where sitting down fails, the seat's own page says so and asks again.
  await sitting.then(({ seat }) => seat(made.seats.A, name.value.trim(), { id: made.id, role: "A", commitment: made.commitment })).catch(() => {});
  location.assign(`/s/${made.seats.A}`);
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", (event) => {
  if (event.target === pace) last.paces = { ...last.paces, [against()]: pace.value };
  fit();
  keep();
});
for (const card of cards) {
  slider(card).addEventListener("input", () => {
    card.dataset.chosen = "yes";
    fit();
  });
  card.addEventListener("change", () => {
    chose = true;
    keep(card);
    fit();
  });
  const button = /** @type {HTMLButtonElement} */ (card.querySelector(".play"));
  button.addEventListener("click", async () => {
    keep(card);
    button.disabled = true;
    button.setAttribute("aria-busy", "true");
    $("error").hidden = true;
    try {
      await play(card);
    } catch (error) {
      $("error").hidden = false;
      $("error").textContent = titled(/** @type {Error} */ (error).message);
      $("error").scrollIntoView({ block: "nearest" });
    } finally {
      button.disabled = false;
      button.removeAttribute("aria-busy");
    }
  });
}
$("now").addEventListener("click", () => {
  $("now").removeAttribute("aria-busy");
  const choice = longest()?.choice;
  if (choice) choice.checked = true;
  /** @type {HTMLElement | null | undefined} */ ((choice?.closest(".game") ?? latest())?.querySelector(".play"))?.click();
});
for (const more of document.querySelectorAll(".more")) more.setAttribute("name", "more"); // one at a time lies over its neighbours
document.addEventListener("click", ({ target }) => {
  const open = document.querySelector(".more[open]");
  const over = open && getComputedStyle(/** @type {Element} */ (open.querySelector(".within"))).position === "absolute";
  if (over && !open.contains(/** @type {Node} */ (target))) open.removeAttribute("open");
});
// Where there is room, nothing has to be opened first.
/** @type {HTMLDetailsElement} */ (document.querySelector(".extras")).open = innerWidth >= 900;
document.addEventListener("lists", fit);
addEventListener("pageshow", recall);
recall();
// A tap that came before this script (early.js).
document.documentElement.dataset.ready = "yes";
/** @type {HTMLElement | null} */ (document.querySelector(".play[aria-busy]"))?.click();

/** Listens for tables; their script comes with the first one, or with a second reader, and goes on with this line. */
function listen() {
  /** @type {string[]} */
  const heard = [];
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/tables`);
  socket.onclose = () => setTimeout(listen, 1500 * (1 + Math.random()));
  socket.onmessage = async ({ data }) => {
    heard.push(data);
    const { tables, put, here } = JSON.parse(data);
    if (here < 2 && !(tables ?? put).length) return;
    const script = await import("./lists.js");
    if (!lists && socket.readyState === WebSocket.OPEN) (lists = script).listen(undefined, socket, heard);
  };
}
listen();

/** Shows the reader's own tables, if there are any. */
async function showMine() {
  const some = memory.get("mine")?.some(Boolean);
  if (some) void import("./mine.js"); // meanwhile
  const me = await call("/api/me").catch(() => null);
  name.value ||= me?.name ?? "";
  if (some || me?.matches.length) await (await import("./mine.js")).begin(me);
}
void showMine().catch(() => {}); // a list that fails to come is no reason not to play

const idle = /** @type {(call: () => void) => void} */ (window.requestIdleCallback ?? ((call) => setTimeout(call, 200)));
addEventListener("load", () => idle(() => void navigator.serviceWorker?.register("/worker.js").catch(() => {})));

// A film comes if it is asked for; the first one plays by itself where its picture is large, in sight, and may move.
const [reel, ...reels] = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".reel"));
const sight = new IntersectionObserver(([seen]) => seen?.isIntersecting && idle(() => reel?.click()));
for (const button of reel ? [reel, ...reels] : []) {
  button.addEventListener("click", async () => {
    sight.disconnect();
    (await import("./film.js")).turn(button);
  });
}
if (reel && matchMedia("(min-width: 700px) and (prefers-reduced-motion: no-preference)").matches) sight.observe(reel);
