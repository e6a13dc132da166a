/** The dialogs of a host: links to hand out, rulings, seats given out anew, and webhooks. Loaded when the host opens one. */

import { $, call, copy, el } from "./dom.js";
import { SOON } from "./outbox.js";
import { hold } from "./page.js";
import { count, say } from "./say.js";
import { onlookerOrCaster, pathOf } from "./seat.js";
import { now, send } from "./table.js";

// --- Links

/** The links that a host may hand out at any time: watchers', and one each for numbered onlookers. Those of seats stay in the browser that set the match up. */
export async function links() {
  const all = [[say("spectators"), `/w/${now.table?.id}`]];
  const said = el("p", { role: "status" });
  try {
    const { onlookers } = await call(`${document.body.dataset.api}/links`);
    for (const [eye, key] of Object.entries(onlookers)) all.push([onlookerOrCaster(eye), pathOf(eye, key)]);
  } catch (error) {
    said.textContent = /** @type {Error} */ (error).message;
  }
  const rows = all.map(([whom, path]) => {
    const link = location.origin + path;
    const button = el("button", { type: "button", "aria-label": say("Copy the link for {whom}", { whom }) }, say("Copy"));
    button.onclick = () => void copy(button, link);
    return el("li", { class: "row" }, el("label", {}, say("For {whom}", { whom }), el("input", { readonly: true, value: link })), button);
  });
  const dialog = /** @type {HTMLDialogElement} */ (
    el("dialog", { "aria-labelledby": "links-title" }, el("form", { method: "dialog" }, el("h2", { id: "links-title" }, say("Spectator links")), el("ul", { class: "links" }, ...rows), said, el("p", { class: "row" }, el("button", { class: "main" }, say("Close")))))
  );
  dialog.onclose = () => dialog.remove();
  /** @type {HTMLDetailsElement} */ ($("menu")).open = false;
  document.body.append(dialog);
  dialog.showModal();
}

// --- A seat given out anew: to a player who lost the link, or to a substitute

