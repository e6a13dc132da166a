/** The front page: one tap on Play seats a guest. What was chosen last is kept in this browser. */

import { $, call, memory, seat } from "./dom.js";
import { listen, watchable } from "./lists.js";
import { begin as showMine } from "./mine.js";
import { say } from "./say.js";

const form = /** @type {HTMLFormElement} */ ($("whom"));
const level = /** @type {HTMLInputElement} */ ($("level"));
const pace = /** @type {HTMLSelectElement} */ ($("pace"));
const name = /** @type {HTMLInputElement} */ ($("name"));
const wish = /** @type {HTMLSelectElement} */ ($("wish"));
const listed = /** @type {HTMLInputElement} */ ($("listed"));
const cards = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".game"));

/** @typedef {{against?: string, level?: number, paces?: Record<string, string>, variants?: Record<string, string>, listed?: boolean}} Choice */
/** @type {Choice} */
const last = memory.get("front") ?? {};

const against = () => /** @type {RadioNodeList} */ (form.elements.namedItem("against")).value;

/** @param {HTMLElement} card @returns {{variant: string, bots: string[], label: string}} */
function chosen(card) {
  const play = /** @type {HTMLElement} */ (card.querySelector(".play"));
  const radio = /** @type {HTMLInputElement | null} */ (card.querySelector(".variant-of :checked"));
  const { dataset } = radio ?? play;
  const first = card.querySelector(".variant-of input");
  return {
    variant: radio?.value ?? play.dataset.variant ?? "",
    bots: (dataset.bots ?? "").split(" ").filter(Boolean),
    label: radio && radio !== first ? (radio.parentElement?.querySelector("strong")?.textContent ?? "") : "",
  };
}

/** The bot of a game that the slider stands for: the weakest at its one end, the strongest at the other. @param {string[]} bots @returns {string} */
const bot = (bots) => bots[Math.round((Number(level.value) / Math.max(1, Number(level.max))) * (bots.length - 1))] ?? "";

const capital = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Shows what belongs to the choices made so far. */
function fit() {
  const whom = against();
  $("level-field").hidden = whom !== "bot";
  $("wish-field").hidden = whom !== "open";
  const names = new Set([...cards].map((card) => bot(chosen(card).bots)));
  $("level-name").textContent = say("{bot} · level {level} of {levels}", { level: Number(level.value) + 1, levels: Number(level.max) + 1, bot: [...names].filter(Boolean).map(capital).join(", ") });
  level.setAttribute("aria-valuetext", $("level-name").textContent ?? "");
  for (const option of pace.options) option.hidden = option.disabled = (whom === "bot" ? "days" : "none") === option.value;
  pace.value = last.paces?.[whom] ?? (whom === "bot" ? "none" : "book");
  for (const card of cards) {
    const { variant, label } = chosen(card);
    /** @type {HTMLElement} */ (card.querySelector(".picked")).textContent = label;
    /** @type {HTMLAnchorElement} */ (card.querySelector(".all")).href = `/new?variant=${variant}&against=${whom}`;
  }
}

function recall() {
  const radio = /** @type {HTMLInputElement | null} */ (form.querySelector(`[value="${last.against ?? "bot"}"]`));
  if (radio) radio.checked = true;
  if (last.level !== undefined) level.value = String(last.level * Number(level.max));
  name.value ||= memory.get("name") ?? "";
  listed.checked = Boolean(last.listed);
  for (const one of Object.values(last.variants ?? {})) {
    const input = /** @type {HTMLInputElement | null} */ (document.querySelector(`.variant-of [value="${CSS.escape(one)}"]`));
    if (input) input.checked = true;
  }
  fit();
}

function keep() {
  last.against = against();
  last.listed = listed.checked;
  last.level = Number(level.value) / Math.max(1, Number(level.max));
  last.variants = Object.fromEntries([...cards].map((card) => [card.dataset.game ?? "", chosen(card).variant]));
  memory.set("front", last);
  memory.set("name", name.value.trim());
}

/** Sets up a table and sits down at it. @param {HTMLElement} card */
async function play(card) {
  const { variant, bots } = chosen(card);
  const other = against() === "bot" ? `bot:${bot(bots)}` : against();
  const settings = { listed: listed.checked, ...(other === "open" && { level: wish.value }) };
  const making = call("/api/matches", { variant, seats: { A: "me", B: other }, pace: pace.value, settings });
  // The files of the table's page come meanwhile; the browser keeps them.
  for (const file of $("games").dataset.table?.split(" ") ?? []) void fetch(new URL(file, import.meta.url)).catch(() => {});
  const made = await making;
  memory.set(`links:${made.id}`, { seats: made.seats, onlookers: made.onlookers });
  // Where sitting down fails, the seat's own page says so and asks again.
  await seat(made.seats.A, name.value.trim(), { id: made.id, role: "A", commitment: made.commitment }).catch(() => {});
  location.assign(`/s/${made.seats.A}`);
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", (event) => {
  if (event.target === pace) last.paces = { ...last.paces, [against()]: pace.value };
  fit();
  keep();
});
level.addEventListener("input", fit);
for (const card of cards) {
  card.addEventListener("change", () => {
    fit();
    keep();
  });
  const button = /** @type {HTMLButtonElement} */ (card.querySelector(".play"));
  button.addEventListener("click", async () => {
    keep();
    button.disabled = true;
    button.setAttribute("aria-busy", "true");
    $("error").hidden = true;
    try {
      await play(card);
    } catch (error) {
      $("error").hidden = false;
      $("error").textContent = capital(/** @type {Error} */ (error).message);
      $("error").scrollIntoView({ block: "nearest" });
    } finally {
      button.disabled = false;
      button.removeAttribute("aria-busy");
    }
  });
  // Where no public table of the game is to be watched, the match in its card is.
  card.querySelector(".watch")?.addEventListener("click", (event) => {
    if (watchable(card.dataset.game ?? "")) return;
    event.preventDefault();
    void import("./film.js").then(({ show }) => show(card));
  });
}
// Where there is room, nothing has to be opened first.
/** @type {HTMLDetailsElement} */ (document.querySelector(".extras")).open = innerWidth >= 900;
addEventListener("pageshow", recall);
recall();
// A tap that came before this script (early.js).
document.documentElement.dataset.ready = "yes";
/** @type {HTMLElement | null} */ (document.querySelector(".play[aria-busy]"))?.click();

listen();
void showMine().catch(() => {}); // a list that fails to come is no reason not to play

// The pictures come alive once everything else is there.
const idle = /** @type {(call: () => void) => void} */ (window.requestIdleCallback ?? ((call) => setTimeout(call, 200)));
addEventListener("load", () => idle(() => void import("./film.js").then(({ begin }) => begin())));
