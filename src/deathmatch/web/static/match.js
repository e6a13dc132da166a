/**
 * The page of a match: what comes over the line goes into the table, the dock and the side; what the reader does goes back. What few
 * readers ask for is loaded when they do: `data-load` on a button names the script, and after a dot what of it is called, else `open`.
 */

import { Composer } from "./compose.js";
import { Connection } from "./connection.js";
import { $, cited, memory, speak } from "./dom.js";
import { count, say } from "./say.js";
import { changed, edited, Scene } from "./scene.js";
import { Clocks, Log, Status, tabs } from "./status.js";
import { fill, now } from "./table.js";

const root = document.body.dataset;
const SEAT = root.role === "A" || root.role === "B" ? root.role : "";
const KEPT = `typed:${root.socket}`; // what was typed or chosen, and for which question, kept through a reload
const SLOWEST = 700; // ms that a beat is shown at the most, unless its words take longer to read
const QUICKEST = 250; // ms that anything is shown at least: where there is more to show, several beats share them
const WHOLE = 4500; // ms that all that waits to be shown may take
const SHORT = 90; // letters of beats that are read together
const PATIENCE = 2000; // ms that the first choices wait for the coach

/** @type {Wire.Update[]} */
const waitingShow = []; // updates that came while an earlier one is being shown
let showing = false;
let beatsNow = 0; // of all that is being shown or waits for it
let words = ""; // the picture as text
let epoch = 0; // counts the times that everything came anew, which ends a show
let hurry = false; // nothing of what waits is shown any more, but for its end
let wake = () => {};
let wasDown = false;
let out = { said: "", slots: /** @type {string[]} */ ([]) }; // the move that went out last: in words, and where it was marked
let noticed = ""; // the words above the table
let called = -1; // the question that a reader who looks elsewhere was told of

const connection = new Connection(root.socket ?? "", {
  version: () => now.version,
  message,
  renewed: () => outbox?.again(),
  down(tries) {
    composer?.lost();
    notice(say("Connection lost. Reconnecting (attempt {tries}).", { tries }), "", !wasDown);
    wasDown = true;
  },
  closed(event) {
    wasDown = true;
    composer?.lost();
    void import("./outbox.js").then(({ why }) => why(event));
  },
});
/** @type {import("./outbox.js").Outbox | undefined} */
let outbox;
const post = async () => (outbox ??= new (await import("./outbox.js")).Outbox(connection, { notes, talk, privately }));
/** Sends something; the answer is the server's. @type {import("./outbox.js").Outbox["send"]} */
async function send(frame, how) {
  try {
    return await (await post()).send(frame, how);
  } catch {
    const reason = say("No connection: not sent.");
    notice(reason);
    return /** @type {Wire.Refused} */ ({ type: "refused", reason });
  }
}
/** A sound, where the reader wants them and the browser lets a page make them. @param {keyof typeof import("./extras.js").TONES} tone */
const chime = (tone) => memory.get("sound") !== false && navigator.userActivation?.hasBeenActive && void import("./extras.js").then(({ play }) => play(tone));
/** @type {ReturnType<typeof loadTalk> | undefined} */
let talking;
const loadTalk = () => import("./talk.js");
const talk = () => (talking ??= loadTalk());
const privately = () => import("./private.js");
const notes = () => import("./notes.js");

