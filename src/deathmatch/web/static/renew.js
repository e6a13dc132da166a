/** A player changes their own link, so that nobody else knows it. Loaded when a player wants to. */

import { question } from "./ask.js";
import { call } from "./dom.js";
import { notice } from "./match.js";
import { say } from "./say.js";

const words = {
  title: say("Change your link?"),
  text: say("Your seat gets a new link that only this browser knows. The old one is dead at once, also on your other devices. Everybody at the table reads that you changed it."),
  no: say("Keep the link"),
  yes: say("Change it"),
  look: /** @type {const} */ ("main"),
};

export const open = question("renew", words, () => void change());

async function change() {
  try {
    const { key } = await call(`${document.body.dataset.api}/renew`, {});
    location.replace(`/s/${key}`);
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
}
