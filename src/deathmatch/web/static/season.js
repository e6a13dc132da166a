/** The forms of a season: each is sent as JSON, and the page comes again with what changed. */

import { call, el, memory } from "./dom.js";
import { base64, copy, download, utf8 } from "./files.js";
import { hold } from "./page.js";
import { say } from "./say.js";
import { add, remove } from "./seat.js";

// --- What the forms ask about a table: only what the chosen games have

/** The words that every one of these games has. @param {HTMLOptionElement[]} games @param {"coin" | "aids"} part @returns {string[]} */
function common(games, part) {
  const [first = [], ...others] = games.map((one) => (one.dataset[part] ?? "").split(" "));
  return first.filter((word) => others.every((words) => words.includes(word)));
}

/** The rules and options of a variant, as fields of this form. @param {HTMLElement} place @param {string} variant */
async function offer(place, variant) {
  if (place.dataset.of === variant) return;
  place.dataset.of = variant;
  const answer = variant && (await fetch(`/new/${variant}`).catch(() => null));
  if (place.dataset.of !== variant) return; // another game has been chosen meanwhile
  if (answer && !answer.ok) place.dataset.of = "";
  place.innerHTML = answer && answer.ok ? await answer.text() : ""; // made by our server of nothing but the game
  for (const field of /** @type {Iterable<HTMLInputElement>} */ (place.querySelectorAll("select, input"))) {
    field.name = field.classList.contains("preset") ? "preset" : `options.${field.name}`;
  }
  for (const attribute of ["id", "for", "aria-describedby"]) {
    for (const one of place.querySelectorAll(`[${attribute}]`)) one.setAttribute(attribute, `${place.dataset.prefix}${one.getAttribute(attribute)}`);
  }
}

/** Has a form show what its chosen games have. @param {HTMLFormElement} form */
function fitting(form) {
  const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (form.querySelector(selector));
  const select = (/** @type {string} */ name) => /** @type {HTMLSelectElement} */ (form.querySelector(`[name="${name}"]`));
  const games = select("variant") ?? select("variants");
  const rules = /** @type {HTMLDetailsElement} */ (find(".rules"));
  const chosen = find(".chosen");

  /** What a coin may decide in all of the chosen games. @param {string[]} targets */
  function toss(targets) {
    const coin = select("coin.sets");
    if (coin.dataset.of !== String(targets)) {
      const was = coin.value;
      const named = targets.map((key) => new Option(key === "dmo" ? say("who is the DMO") : key === "chooser" ? say("who chooses the player that starts") : say(key.replaceAll("_", " ")), key));
      coin.replaceChildren(new Option(say("no toss"), ""), ...named);
      coin.value = targets.includes(was) ? was : "";
      coin.dataset.of = String(targets);
    }
    find("[data-caller]").hidden = !coin.value;
    find("[data-sealed]").hidden = !select("coin.caller").value;
  }

  function fit() {
    const all = [...games.selectedOptions];
    const lot = games.value === "lot";
    const one = all.length === 1 && !lot ? games.value : "";
    find("[data-lot]")?.toggleAttribute("hidden", !lot);
    find("div[data-hosted]")?.toggleAttribute("hidden", !all[0]?.dataset.hosted);
    toss(common(all, "coin"));
    const aids = common(all, "aids");
    for (const help of select("settings.aids").options) help.hidden = help.disabled = !aids.includes(help.value);
    if (select("settings.aids").selectedOptions[0]?.disabled) select("settings.aids").value = "log";
    find("[data-by-hand]").hidden = !all.every((game) => game.dataset.deals);
    find(".several").hidden = Boolean(one);
    chosen.hidden = !one;
    if (rules.open) void offer(chosen, one).then(speak);
    for (const kind of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-kind]"))) {
      const field = /** @type {HTMLInputElement} */ (kind.querySelector("input"));
      field.disabled = kind.hidden = kind.dataset.kind !== select("late").value;
    }
    speak();
  }

  /** Players may speak with onlookers only if there are some. */
  function speak() {
    find("[data-talk]").hidden = chosen.hidden || !(Number(select("options.onlookers")?.value) > 0);
  }

  rules.addEventListener("toggle", fit);
  form.addEventListener("input", fit);
  fit();
}

// --- Every form

const key = document.body.dataset.key ?? "";
if (key && document.querySelector(".desk")) add("seasons", key); // its tables stand among all tables of this browser

/** The page comes again with what changed. What then lies under the finger takes no press for a moment. */
function again() {
  history.replaceState("again", "");
  location.reload();
}
if (history.state === "again") {
  history.replaceState(null, "");
  hold(document.body);
}

