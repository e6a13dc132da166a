/** Both seats are taken, and the match waits: for the toss of a coin, and for players to say that they are ready. Loaded only then. */

import { $, el } from "./dom.js";
import { send } from "./match.js";
import { say } from "./say.js";

/** @param {string} own the reader's seat, or empty @param {Wire.Table} table */
export async function show(own, table) {
  const lot = table.lot ? (await import("./lot.js")).scene(table) : "";
  const scene = table.coin ? (await import("./coin.js")).scene(own, table) : "";
  const tossing = Boolean(table.coin && !table.coin.face);
  const ready = table.ready ?? [];
  const asked = own && !ready.includes(own) && !tossing;
  $("waiting-title").textContent = tossing ? say("The toss") : asked ? say("Are you ready?") : say("Waiting until both players are ready");
  const lead = $("waiting-lead");
  if (!("late" in lead.dataset)) lead.textContent = tossing ? say("A coin is tossed before the match.") : say("Both seats are taken. The match starts as soon as both players have pressed Ready.");
  const focused = document.activeElement?.id === "ready";
  const rows = ["A", "B"].map((seat) => {
    const state = ready.includes(seat) ? say("ready") : table.vacant?.includes(seat) ? say("given out again") : say("not ready yet");
    return el("li", { class: `seat-${seat}${ready.includes(seat) ? " is-ready" : ""}` }, el("strong", { class: "name" }, table.names[seat] ?? seat), " ", el("span", { class: "tag" }, state));
  });
  const button = el("button", { type: "button", id: "ready", class: "main big", onclick: () => send({ type: "ready" }, { at: button }) }, say("Ready"));
  const list = tossing ? "" : el("ul", { class: "ready" }, ...rows);
  $("before").replaceChildren(lot, scene, list, asked ? button : el("p", { role: "status" }, own && !tossing ? say("You are ready. The match starts as soon as the other player is.") : ""));
  $("before").hidden = false;
  if (focused) document.getElementById("ready")?.focus();
}
