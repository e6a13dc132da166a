/**
 * The replay of a match: of one of this server (`/r/KEY`) or of a record that the reader brings (`/open`). The whole match comes in one
 * answer. Review, sharing and going on are loaded when a reader asks: `data-load` on a button names the script, and what of it is called.
 */

import { $, call, el, memory } from "./dom.js";
import { utf8 } from "./files.js";
import { ask, brief, fill, look, now, numbered, positions, reason, score, stays } from "./reel.js";
import { role } from "./seat.js";
import { say } from "./say.js";
import { Scene } from "./scene.js";

const root = document.body.dataset;
const [STEP, REST] = [700, 1500]; // ms that a step, and a position, are shown at normal speed
const SWIPE = 40; // CSS pixels that a finger goes to one side for the next position, or the one before
const LONG = 8; // rows of a part of the match, from which on one line is too little for it
const CALM = matchMedia("(prefers-reduced-motion: reduce)").matches;
const slider = /** @type {HTMLInputElement} */ ($("at"));
const speed = /** @type {HTMLSelectElement} */ ($("speed"));
const eyes = /** @type {HTMLSelectElement} */ ($("eye"));
const scene = new Scene($("picture"), () => {});

/** @type {import("./reel.js").Position[]} */
let reel = [];
let playing = false;
let show = 0; // counts what was begun to be shown, so that an older show ends
/** @type {[number, HTMLElement][]} */
let entries = []; // of the log, one for each position with words

/** Loads the match as an eye saw it, and stays at the same position. @param {string} eye @param {number} at */
async function load(eye, at) {
  const film = /** @type {Wire.Film} */ (await ask("film", eye ? { eye } : {}));
  Object.assign(now, { film, eye: film.eye });
  if (!eye && root.key !== root.match) memory.set(`replay:${root.match}`, [root.key, (now.mine = film.eye)]);
  scene.load(film.svg);
  reel = positions(film, scene.base, scene.title);
  root.state = "ready";
  slider.max = String(reel.length - 1);
  eyes.replaceChildren(...film.eyes.map((one) => el("option", { value: one }, eyeName(one))));
  eyes.value = film.eye;
  $("eyes").hidden = film.eyes.length < 2;
  plates(film);
  list();
  go(at < 0 ? reel.length - 1 : at);
}

/** @param {string} eye */
function eyeName(eye) {
  if (eye === "public") return say("Spectator");
  return eye === now.mine ? say("You") : now.film?.names[eye] ?? say("Onlooker {number}", { number: eye.replace("onlooker-", "") });
}

/** @param {Wire.Film} film */
function plates({ names, winner, over, ending, title, variant, ec, eye }) {
  const turned = eye === "B"; // whose seat lies below
  $("screen").prepend($(turned ? "plate-A" : "plate-B"));
  $("screen").append($(turned ? "plate-B" : "plate-A"));
  for (const seat of ["A", "B"]) {
    const name = seat === now.mine ? say("You") : (names[seat] ?? seat);
    $(`name-${seat}`).textContent = root.bots?.includes(seat) ? say("{bot} · bot", { bot: name }) : name;
    if (ec) role(seat, ec);
    $(`outcome-${seat}`).textContent = over && winner === seat ? [say("won ★"), score()].join(" ").trim() : "";
  }
  const [game, form] = variant.split("/");
  if (root.embed) return;
  const guest = document.getElementById("guest"); // who comes by a link that somebody shared
  if (guest) guest.hidden = root.key !== root.match;
  const [name, points] = [names[winner ?? ""], score()];
  if (guest && name) $("result").textContent = points ? say("{name} won: {score}", { name, score: points }) : say("{name} won", { name });
  if (guest) $("why").textContent = ending ?? "";
  $("heading").replaceChildren(`${title} `, el("span", { class: "variant" }, say(String(form))));
  /** @type {HTMLAnchorElement} */ ($("rules")).href = `/rules/${game}`;
  document.title = say("{name} and {other} · {game}", { name: names.A, other: names.B, game: title });
}

/** The log: a row for each round, which shows and opens it: its moves and how it stands after them, and inside what else happened. A long part, or one without words for such a row, has a row for each turn. */
function list() {
  /** @type {Part[]} */
  const parts = [];
  reel.forEach(({ beats }, at) => {
    for (const beat of beats) {
      if (beat.heading || !parts.length) parts.push({ heading: beat.heading, turns: [] });
      const turns = parts.at(-1)?.turns;
      if (turns?.at(-1)?.at === at) turns.at(-1)?.beats.push(beat);
      else turns?.push({ at, beats: [beat] });
    }
  });
  entries = [];
  $("log").replaceChildren(...parts.flatMap(part));
}

