/** The review of a finished match: how it went as a graph, then a few remarks. Loaded when a reader asks. */

import { $, el } from "./dom.js";
import { ask, before, brief, choosing, decisive, go, instead, look, now, pause, reason, score, stays } from "./reel.js";
import { count, say } from "./say.js";

const [WIDTH, HEIGHT] = [400, 168]; // of the graph, in its own units
const EXACT = 1e-6; // by which two shares may differ by the rounding of sums
const DOT = 12; // CSS pixels around a dot of the graph, in which a tap shows its remark
const STEP_MS = 1000; // that one request waits for the review
const SIGNS = { forced: "□", good: "✓", doubtful: "?!", mistake: "?", blunder: "??" };
const VERDICTS = { forced: say("forced"), good: say("good"), doubtful: say("doubtful"), mistake: say("mistake"), blunder: say("blunder") };

const panel = $("panel-review");
let made = "";

const name = (/** @type {string | null} */ seat) => (seat ? (seat === now.mine && say("You")) || now.film?.names[seat] || say("Seat {seat}", { seat }) : say("The deal"));

/** The position in which an event has taken effect. @param {number} event */
const after = (event) => {
  const frames = now.film?.frames ?? [];
  const at = frames.findIndex((frame) => frame.event >= event);
  return at < 0 ? frames.length - 1 : at;
};

/** @param {{ line: string }} event */
const resigned = ({ line }) => line.endsWith(" resign");

/** Whether the reader is one of the players. */
const player = () => "AB".includes(now.mine || "-");

/** A part of the whole; what is almost nothing, or almost all, is not said to be that. @param {number} part */
function share(part) {
  const all = Math.round(100 * part);
  const words = !all && part > EXACT ? say("under 1 %") : all === 100 && part < 1 - EXACT ? say("over 99 %") : say("{number} %", { number: all });
  return words.replace(" %", "\u00a0%");
}

/** The remarks on the turn that led to a position. @param {number} at @param {Wire.MatchReview} review */
const on = (at, { remarks }) => remarks.filter(({ event }) => after(event) === at);

/** Where they are shown: in the position in which its choices were made; a deal in the one that it made. @param {number} at @param {Wire.MatchReview} review */
const stop = (at, review) => at - Number(on(at, review).some(({ seat }) => seat));

/** The chance of its seat before and after the step of the graph that a remark is about, and whether nothing else lies in that step. @param {[number, number][]} points @param {{ event: number, seat: string | null }} remark @returns {[number?, number?, boolean?]} */
function around(points, { event, seat }) {
  const place = points.findIndex((point) => point[0] >= event);
  const [early, late] = [points[place - 1], points[place]];
  if (!early || !late) return [];
  const own = (/** @type {number} */ value) => (seat === "B" ? 1 - value : value);
  return [own(early[1]), own(late[1]), late[0] - early[0] === 1];
}

/** How far a review is, in words. @param {{ preparing: boolean, ahead: number }} review @param {number} spent @param {number} most */
function going({ preparing, ahead }, spent, most) {
  const seconds = { spent: Math.round(spent / 1000), most: Math.round(most / 1000) };
  if (preparing) return say("The first review of a game is prepared. That takes half a minute, or longer if the server is busy.");
  return ahead ? count("Waiting: {number} review is made first.", "Waiting: {number} reviews are made first.", ahead) : say("Reviewing the match: {spent} of at most {most} seconds.", seconds);
}

/** Has the review made the first time, and shows how far it is. */
export async function open() {
  const which = now.record || "match";
  if (made === which) return;
  made = which;
  let still = [0, (now.film?.frames.length ?? 0) - 1].includes(now.at) && !$("play").classList.contains("playing"); // a reader who moves or plays meanwhile stays there
  document.addEventListener("shown", () => (still = false), { once: true });
  const bar = /** @type {HTMLProgressElement} */ (el("progress", { max: 1, "aria-label": say("Review") }));
  const words = el("p", { role: "status" }, say("Reviewing the match…"));
  panel.replaceChildren(el("div", { class: "reviewing" }, words, bar));
  try {
    let before = 0; // ms that went into its preparation
    let review = await ask("review", { wait: STEP_MS });
    while (review.state) {
      if (review.preparing) before = review.spent;
      else bar.value = Math.max(bar.value, (review.spent - before) / review.most);
      words.textContent = going(review, review.spent - before, review.most);
      review = await ask("review", { wait: STEP_MS });
    }
    if (made === which) show(review, still);
  } catch (error) {
    panel.replaceChildren(el("p", { class: "error" }, reason(error)), el("p", {}, el("button", { type: "button", onclick: open }, say("Try again"))));
    made = "";
  }
}