/** The chosen options of a list, in the order in which they were chosen. @type {Map<HTMLElement, HTMLOptionElement[]>} */
const orders = new Map();

/** @param {HTMLElement} list */
function ordered(list) {
  const chosen = [.../** @type {HTMLSelectElement} */ (list).selectedOptions];
  const before = (orders.get(list) ?? []).filter((one) => chosen.includes(one));
  orders.set(list, [...before, ...chosen.filter((one) => !before.includes(one))]);
  return orders.get(list) ?? [];
}

for (const list of /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll("[data-chosen]"))) {
  list.addEventListener("input", () => {
    const told = /** @type {HTMLElement} */ (list.parentElement?.querySelector("[data-order]"));
    told.textContent = ordered(list).map((one, place) => `${place + 1}. ${one.text}`).join(" · ");
    told.hidden = ordered(list).length < 2;
  });
}

/** What a field of a form holds; undefined for one that is left out. @param {HTMLInputElement} field @returns {Promise<unknown>} */
async function held(field) {
  if (field.type === "checkbox") return field.checked;
  if (field.type === "file") {
    const file = field.files?.[0];
    return file && ("base64" in field.dataset ? base64 : utf8)(file, Number(field.dataset.most));
  }
  if (field.type === "radio" && !field.checked) return undefined;
  if ("chosen" in field.dataset) return ordered(field).map((one) => one.value);
  if ("lines" in field.dataset) return field.value.split("\n").map((line) => line.trim()).filter(Boolean);
  if (field.value === "") return "keep" in field.dataset || field.tagName === "TEXTAREA" ? "" : undefined;
  if ("json" in field.dataset) return JSON.parse(field.value);
  return field.type === "number" || "number" in field.dataset ? Number(field.value) : field.value;
}

/** The body of a form; a name with a dot is a field of an object. @param {HTMLFormElement} form */
async function body(form) {
  /** @type {Record<string, any>} */
  const made = {};
  for (const field of /** @type {Iterable<HTMLInputElement>} */ (form.querySelectorAll("[name]"))) {
    if (field.closest("[hidden], [data-row]")) continue;
    const value = await held(field);
    if (value === undefined) continue;
    if (field.name === "lot") {
      if (value) (made.lot ??= []).push({ variant: field.value });
      continue;
    }
    if (field.dataset.flags !== undefined) {
      if (field.dataset.flags.split(" ").includes(String(value))) (made.settings ??= {})[String(value)] = true;
      continue;
    }
    const [first, second] = field.name.split(".");
    if (second) (made[first] ??= {})[second] = value;
    else made[first] = value;
  }
  for (const row of /** @type {Iterable<HTMLElement>} */ (form.querySelectorAll("[data-row]"))) {
    const fields = /** @type {HTMLInputElement[]} */ ([...row.querySelectorAll("[name]")]);
    const one = Object.fromEntries(await Promise.all(fields.map(async (field) => [field.name, await held(field)])));
    if (one.place) (made[row.dataset.row ?? ""] ??= []).push(one);
  }
  return made;
}

/** @param {HTMLFormElement} form @param {any} answer */
function then(form, answer) {
  if (form.dataset.then === "host") {
    if (key) remove("seasons", key); // a new one takes its place
    location[key ? "replace" : "assign"](`/season/${answer.host}`);
  }
  else if (form.dataset.then === "cohost") {
    const link = `${location.origin}/season/${answer.link}`;
    const button = /** @type {HTMLElement} */ (el("button", { type: "button", onclick: () => void copy(button, link) }, say("Copy")));
    form.after(el("p", { class: "row secret" }, el("code", {}, link), button), el("p", { class: "quiet" }, say("This link is shown this once.")));
    form.reset();
  } else again();
}

/**
 * Asks how a file that is not UTF-8 is to be read: nothing of it has been stored. The likeliest way stands first, and none is chosen.
 * @param {HTMLElement} failed where the form says why @param {Wire.Encoding[]} encodings
 */
function askEncoding(failed, encodings) {
  const ways = encodings.map(({ encoding, title, sample }) =>
    el("label", { class: "check" }, el("input", { type: "radio", name: "encoding", value: encoding, required: true }), ` ${title}: ${sample}`),
  );
  failed.before(el("fieldset", { class: "encodings" }, el("legend", {}, say("Read the file as")), ...ways));
  /** @type {HTMLElement | null | undefined} */ (failed.parentElement?.querySelector("[name=encoding]"))?.focus();
}