const shell = {
  ask(/** @type {string[]} */ prefix, /** @type {number} */ n) {
    skip();
    return connection.send({ type: "compose", n, ply: now.seen?.ply ?? 0, prefix });
  },
  why(/** @type {string[]} */ prefix, /** @type {string} */ slot) {
    connection.send({ type: "compose", n: 0, ply: now.seen?.ply ?? 0, prefix, slot });
  },
  submit(/** @type {string} */ text, /** @type {boolean} */ weigh, /** @type {string} */ said, /** @type {string[]} */ slots) {
    skip();
    out = { said, slots };
    if (connection.up) void send({ type: "submit", ply: now.seen?.ply ?? 0, text, ...(weigh && { weigh }) }, { typed: /** @type {HTMLInputElement} */ ($("text")).value });
    return connection.up;
  },
  slots(/** @type {Map<string, Wire.Choice>} */ open, /** @type {Map<string, string>} */ chosen, /** @type {Wire.Change | undefined} */ ahead) {
    // An accepted move stays in the picture until the next one has it.
    Object.assign(scene, { open, chosen, ahead: ahead ?? (scene.kept.size ? scene.ahead : ahead) });
    scene.show(scene.base);
    still("#choices");
  },
  keep: (/** @type {string} */ text, /** @type {number} */ ply, /** @type {Wire.Choice[]} */ taken) =>
    memory.set(KEPT, (text || taken[0]) && ply >= 0 ? { text: taken[0] ? "" : text, ply, taken } : null),
};
const scene = new Scene($("picture"), (slot, key) => {
  if (showing) skip();
  else if (scene.marking) scene.marking(slot);
  else composer?.slot(slot, key);
});
fill({ scene, line: connection, send, notice, chime });
const composer = SEAT ? new Composer(shell) : null;
const clocks = new Clocks((seat, number) => {
  if (seat !== SEAT) return;
  chime("low");
  speak(count("You have {number} second left.", "You have {number} seconds left.", number));
});
/** The most room that the words and the choices needed so far, at each width: neither a press nor the next turn moves the board. @type {Record<string, number>} */
const rooms = {};
/** Choices that need more get it at once, at each step of a move; words that do get it with the next turn. */
function still(parts = ".headline, #choices") {
  if (document.body.matches(".fresh")) return;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(parts))) {
    const key = part.id + innerWidth;
    const side = part.id ? "minHeight" : "height";
    part.style[side] = "";
    rooms[key] = Math.max(rooms[key] ?? 0, part.hidden ? 0 : part.offsetHeight + 1); // of which the browser may have rounded a part away
    part.style[side] = `${rooms[key]}px`;
  }
}
addEventListener("resize", () => still());
const log = new Log();
const status = new Status(SEAT);

/** @param {Wire.FromServer} frame */
function message(frame) {
  const sent = outbox?.heard(frame);
  if (sent && frame.type === "refused") frame = { ...frame, about: sent.frame.type };
  // The next line goes on from the picture that is shown: an acknowledgement shows none, and everything may be from a little earlier.
  if ("version" in frame && frame.type !== "accepted") {
    now.version = frame.version;
    if (!composer?.first) scene.ahead = undefined;
  }
  if (frame.type === "full") full(outbox?.correct(frame) ?? frame);
  else if (frame.type === "update") update(outbox?.correct(frame) ?? frame);
  else if (frame.type === "chat" || frame.type === "murmur" || frame.type === "gallery") void talk().then(({ hear }) => hear(frame));
  else if (frame.type === "told") void privately().then(({ told }) => told(frame));
  else if (frame.type === "talks") void privately().then(({ load }) => load(frame.talks));
  else if (frame.type === "kept") void post().then((at) => at.own(frame));
  else if (frame.type === "table") {
    const fresh = frame.table.rematch && !now.table?.rematch;
    table(frame.table);
    if (fresh && SEAT) void import("./ending.js").then(({ move }) => move(SEAT));
  }
  else if (frame.type === "step") composer?.answer(frame.n, frame.step);
  else if (frame.type === "accepted") {
    if (sent && frame.text !== "resign") speak([say("Your move is accepted."), out.said].join(" ").trim());
    scene.kept = new Set(frame.ply === now.seen?.ply ? out.slots : []);
    composer?.done(frame.ply);
    chime("seal");
    void import("./checks.js").then(({ keep }) => keep(frame, out.slots), () => {}); // without it the match goes on
  }
  else if (frame.type === "refused") void import("./outbox.js").then(({ refused }) => refused(frame, composer));
  if (!wasDown || !connection.up) return;
  wasDown = false;
  composer?.found();
  void import("./outbox.js").then(({ caught }) => caught(frame));
}