/** @param {Wire.MatchReview} review @param {boolean} still whether its turning point may be shown */
function show(review, still) {
  const { summary, chart, remarks } = review;
  const { winner, names, ending } = /** @type {Wire.Film} */ (now.film);
  const who = player() ? (winner === now.mine ? say("You won") : say("You lost")) : say("{name} won", { name: names[winner ?? ""] });
  const result = winner ? [`${[who, score(player() ? now.mine : winner)].filter(Boolean).join(": ")}.`, ending].join(" ") : "";
  const [first, ...rest] = [result, ...(result && score() ? summary.slice(1) : summary), chart?.band?.length && chart.margin, average(review)].filter(Boolean);
  const turn = turning(chart, remarks);
  panel.replaceChildren(el("div", { class: "verdicts" }, el("p", {}, el("strong", {}, first || "")), chart ? graph(chart, turn, review) : ""));
  const places = [...new Set(remarks.map(({ event }) => after(event)))].sort((one, other) => one - other);
  if (chart && turn < 0 && review.decisions.some(resigned)) panel.append(el("p", {}, say("Resigning decided this match.")));
  if (remarks.length) panel.append(el("ol", { class: "remarks", "aria-label": say("Remarks") }, ...places.map((at) => card(at, review))));
  if (rest.length) panel.append(el("details", {}, el("summary", {}, say("More about this match")), ...rest.map((line) => el("p", {}, addressed(line || "")))));
  for (const [id, words, way] of /** @type {[string, string, number][]} */ ([["remark", say("Next remark"), 1], ["remark-back", say("Previous remark"), -1]])) {
    $(id).hidden = !remarks.length;
    $(id).textContent = words;
    $(id).onclick = () => walk(places, review, way);
  }
  decisive(turn);
  if (still && turn > 0) visit(turn, review);
  mark();
  current();
}

/** A line in which names stand before colons, as one of these players reads it. @param {string} line */
function addressed(line) {
  const own = player() && now.film?.names[now.mine];
  if (!own) return line;
  const found = line.replaceAll(`, ${own}: `, `, ${say("you")}: `).replaceAll(`; ${own}: `, `; ${say("you")}: `).replaceAll(`. ${own}: `, `. ${say("You")}: `);
  return found.startsWith(`${own}: `) ? say("You") + found.slice(own.length) : found;
}

/** What an average choice of each seat gave away, the reader's first. @param {Wire.MatchReview} review */
function average({ decisions }) {
  const parts = (now.mine === "B" ? ["B", "A"] : ["A", "B"]).flatMap((seat) => {
    const costs = decisions.flatMap((one) => (one.seat === seat && !resigned(one) ? (one.given ?? []) : []));
    return costs.length ? `${seat === now.mine ? say("you") : name(seat)} ${share(costs.reduce((sum, one) => sum + one) / costs.length)}` : [];
  });
  return parts.length ? say("Chance lost with each choice, on average: {parts}.", { parts: parts.join(", ") }) : "";
}

/** Shows the next turn with a remark, or the one before, and its card. @param {number[]} places @param {Wire.MatchReview} review @param {number} way */
function walk(places, review, way) {
  if (panel.hidden) $("tab-review").click();
  const next = way > 0 ? places.find((place) => stop(place, review) > now.at) ?? places[0] : places.findLast((place) => stop(place, review) < now.at) ?? places.at(-1);
  visit(next ?? 0, review);
  current();
}

/** Brings the remark on the position that is shown into sight: right below the graph, whose caption may need two lines. */
function current() {
  const verdicts = /** @type {HTMLElement | null} */ (panel.querySelector(".verdicts"));
  panel.style.setProperty("--above", `${4 + (verdicts?.offsetHeight ?? 0)}px`);
  panel.querySelector("[aria-current]")?.scrollIntoView({ block: stays() ? "start" : "nearest" });
}

