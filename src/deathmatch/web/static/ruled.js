/** Tells a reader of a ruling of the host that is new. Loaded where there is one. */

import { memory } from "./dom.js";
import { notice, now } from "./match.js";
import { say } from "./say.js";

let shown = ""; // the question at which the notice stands

/** Shows the last ruling, if this browser has not shown it yet. */
export function show() {
  const { table } = now;
  const last = table?.rulings?.at(-1);
  if (!table || !last) return;
  const key = `ruled:${table.id}`;
  if (memory.get(key) === table.rulings?.length) return;
  memory.set(key, table.rulings?.length);
  shown = place();
  notice(say("{ruling} Reason: {reason}", { ruling: last.words, reason: last.reason }));
}

const place = () => `${now.seen?.ply} ${now.seen?.sealed?.length ?? 0} ${now.seen?.public.over}`;

/** The match goes on, and the log has the ruling. */
addEventListener("settled", () => {
  if (!shown || shown === place()) return;
  shown = "";
  notice("");
});
