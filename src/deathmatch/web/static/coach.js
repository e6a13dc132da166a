/**
 * What lies on the table, in words. The coach of a first match: one line in the dock that says how to answer, what a thing of the table is when
 * it is tapped or pointed at, and what the last turn meant; one tap sends it away for good. And the legend, at any time.
 */

import { $, call, el, memory } from "./dom.js";
import { say } from "./say.js";
import { notice, now, scene } from "./table.js";

const OFF = "coach:off";
const LINGER = 12000; // ms that words stay that lie over the table, or are about a thing, if nothing else happens
const { game = "", match = "" } = document.body.dataset;

const KEPT = `coach:${game}`; // the reader's first match of this game
// Fetched while the match is on its way: the coach comes whole, or nothing moves.
export const ready = () => ([null, match].includes(memory.get(KEPT)) ? Promise.all([call(`/api/legends/${game}`).catch(() => null), styled()]) : null);
/** @type {Wire.LegendBody} */
let legend;
const words = el("p", { role: "status", onclick: () => words.classList.toggle("whole", !words.matches(".whole") && words.scrollHeight > words.clientHeight + 1) }); // a tap on a text that is cut shows all of it
const place = el("section", { class: "coach silent", "aria-label": say("Coach") });
// On a phone it lies below the sentence in the headline, so that nothing moves when it comes and goes; a square board leaves it a row until there are choices.
const over = () => getComputedStyle(place).gridRowStart === "1";
const [LINE, PADDING] = [17, 10]; // px
/** There the words have the lines that the sentence leaves them: they never cover the question, and a tap shows all of them. */
const fit = () => {
  const room = place.getBoundingClientRect().bottom - /** @type {HTMLElement} */ ($("owe").parentElement).getBoundingClientRect().bottom - PADDING;
  words.style.setProperty("-webkit-line-clamp", over() ? String(Math.floor(room / LINE)) : "");
  place.classList.toggle("full", over() && room < LINE);
};
const watch = new ResizeObserver(fit);
let later = false; // whether it was silent once
let heard = 0; // lines of the log that have been looked through
/** @type {Set<string>} */
const told = new Set(); // said once, and not again
let [asked, line] = [-1, ""]; // the question, and what is said at it
let timer = 0;

/** Once the coach looks as it should. */
function styled() {
  return new Promise((done) => {
    document.head.append(el("link", { rel: "stylesheet", href: new URL("./coach.css", import.meta.url).href, onload: done, onerror: done }));
  });
}

/** The words about a slot; empty for none. @param {string} slot */
function about(slot) {
  const label = document.getElementById(`slot-${slot}`)?.getAttribute("aria-label") ?? "";
  return thing(legend.things, slot, label)?.words ?? "";
}

/** What is owed now, after the meaning of what has just happened. */
function settled() {
  const { seen } = now;
  if (!seen || document.body.matches(".showing")) return; // what is asked next would tell how it ends
  if (seen.public.over) return leave();
  const lines = [...document.querySelectorAll("#log > li")];
  const begun = lines.findLastIndex((line) => line.matches(".heading")); // what was before belongs to a part that is over
  const fresh = lines.slice(Math.max(heard, begun)).map((line) => line.textContent ?? "");
  heard = lines.length;
  if (seen.ply !== asked || fresh.length) {
    const owed = seen.owes ? (legend.owed[seen.public.decision] ?? "") : "";
    const meant = Object.entries(legend.happened).find(([part, meaning]) => !told.has(meaning) && fresh.some((one) => one.includes(part)))?.[1] ?? "";
    // One of them at a time, so that it fits: a new question first. A turn's meaning can wait for the next such turn.
    const hint = told.size ? "" : say("Tap or point at anything on the table for an explanation."); // a greeting, which does not come back
    const text = [owed, meant, hint].find((one) => one && !told.has(one)) ?? "";
    if (text) told.add(text);
    [asked, line] = [seen.ply, text];
  }
  if (!seen.owes && line === legend.owed[seen.public.decision]) line = ""; // it is done
  show(line);
}

/** @param {string} [text] none for silence */
function show(text = "") {
  clearTimeout(timer);
  words.className = "";
  words.textContent = text;
  later ||= !text;
  place.className = `coach ${text ? "" : "silent"} ${later ? "later" : ""} ${Object.values(legend.owed).includes(text) ? "task" : ""}`;
  fit();
  place.style.setProperty("--room", `${place.offsetHeight}px`); // where it keeps its room, a longer text widens it for good
  if (text && (later || over())) timer = setTimeout(() => show((line = "")), LINGER);
}

/** What was said is of before: nothing is said while a turn is shown. */
const hush = () => place.classList.add("hushed");

/** @param {Event} event */
function pointed(event) {
  const node = /** @type {Element} */ (event.target).closest("[data-slot]");
  const slot = node?.getAttribute("data-slot") ?? "";
  const choosing = node?.matches("[data-markable]") && scene.box.querySelector("[data-scroll] [data-markable]:is(.open, .chosen)"); // a tap on a notebook chooses, and marks nothing
  const text = slot && !choosing && about(slot);
  if (!text || document.body.matches(".showing")) return;
  if (later) return show((line = scene.open.has(slot) ? "" : text)); // who chooses knows by now what it is
  show(text);
  timer = setTimeout(settled, LINGER);
}

