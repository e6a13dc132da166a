/**
 * A lesson or a puzzle: the same picture and the same way to put a move together as at the table, step by step, over HTTP. The server keeps
 * nothing; this browser remembers how far its reader has come.
 */

import { Composer } from "./compose.js";
import { $, call, cited, el, memory, speak } from "./dom.js";
import { say } from "./say.js";
import { changed, Scene } from "./scene.js";
import { sit } from "./seat.js";

const root = document.body.dataset;
const PUZZLES = root.kind === "puzzles";
const KEY = `${root.kind}:${root.variant}`;
const COUNT = Number(root.count);
const DAY = Math.floor(Date.now() / 86_400_000);
const DOTS = 7; // from one dot of a frame to the next, as in learn.css
const BEAT = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 650; // ms that a thing that happens is shown

/** @type {Wire.LessonStepBody | null} */
let now = null;
let done = false; // whether this step's task is solved, or there was none
let hints = 0; // that were shown
let todays = false; // whether this is the puzzle of the day
let epoch = 0; // counts the steps, which ends a show
let wake = () => {};

const button = (/** @type {string} */ id) => /** @type {HTMLButtonElement} */ ($(id));
const address = (/** @type {number} */ at) => `/api/${PUZZLES ? "puzzles" : "lessons"}/${root.variant}/${at}`;

const scene = new Scene($("picture"), (slot, key) => {
  wake();
  if (!done) composer.slot(slot, key);
});

const composer = new Composer({
  ask(prefix, n) {
    wake();
    call(`${address(now?.at ?? 0)}/compose`, { prefix }).then(
      (step) => composer.answer(n, step),
      (error) => (error.status ? composer.answer(n, null, error.reason ?? error.message, error.rule) : composer.lost(error.message)),
    );
    return true;
  },
  why(prefix, slot) {
    call(`${address(now?.at ?? 0)}/compose`, { prefix, slot }).catch((error) => composer.answer(0, null, error.reason ?? error.message, error.rule));
  },
  submit(text) {
    void attempt(text);
    return true;
  },
  slots(open, chosen, ahead) {
    Object.assign(scene, { open, chosen, ahead: ahead ?? (done ? scene.ahead : ahead) });
    scene.show(scene.base);
    point();
  },
});

/** What this browser remembers. */
const kept = () => ({ at: 0, finished: false, solved: /** @type {string[]} */ ([]), ...memory.get(KEY) });
/** @param {Partial<ReturnType<typeof kept>>} more */
const keep = (more) => memory.set(KEY, { ...kept(), ...more });

/** Marks what the step points at, until its task is answered. */
function point() {
  for (const old of document.querySelectorAll(".pointed")) old.classList.remove("pointed");
  for (const slot of (now?.task && done) ? [] : now?.look ?? []) document.getElementById(`slot-${slot}`)?.classList.add("pointed");
  for (const line of /** @type {NodeListOf<SVGGeometryElement>} */ (document.querySelectorAll(".pointed :is(path, rect, circle):is(.halo, .halo *)"))) line.setAttribute("pathLength", String(DOTS * Math.round(line.getTotalLength() / DOTS))); // where it closes too, dots lie as far apart
}

/** @param {number} at @param {boolean} [focus] */
async function open(at, focus = true) {
  epoch += 1;
  wake();
  try {
    now = await call(address(at));
  } catch (/** @type {any} */ error) {
    return complain(error.message, error.rule);
  }
  if (!now) return;
  todays = PUZZLES && at === first && query.get("day") === String(DAY);
  history.replaceState(null, "", PUZZLES ? `?n=${at + 1}${todays ? `&day=${DAY}` : ""}` : at ? `?step=${at + 1}` : location.pathname);
  keep({ at });
  hints = 0;
  $("finish").hidden = true;
  lay();
  if (focus) $("speech").focus({ preventScroll: true });
  speak([now.say, now.task].filter(Boolean).join(" "));
  scrollTo({ top: 0 });
}

