/** Tells a reader who wishes so of a turn, while the page is in the background; and the number on the icon of the installed page. */

import { memory } from "./dom.js";
import { say } from "./say.js";

const wanted = () => Boolean(memory.get("notify")) && "Notification" in window && Notification.permission === "granted";

/** The page's own part of the installed site: it shows the notice that there is no connection, and nothing of any match. */
const worker = navigator.serviceWorker?.register("/worker.js").catch(() => null);

/**
 * @param {string} title
 * @param {string} words
 * @param {string} link where a tap on it leads
 * @param {string} tag one for each match, so that a newer one takes the place of an older
 */
export function notify(title, words, link, tag) {
  if (!wanted() || !document.hidden) return;
  const options = { body: words, tag, data: link, icon: "/icon-192.png" };
  void worker?.then((registration) => {
    if (registration?.active) return registration.showNotification(title, options);
    new Notification(title, options).onclick = () => location.assign(link);
    return undefined;
  });
}

/** @param {number} count how many tables wait for the reader */
export function badge(count) {
  void (count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => {});
}

/** The menu's switch. A browser asks its reader only after a tap. @param {HTMLInputElement} box */
export async function switched(box) {
  if (box.checked && "Notification" in window && Notification.permission !== "granted") await Notification.requestPermission();
  memory.set("notify", box.checked && "Notification" in window && Notification.permission === "granted");
  box.checked = wanted();
  const hint = document.getElementById("notify-hint");
  if (hint) hint.hidden = "Notification" in window && Notification.permission !== "denied";
}

const box = /** @type {HTMLInputElement | null} */ (document.getElementById("notify"));
if (box && memory.get("notify")) box.checked = wanted(); // else its reader has just switched it

// At a table the page itself says when it is the reader's turn.
if (document.body.matches(".match[data-role=A], .match[data-role=B]")) {
  let before = document.body.dataset.mood;
  new MutationObserver(() => {
    const { mood } = document.body.dataset;
    if (mood === "on" && before !== "on") {
      notify(say("Your move"), document.querySelector(".bar h1")?.textContent ?? "", location.pathname, location.pathname.slice(-6));
    }
    before = mood;
  }).observe(document.body, { attributes: true, attributeFilter: ["data-mood"] });

  // Of a long clock the table reminds: then this page gets everything anew, at the moment at which so much is left.
  const REMINDERS_MS = [86_400_000, 10_800_000, 1_800_000];
  let last = Infinity;
  void import("./table.js").then(({ now }) =>
    addEventListener("settled", () => {
      const clock = now.seen?.clocks[document.body.dataset.role ?? ""];
      const left = clock?.running ? clock.left + clock.bank : Infinity;
      if (REMINDERS_MS.some((mark) => left <= mark && mark < last && last < Infinity)) {
        const time = new Date(Date.now() + left).toLocaleString(document.documentElement.lang, { weekday: "short", hour: "2-digit", minute: "2-digit" });
        notify(say("Your time runs out {time}", { time }), document.querySelector(".bar h1")?.textContent ?? "", location.pathname, location.pathname.slice(-6));
      }
      last = left;
    }),
  );
}
