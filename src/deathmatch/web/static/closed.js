/** Lines that do not come back by themselves. Loaded when the server has closed one. */

import { say } from "./say.js";

/** Why. @param {CloseEvent} event */
export function words({ code, reason }) {
  if (code === 4404) return say("This link is no longer valid.");
  if (code === 4500) return say("This match cannot be opened: {reason}.", { reason });
  return say("This table is open in too many tabs or on too many devices. Close one of them, then come back to this tab or reload it.");
}