/** Which step this is, in words. @param {Wire.LessonStepBody} step @param {boolean} solved @returns {string} */
function place({ at, of, grade }, solved) {
  const which = { number: at + 1, all: of, grade };
  if (todays) return solved ? say("Puzzle of the day · Grade {grade} of 5 · solved", which) : say("Puzzle of the day · Grade {grade} of 5", which);
  if (!PUZZLES) return say("Step {number} of {all}", which);
  return solved ? say("Puzzle {number} of {all} · Grade {grade} of 5 · solved", which) : say("Puzzle {number} of {all} · Grade {grade} of 5", which);
}

/** Lays the step out as it begins. */
function lay() {
  if (!now) return;
  const step = now;
  done = !step.task;
  scene.ahead = undefined;
  scene.load(step.svg);
  $("stage").textContent = step.heading;
  $("words").textContent = step.picture;
  const solved = kept().solved;
  $("where").textContent = place(step, solved.includes(step.name));
  /** @type {HTMLProgressElement} */ ($("way")).value = PUZZLES ? solved.length : step.at + 1;
  $("told").textContent = step.say;
  $("task").textContent = step.task;
  $("story").replaceChildren();
  $("verdict").hidden = true;
  $("move").hidden = !step.task;
  $("prompt").hidden = !step.task;
  complain("");
  composer.ask(null, -1);
  composer.write("");
  composer.ask(step.step, step.at * 1000 + epoch);
  steer();
  // All that this step loads comes into sight at once, so that nothing moves.
  const { word, number, text } = step.step ?? {};
  const coming = [...Object.values(scene.parts), (word || number || text) && import("./fields.js")];
  void Promise.all(coming).catch(() => {}).then(() => document.body.classList.remove("fresh"));
}

/** Shows the buttons that make sense now. */
function steer() {
  const last = (now?.at ?? 0) + 1 >= COUNT;
  button("next").hidden = !done;
  button("next").textContent = PUZZLES ? say("Next puzzle") : last ? say("Finish") : say("Next");
  button("retry").hidden = done || $("verdict").hidden;
  button("hint").hidden = done || !now?.task;
  button("hint").textContent = hints >= (now?.hints.length ?? 0) ? say("Show the answer") : hints ? say("Another hint") : say("Hint");
  button("back").hidden = PUZZLES || !now?.at;
}

/** @param {string} words @param {string} [rule] */
function complain(words, rule = "") {
  const place = $("error");
  place.hidden = !words;
  place.replaceChildren(...cited(words, rule));
}

/** @param {number} ms @returns {Promise<void>} which ends early where the reader goes on */
const pause = (ms) =>
  new Promise((resolve) => {
    wake = resolve;
    setTimeout(resolve, ms);
  });

/** @param {string} text the learner's move; empty for the answer */
async function attempt(text) {
  if (!now) return;
  const mine = (epoch += 1); // of two tries at once only the later one is shown
  /** @type {Wire.TriedBody} */
  let tried;
  try {
    tried = await call(`${address(now.at)}/try`, { text });
  } catch (/** @type {any} */ error) {
    return composer.complain(error.reason ?? error.message, error.rule, error.position);
  }
  if (mine !== epoch) return;
  done = true; // what was put together stays until it happens
  composer.done(composer.ply);
  scene.ahead = undefined;
  $("move").hidden = $("prompt").hidden = true;
  button("hint").hidden = true;
  const story = $("story");
  story.replaceChildren();
  for (const { words, change } of tried.frames) {
    if (change) scene.show(changed(scene.base, change), change.title, true);
    if (!words) continue;
    const said = story.lastElementChild;
    if (said && words.startsWith((said.textContent ?? "").slice(0, -1))) said.remove(); // a guess, whose answer repeats it
    story.append(el("p", {}, words));
    story.scrollTop = story.scrollHeight;
    speak(words);
    await pause(BEAT);
    if (mine !== epoch) return;
  }
  $("stage").textContent = tried.heading;
  $("words").textContent = tried.picture;
  judge(tried, !text);
}