export function seats() {
  const table = /** @type {Wire.Table} */ (now.table);
  const said = el("p", { role: "status" });
  const rows = ["A", "B"].map((seat) => (table.bots[seat] ? el("li", {}, say("Seat {seat}: a bot plays.", { seat })) : seatPart(seat, table, said)));
  const words = [
    el("h2", { id: "seats-title" }, say("Seats and substitutes")),
    el("p", {}, say("A new link replaces the old one, which is dead at once. Everybody at the table reads it, and reads it when somebody takes the seat over.")),
    el("p", {}, say("The new link works once, and shows nothing before. The player then gets a link that you do not know.")),
  ];
  const dialog = /** @type {HTMLDialogElement} */ (
    el("dialog", { "aria-labelledby": "seats-title" }, el("form", { method: "dialog" }, ...words, el("ul", { class: "links" }, ...rows), said, el("p", { class: "row" }, el("button", { class: "main", autofocus: true }, say("Close")))))
  );
  dialog.onclose = () => dialog.remove();
  /** @type {HTMLDetailsElement} */ ($("menu")).open = false;
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {string} seat @param {Wire.Table} table @param {HTMLElement} said */
function seatPart(seat, table, said) {
  const name = table.names[seat] ?? ""; // empty for nobody
  const place = el("li", { class: "seat-part" });
  const give = async (/** @type {boolean} */ substitute) => {
    said.textContent = "";
    try {
      const { key } = await call(`${document.body.dataset.api}/seats`, { seat, substitute });
      const link = `${location.origin}/s/${key}`;
      const button = el("button", { type: "button" }, say("Copy link"));
      button.onclick = () => void copy(button, link);
      const box = el("label", {}, substitute ? say("Link for the substitute in seat {seat}", { seat }) : say("New link for seat {seat}", { seat }), el("input", { readonly: true, value: link }));
      place.replaceChildren(el("div", { class: "row" }, box, button));
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      said.textContent = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
    }
  };
  const anew = el("button", { type: "button", onclick: () => give(false) }, say("New link"));
  const other = el("button", { type: "button", onclick: () => give(true) }, say("Substitute"));
  place.append(el("strong", {}, name ? say("Seat {seat}: {name}", { seat, name }) : say("Seat {seat}: still free", { seat })), el("div", { class: "row" }, anew, name && table.state !== "over" ? other : ""));
  return place;
}

// --- The rulings: chosen, looked at with all that they do, and only then made

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

export async function ruling() {
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
  const kinds = select(KINDS(), "ruling");
  const undone = now.seen?.public.reason === "void" ? [[desk.events + 1, say("the match goes on where it was")]] : [];
  const fields = [
    row(say("Ruling"), kinds),
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
    const kind = value("ruling");
    const event = Number(value(kind === "timeout" ? "late" : "event"));
    return {
      ruling: kind,
      reason: value("reason"),
      ...(/back|timeout/.test(kind) && { event }),
      ...(/time/.test(kind) && { seconds: Math.trunc(Number(value("seconds"))) }),
      ...(/^(time|forfeit)$/.test(kind) && { seat: value("seat") }),
      ...(kind === "back" && { enter: value("enter").split("\n").filter((line) => line.trim()) }),
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

// --- The webhooks: addresses that get each change that spectators see

/**
 * @typedef {{number: number, at: number, status: number, trouble: string, tries: number, next: number}} Delivery
 * @typedef {{id: string, format: string, place: string, language: string, sends: string, mention: string, on: boolean, trouble: string, failing: string, delivered: number, deliveries: Delivery[]}} Webhook
 * @typedef {{content?: string, embeds?: {title: string, description: string}[]}} Post
 */

const at = () => `${document.body.dataset.api}/webhooks`;
const list = el("ul", { class: "links" });
const said = el("p", { role: "status" });

/** @param {string} words @returns {string} */
const whole = (words) => (words ? sentence(new Error(words)) : "");
/** @param {number} moment @returns {string} */
const time = (moment) => new Date(moment).toLocaleString(document.documentElement.lang, { dateStyle: "short", timeStyle: "medium" });

/** What a webhook sends. @param {string} now @returns {HTMLSelectElement} */
function choice(now) {
  const kinds = { resolved: say("Only what is decided"), all: say("Every submission and line of chat"), end: say("Only the end") };
  return /** @type {HTMLSelectElement} */ (el("select", {}, ...Object.entries(kinds).map(([value, words]) => el("option", { value, selected: value === now }, words))));
}

/** Shows the message that would be sent now. @param {{format: string, sends: string, mention: string, language?: string}} settings @param {HTMLElement} place */
async function preview({ format, sends, mention, language = "" }, place) {
  const { message, picture } = await call(`${document.body.dataset.api}/preview-webhook`, { format, sends, mention, language });
  const { content = "", embeds = [] } = /** @type {Post} */ (message);
  const plain = (/** @type {string} */ words) =>
    words
      .replace(/<t:(\d+):R>/g, (_, second) => time(second * 1000))
      .replace(/\[([^\]\\]*)\]\(\S+\)/g, "$1")
      .replace(/\\(.)/g, "$1");
  const lines = [content, embeds[0]?.description ?? ""].flatMap((words) => plain(words).split("\n"));
  const words = embeds[0] ? [el("strong", {}, plain(embeds[0].title)), ...lines.map((line) => el("p", {}, line))] : [el("pre", {}, JSON.stringify(message, null, 1))];
  const image = picture && el("img", { src: `data:image/svg+xml,${encodeURIComponent(picture)}`, alt: "" });
  place.replaceChildren(el("p", { class: "quiet" }, say("The next message, as it would be now:")), el("blockquote", {}, ...words, image));
}

export function hooks() {
  const address = /** @type {HTMLInputElement} */ (el("input", { type: "url", required: true, autocomplete: "off", spellcheck: false, placeholder: "https://" }));
  const format = /** @type {HTMLSelectElement} */ (el("select", {}, el("option", { value: "discord" }, "Discord"), el("option", { value: "json" }, "JSON")));
  const sends = choice("resolved");
  const mention = /** @type {HTMLInputElement} */ (el("input", { autocomplete: "off", spellcheck: false, placeholder: "<@&ID>" }));
  const calls = el("label", {}, say("Call a member or a role of Discord (may be empty)"), mention);
  const given = () => ({ format: format.value, sends: sends.value, mention: format.value === "discord" ? mention.value.trim() : "" });
  const next = el("div", {});
  const look = el("button", { type: "button", onclick: () => act(() => preview(given(), next)) }, say("Show the next message"));
  const fields = [el("label", {}, say("Address"), address), el("label", {}, say("Form of the messages"), format), el("label", {}, say("What is sent"), sends), calls];
  const add = el("form", {}, ...fields, el("p", { class: "row" }, el("button", {}, say("Add a webhook")), look), next);
  format.onchange = () => (calls.hidden = format.value !== "discord");
  add.addEventListener("submit", (event) => {
    event.preventDefault();
    void act(async () => {
      const { secret } = await call(at(), { address: address.value.trim(), ...given() });
      address.value = "";
      next.replaceChildren();
      await show();
      if (secret) once(secret);
    });
  });
  const words = [
    el("h2", { id: "hooks-title" }, say("Webhooks")),
    el("p", {}, say("A webhook sends what spectators see to an address of yours, such as a channel in Discord. Nobody else is shown the address.")),
  ];
  const dialog = /** @type {HTMLDialogElement} */ (
    el("dialog", { "aria-labelledby": "hooks-title", class: "hooks" }, ...words, list, add, said, el("form", { method: "dialog", class: "row" }, el("button", { class: "main" }, say("Close"))))
  );
  dialog.onclose = () => dialog.remove();
  /** @type {HTMLDetailsElement} */ ($("menu")).open = false;
  said.replaceChildren();
  document.body.append(dialog);
  dialog.showModal();
  void act(show);
}

/** Does something that the server may refuse. @param {() => Promise<unknown>} what */
async function act(what) {
  said.replaceChildren();
  try {
    await what();
  } catch (error) {
    said.textContent = sentence(error);
  }
}

/** The secret of the signatures, this one time. @param {string} secret */
function once(secret) {
  const button = el("button", { type: "button" }, say("Copy"));
  button.onclick = () => void copy(button, secret);
  const box = el("label", {}, say("The secret of the signatures. It is shown only now."), el("input", { readonly: true, value: secret }));
  said.replaceChildren(el("span", { class: "row" }, box, button));
}

async function show() {
  const { webhooks } = await call(at());
  lay(webhooks);
  dispatchEvent(new Event("hooked"));
}

/** Shows all webhooks; what was open or had the focus stays so. @param {Webhook[]} webhooks */
function lay(webhooks) {
  const controls = () => /** @type {HTMLElement[]} */ ([...list.querySelectorAll("button, select, summary")]);
  const focus = controls().indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const open = [...list.querySelectorAll("details")].map((one) => one.open);
  list.replaceChildren(...webhooks.map(part));
  list.querySelectorAll("details").forEach((one, place) => (one.open = Boolean(open[place])));
  controls()[focus]?.focus();
}

addEventListener("deliveries", (event) => {
  if (list.isConnected && !list.querySelector("form, blockquote")) lay(/** @type {CustomEvent<Webhook[]>} */ (event).detail);
});

/** @param {Webhook} hook @returns {HTMLElement} */
function part(hook) {
  const own = `${at()}/${hook.id}`;
  const button = (/** @type {string} */ words, /** @type {() => Promise<unknown>} */ what) => el("button", { type: "button", onclick: () => act(what) }, words);
  const test = button(say("Send a test"), async () => {
    const { trouble } = await call(`${own}/test`, {});
    said.textContent = whole(trouble) || say("The test has arrived.");
  });
  const turn = button(hook.on ? say("Switch off") : say("Switch on"), () => call(own, { on: !hook.on }).then(show));
  const address = button(say("Change the address"), async () => change.replaceChildren(readdress(own, change)));
  const change = el("div", {});
  const next = button(say("Show the next message"), () => preview(hook, change));
  const sends = choice(hook.sends);
  sends.ariaLabel = say("What is sent");
  sends.onchange = () => void act(() => call(own, { sends: sends.value }).then(show));
  const remove = button(say("Remove"), () => call(`${own}/remove`, {}).then(show));
  const last = hook.deliveries[0];
  const state = hook.trouble ? whole(hook.trouble) : last?.trouble && hook.on ? whole(outcome(last)) : hook.on ? count("{number} message has arrived.", "{number} messages have arrived.", hook.delivered) : say("Switched off.");
  const lines = hook.deliveries.map((line) => el("li", {}, `${line.number} · ${time(line.at)}${line.status ? ` · ${line.status}` : ""} · ${outcome(line)}`));
  const log = lines.length ? el("details", {}, el("summary", {}, say("Deliveries")), el("ol", { class: "quiet" }, ...lines)) : "";
  const name = hook.format === "discord" ? `Discord · ${hook.place}` : `JSON · ${hook.place}`;
  return el("li", {}, el("strong", {}, name), el("p", { class: "quiet" }, state), el("p", { class: "row" }, sends, test, next, turn, address, remove), change, log);
}

/** A form for another address; the webhook goes on there with the first change that has not arrived. @param {string} own @param {HTMLElement} place */
function readdress(own, place) {
  const box = /** @type {HTMLInputElement} */ (el("input", { type: "url", required: true, autocomplete: "off", spellcheck: false, placeholder: "https://" }));
  const form = el("form", {}, el("label", {}, say("New address"), box), el("p", { class: "row" }, el("button", {}, say("Save")), el("button", { type: "button", onclick: () => place.replaceChildren() }, say("Cancel"))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void act(async () => {
      await call(own, { address: box.value.trim() });
      await show();
      said.textContent = say("The webhook sends to the new address.");
    });
  });
  setTimeout(() => box.focus());
  return form;
}

/** @param {Delivery} line @returns {string} */
function outcome(line) {
  if (!line.trouble) return say("arrived");
  return line.next ? say("{trouble}; next attempt {time}", { trouble: line.trouble, time: time(line.next) }) : line.trouble;
}
