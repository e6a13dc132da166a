/** A player or the host changes their own link, so that nobody else knows it. Loaded when they want to. */

import { question } from "./ask.js";
import { call } from "./dom.js";
import { remove } from "./desk.js";
import { notice } from "./match.js";
import { say } from "./say.js";

const hosts = document.body.dataset.role === "host";
const words = {
  title: say("Change your link?"),
  text: hosts
    ? say("The host's page gets a new link that only this browser knows. The old one is dead at once, also on your other devices. Everybody at the table reads that you changed it.")
    : say("Your seat gets a new link that only this browser knows. The old one is dead at once, also on your other devices. Everybody at the table reads that you changed it."),
  no: say("Keep the link"),
  yes: say("Change it"),
  look: /** @type {const} */ ("main"),
};

export const open = question("renew", words, () => void change());

async function change() {
  try {
    const { key } = await call(`${document.body.dataset.api}/renew`, {});
    if (hosts) remove("tables", location.pathname.split("/").pop() ?? ""); // the new one is kept when its page opens
    location.replace(`${hosts ? "/h" : "/s"}/${key}`);
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
}