/** The coach goes, for this match. */
function leave() {
  clearTimeout(timer);
  watch.disconnect();
  removeEventListener("settled", settled);
  removeEventListener("moved", hush);
  for (const kind of ["pointerover", "click", "focusin"]) scene.box.removeEventListener(kind, pointed);
  place.remove();
}

/** Comes to the table, if this is the reader's first match of the game. @param {ReturnType<typeof ready>} coming */
export async function begin(coming) {
  if (!coming || memory.get(OFF)) return;
  [legend] = await coming;
  if (!legend?.things.length || now.seen?.public.over) return;
  memory.set(KEPT, match);
  const bye = el("button", { type: "button", "aria-label": say("Got it"), title: say("The coach leaves for good"), onclick: () => (memory.set(OFF, true), leave(), $("owe").focus()) }, "✕");
  place.append(words, bye);
  $("owe").closest(".headline")?.after(place);
  for (const kind of ["pointerover", "click", "focusin"]) scene.box.addEventListener(kind, pointed);
  watch.observe(/** @type {HTMLElement} */ ($("owe").parentElement));
  addEventListener("settled", settled);
  addEventListener("moved", hush);
  heard = document.querySelectorAll("#log > li").length;
  settled();
}

// --- The legend: each kind of thing that lies on this table, with its picture and its words

const [WIDTH, HEIGHT] = [72, 44]; // CSS pixels of a thing's picture
const SVG = "http://www.w3.org/2000/svg";

/** Whether a slot fits a pattern. @param {string} pattern @param {string} slot */
const fits = (pattern, slot) => new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(slot);

/** @typedef {Wire.LegendBody["things"][number]} Thing */

/** The thing that a slot holds, as the legend has it: the first that fits. @param {Thing[]} things @param {string} slot @param {string} label */
export const thing = (things, slot, label) => things.find((one) => fits(one.slots, slot) && label.includes(one.has));

/** A copy of a place of the picture, that no key and no reader of a screen meets. @param {SVGGElement} node */
function portrait(node) {
  const { x, y, width, height } = node.getBBox();
  const svg = document.createElementNS(SVG, "svg");
  const size = width > 3 * height ? { class: "long", preserveAspectRatio: "xMinYMid slice", width, height } : { width: WIDTH, height: HEIGHT };
  for (const [name, value] of Object.entries({ viewBox: [x, y, width, height].join(" "), "aria-hidden": "true", ...size })) svg.setAttribute(name, String(value));
  const copy = /** @type {SVGGElement} */ (node.cloneNode(true));
  for (const name of [...copy.attributes].map((one) => one.name)) copy.removeAttribute(name);
  for (const part of copy.querySelectorAll(".page, .lit, .halo")) part.remove();
  svg.append(copy);
  return svg;
}

/** How well a place shows what it holds: one that can be named, as large as may be. @param {SVGGElement} node */
function telling(node) {
  const { width, height } = node.getBBox();
  return width * height * (node.getAttribute("aria-label") ? 1000 : 1);
}

/** @param {HTMLElement} button */
export async function open(button) {
  /** @type {Wire.LegendBody} */
  let legend;
  try {
    legend = await call(`/api/legends/${now.table?.game}`);
  } catch (error) {
    return notice(/** @type {Error} */ (error).message);
  }
  /** @type {Map<Thing, SVGGElement>} */
  const seen = new Map();
  for (const [slot, node] of scene.nodes) {
    const found = thing(legend.things, slot, node.getAttribute("aria-label") ?? "");
    const other = found && seen.get(found);
    if (found && telling(node) > (other ? telling(other) : 0)) seen.set(found, node);
  }
  // Things that are told apart by what lies in a place stand here even while none lies there: then the rule book has their picture.
  const book = legend.things.every((one) => !one.has || seen.has(one)) ? "" : await fetch(`/rules/${now.table?.game}`).then((page) => page.text(), () => "");
  const pages = [...new DOMParser().parseFromString(book, "text/html").querySelectorAll(".things li")];
  const rows = legend.things.filter((one) => one.has || seen.has(one)).map((one) => {
    const node = seen.get(one);
    const picture = node ? portrait(node) : pages.find((page) => page.lastElementChild?.textContent === one.words)?.querySelector("svg");
    return el("li", {}, el("span", { class: "portrait", "aria-hidden": "true" }, /** @type {any} */ (picture ?? "")), el("span", {}, one.words));
  });
  const variant = /** @type {HTMLElement | null} */ (document.querySelector(".bar .variant"));
  if (variant) rows.unshift(el("li", {}, el("span", {}, el("strong", {}, variant.innerText), " ", variant.title)));
  const list = el("ul", { class: "legend", tabindex: "0", "aria-labelledby": "sheet-title" }, ...(rows.length ? rows : [el("li", {}, say("The rules tell what lies on this table."))]));
  sheet(button, say("What lies on the table"), list);
  for (const svg of list.querySelectorAll("svg:not([viewBox])")) svg.replaceWith(portrait(/** @type {SVGGElement} */ (svg.firstElementChild)));
}

