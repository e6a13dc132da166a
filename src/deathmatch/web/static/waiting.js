/** While a seat is empty: the links to give away, with a QR code each. The server keeps no link; this browser does. */

import { $, call, copy, el, memory } from "./dom.js";
import { onlookerOrCaster, pathOf } from "./links.js";
import { say } from "./say.js";
import { sit } from "./seat.js";

let shown = ""; // the links that stand there

/** @param {string} own the reader's seat, or empty @param {Wire.Table} table */
export function invite(own, table) {
  const links = memory.get(`links:${table.id}`) ?? {};
  const offered = table.open ?? [];
  if (table.covered) return covered(table);
  const empty = ["A", "B"].filter((seat) => !table.names[seat] && !table.bots[seat] && !offered.includes(seat));
  if (!empty.length && !offered.length) void import("./before.js").then(({ show }) => show(own, table));
  const key = JSON.stringify([empty, links, offered]);
  if (key === shown) return;
  shown = key;
  /** @type {[string, string][]} */
  const invited = empty.filter((seat) => seat !== own && links.seats?.[seat]).map((seat) => [say("seat {seat}", { seat }), `/s/${links.seats[seat]}`]);
  $("no-invite").hidden = invited.length > 0 || offered.length > 0 || !empty.length;
  if (table.role === "host") {
    for (const [eye, token] of Object.entries(links.onlookers ?? {})) invited.push([onlookerOrCaster(eye), pathOf(eye, token)]);
    invited.push([say("spectators"), `/w/${table.id}`]);
  }
  const parts = invited.map(([whom, path]) => part(whom, own ? say("Send this link to the other player") : say("Link for {whom}", { whom }), location.origin + path));
  if (offered.length) parts.unshift(open(table));
  $("invites").replaceChildren(...parts);
  const button = /** @type {HTMLButtonElement} */ ($("warm-up"));
  button.onclick = () => void warmUp(own, table);
  button.disabled = false;
}

/** Who plays, while the match is hidden from this reader. @param {Wire.Table} table */
function covered(table) {
  $("waiting-title").textContent = say("Hidden until the end");
  $("waiting-lead").textContent = say("The match is on. It appears here once it is over.");
  const names = ["A", "B"].map((seat) => el("li", { class: `seat-${seat}` }, el("strong", { class: "name" }, table.names[seat] ?? seat), table.ec ? ` (${seat === table.ec ? "EC" : "DMO"})` : ""));
  $("before").replaceChildren(el("ul", { class: "ready" }, ...names));
  $("before").hidden = false;
  $("invites").replaceChildren();
  $("no-invite").hidden = true;
  shown = "";
}

/** @param {Wire.Table} table */
function open(table) {
  const lasting = table.settings.untimed || Object.entries(table.options).every(([key, value]) => !key.startsWith("time_") || Number(value) >= 86_400);
  const words = lasting ? say("You may close this page: the table stays in the list.") : say("It stays in the list as long as this page is open.");
  return el("section", { class: "invite" }, el("h3", {}, say("Open to everybody")), el("p", {}, say("This table stands under Open tables on the first page. The first player who sits down plays.")), el("p", {}, words));
}

/** @param {string} whom @param {string} heading @param {string} link */
function part(whom, heading, link) {
  const button = el("button", { type: "button", class: "main" }, say("Copy link"));
  button.addEventListener("click", () => void copy(button, link));
  const code = el("div", { class: "code", role: "img", "aria-label": say("QR code for this link") });
  void fetch("/qr", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ link }) })
    .then((answer) => answer.text())
    .then((svg) => (code.innerHTML = svg));
  const box = /** @type {HTMLInputElement} */ (el("input", { readonly: true, value: link, "aria-label": say("Link for {whom}", { whom }) }));
  box.addEventListener("focus", () => box.select());
  return el("section", { class: "invite" }, el("h3", {}, heading), el("div", { class: "row" }, box, button), code);
}

/** A match against a bot meanwhile, in a tab of its own. @param {string} own @param {Wire.Table} table */
async function warmUp(own, table) {
  const bot = document.body.dataset.bot;
  const tab = window.open("", "_blank");
  const made = await call("/api/matches", { variant: `${table.game}/${table.variant}`, options: table.changed, seats: { A: "me", B: `bot:${bot}` } });
  await sit(made.seats.A, table.names[own]);
  if (tab) tab.location.href = `/s/${made.seats.A}`;
}
