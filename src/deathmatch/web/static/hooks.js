/** The webhooks of a host: addresses that get each change that spectators see. Loaded when the host wants them. */

import { $, call, copy, el } from "./dom.js";
import { count, say } from "./say.js";

/**
 * @typedef {{number: number, at: number, status: number, trouble: string, tries: number, next: number}} Delivery
 * @typedef {{id: string, format: string, place: string, on: boolean, trouble: string, delivered: number, deliveries: Delivery[]}} Webhook
 */

const at = () => `${document.body.dataset.api}/webhooks`;
const list = el("ul", { class: "links" });
const said = el("p", { role: "status" });

/** @param {string} words @returns {string} */
const sentence = (words) => (words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}.` : "");
/** @param {number} moment @returns {string} */
const time = (moment) => new Date(moment).toLocaleString(document.documentElement.lang, { dateStyle: "short", timeStyle: "medium" });

export function open() {
  const address = /** @type {HTMLInputElement} */ (el("input", { type: "url", required: true, autocomplete: "off", spellcheck: false, placeholder: "https://" }));
  const format = /** @type {HTMLSelectElement} */ (el("select", {}, el("option", { value: "discord" }, "Discord"), el("option", { value: "json" }, "JSON")));
  const add = el("form", {}, el("label", {}, say("Address"), address), el("label", {}, say("Form of the messages"), format), el("p", { class: "row" }, el("button", {}, say("Add a webhook"))));
  add.addEventListener("submit", (event) => {
    event.preventDefault();
    void act(async () => {
      const { secret } = await call(at(), { address: address.value.trim(), format: format.value });
      address.value = "";
      await show();
      if (secret) once(secret);
    });
  });
  const words = [
    el("h2", { id: "hooks-title" }, say("Webhooks")),
    el("p", {}, say("A webhook sends each change that spectators see to an address of yours, such as a channel in Discord. Nobody else is shown the address.")),
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
    said.textContent = sentence(/** @type {Error} */ (error).message);
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
  list.replaceChildren(.../** @type {Webhook[]} */ (webhooks).map(part));
  dispatchEvent(new Event("hooked"));
}

/** @param {Webhook} hook @returns {HTMLElement} */
function part(hook) {
  const own = `${at()}/${hook.id}`;
  const button = (/** @type {string} */ words, /** @type {() => Promise<unknown>} */ what) => el("button", { type: "button", onclick: () => act(what) }, words);
  const test = button(say("Send a test"), async () => {
    const { trouble } = await call(`${own}/test`, {});
    said.textContent = sentence(trouble) || say("The test has arrived.");
  });
  const turn = button(hook.on ? say("Switch off") : say("Switch on"), () => call(own, { on: !hook.on }).then(show));
  const address = button(say("Change the address"), async () => change.replaceChildren(readdress(own, change)));
  const change = el("div", {});
  const remove = button(say("Remove"), () => call(`${own}/remove`, {}).then(show));
  const last = hook.deliveries[0];
  const state = hook.trouble ? sentence(hook.trouble) : last?.trouble && hook.on ? sentence(outcome(last)) : hook.on ? count("{number} message has arrived.", "{number} messages have arrived.", hook.delivered) : say("Switched off.");
  const lines = hook.deliveries.map((line) => el("li", {}, `${line.number} · ${time(line.at)}${line.status ? ` · ${line.status}` : ""} · ${outcome(line)}`));
  const log = lines.length ? el("details", {}, el("summary", {}, say("Deliveries")), el("ol", { class: "quiet" }, ...lines)) : "";
  const name = hook.format === "discord" ? `Discord · ${hook.place}` : `JSON · ${hook.place}`;
  return el("li", {}, el("strong", {}, name), el("p", { class: "quiet" }, state), el("p", { class: "row" }, test, turn, address, remove), change, log);
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
