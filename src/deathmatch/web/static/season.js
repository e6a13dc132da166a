/** The forms of a season: each is sent as JSON, and the page comes again with what changed. */

import { add } from "./desk.js";
import { $, call, copy, el } from "./dom.js";
import { say } from "./say.js";

const key = document.body.dataset.key ?? "";
if (key && document.querySelector(".desk")) add("seasons", key); // its tables stand among all tables of this browser

/** @param {File} file @returns {Promise<string>} */
async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}

/** What a field of a form holds; undefined for one that is left out. @param {HTMLInputElement} field @returns {Promise<unknown>} */
async function held(field) {
  if (field.type === "checkbox") return field.checked;
  if (field.type === "file") {
    const file = field.files?.[0];
    if (!file) return undefined;
    return "base64" in field.dataset ? base64(file) : file.text();
  }
  if ("chosen" in field.dataset) return [.../** @type {HTMLSelectElement} */ (/** @type {unknown} */ (field)).selectedOptions].map((one) => one.value);
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
    if (field.closest("[hidden]")) continue;
    const value = await held(field);
    if (value === undefined) continue;
    if (field.dataset.flags !== undefined) {
      if (field.dataset.flags.split(" ").includes(String(value))) (made.settings ??= {})[String(value)] = true;
      continue;
    }
    const [first, second] = field.name.split(".");
    if (second) (made[first] ??= {})[second] = value;
    else made[first] = value;
  }
  return made;
}

/** @param {HTMLFormElement} form @param {any} answer */
function then(form, answer) {
  if (form.dataset.then === "host") location.assign(`/season/${answer.host}`);
  else if (form.dataset.then === "cohost") {
    const link = `${location.origin}/season/${answer.link}`;
    const button = /** @type {HTMLElement} */ (el("button", { type: "button", onclick: () => void copy(button, link) }, say("Copy")));
    form.after(el("p", { class: "row secret" }, el("code", {}, link), button), el("p", { class: "quiet" }, say("This link is shown this once.")));
    form.reset();
  } else location.reload();
}

for (const form of /** @type {Iterable<HTMLFormElement>} */ (document.querySelectorAll("form[data-post]"))) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const failed = /** @type {HTMLElement} */ (form.querySelector(".error"));
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button:not([type])"));
    failed.hidden = true;
    button.disabled = true;
    try {
      then(form, await call(form.dataset.post ?? "", await body(form)));
    } catch (/** @type {any} */ error) {
      failed.hidden = false;
      failed.textContent = error.message.charAt(0).toUpperCase() + error.message.slice(1);
    }
    button.disabled = false;
  });
}

for (const button of /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) {
  button.addEventListener("click", () => void copy(button, `${location.origin}${button.dataset.copy}`));
}
for (const button of /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll("[data-strike]"))) {
  button.addEventListener("click", async () => {
    const reason = button.dataset.reason ? "" : prompt(say("Why does this match not count? Everybody sees the reason."));
    if (reason === null || (!reason && !button.dataset.reason)) return;
    await call(`/api/seasons/${key}/strike`, { number: Number(button.dataset.strike), series: Number(button.dataset.of ?? 0), reason });
    location.reload();
  });
}
for (const button of /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll("[data-dismiss]"))) {
  button.addEventListener("click", async () => {
    await call(`/api/seasons/${key}/dismiss`, { number: Number(button.dataset.dismiss) });
    location.reload();
  });
}

// The options of the chosen game are asked for when somebody opens them.
const variant = /** @type {HTMLSelectElement | null} */ (document.getElementById("variant"));
const more = /** @type {HTMLDetailsElement | null} */ (document.getElementById("rules-of-match"));
let shown = "";

async function offer() {
  if (!variant || !more?.open || shown === variant.value) return;
  shown = variant.value;
  const games = await call("/api/games");
  const fields = games.find((/** @type {any} */ one) => one.variant === shown)?.options ?? [];
  $("options").replaceChildren(
    ...fields.map((/** @type {any} */ one) => {
      const id = `option-${one.key}`;
      const given = { id, name: `options.${one.key}`, "aria-describedby": `${id}-about` };
      const choices = (one.choices ?? []).map((/** @type {string} */ word) => el("option", {}, word));
      const field = one.choices
        ? el("select", given, el("option", { value: "" }, say("{value} (default)", { value: one.default })), ...choices)
        : el("input", { ...given, placeholder: one.default, ...(one.low === null ? { maxlength: 40 } : { type: "number", min: one.low, max: one.high }) });
      return el("div", { class: "field" }, el("label", { for: id }, one.key.replaceAll("_", " ")), field, el("p", { id: `${id}-about`, class: "quiet" }, one.about));
    }),
  );
}

/** The field of the chosen kind of delay. @param {HTMLSelectElement} late */
function delayed(late) {
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (late.form?.querySelectorAll("[data-kind]") ?? [])) {
    const input = /** @type {HTMLInputElement} */ (field.querySelector("input"));
    input.disabled = field.hidden = field.dataset.kind !== late.value;
  }
}
for (const late of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("[data-late]"))) {
  late.addEventListener("change", () => delayed(late));
  delayed(late);
}

/** Shows what the chosen game has: what a coin may decide, other rules as written, deals by hand. */
function fit() {
  const coin = /** @type {HTMLSelectElement} */ ($("coin"));
  const { coin: targets = "", aids = "", written = "", deals = "" } = /** @type {HTMLSelectElement} */ (variant).selectedOptions[0]?.dataset ?? {};
  if (coin.dataset.of !== targets) {
    const named = targets.split(" ").map((key) => new Option(key === "dmo" ? say("who is the DMO") : say(key.replaceAll("_", " ")), key));
    coin.replaceChildren(new Option(say("no toss"), ""), ...named);
    coin.dataset.of = targets;
  }
  const help = /** @type {HTMLSelectElement} */ ($("aids"));
  for (const one of help.options) one.hidden = one.disabled = !aids.split(" ").includes(one.value);
  if (help.selectedOptions[0]?.disabled) help.value = "log";
  $("caller-field").hidden = !coin.value;
  $("sealed").parentElement?.toggleAttribute("hidden", !(/** @type {HTMLSelectElement} */ ($("caller")).value));
  $("by-hand-field").hidden = !deals;
  $("preset-field").hidden = !written;
  $("preset-about").textContent = say("As written, these differ: {list}.", { list: written });
}

more?.addEventListener("toggle", () => void offer());
variant?.addEventListener("change", () => void offer());
if (variant) {
  fit();
  $("new-match").addEventListener("change", fit);
}

// A series comes again as soon as its next match is there, or something else of it changed.
if (document.body.dataset.series) {
  const told = async () => JSON.stringify(await call(`/api/seasons/${key}`));
  let before = "";
  const look = async () => {
    const now = document.hidden ? before : await told().catch(() => before);
    if (before && now !== before && !document.activeElement?.closest("form")) location.reload();
    before ||= now;
  };
  void look();
  setInterval(() => void look(), 4000);
}