/** @typedef {{heading?: string, turns: {at: number, beats: Wire.Beat[]}[]}} Part @param {Part} part @param {number} _ @param {Part[]} all */
function part({ heading, turns }, _, all) {
  const beats = turns.flatMap((turn) => turn.beats);
  const whole = turns.length > LONG || (turns.length > 1 && !beats.some((beat) => beat.brief));
  const told = whole ? [] : brief(beats);
  const row = el("details", { open: whole }, el("summary", { onclick: () => move(turns.at(whole ? 0 : -1)?.at ?? 0) }, el("strong", {}, heading), ` ${told.join(" ")}`));
  const lines = turns.flatMap(({ at, beats }) => {
    const more = beats.filter((beat) => !beat.passing && !(heading && told.includes(beat.words))).map((beat) => beat.words);
    const title = all.length === 1 && !heading && el("strong", {}, before(at)); // a match in one piece names its moves
    const line = more.length ? el("button", { type: "button", onclick: () => move(at) }, title, title && " ", more.join(" ")) : null;
    entries.push([at, line ?? row]);
    return line ?? [];
  });
  row.append(...lines);
  return heading ? el("li", {}, row) : lines.map((line) => el("li", {}, line));
}

/** Shows a position at once. @param {number} at @param {boolean} [lively] */
function go(at, lively = false) {
  show += 1;
  now.at = Math.max(0, Math.min(reel.length - 1, at));
  const position = reel[now.at];
  if (!position) return;
  delete root.whatif;
  const stage = position.beats.length ? before(now.at) : position.title;
  scene.show(position.model, stage, lively && !CALM);
  now.title = position.title;
  told(stage, brief(position.beats).join(" "));
  $("words").textContent = now.at < reel.length - 1 ? position.text.replace(/^.*/, () => stage) : position.text; // under the title that the picture has
  slider.value = String(now.at);
  slider.setAttribute("aria-valuetext", say("{at} of {all}: {stage}", { at: now.at, all: reel.length - 1, stage }));
  $("count").textContent = say("{at} of {all}", { at: now.at, all: reel.length - 1 });
  const on = /** @type {HTMLButtonElement | null} */ (document.getElementById("continue"));
  if (on) on.disabled = Boolean(now.film?.over) && now.at >= reel.length - 1;
  if (on) on.title = on.disabled ? say("The match is over at this position. Choose an earlier one.") : "";
  document.body.toggleAttribute("data-last", now.at >= reel.length - 1);
  follow();
  remember();
  document.dispatchEvent(new CustomEvent("shown", { detail: now.at }));
}

/** @param {number} at */
const before = (at) => reel[Math.max(0, at - 1)]?.title ?? "";

/** @param {string} title @param {string} words */
function told(title, words) {
  $("stage").textContent = title;
  $("told").textContent = words;
}

/** Marks a place in the log, and keeps it in sight. */
function follow(place = now.at) {
  let current = null;
  for (const [at, entry] of entries) {
    entry.classList.toggle("ahead", at > place);
    for (const one of [entry, entry.closest("details")]) one?.removeAttribute("aria-current");
    if (at <= place) current = entry;
  }
  current?.setAttribute("aria-current", "step");
  const row = current?.closest("details");
  row?.setAttribute("aria-current", "true");
  current = row && !row.open ? row : current;
  const pane = $("panel-log");
  if (!pane.hidden && (stays() || pane.scrollHeight > pane.clientHeight)) current?.scrollIntoView({ block: "nearest" });
}

/** The address leads back to what is shown. */
function remember() {
  if (now.record || playing) return;
  const query = new URLSearchParams({ ply: String(now.at), ...(now.eye && now.film && now.film.eyes.length > 1 ? { eye: now.eye } : {}) });
  if (root.embed) return void (/** @type {HTMLAnchorElement} */ ($("whole")).search = `?${query}`);
  history.replaceState(null, "", `${location.pathname}?${query}${location.hash}`);
}

// --- Playing

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms / Number(speed.value)));

async function play() {
  go(now.at >= reel.length - 1 ? 0 : now.at); // a better move may be shown
  look();
  playing = true;
  buttons();
  while (playing && now.at < reel.length - 1) {
    const mine = ++show;
    await wait(now.at ? REST : REST / 2);
    if (mine !== show || !playing) break;
    const next = reel[now.at + 1];
    for (const step of CALM ? [] : (next?.steps ?? [])) {
      scene.show(step.model, step.title, true);
      told(before(now.at + 1), step.words);
      follow(now.at + 1);
      await wait(STEP);
      if (mine !== show) break;
    }
    if (mine !== show || !playing) break;
    go(now.at + 1, true);
  }
  if (now.at >= reel.length - 1) pause();
}

function pause() {
  playing = false;
  show += 1;
  buttons();
  remember();
}

