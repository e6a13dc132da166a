/** Sets up a duel that a host leads, and shows its links. They stay in this browser: the address of the page has the public id alone. */

import { $, call, copy, el, memory } from "./dom.js";
import { count, say } from "./say.js";
import { add, onlookerOrCaster, pathOf } from "./seat.js";

/** @typedef {{name: string, role: string, items: string[], notes: string}} Person */
/** @typedef {{title: string, rules: string, people: Record<string, Person>, options: Record<string, number>, settings: Record<string, any>}} Wanted */
/** @typedef {{id: string, seats: Record<string, string>, host: string, onlookers: Record<string, string>}} Made */

const form = /** @type {HTMLFormElement} */ ($("duel"));
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ ($(id));
const named = () => /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name]"));
const LAST = "duel"; // what was asked for last, to begin the next one with

/** Shows the fields of the delay that is chosen. */
function fit() {
  for (const kind of ["delay", "behind"]) input(kind).disabled = $(`${kind}-field`).hidden = input("late").value !== kind;
}

/** What the form asks for: a name with dots is a place in it. @returns {Wanted} */
function wanted() {
  const [late, chat] = [input("late").value, input("chat").value];
  const settings = { listed: input("listed").value === "listed", caster: input("caster").checked, hidden: late === "hidden", [chat || "gallery"]: Boolean(chat), [late === "behind" ? late : "delay"]: /^(delay|behind)$/.test(late) ? Number(input(late).value) : 0 };
  /** @type {any} */
  const made = { settings };
  for (const field of named()) {
    const path = field.name.split(".");
    const last = path.pop() ?? "";
    const lines = () => field.value.split("\n").map((line) => line.trim()).filter(Boolean);
    path.reduce((at, key) => (at[key] ??= {}), made)[last] = field.type === "number" ? Number(field.value) : "lines" in field.dataset ? lines() : field.value.trim();
  }
  return made;
}

/** @param {Person} person */
const called = ({ name, role }) => (role ? say("{name} ({role})", { name, role }) : name);

/** When those see it who only watch. @param {Wanted["settings"]} settings */
function late({ delay, behind, hidden }) {
  if (hidden) return say("Spectators see this match once it is over.");
  if (behind) return count("Spectators see this match {number} decision later.", "Spectators see this match {number} decisions later.", behind);
  return delay ? count("Spectators see this match {number} second later.", "Spectators see this match {number} seconds later.", delay) : "";
}

/** @param {Wanted} of @param {string} watch */
function announcement({ title, rules, people, options, settings }, watch) {
  const [first, second] = ["A", "B"].map((seat) => called(/** @type {Person} */ (people[seat])));
  const items = Object.values(people).filter((one) => one.items.length).map((one) => say("{name} has: {items}", { name: one.name, items: one.items.join(", ") }));
  const { bank = 0, ...times } = options;
  const clock = [...Object.values(times).map((seconds) => count("{number} second a question", "{number} seconds a question", seconds)), ...(bank ? [count("bank of {number} second", "bank of {number} seconds", bank)] : [])];
  const lines = [title, say("{first} against {second}", { first: first ?? "", second: second ?? "" }), ...items, say("Clock: {clock}", { clock: clock.join(", ") }), say("Watch: {link}", { link: watch }), late(settings), rules && say("Rules: {rules}", { rules })];
  return lines.filter(Boolean).join("\n");
}

/** Shows the links of a duel that this browser has set up. @param {Made & {wanted: Wanted}} made */
function show({ id, seats, host, onlookers, wanted: of }) {
  const watch = `/w/${id}`;
  const others = Object.entries(onlookers).map(([eye, key]) => [onlookerOrCaster(eye), pathOf(eye, key)]);
  const all = [...Object.entries(of.people).map(([seat, one]) => [called(one), `/s/${seats[seat]}`]), [say("you, the host"), `/h/${host}`], ...others, [say("spectators"), watch]];
  const rows = all.map(([whom = "", path = ""]) => {
    const link = location.origin + path;
    const button = el("button", { type: "button", "aria-label": say("Copy the link for {whom}", { whom }) }, say("Copy"));
    button.onclick = () => void copy(button, link);
    return el("li", { class: "row" }, el("label", {}, say("For {whom}", { whom }), el("input", { readonly: true, value: link })), button);
  });
  $("made-title").textContent = of.title;
  $("links").replaceChildren(...rows);
  input("announcement").value = announcement(of, location.origin + watch);
  $("copy").onclick = () => void copy($("copy"), input("announcement").value);
  /** @type {HTMLAnchorElement} */ ($("enter")).href = `/h/${host}`;
  form.hidden = true;
  $("made").hidden = false;
  $("made-title").focus();
}

form.addEventListener("change", fit);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  button.disabled = true;
  $("error").hidden = true;
  try {
    const asked = wanted();
    memory.set(LAST, Object.fromEntries([...named()].map(({ name, value }) => [name, value])));
    const made = await call("/api/matches", { variant: form.dataset.variant, seats: { A: "friend", B: "friend" }, host: true, ...asked });
    memory.set(`links:${made.id}`, { ...made, wanted: asked });
    add("tables", made.host);
    history.replaceState(null, "", `#${made.id}`);
    show({ ...made, wanted: asked });
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    $("error").hidden = false;
    $("error").textContent = message.charAt(0).toUpperCase() + message.slice(1);
  } finally {
    button.disabled = false;
  }
});

const kept = memory.get(`links:${location.hash.slice(1)}`);
const before = memory.get(LAST) ?? {};
for (const field of named()) field.value = before[field.name] ?? field.value;
fit();
if (kept?.wanted) show(kept);
