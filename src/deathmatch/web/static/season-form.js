/** What the forms of seasons and series ask about a table: only what the chosen games have. */

import { say } from "./say.js";

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
export function fitting(form) {
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
      const named = targets.map((key) => new Option(key === "dmo" ? say("who is the DMO") : say(key.replaceAll("_", " ")), key));
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