/** @param {Wire.Full} frame */
function full(frame) {
  waitingShow.length = beatsNow = 0;
  const since = epoch ? (now.chat.at(-1)?.at ?? 0) : Infinity; // lines that came while the line was down are spoken, older ones are not
  epoch += 1;
  skip();
  stage(false);
  Object.assign(now, { seen: frame.seen, step: frame.step });
  scene.load(frame.svg);
  if (frame.seen?.private?.submitted) void import("./checks.js").then(({ sealed }) => sealed(), () => {});
  if (["turned", "sound", "reveals"].some((key) => memory.get(key) !== null)) void import("./extras.js").then(({ restore }) => restore());
  $("words").textContent = words = frame.picture;
  log.load(frame.log);
  Object.assign(now, { chat: frame.chat, notes: frame.notes, noted: frame.noted ?? 0, marks: frame.marks });
  scene.marks = { ...now.marks, ...outbox?.marks };
  if (now.noted) void notes().then(({ load }) => load());
  if (talking || now.chat.length) void talk().then(({ load }) => load(since));
  table(frame.table);
  if (frame.seen) clocks.set(frame.seen.clocks, frame.seen.ply);
  if (frame.talks?.length) void privately().then(({ load }) => load(frame.talks ?? []));
  settle(frame.step);
  if (frame.table.rulings) void import("./extras.js").then(({ ruled }) => ruled());
}

/** @param {Wire.Update} frame */
function update(frame) {
  if (frame.table) table(frame.table);
  // Clocks and what is owed are true at once, and may be answered; only the picture waits for its show.
  const same = frame.seen.owes && frame.seen.ply === now.seen?.ply; // what was owed before is owed still
  Object.assign(now, { seen: frame.seen, step: frame.step ?? (same ? now.step : null) });
  clocks.set(frame.seen.clocks, frame.seen.ply);
  if (frame.seen.ply !== outbox?.accepted?.ply) scene.kept.clear();
  waitingShow.push(frame);
  beatsNow += frame.beats?.length ?? 0;
  dispatchEvent(new Event("moved"));
  if (document.hidden) call();
  composer?.ask(now.step, frame.seen.ply);
  if (!showing) void perform();
}

/** Shows the updates that wait, one beat after the other. */
async function perform() {
  const mine = epoch;
  stage(true);
  if (document.hidden && beatsNow) {
    // Nobody looks: what happens waits for the reader's eyes.
    await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
    if (mine !== epoch) return;
  }
  if (beatsNow) chime("reveal");
  hurry = false;
  for (let frame = waitingShow.shift(); frame; frame = waitingShow.shift()) {
    let [model, title] = [scene.base, scene.title];
    const beats = frame.beats ?? [];
    let [due, said] = [0, ""];
    for (const [at, beat] of beats.entries()) {
      if (beat.change) [model, title] = [changed(model, beat.change), beat.change.title || title];
      if (beat.hold || (beat.change && !hurry)) scene.show(model, title, true);
      $("stage").textContent = title;
      log.add(beat);
      speak(beat.words);
      status.beat((said = `${beat.hold ? "" : said}${beat.words} `));
      due += Math.min(Math.max(SLOWEST, 16 * beat.words.length), WHOLE / beatsNow) * (memory.get("reveals") ?? 1);
      const next = beats[at + 1];
      if (!beat.hold) {
        if (hurry || (next && !next.change && (said + next.words).length < SHORT)) continue;
        said = "";
        if (due < QUICKEST) continue;
      }
      await (beat.hold ? (await import("./extras.js")).hold(due) : pause(due));
      due = 0;
      if (mine !== epoch) return;
    }
    if (frame.change) model = changed(model, frame.change);
    scene.show(model, frame.change?.title || title, Boolean(frame.change) && !beats.length);
    if (frame.words) $("words").textContent = words = edited(words, frame.words, "\n");
  }
  beatsNow = 0;
  stage(false);
  settle(now.step);
}

/** Tells a reader who looks elsewhere whose turn it is, by the tab and a sound. */
function call() {
  if (!now.table || !now.seen) return;
  const [mood, loud] = status.words(now.seen);
  status.tab(now.table, mood, loud);
  if (mood === "on" && called !== now.seen.ply) chime("turn");
  called = now.seen.ply;
}

/** @param {boolean} on whether something is being shown */
function stage(on) {
  showing = on;
  document.body.classList.toggle("showing", on);
  if (!document.activeElement?.checkVisibility()) $("owe").focus(); // a button that goes does not take the focus along
}

