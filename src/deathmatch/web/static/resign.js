/** Giving up, which is asked about once. Loaded when a reader wants to. */

import { question } from "./ask.js";
import { $ } from "./dom.js";
import { send } from "./match.js";
import { say } from "./say.js";

const words = {
  title: say("Resign this match?"),
  text: say("Your opponent wins at once. You cannot undo this."),
  no: say("Keep playing"),
  yes: say("Resign"),
  look: /** @type {const} */ ("danger"),
};

export const open = question("resign", words, () => void send({ type: "resign" }, { at: $("resign") }));
