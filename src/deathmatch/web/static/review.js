/** A finished match looked back at: what the server's advisor says, beside the picture. Loaded when a reader asks. */

import { turnTo } from "./again.js";
import { $, call, el } from "./dom.js";
import { now } from "./match.js";

const [WIDTH, HEIGHT, EDGE] = [320, 96, 4]; // of the chart, in its own units
const MANY = 12; // remarks beyond which those on good and forced moves are hidden at first
const SIGNS = { forced: "□", good: "✓", doubtful: "?!", mistake: "?", blunder: "??" };

const name = (/** @type {string | null} */ seat) => (seat ? now.table?.names[seat] || `Seat ${seat}` : "The deal");
const percent = (/** @type {number | null} */ value) => (value === null ? "" : `${Math.round(value * 100)} %`);
const upper = (/** @type {string} */ words) => words.charAt(0).toUpperCase() + words.slice(1);

const status = el("p", { role: "status", class: "quiet" });
const shown = el("div", { class: "lookback" });
const panel = el("div", { role: "tabpanel", id: "panel-lookback", "aria-labelledby": "tab-lookback", class: "panel", tabindex: "0", hidden: true }, status, shown);
const tab = el("button", { type: "button", role: "tab", id: "tab-lookback", "aria-controls": "panel-lookback", "aria-selected": "false", tabindex: "-1" }, "Review");
document.querySelector("[role=tablist]")?.append(tab);
document.querySelector(".side")?.append(panel);

/** @type {Promise<void> | null} */
let loading = null;
/** @type {Wire.RemarkBody[]} */
let remarks = [];

/** Opens the review, and has it made the first time. */
export async function open() {
  tab.click();
  panel.scrollIntoView({ block: "nearest" });
  loading ??= load();
  await loading;
}

async function load() {
  status.textContent = "Reviewing the match…";
  try {
    let review = await call(`${document.body.dataset.api}/review`);
    while (review.state) review = await call(`${document.body.dataset.api}/review`); // it is still being made
    show(review);
    status.textContent = "";
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    status.textContent = `${upper(message)}.`;
    loading = null;
  }
}

/** @param {Wire.ReviewBody} review */
function show(review) {
  const [first, ...rest] = review.summary;
  remarks = review.remarks;
  shown.append(el("p", {}, el("strong", {}, first)), ...rest.map((line) => el("p", {}, line)));
  if (review.chart) shown.append(chart(review.chart));
  if (!remarks.length) return;
  const list = el("ol", { class: "remarks", "aria-label": "Remarks" }, ...remarks.map(item));
  const brief = remarks.filter((remark) => !/good|forced/.test(remark.verdict));
  if (remarks.length > MANY && brief.length && brief.length < remarks.length) {
    const all = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox" }));
    list.classList.add("brief");
    all.onchange = () => list.classList.toggle("brief", !all.checked);
    shown.append(el("label", { class: "check" }, all, `Show all ${remarks.length} remarks`));
  }
  shown.append(list);
}

/** @param {Wire.RemarkBody} remark */
function item(remark) {
  const { ply, verdict, seat, line, value, words, better } = remark;
  const sign = SIGNS[/** @type {keyof typeof SIGNS} */ (verdict)] ?? "";
  const move = (/** @type {string} */ before, /** @type {string} */ text, /** @type {string} */ after, /** @type {number | null} */ worth) =>
    el("span", { class: "option" }, el("span", {}, before, el("code", {}, text), after), el("span", {}, percent(worth)));
  const button = el(
    "button",
    { type: "button", class: "remark", "data-after": ply + 1, onclick: () => void go(ply + 1, button) },
    el("span", {}, el("span", { class: "quiet" }, `${ply + 1} `), el("strong", { class: seat ? `name seat-${seat}` : "name" }, name(seat))),
    el("span", { class: "verdict" }, sign && el("span", { "aria-hidden": "true" }, `${sign} `), sign && verdict),
    el("span", {}, words),
    move("", line.slice(line.indexOf(" ") + 1), "", value),
    ...better.map((one) => move("Better: ", one.move, one.words && `, ${one.words}`, one.value)),
  );
  return el("li", { class: verdict }, button);
}

/** @param {Wire.RemarkBody} remark */
function sentence({ verdict, words, better: [best] }) {
  return `${verdict in SIGNS ? `${upper(verdict)}: ` : ""}${words}${best ? ` Better: ${best.move}.` : ""}`;
}

/** Shows the position after a remark's move. @param {number} at @param {HTMLElement} button */
async function go(at, button) {
  await turnTo(at, button);
  const { top } = $("table").getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) $("table").scrollIntoView();
}

// --- The chart

/** Only figures go into its markup; names and words stand around it. @param {Wire.ChartBody} data */
function chart({ caption, points }) {
  const last = Math.max(1, points.at(-1)?.[0] ?? 0, remarks.at(-1)?.event ?? 0);
  const x = (/** @type {number} */ event) => (EDGE + (event / last) * (WIDTH - 2 * EDGE)).toFixed(1);
  const y = (/** @type {number} */ value) => (EDGE + (1 - value) * (HEIGHT - 2 * EDGE)).toFixed(1);
  const valueAt = (/** @type {number} */ event) => points.findLast(([at]) => at <= event)?.[1] ?? 0.5;
  const path = points.map(([event, value], index) => `${index ? "L" : "M"}${x(event)} ${y(value)}`).join("");
  const amiss = remarks.filter((remark) => /mistake|blunder/.test(remark.verdict));
  const dots = amiss.map(({ event }) => `<circle class="amiss" cx="${x(event)}" cy="${y(valueAt(event))}" r="3.5"/>`).join("");
  const middle = `<path class="middle" d="M0 ${HEIGHT / 2}H${WIDTH}"/>`;
  const box = el("div", { class: "chart", role: "img", "aria-label": `${caption}: ${percent(points[0]?.[1] ?? null)} at the start, ${percent(points.at(-1)?.[1] ?? null)} at the end` });
  box.innerHTML = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${middle}<path class="course" d="${path}"/>${dots}<path class="here" d=""/></svg>`;
  const here = box.querySelector(".here");
  const events = new Map(remarks.map((remark) => [remark.ply + 1, remark.event]));
  document.addEventListener("looked", (event) => {
    const at = events.get(/** @type {CustomEvent} */ (event).detail);
    here?.setAttribute("d", at === undefined ? "" : `M${x(at)} 0V${HEIGHT}`);
  });
  const side = (/** @type {string} */ seat, /** @type {string} */ value) => el("div", { class: "scale" }, el("span", { class: `name seat-${seat}` }, name(seat)), el("span", {}, value));
  return el("figure", {}, el("figcaption", {}, caption), side("A", "100 %"), box, side("B", "0 %"));
}

// --- What is being looked at, also where the reader turned to it by other means

document.addEventListener("looked", (event) => {
  const at = /** @type {CustomEvent} */ (event).detail;
  $("aside").prepend(...remarks.filter((remark) => remark.ply + 1 === at).map((remark) => `${sentence(remark)} `));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (shown.querySelectorAll(".remark"))) {
    if (button.dataset.after !== String(at)) button.removeAttribute("aria-current");
    else {
      button.setAttribute("aria-current", "true");
      const top = button.offsetTop - panel.offsetTop;
      if (top < panel.scrollTop || top + button.offsetHeight > panel.scrollTop + panel.clientHeight) panel.scrollTop = top - panel.clientHeight / 3;
    }
  }
});
