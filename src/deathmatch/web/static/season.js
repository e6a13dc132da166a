/** The forms of a season: each is sent as JSON, and the page comes again with what changed. */

import { add } from "./desk.js";
import { call, copy, el } from "./dom.js";
import { say } from "./say.js";
import { fitting } from "./season-form.js";

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
    if (field.name === "lot") {
      if (value) (made.lot ??= []).push({ variant: field.value });
      continue;
    }
    if (field.dataset.flags !== undefined) {
      if (field.name === "lot") {
      if (value) (made.lot ??= []).push({ variant: field.value });
      continue;
    }
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

/** Does what a button asks for, or says beside it why that was not done. @param {HTMLElement} button @param {string} what @param {unknown} body */
async function act(button, what, body) {
  try {
    await call(`/api/seasons/${key}/${what}`, body);
    location.reload();
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    button.parentElement?.querySelector(".error")?.remove();
    button.after(el("span", { class: "error", role: "alert" }, message.charAt(0).toUpperCase() + message.slice(1)));
  }
}

for (const button of /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) {
  button.addEventListener("click", () => void copy(button, `${location.origin}${button.dataset.copy}`));
}
for (const button of /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll("[data-strike]"))) {
  button.addEventListener("click", async () => {
    const reason = button.dataset.reason ? "" : prompt(say("Why does this match not count? Everybody sees the reason."));
    if (reason === null || (!reason && !button.dataset.reason)) return;
    await act(button, "strike", { number: Number(button.dataset.strike), series: Number(button.dataset.of ?? 0), reason });
  });
}
for (const button of /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll("[data-dismiss]"))) {
  button.addEventListener("click", () => act(button, "dismiss", { number: Number(button.dataset.dismiss) }));
}

for (const form of /** @type {Iterable<HTMLFormElement>} */ (document.querySelectorAll("form:has(.rules)"))) fitting(form);

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