/** Shows where the remarks on a turn belong. @param {number} at @param {Wire.MatchReview} review */
function visit(at, review) {
  pause();
  go(stop(at, review));
  if (stop(at, review) < at) choosing();
}

/** The position after the turning point, or after the largest step of the graph if nobody won; none where the end itself decided more. @param {Wire.Chart | null} chart @param {Wire.MatchRemark[]} remarks */
function turning(chart, remarks) {
  const named = remarks.find((remark) => remark.turning);
  if (named) return after(named.event);
  let [at, most] = [-1, 0];
  if (!now.film?.winner) chart?.points.forEach(([event, value], place) => {
    const step = place ? Math.abs(value - (chart.points[place - 1]?.[1] ?? value)) : 0;
    if (step > most) [at, most] = [after(event), step];
  });
  return at;
}

// --- The graph

/** Only figures go into its markup; names and words stand around it. @param {Wire.Chart} chart @param {number} turn @param {Wire.MatchReview} review */
function graph({ caption, points, scale, band = [] }, turn, review) {
  if (scale[0].includes("%")) caption = player() ? say("Your chance to win, if both play well from there") : say("{name}'s chance to win, if both play well from there", { name: name("A") });
  const upside = now.mine === "B" && scale[0].includes("%"); // what the server measures is A's
  const last = Math.max(1, (now.film?.frames.length ?? 1) - 1);
  const x = (/** @type {number} */ at) => ((at / last) * WIDTH).toFixed(1);
  const upright = (/** @type {number} */ at) => `M${Math.min(Math.max(Number(x(at)), 2), WIDTH - 2)} 0V${HEIGHT}`; // whole at the edges too
  const y = (/** @type {number} */ value) => (4 + (upside ? value : 1 - value) * (HEIGHT - 8)).toFixed(1);
  // What is certain stays so up to the choice that gives it away, and changes at once.
  const join = (/** @type {string} */ across, /** @type {number} */ place) => (place ? ([0, 1].includes(points[place - 1]?.[1] ?? 0) ? `H${across}V` : `L${across} `) : `M${across} `);
  const course = points.map(([event, value], place) => join(x(after(event)), place) + y(value)).join("");
  const edge = [...band.map(([event, , high]) => `${x(after(event))} ${y(high)}`), ...band.map(([event, low]) => `${x(after(event))} ${y(low)}`).reverse()];
  const parts = [
    `<path class="middle" d="M0 ${HEIGHT / 2}H${WIDTH}"/>`,
    edge.length ? `<path class="band" d="M${edge.join("L")}Z"/>` : "",
    turn < 0 ? "" : `<path class="turn" d="${upright(turn)}"/>`,
    `<path class="course" d="${course}"/><path class="here" d=""/>`,
    ...points.flatMap(([event, value], place) => {
      const worst = review.remarks.find((one) => one.verdict in SIGNS && one.event <= event && one.event > (points[place - 1]?.[0] ?? 0));
      return worst ? `<path class="dot ${worst.verdict}" d="M${x(after(event))} ${y(value)}h0"/>` : [];
    }),
  ];
  const button = el("button", { type: "button", "aria-label": say("{caption}. Choose a place to show that position.", { caption }) });
  button.innerHTML = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${parts.join("")}</svg>`;
  button.onclick = ({ clientX, detail }) => {
    const { left, width } = button.getBoundingClientRect();
    const at = detail ? Math.round(((clientX - left) / width) * last) : Math.max(0, turn);
    const away = (/** @type {number} */ place) => Math.abs(place - at) * width;
    const [near] = review.remarks.map(({ event }) => after(event)).sort((one, other) => away(one) - away(other));
    if (near === undefined || away(near) > DOT * last) return pause(), go(at);
    visit(near, review);
    current();
  };
  const here = button.querySelector(".here");
  const figures = el("strong", { class: "figures" });
  const show = () => {
    here?.setAttribute("d", upright(now.at));
    const [, chance] = points.findLast(([event]) => event <= (now.film?.frames[now.at]?.event ?? 0)) ?? [];
    figures.textContent = chance === undefined || !scale[0].includes("%") ? "" : share(upside ? 1 - chance : chance);
  };
  document.addEventListener("shown", show);
  show();
  const axis = el("div", { class: "axis" }, ...scale.map((mark) => el("span", {}, mark)));
  return el("figure", { class: "graph" }, el("figcaption", {}, el("span", {}, caption), figures), axis, button);
}

// --- The remarks

/** What a choice made of its player's chance, and what came of it: all in the measure of the graph. @param {Wire.MatchRemark} remark @param {Wire.MatchReview} review */
function cost(remark, review) {
  const [given, seat, note] = [costOf(remark, review), remark.seat ?? (now.mine === "B" ? "B" : "A"), remark.verdict === "note"];
  const [had, has, alone] = around(review.chart?.points ?? [], { ...remark, seat });
  if ((given < 0.005 && !note) || had === undefined || has === undefined || !review.chart?.scale[0].includes("%")) return "";
  const [left, own] = [Math.max(0, had - given), seat === now.mine];
  const parts = { name: name(seat), from: share(had), to: share(left), end: share(has), best: share(Math.min(1, has + given)) }; // as `fall` has them
  if (resigned(remark)) return had <= 0.5 ? "" : own ? say("You resigned a match that you were winning: your chance was {from}.", parts) : say("{name} resigned while winning: the chance was {from}.", parts);
  if (note) return own ? say("Your chance went from {from} to {end}.", parts) : say("{name}'s chance went from {from} to {end}.", parts);
  if (had === 1 && has === 0 && given === 1) return own ? say("You had the win in hand, and this choice gave it away.") : say("{name} had the win in hand, and this choice gave it away.", parts);
  if (alone) return own ? say("Your chance was {end} after it, and would have been {best} after the better choice.", parts) : say("{name}'s chance was {end} after it, and would have been {best} after the better choice.", parts);
  const late = own ? say("When your time ran out, your chance went from {from} to {to}.", parts) : say("When {name}'s time ran out, the chance went from {from} to {to}.", parts);
  const took = remark.line.endsWith(" timeout") ? late : own ? say("This choice took your chance from {from} to {to}.", parts) : say("This choice took {name}'s chance from {from} to {to}.", parts);
  return Math.abs(left - has) < 0.03 ? took : [took, say("What followed made it {end}.", parts)].join(" ");
}

/** @param {Wire.MatchRemark} remark @param {Wire.MatchReview} review */
const costOf = ({ event }, { decisions }) => decisions.find((one) => one.event === event)?.given ?? 0;

/** What a choice cost, as the difference of the numbers that its remark names. @param {Wire.MatchRemark} remark @param {Wire.MatchReview} review */
function fall(remark, review) {
  const [given, [had, has, alone]] = [costOf(remark, review), around(review.chart?.points ?? [], remark)];
  if (had === undefined || has === undefined) return given;
  const [from, to] = alone ? [Math.min(1, has + given), has] : [had, Math.max(0, had - given)];
  return (Math.round(100 * from) - Math.round(100 * to)) / 100;
}

/** Whether the choice itself made at least half of the step of the graph. @param {Wire.MatchRemark} remark @param {Wire.MatchReview} review */
function decided(remark, review) {
  const [before, later] = around(review.chart?.points ?? [], remark);
  return before !== undefined && later !== undefined && 2 * costOf(remark, review) >= Math.abs(later - before);
}

/** @param {Wire.MatchRemark} remark */
const better = ({ better: [best] }) => (best ? [el("strong", {}, say("Better:")), " ", best.told || el("code", {}, best.move)] : []);

/** The remarks on one position: what happened, what each choice cost, what was better, and behind a key why. @param {number} at @param {Wire.MatchReview} review */
function card(at, review) {
  const remarks = on(at, review);
  const judged = remarks.filter(({ verdict }) => verdict !== "note");
  const turned = remarks.find(({ turning }) => turning);
  const [one, other] = judged;
  const all = now.film?.frames[at]?.beats ?? []; // which speak to the reader, if the film does
  const beats = all.filter((_, place) => !all.slice(1, place + 1).some(({ heading }) => heading)); // without what begins then
  const whole = beats.some(({ brief }) => brief) ? brief(beats) : beats.filter(({ passing }) => !passing).map(({ words }) => words);
  const did = one && !other && beats.find((beat) => beat.notation === one.line)?.words;
  const told = did || whole.join(" ");
  const shown = () => (visit(at, review), look());
  const worst = judged.some((remark) => costOf(remark, review) === Math.max(...review.remarks.map((each) => costOf(each, review))));
  return el(
    "li",
    { class: [turned && "turned", worst && "worst", stop(at, review) < at && "choice"].filter(Boolean).join(" "), "data-at": stop(at, review), onclick: (/** @type {Event} */ { target }) => /** @type {Element} */ (target).closest("button, details") || shown() },
    one && !other ? head(one, review, before(at), !did && !told.startsWith(name(one.seat))) : el("strong", { class: "name" }, before(at)),
    turned && el("p", { class: "decided" }, decided(turned, review) ? say("The decisive turn") : say("The chances moved most here")),
    told && el("p", { class: "quiet" }, told),
    ...remarks.flatMap((remark) => {
      const [gave, instead, note] = [cost(remark, review), better(remark), remark.verdict === "note"];
      const words = addressed(remark.words);
      const lost = costOf(remark, review) === 1 && words; // how a win was let go says more than that it was
      const why = !note && !lost && words && el("p", { hidden: true }, words);
      return [
        other && judged.includes(remark) && head(remark, review),
        (lost || gave) && el("p", {}, lost || gave),
        instead.length > 0 && el("p", {}, ...instead),
        note && words && el("p", {}, words),
        el(
          "div",
          { class: "row" },
          el("button", { type: "button", onclick: shown }, say("Show")),
          instead.length > 0 && el("button", { type: "button", onclick: (/** @type {Event} */ { target }) => void tryBetter(remark, stop(at, review), /** @type {HTMLElement} */ (target)) }, say("Better move")),
          why && el("button", { type: "button", class: "quiet", "aria-expanded": "false", onclick: (/** @type {Event} */ { target }) => tell(why, /** @type {HTMLElement} */ (target)) }, say("Why?")),
        ),
        why,
      ];
    }),
  );
}

/** Opens a reason below its key, with its whole card in sight, or closes it. @param {HTMLElement} why @param {HTMLElement} key */
const tell = (why, key) => ((key.ariaExpanded = String(why.hidden)), (why.hidden = !why.hidden), why.closest("li")?.scrollIntoView({ block: "nearest" }));

/** The verdict of a remark and its cost, beside where it is or of whom it speaks. @param {Wire.MatchRemark} remark @param {Wire.MatchReview} review @param {string} [where] @param {boolean} [named] */
function head(remark, review, where, named = true) {
  const { seat, verdict } = remark;
  const sign = SIGNS[/** @type {keyof typeof SIGNS} */ (verdict)] ?? "";
  const word = VERDICTS[/** @type {keyof typeof VERDICTS} */ (verdict)] ?? verdict;
  const given = fall(remark, review);
  const judged = resigned(remark) ? say("resigned") : `${sign} ${word}${given < 0.005 ? "" : ` −${share(given)}`}`;
  const title = el("strong", { class: `name seat-${seat}` }, [where, named && name(seat)].filter(Boolean).join(" · "));
  return el("p", { class: `head ${verdict}` }, title, el("span", { class: "verdict" }, judged));
}

/** Shows what would have come of the better move. @param {Wire.MatchRemark} remark @param {number} at @param {HTMLElement} button */
async function tryBetter({ event, better: [best] }, at, button) {
  if (!best) return;
  try {
    go(at);
    const found = /** @type {Wire.Instead} */ (await ask("instead", { event, move: best.move, eye: now.eye }, true));
    instead(found, say("another move"), brief(found.beats).join(" "));
    look();
  } catch (error) {
    button.after(el("span", { class: "error" }, reason(error)));
  }
}

/** Marks the remarks on the position that is shown, which is then the one in which their choice was made; where a deal led to it, those on the choice that follows. */
function mark() {
  const cards = /** @type {HTMLElement[]} */ ([...panel.querySelectorAll("[data-at]")]);
  const here = cards.findLast(({ dataset }) => dataset.at === String(now.at));
  for (const one of cards) {
    if (one === here) one.setAttribute("aria-current", "true");
    else one.removeAttribute("aria-current");
  }
  if (here?.classList.contains("choice") && !panel.hidden && !$("play").classList.contains("playing")) choosing();
}
document.addEventListener("shown", mark);