function buttons() {
  $("play").classList.toggle("playing", playing);
  $("play").setAttribute("aria-label", playing ? say("Pause") : say("Play"));
}

const toggle = () => (playing ? (pause(), go(now.at)) : void play());
const move = (/** @type {number} */ to) => (pause(), go(to, to === now.at + 1), look());

$("play").onclick = toggle;
for (const watch of document.querySelectorAll("#watch")) watch.addEventListener("click", toggle);
$("first").onclick = () => move(0);
$("last").onclick = () => move(reel.length - 1);
$("earlier").onclick = () => move(now.at - 1);
$("later").onclick = () => move(now.at + 1);
let [swiped, sunk] = [0, 0]; // where a finger came down
$("picture").onpointerdown = ({ clientX, clientY }) => void ([swiped, sunk] = [clientX, clientY]);
$("picture").onpointerup = ({ pointerType, clientX, clientY }) => {
  const way = clientX - swiped;
  if (pointerType === "touch" && Math.abs(way) > Math.max(SWIPE, 2 * Math.abs(clientY - sunk))) move(now.at - Math.sign(way));
};
slider.oninput = () => move(Number(slider.value));
eyes.onchange = () => (pause(), void load(eyes.value, now.at));
document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  const typing = /** @type {Element} */ (target).closest("input:not([type=range]), textarea, select, dialog, [role=tablist]");
  if (typing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || root.state !== "ready") return;
  const to = { ArrowLeft: now.at - 1, ArrowRight: now.at + 1, Home: 0, End: reel.length - 1 }[key];
  if (to !== undefined) move(to);
  else if (key === " " && !/** @type {Element} */ (target).closest("button, a, summary")) toggle();
  else return;
  event.preventDefault();
});

// --- What lies beside the picture

const moments = document.getElementById("remark"); // until the review is there
if (moments) moments.onclick = () => turnTo("tab-review", false);
const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[role=tab]")]);

/**
 * On a phone the picture makes room for what is longer than the log; a tap on it makes it large again, or small.
 * @param {string} id of a tab @param {boolean} [whole] whether it takes the place of what lies above it
 */
function turnTo(id, whole = true) {
  document.body.toggleAttribute("data-beside", id !== "tab-log");
  for (const tab of tabs) {
    const on = tab.id === id;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
    $(tab.getAttribute("aria-controls") ?? "").hidden = !on;
  }
  if (whole || innerWidth > innerHeight) document.querySelector(".side")?.scrollIntoView({ block: "nearest" }); // on a phone on its side it lies below the keys
  follow();
  if (id === "tab-review") void import("./review.js").then(({ open }) => open());
}
$("picture").onclick = () => {
  document.body.toggleAttribute("data-beside");
};
for (const tab of tabs) {
  tab.onclick = () => turnTo(tab.id);
  tab.onkeydown = ({ key }) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const other = way && tabs[(tabs.indexOf(tab) + way + tabs.length) % tabs.length];
    if (!other) return;
    turnTo(other.id);
    other.focus();
  };
}
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-load]"))) {
  button.addEventListener("click", async () => {
    pause();
    const [script, act] = button.dataset.load?.split(".") ?? [];
    (await import(`./${script}.js`))[act ?? ""](button);
  });
}

/** Marks the turn that decided the match. @param {number} at */
function decisive(at) {
  now.turn = at;
  const [mark, last] = [$("marks"), Number(slider.max) || 1];
  mark.hidden = at < 0;
  mark.title = say("The chances moved most here");
  mark.style.left = `calc(8px + ${at / last} * (100% - 16px))`;
}

/** Shows a picture that is no position of the match, until another position is shown. @param {Wire.Instead} other @param {string} title @param {string} words */
function instead(other, title, words) {
  pause();
  scene.load(other.svg);
  $("words").textContent = other.picture;
  scene.show(numbered(scene.base, reel[now.at]?.asks ?? new Map()), before(now.at + 1));
  root.whatif = "yes";
  told(`${before(now.at + 1)} · ${title}`, words);
  $("told").prepend(el("button", { type: "button", onclick: () => go(now.at) }, say("Back to the match")));
}

/** Shows the position as the next choice found it. */
function choosing() {
  const title = before(now.at + 1);
  scene.show(reel[now.at]?.asks ?? new Map(), title);
  told(say("{title}, before the choice", { title }), "");
  $("words").textContent = reel[now.at]?.text ?? "";
}

fill({ go, pause, decisive, instead, before, choosing });

// --- The match that is shown

/** Looks with the reader's own key and seat, if this browser has them. A key does not stay in the address. */
function own() {
  if (root.key !== root.match) {
    memory.set(`replay:${root.match}`, root.key);
    return history.replaceState(null, "", `/r/${root.match}${location.search}${location.hash}`);
  }
  const [key, seat] = [memory.get(`replay:${root.match}`) ?? root.match].flat();
  [root.key, now.mine] = [key, seat ?? ""];
}