for (const form of /** @type {Iterable<HTMLFormElement>} */ (document.querySelectorAll("form[data-post]"))) {
  form.addEventListener("change", ({ target }) => {
    if (/** @type {HTMLInputElement} */ (target).type === "file") form.querySelector(".encodings")?.remove();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const failed = /** @type {HTMLElement} */ (form.querySelector(".error"));
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button:not([type])"));
    failed.hidden = true;
    button.disabled = true;
    try {
      then(form, await call(form.dataset.post ?? "", await body(form)));
    } catch (/** @type {any} */ error) {
      if (error.encodings) askEncoding(failed, error.encodings);
      failed.hidden = false;
      failed.textContent = error.message.charAt(0).toUpperCase() + error.message.slice(1);
    }
    button.disabled = false;
  });
}

// A player of a series has the same claim on a seat on each device (sit.js).
for (const way of /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll("[data-claim]"))) {
  memory.set(`claim:${way.dataset.seat}`, way.dataset.claim);
  memory.set(`series:${way.dataset.match}`, key); // the end of that match leads to the next one (ending.js)
}

/** Does what a button asks for, or says beside it why that was not done. @param {HTMLElement} button @param {string} what @param {unknown} body */
async function act(button, what, body) {
  hold(button); // a second tap asks for nothing more
  try {
    await call(`/api/seasons/${key}/${what}`, body);
    again();
  } catch (error) {
    wrong(button, /** @type {Error} */ (error));
  }
}

/** Says beside a button why that was not done. @param {HTMLElement} button @param {Error} error */
function wrong(button, { message }) {
  button.parentElement?.querySelector(".error")?.remove();
  button.after(el("span", { class: "error", role: "alert" }, message.charAt(0).toUpperCase() + message.slice(1)));
}

for (const button of /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) {
  button.addEventListener("click", () => void copy(button, `${location.origin}${button.dataset.copy}`));
}
for (const button of /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll("[data-save]"))) {
  button.addEventListener("click", async () => download(button));
}
for (const button of /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll("[data-strike]"))) {
  button.addEventListener("click", async () => {
    const reason = button.dataset.reason ? "" : prompt(say("Why does this not count? Everybody sees the reason."));
    if (reason === null || (!reason && !button.dataset.reason)) return;
    await act(button, "strike", { number: Number(button.dataset.strike), series: Number(button.dataset.of ?? 0), move: Number(button.dataset.move ?? 0), reason });
  });
}
for (const button of /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll("[data-cancel]"))) {
  button.addEventListener("click", async () => {
    if (!confirm(say("Remove this match? Its links open no seat any more."))) return;
    hold(button);
    try {
      await call(`/api/hosts/${button.dataset.cancel}/ruling`, { ruling: "cancel", reason: say("It was set up by mistake.") });
      for (let tries = 0, there = true; there && tries < 20; tries++) {
        await new Promise((done) => setTimeout(done, 200));
        const { matches } = await call(`/api/seasons/${key}`);
        there = matches.some((/** @type {{number: number}} */ one) => one.number === Number(button.dataset.number));
      }
      again();
    } catch (/** @type {any} */ error) {
      wrong(button, error);
    }
  });
}
for (const button of /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll("[data-dismiss]"))) {
  button.addEventListener("click", () => act(button, "dismiss", { number: Number(button.dataset.dismiss) }));
}

for (const button of /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll("[data-part]"))) {
  button.addEventListener("click", () => act(button, "merge", { number: Number(button.dataset.part), into: 0 }));
}

for (const form of /** @type {Iterable<HTMLFormElement>} */ (document.querySelectorAll("form:has(.rules)"))) fitting(form);

// The days of a season are those of the person who opens it, unless its settings say otherwise.
for (const field of /** @type {Iterable<HTMLInputElement>} */ (document.querySelectorAll("input[name=zone]"))) {
  field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone;
  field.list?.replaceChildren(...(Intl.supportedValuesOf?.("timeZone") ?? []).map((value) => el("option", { value })));
}

// A series comes again as soon as its next match is there, or something else of it changed.
if (document.body.dataset.series) {
  const told = async () => JSON.stringify(await call(`/api/seasons/${key}`));
  let before = "";
  const look = async () => {
    const now = document.hidden ? before : await told().catch(() => before);
    if (before && now !== before && !document.activeElement?.closest("form")) again();
    before ||= now;
  };
  void look();
  setInterval(() => void look(), 4000);
}
