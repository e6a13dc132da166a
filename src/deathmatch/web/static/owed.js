/** What the host's page says besides who is thinking: what is owed, and for how long. Loaded for hosts. */

import { $, call } from "./dom.js";
import { ago } from "./lists.js";
import { now } from "./match.js";
import { say } from "./say.js";

const OFTEN = 15_000; // ms between two looks at the time
let open = ""; // the question that stands open, and whether the clocks stand still
let since = 0; // from when it does, as `performance.now()` counts
let note = ""; // what the page says there anyhow

/** For how long the match has waited when this page opened. */
async function waited() {
  const key = location.pathname.split("/").pop() ?? "";
  const { cards } = await call("/api/overview", { tables: [{ key }] }).catch(() => ({ cards: [] }));
  since -= cards[0]?.since ?? 0;
  tell();
}

function tell() {
  const seen = now.seen;
  const { pending = [], decision = "" } = /** @type {{pending?: string[], decision?: string | null}} */ (seen?.public ?? {});
  const owed = seen && !seen.paused && pending.length > 0 && pending[0] !== "deal" && decision;
  const words = owed ? say("Owed: {decision} · {since}", { decision, since: ago(performance.now() - since) }) : "";
  $("aside").textContent = [note, words].filter(Boolean).join(" ");
}

function settled() {
  note = $("aside").textContent ?? "";
  const asked = now.seen ? `${now.seen.ply} ${Boolean(now.seen.paused)}` : "";
  const first = !open;
  if (asked && asked !== open) {
    open = asked;
    since = performance.now();
    if (first) void waited();
  }
  tell();
}

addEventListener("settled", settled);
setInterval(tell, OFTEN);
settled();
