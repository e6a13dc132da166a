/** Playing on from a position of a replay, against a bot or a friend. Loaded when a reader asks. */

import { $, call, el, memory } from "./dom.js";
import { Chooser, keepBot, opponentsOf } from "./opponent.js";
import { ask, now } from "./replay.js";
import { say } from "./say.js";
import { sit } from "./seat.js";

const seat = /** @type {HTMLSelectElement} */ (el("select", { id: "go-seat" }));
const whom = /** @type {HTMLSelectElement} */ (el("select", { id: "go-whom" }, el("option", { value: "bot" }, say("A bot")), el("option", { value: "friend" }, say("A friend, by a link"))));
const opponent = new Chooser();
whom.onchange = () => (opponent.root.hidden = whom.value !== "bot");
const name = /** @type {HTMLInputElement} */ (el("input", { id: "go-name", maxlength: 40, autocomplete: "nickname" }));
const where = el("p", {});
const failed = el("p", { class: "error", role: "alert", hidden: true });
const go = /** @type {HTMLButtonElement} */ (el("button", { class: "main" }, say("Play")));
const field = (/** @type {string} */ words, /** @type {HTMLElement} */ input) => el("div", { class: "field" }, el("label", { for: input.id }, words), input);
const form = el(
  "form",
  {},
  where,
  field(say("You play"), seat),
  field(say("Against"), whom),
  opponent.root,
  field(say("Your name"), name),
  el("p", { class: "quiet" }, say("You have seen this match with every eye, so you may know what the other side should not. The clocks start afresh.")),
  failed,
  el("p", { class: "row" }, el("button", { type: "button", onclick: () => dialog.close() }, say("Cancel")), go),
);
const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { class: "continuing", "aria-labelledby": "continuing-title" }, el("h2", { id: "continuing-title" }, say("Play from here")), form));

form.onsubmit = async (/** @type {Event} */ event) => {
  event.preventDefault();
  go.disabled = true;
  failed.hidden = true;
  const [own, other] = seat.value === "A" ? ["A", "B"] : ["B", "A"];
  memory.set("name", name.value.trim());
  if (whom.value === "bot") keepBot(opponent.value);
  try {
    const made = await ask("continue", { ply: now.at, seats: { [own]: "me", [other]: whom.value === "bot" ? `bot:${opponent.value}` : "friend" } }, true);
    memory.set(`links:${made.id}`, { seats: made.seats, onlookers: made.onlookers });
    await sit(made.seats[own], name.value.trim()).catch(() => {}); // where that fails, the seat's own page asks again
    location.assign(`/s/${made.seats[own]}`);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    failed.textContent = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
    failed.hidden = false;
  }
  go.disabled = false;
};

/** @param {HTMLElement} button */
export async function open(button) {
  if (!dialog.isConnected) document.body.append(dialog);
  const { film } = now;
  if (!film) return;
  where.textContent = say("The new match begins at this position: {position}.", { position: $("stage").textContent });
  seat.replaceChildren(...["A", "B"].map((one) => el("option", { value: one }, say("{seat}, the seat of {name}", { seat: one, name: film.names[one] }))));
  if (now.eye === "B") seat.value = "B";
  name.value ||= memory.get("name") ?? "";
  const games = await call("/api/games").catch(() => []);
  opponent.offer(opponentsOf(games, film.variant));
  failed.hidden = true;
  dialog.onclose = () => button.focus();
  dialog.showModal();
}