/** @param {number} ms @returns {Promise<void>} which ends early where the reader skips */
const pause = (ms) =>
  new Promise((resolve) => {
    wake = resolve;
    setTimeout(resolve, ms);
  });

/** Shows at once where all that waits leads to. */
function skip() {
  hurry = true;
  wake();
}

/** The table as it stands once nothing is left to show. @param {Wire.Step | null} step */
function settle(step) {
  const { seen, table: at } = now;
  if (!at) return;
  $("stage").textContent = seen ? scene.title : "";
  if (seen?.items) void import("./extras.js").then(({ items }) => items());
  composer?.ask(step, seen?.ply ?? 0);
  document.body.dataset.version = String(now.version);
  const was = document.body.dataset.mood;
  const mood = status.show(at, seen);
  dispatchEvent(new Event("settled"));
  document.body.dataset.mood = mood;
  if (mood !== was && was === "pause" && mood !== "over") speak(say("The match goes on."));
  if (mood !== was && /on|over|pause/.test(mood)) speak($("owe").textContent ?? "");
  if (seen?.sealed?.[0]) void import("./extras.js").then(({ sealed }) => sealed(seen));
  if (was && mood !== was && mood === "on" && called !== seen?.ply) chime("turn");
  if (mood === "over") ended(Boolean(was) && mood !== was);
  else $("end").hidden = true;
  composer?.prompt(); // the headline may say it now
  still();
}

/** @param {Wire.Table} at */
function table(at) {
  now.table = at;
  dispatchEvent(new Event("tabled"));
  document.body.dataset.state = at.state;
  const empty = !now.seen;
  if (at.held) void import("./extras.js").then(({ held }) => held());
  $("waiting").hidden = !empty;
  $("table").hidden = empty;
  if (empty) void import("./waiting.js").then(({ invite }) => invite(SEAT, at));
  if (!showing) status.plates(at, now.seen);
  if (!showing && at.state === "over") ended();
  for (const place of document.querySelectorAll("#bound")) place.textContent = at.commitment; // where anything is dealt
  if (at.away) void import("./asking.js");
  $("watchers").textContent = at.watchers ? count("{number} spectator", "{number} spectators", at.watchers) : "";
}

/** @param {string} words @param {string} [rule] @param {boolean} [aloud] whether a screen reader is told; of the same words only once */
function notice(words, rule = "", aloud = true) {
  const place = $("notice");
  if (words && aloud && words !== noticed) speak(words);
  noticed = words;
  place.replaceChildren(...cited(words, rule));
  place.hidden = !words;
}

/** @param {boolean} [fresh] whether it ended just now, before the reader's eyes */
function ended(fresh) {
  if (now.seen?.public.over) void import("./ending.js").then(({ show }) => show(SEAT, fresh));
}

// --- What the reader does

$("skip").onclick = skip;
tabs((tab) => void (tab === "tab-chat" ? talk().then(({ read }) => read()) : tab === "tab-notes" && notes()));
document.addEventListener("click", async (event) => {
  const asked = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-load]"));
  if (!asked) return;
  if (asked.matches("a")) event.preventDefault();
  const [script, act = "open"] = asked.dataset.load?.split(".") ?? [];
  (await import(`./${script}.js`))[act](asked);
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && showing) skip();
});

if (composer) {
  const { text = "", ply = -1, taken = [] } = memory.get(KEPT) ?? {};
  composer.resume(text, ply);
  if (taken[0]) composer.kept = { ply, taken };
}
// The dock keeps the height that it was given for a start until everything that comes by itself is there: the coach too, if it is quick.
const settled = new Promise((done) => addEventListener("settled", done, { once: true }));
const coach = SEAT && !memory.get("coach:off") && import("./coach.js").then(({ begin, ready }) => ((came) => settled.then(() => begin(came)))(ready())).catch(() => {});
void settled
  .then(() => Promise.race([coach, new Promise((done) => setTimeout(done, PATIENCE))]))
  .then(() => (document.body.classList.remove("fresh"), still()));
if (memory.get("meanwhile")) void import("./waiting.js").then(({ met }) => met()); // this browser waits at another table
void settled.then(post).then((at) => at.resume()); // at once: a line that is cut can load nothing any more