/** Loads the match; with a key that died, or an eye that is not the reader's, as everybody may see it. @param {string} eye @param {number} at @returns {Promise<void>} */
async function begin(eye, at) {
  try {
    if (eye && root.key !== root.match && !now.mine) await load("", at); // says whose key it is, who is called "you"
    await load(eye, at);
  } catch (/** @type {any} */ error) {
    if (error.status === 404 && root.key !== root.match) root.key = root.match;
    else if (error.status !== 403 || !eye) throw error;
    return begin("", at);
  }
  const whole = now.film?.lines?.length;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-whole]"))) part.hidden = Boolean(whole) === (part.dataset.whole === "no");
  const record = document.getElementById("record");
  if (record?.dataset.load) record.dataset.save = `/r/${root.key}.dm`;
}

const NEWS_MS = 5_000;

/** Tells a player, who came here from the end of the match, that the other one wants a rematch or that it has begun; an open dialog says it too. */
async function rematch() {
  const [own, key] = [now.mine, root.key];
  for (; "AB".includes(own || "-") && !root.embed; await new Promise((done) => setTimeout(done, NEWS_MS))) {
    const { table } = document.hidden ? {} : await call(`/api/seats/${key}?pictures=none`).catch(() => ({}));
    const begun = Boolean(table?.rematch);
    if (begun && (await call(`/api/seats/${table.rematch.slice(3)}?pictures=none`).catch(() => ({}))).table?.state !== "waiting") break; // both went there
    const other = table?.wants_rematch?.find((/** @type {string} */ seat) => seat !== own);
    const shown = document.querySelector(".wish");
    if (!begun && (!other || shown)) {
      if (table && !other) shown?.remove();
      continue;
    }
    shown?.remove();
    const link = el("a", { class: "button main", href: `/s/${key}#rematch` }, begun ? say("Go to the rematch") : say("Accept"));
    const words = begun ? say("The rematch is ready.") : (document.title = say("{name} wants a rematch.", { name: table.names[other] }));
    const decline = () => void call(`/api/seats/${key}/rematch`, { wanted: false }).then(() => note.remove(), () => {});
    const note = el("p", { class: "wish", role: "status" }, el("strong", {}, words), " ", link, begun ? "" : el("button", { type: "button", onclick: decline }, say("Not now")));
    (document.querySelector("dialog[open]") ?? document.querySelector(".deck"))?.prepend(note);
    if (begun) break;
  }
}

/** Shows a record that the reader brings. @param {string | Promise<string>} source */
async function bring(source) {
  const error = $("bring-error");
  error.hidden = true;
  try {
    const text = (now.record = await source);
    if (!text.trim()) throw new Error(say("the record is empty: paste its text, or choose a file"));
    await load("", 0);
    addEventListener("popstate", () => (root.state = "open"), { once: true });
    history.pushState(null, "", location.pathname);
    $("play").focus();
  } catch (problem) {
    now.record = "";
    error.textContent = reason(problem);
    error.hidden = false;
  }
}

const form = document.getElementById("bring");
if (form) {
  const [box, file, drop] = [/** @type {HTMLTextAreaElement} */ ($("record-text")), /** @type {HTMLInputElement} */ ($("file")), $("drop")];
  const LONGEST = 131072; // bytes; the server takes no more, so a file that was chosen by mistake is not read
  const take = async (/** @type {File | null | undefined} */ one) => {
    if (one) await bring(utf8(one, LONGEST).then((text) => (box.value = text)));
  };
  form.onsubmit = (event) => (event.preventDefault(), void bring(box.value));
  file.onchange = () => void take(file.files?.[0]);
  for (const kind of ["dragover", "dragleave", "drop"]) {
    addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", kind === "dragover");
      if (kind === "drop" && root.state === "open") void take(/** @type {DragEvent} */ (event).dataTransfer?.files[0]);
    });
  }
  $("another").onclick = () => {
    pause();
    root.state = "open";
    file.value = "";
    box.focus();
  };
} else {
  const query = new URLSearchParams(location.search);
  own();
  const ply = Number(query.get("ply") ?? -1);
  begin(((root.published || root.key !== root.match) && query.get("eye")) || "", ply).then(
    () => {
      scrollTo(0, 0); // on a phone on its side the log has come into sight
      if (location.hash === "#review" && root.review && !$("tab-review").hidden) turnTo("tab-review", false);
      void rematch();
    },
    (error) => {
      root.state = "failed";
      $("failed").hidden = false;
      $("failed").replaceChildren(reason(error), " ", el("button", { type: "button", onclick: () => location.reload() }, say("Try again")));
    },
  );
}
