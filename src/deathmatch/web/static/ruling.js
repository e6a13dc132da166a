/** The rulings of a host: chosen, looked at with all that they do, and only then made. Loaded when the host wants to. */

import { $, call, el } from "./dom.js";
import { now, send } from "./match.js";
import { SOON } from "./outbox.js";
import { hold } from "./press.js";
import { say } from "./say.js";

const KINDS = () => ({
  back: say("Go back to before an event"),
  timeout: say("A time-out does not count"),
  time: say("Give or take time"),
  forfeit: say("A seat loses"),
  void: say("Declare the match void"),
});

/** @param {string} label @param {HTMLElement} field @param {string[]} kinds that have it */
const row = (label, field, ...kinds) => el("label", { class: "ruling-field", "data-kinds": kinds.join(" ") }, label, field);

/** @param {Record<string, string>} choices @param {string} name */
const select = (choices, name) => el("select", { name }, ...Object.entries(choices).map(([value, words]) => el("option", { value }, words)));

export async function open() {
  /** @type {HTMLDetailsElement} */ ($("menu")).open = false;
  const at = `${document.body.dataset.api}/ruling`;
  const said = el("div", { class: "ruling-effect", role: "status" });
  const title = el("h2", { id: "ruling-title" }, say("Rulings"));
  const close = el("button", { type: "button" }, say("Close"));
  const form = /** @type {HTMLFormElement} */ (el("form", { class: "ruling" }, title, said, el("p", { class: "row" }, close)));
  const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { "aria-labelledby": "ruling-title" }, form));
  close.onclick = () => dialog.close();
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
  try {
    fill(form, await call(at), at, said, close, dialog);
  } catch (error) {
    said.textContent = sentence(error);
  }
}

/** @param {unknown} error */
function sentence(error) {
  const { message } = /** @type {Error} */ (error);
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

/**
 * @param {HTMLFormElement} form
 * @param {Wire.Desk} desk
 * @param {string} at the address of rulings
 * @param {HTMLElement} said
 * @param {HTMLElement} close
 * @param {HTMLDialogElement} dialog
 */
function fill(form, desk, at, said, close, dialog) {
  const names = now.table?.names ?? {};
  const place = (/** @type {Wire.Place} */ { event, actors, words }) =>
    say("{event}: {words}", { event, words: words.join(" ") || (actors[0] === "deal" ? say("a deal") : actors.map((seat) => names[seat]).join(", ")) });
  const places = desk.places.toReversed();
  const late = places.flatMap((one) => one.timeouts.map((event) => [event, place({ ...one, event })]));
  const kind = select(KINDS(), "ruling");
  const undone = now.seen?.public.reason === "void" ? [[desk.events + 1, say("the match goes on where it was")]] : [];
  const fields = [
    row(say("Ruling"), kind),
    row(say("Before event"), select(Object.fromEntries([...undone, ...places.map((one) => [one.event, place(one)])].map(([event, words]) => [`${event} `, `${words}`])), "event"), "back"),
    row(say("Time-out"), select(Object.fromEntries(late.map(([event, words]) => [`${event} `, `${words}`])), "late"), "timeout"),
    row(say("Seat"), select({ A: names.A ?? "A", B: names.B ?? "B" }, "seat"), "time", "forfeit"),
    row(say("Seconds (below 0 to take time)"), el("input", { name: "seconds", type: "number", step: "1", value: "60" }), "time", "timeout"),
    row(say("Enter these events instead, one a line as in a record (optional)"), el("textarea", { name: "enter", rows: "2", spellcheck: "false" }), "back"),
    row(say("Reason, which everybody sees"), el("input", { name: "reason", required: "", maxlength: "200", autocomplete: "off" })),
  ];
  const confirm = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: "danger", hidden: "" }, say("Confirm the ruling")));
  const look = el("button", { class: "main" }, say("Show the effect"));
  const made = desk.rulings.map((one) => el("li", {}, `${one.words} ${say("Reason: {reason}", { reason: one.reason })}`));
  said.before(...fields);
  if (made.length) said.after(el("h3", {}, say("Rulings so far")), el("ul", { class: "rulings" }, ...made));
  close.before(look, confirm);
  const value = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value;
  const wanted = () => {
    const ruling = value("ruling");
    const event = Number(value(ruling === "timeout" ? "late" : "event"));
    return {
      ruling,
      reason: value("reason"),
      ...(/back|timeout/.test(ruling) && { event }),
      ...(/time/.test(ruling) && { seconds: Math.trunc(Number(value("seconds"))) }),
      ...(/^(time|forfeit)$/.test(ruling) && { seat: value("seat") }),
      ...(ruling === "back" && { enter: value("enter").split("\n").filter((line) => line.trim()) }),
    };
  };
  const changed = () => {
    for (const field of fields) field.hidden = Boolean(field.dataset.kinds) && !field.dataset.kinds?.split(" ").includes(value("ruling"));
    said.replaceChildren();
    confirm.hidden = true;
  };
  form.oninput = changed;
  changed();
  form.onsubmit = async (event) => {
    event.preventDefault();
    confirm.hidden = true;
    try {
      said.replaceChildren(...effect(await call(`${at}/effect`, wanted())));
      confirm.hidden = false;
      hold(confirm);
    } catch (error) {
      said.textContent = sentence(error);
    }
  };
  confirm.onclick = async () => {
    confirm.disabled = true;
    const { ruling, reason, ...more } = wanted();
    const late = setTimeout(() => said.append(el("p", { class: "unsent" }, say("Not sent yet"))), SOON);
    const answer = await send({ type: "rule", ruling, reason, ...more }, { at: $("ruling") });
    clearTimeout(late);
    confirm.disabled = false;
    if (answer.type !== "refused") return dialog.close();
    said.textContent = sentence(new Error(answer.reason));
    confirm.hidden = true;
  };
}

/** @param {Wire.Effect} what @returns {HTMLElement[]} */
function effect({ words, shown, warnings, owing, clocks }) {
  const names = now.table?.names ?? {};
  const parts = [el("p", {}, el("strong", {}, words))];
  const times = owing.map((seat) => say("{player} then owes an answer and has {seconds} s.", { player: names[seat] ?? seat, seconds: Math.floor((clocks[seat]?.left ?? 0) / 1000) }));
  if (times.length) parts.push(el("p", {}, now.table?.settings.untimed ? "" : times.join(" ")));
  if (shown.length) parts.push(el("p", {}, say("Everybody has seen this, and it is undone:")), el("ul", { class: "undone" }, ...shown.map((one) => el("li", {}, one))));
  if (warnings.length) parts.push(el("ul", {}, ...warnings.map((one) => el("li", {}, one))));
  return parts;
}