/** What has the focus again after the sheet. @type {HTMLElement} */
let home;

/** A sheet over the table, which the way back closes too. @param {HTMLElement} asked what was pressed @param {string} title @param {HTMLElement} body @param {Node[]} more beside *Close* */
function sheet(asked, title, body, ...more) {
  const before = document.querySelector(".legends");
  if (before) before.remove();
  else {
    home = asked;
    history.pushState("sheet", "");
  }
  const close = el("button", { type: "button", class: "main", onclick: () => dialog.close() }, say("Close"));
  const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { class: "legends", "aria-labelledby": "sheet-title" }, el("h2", { id: "sheet-title" }, title), body, el("p", { class: "row" }, close, ...more)));
  dialog.onclick = (event) => void (event.target === dialog && dialog.close()); // a link in it is followed
  dialog.onclose = () => {
    dialog.remove();
    home.focus();
    if (history.state === "sheet") history.back();
  };
  document.head.append(el("link", { rel: "stylesheet", href: new URL("./legend.css", import.meta.url).href }));
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}
addEventListener("popstate", () => /** @type {HTMLDialogElement | null} */ (document.querySelector(".legends"))?.close());

/** The book to which a link leads. @param {HTMLAnchorElement} link */
async function book(link) {
  const page = await fetch(link.href).then((answer) => answer.text(), () => "");
  return new DOMParser().parseFromString(page, "text/html");
}

/** Parts of a book, whose rules open in their turn. @param {HTMLAnchorElement} link @param {string} title @param {string | undefined} lang @param {(Node | string | false)[]} parts */
function leaf(link, title, lang, ...parts) {
  const body = el("div", { class: "text rule", lang, tabindex: "0", "aria-labelledby": "sheet-title" }, ...parts);
  for (const one of body.querySelectorAll("[id]")) one.removeAttribute("id");
  const own = [...body.querySelectorAll("ul > li")].filter(({ innerHTML }) => /^\s*<code>/.test(innerHTML) && innerHTML.split(":")[0]?.includes(`<code>${variant()}</code>`));
  for (const one of own.reverse()) one.parentElement?.prepend(one); // of what differs between variants first what counts here
  for (const one of body.querySelectorAll("code")) one.after(here(one.textContent ?? ""));
  for (const one of body.querySelectorAll('a[href^="#"]')) for (const [key, value] of Object.entries({ href: link.pathname + one.getAttribute("href"), target: "_blank", "data-load": "coach.rule" })) one.setAttribute(key, value);
  const back = link.closest(".legends") && home.id === "rules" ? [el("button", { type: "button", onclick: () => void rules(/** @type {HTMLAnchorElement} */ (home)) }, say("The rules in short"))] : [];
  sheet(link, title, body, ...back, el("a", { class: "button", href: link.hash ? link.href : `${link.href}#whole`, target: "_blank", rel: "opener" }, say("The whole rule book")));
}

/** The variant of this match or lesson. */
const variant = () => now.table?.variant ?? document.body.dataset.variant?.split("/")[1];

/** What a name of the law means in this match: the value of an option, or that this variant is played. @param {string} name @returns {string} */
function here(name) {
  const { options = {} } = now.table ?? {};
  if (name === now.table?.variant) return ` (${say("this match")})`;
  return name in options ? ` (${say("here {value}", { value: say(String(options[name])) })})` : "";
}

/** The rules of the game in short. @param {HTMLAnchorElement} link */
export async function rules(link) {
  const page = await book(link);
  const about = page.querySelector(".brief > [data-variant]"); // of which variant these are, after them
  if (about?.getAttribute("data-variant") === variant()) about?.remove();
  else page.querySelector(".brief")?.append(about ?? "");
  const parts = [...page.querySelectorAll(".brief > :not(h2), .kinds > *")];
  const changes = now.table ? (await import("./extras.js")).changes : () => [];
  if (parts.length) leaf(link, page.querySelector(".brief > h2")?.textContent ?? "", undefined, !!changes().length && el("p", {}, say("This match differs: {options}.", { options: changes().join(", ") })), ...parts);
  else window.open(link.href);
}

/** A rule of the book, under the sentence that names it. @param {HTMLAnchorElement} link */
export async function rule(link) {
  const page = await book(link);
  const named = page.getElementById(link.hash.slice(1));
  const begin = named?.closest("li, tr, p, h2, h3");
  if (!begin) return void window.open(link.href);
  const parts = [begin];
  for (let next = begin.nextElementSibling; begin.matches("p, h2, h3") && next && !next.matches("h2, h3, :has(> strong[id])"); next = next.nextElementSibling) parts.push(next);
  const said = link.closest(".text") ? "" : (link.parentElement?.firstChild?.textContent ?? "");
  const number = link.hash.slice(1).toUpperCase();
  leaf(link, say("Rule {number}", { number }), page.querySelector("article")?.lang, said && el("p", { class: "quiet" }, said), ...parts.map((part) => (part.matches("li") ? el("div", {}, ...part.childNodes) : part)));
}