/** Says what a try was worth, and offers what comes next. @param {Wire.TriedBody} tried @param {boolean} shown the answer, not a try */
function judge(tried, shown) {
  $("story").scrollTop = 0; // it is read again from its beginning
  const verdict = $("verdict");
  verdict.hidden = false;
  verdict.className = `judged ${tried.right ? "good" : "bad"}`;
  verdict.replaceChildren(el("strong", {}, shown ? say("The answer: {move}.", { move: tried.text }) : tried.right ? say("Right.") : say("Not that one.")), " ", tried.say);
  speak(verdict.textContent ?? "");
  if (tried.right) {
    if (PUZZLES && now && !shown) solve(now.name);
    steer();
    return arrive("next");
  }
  done = false;
  steer();
  arrive("retry");
}

/** Puts the focus on a button, and it and the verdict in view. @param {string} id */
function arrive(id) {
  button(id).focus({ preventScroll: true });
  button(id).scrollIntoView({ block: "nearest" });
}

/** @param {string} name */
function solve(name) {
  const solved = new Set(kept().solved);
  solved.add(name);
  keep({ solved: [...solved] });
  if (todays) memory.set("today", DAY); // which the first page marks
  $("where").textContent = todays ? say("Solved. The next puzzle of the day comes tomorrow.") : say("Puzzle {number} of {all} · {solved} solved", { number: (now?.at ?? 0) + 1, all: COUNT, solved: solved.size });
  /** @type {HTMLProgressElement} */ ($("way")).value = solved.size;
}

/** The next puzzle that is not solved; wraps around. */
function another() {
  const tried = now?.at ?? -1;
  void open((tried + 1) % COUNT);
}

button("next").addEventListener("click", () => {
  if (PUZZLES) return kept().solved.length >= COUNT ? finish() : another();
  return (now?.at ?? 0) + 1 < COUNT ? void open((now?.at ?? 0) + 1) : finish();
});
button("back").addEventListener("click", () => void open(Math.max(0, (now?.at ?? 0) - 1)));
button("retry").addEventListener("click", () => {
  epoch += 1;
  lay();
  composer.next();
});
document.getElementById("pass")?.addEventListener("click", another);
button("hint").addEventListener("click", () => {
  const hint = now?.hints[hints] ?? "";
  if (!hint) {
    lay(); // as it was before any try
    return void attempt("");
  }
  hints += 1;
  $("story").append(el("p", { class: "hint" }, hint));
  $("story").scrollTop = $("story").scrollHeight;
  speak(hint);
  steer();
  if (!button("retry").hidden) arrive("retry");
});

function finish() {
  keep({ finished: true, at: 0 });
  $("finish").hidden = false;
  $("end").textContent = now?.end ?? "";
  void import("./reading.js"); // for the pictures there
  $("finished").focus();
}

document.getElementById("play")?.addEventListener("click", async () => {
  try {
    const made = await call("/api/matches", { variant: root.variant, seats: { A: "me", B: `bot:${root.bot}` }, pace: "none" });
    await sit(made.seats.A, memory.get("name"));
    location.assign(`/s/${made.seats.A}`);
  } catch (/** @type {any} */ error) {
    complain(error.message, error.rule);
  }
});

document.addEventListener("click", async (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[data-load]"));
  if (!link) return;
  event.preventDefault();
  const { rule, rules } = await import("./coach.js");
  void (link.id === "rules" ? rules : rule)(link);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") wake();
});

const query = new URLSearchParams(location.search);
const asked = Number(query.get(PUZZLES ? "n" : "step"));
const first = asked >= 1 && asked <= COUNT ? asked - 1 : Math.min(kept().finished ? 0 : kept().at, COUNT - 1);
void open(first, false);
