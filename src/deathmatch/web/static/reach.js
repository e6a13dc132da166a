/**
 * What a thing of the table is and does, where it can go, and what threatens it: marks while it is pointed at, has the focus, or a finger
 * taps it or rests on it, a key to the marks, and words that cover no headline; a screen reader hears the marks too. The picture says where (`data-reach`,
 * `data-threats`, `data-own`), and the legend what. Loaded where a picture does.
 */

import { call, el } from "./dom.js";
import { say } from "./say.js";

const SVG = "http://www.w3.org/2000/svg";
const HOLD = 200; // ms that a finger rests before the marks are shown: they are there when the glass of aim.js copies the picture
const LONG = 400; // ms of a press that shows and does not choose
const STILL = 8; // CSS pixels that it may stray meanwhile
const SLIDE = 400; // ms that a piece is under way
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const INSET = 1; // units from a place's edge: arrows are seen inside

/** @param {Element | null | undefined} node @param {string} name @returns {string[]} */
const listed = (node, name) => node?.getAttribute(`data-${name}`)?.split(" ") ?? [];
/** The names of places. @param {string[]} slots */
const names = (slots) => slots.map((slot) => slot.split("-").at(-1)?.toUpperCase()).join(" ");

/** The piece that a place shows. @param {Element | undefined} node */
const piece = (node) => /** @type {SVGGElement | null | undefined} */ (node?.querySelector('g[transform*="scale"]:has(> rect)'));

/**
 * What has gone from one place to another slides there, and what it takes stays until it comes. The picture says what went (`data-went`).
 * @param {import("./scene.js").Scene} scene
 */
function slide(scene) {
  const show = scene.show.bind(scene);
  /** @type {Map<string, ReturnType<typeof piece>> | null} */
  let seen = null; // what the reader has last seen on each place: of several pictures in one frame only the last is shown
  scene.show = (base, title, lively = false) => {
    if (!seen) requestAnimationFrame(() => (seen = null));
    const before = (seen ??= new Map([...scene.nodes].map(([slot, node]) => [slot, piece(node)])));
    show(base, title, lively);
    const svg = scene.box.querySelector("svg");
    if (!svg || !(lively || scene.ahead) || CALM.matches) return;
    const stays = (/** @type {string} */ slot) => before.get(slot)?.innerHTML === piece(scene.nodes.get(slot))?.innerHTML;
    for (const [slot, from] of scene.nodes) {
      const { went = "" } = from.dataset;
      const [gone, taken, to] = [before.get(slot), before.get(went), scene.nodes.get(went)];
      if (!gone || !to || stays(slot) || (taken && stays(went))) continue; // it lies there already
      const arrived = piece(to);
      for (const node of [from, to]) node.classList.remove("fresh");
      arrived?.classList.add("coming");
      const lies = (/** @type {Node} */ thing, /** @type {Keyframe[]} */ frames) => {
        const made = /** @type {SVGGElement} */ (document.createElementNS(SVG, "g"));
        made.classList.add("slides");
        made.dataset.turns = "";
        made.append(thing);
        svg.append(made);
        const over = () => {
          made.remove();
          arrived?.classList.remove("coming");
        };
        made.animate(frames, { duration: SLIDE, easing: "ease-in-out" }).finished.then(over, over);
      };
      const [there, here] = [to, from].map((node) => (node.getAttribute("transform") ?? "").replace(/(-?[\d.]+) (-?[\d.]+)/, "$1px, $2px"));
      if (taken && !to.dataset.went) lies(taken, [{ transform: there }, { transform: there, opacity: 1, offset: 0.6 }, { transform: there, opacity: 0 }]);
      lies(gone.cloneNode(true), [{ transform: here }, { transform: there }]);
    }
  };
}

/** @param {import("./scene.js").Scene} scene */
export function watch(scene) {
  const { box } = scene;
  slide(scene);
  document.head.append(el("link", { rel: "stylesheet", href: new URL("./reach.css", import.meta.url).href }));
  let timer = 0;
  let began = 0;
  /** @type {[number, number]} */
  let from = [0, 0];
  /** What a thing is, as the legend has it. @type {(slot: string, label: string) => string} */
  let about = () => "";
  const { variant = "", game = variant.split("/")[0] } = document.body.dataset; // a lesson names its variant
  if (game) void Promise.all([call(`/api/legends/${game}`), import("./coach.js")]).then(([{ things }, { thing }]) => (about = (slot, label) => thing(things, slot, label)?.words ?? ""), () => {});

  // As long as nothing is chosen, keys come to every piece.
  const choosable = scene.usable.bind(scene);
  scene.usable = () => {
    const usable = choosable();
    const others = scene.chosen.size ? [] : [...scene.nodes.values()].filter((node) => node.dataset.reach && !usable.includes(node));
    return [...usable, ...others];
  };
  scene.rove();

  /** Where the words stand: beside a board that leaves room, else in the dock or a lesson, above its tools. */
  const home = () => (box.clientHeight > 520 && box.querySelector(".wide") ? box : (document.querySelector(".dock, .teacher") ?? box));
  const clear = () => {
    for (const mark of document.querySelectorAll(".picture :is(.reach, .foe), .told, .rings")) mark.remove();
  };

  /** @param {Element | null | undefined} node what is pointed at, or was tapped @param {boolean} [tapped] then what it is goes without words */
  function show(node, tapped) {
    clear();
    const [ends, foes, own] = [listed(node, "reach"), listed(node, "threats"), listed(node, "own")];
    const slot = node?.getAttribute("data-slot") ?? "";
    const lies = (/** @type {SVGGElement | undefined} */ there) => there?.hasAttribute("aria-label") && !there.dataset.named;
    const taken = ends.filter((end) => lies(scene.nodes.get(end)) && listed(scene.nodes.get(end), "threats").includes(slot)); // an empty place is in danger too
    const empty = ends.filter((end) => !taken.includes(end) && !own.includes(end));
    for (const foe of foes) mark(foe, "foe");
    for (const end of ends) mark(end, taken.includes(end) ? "reach takes" : own.includes(end) ? "reach loses" : "reach");
    // What only adds to a whole move, where the picture lights it.
    const adds = document.querySelector('#submit:not([aria-disabled="true"])') && scene.chosen.size ? [...scene.open.keys()].filter((place) => scene.nodes.get(place)?.querySelector(".lit")) : [];
    if (!ends.length && !foes.length && !adds.length) return;
    const label = node?.getAttribute("aria-label") ?? names([slot]);
    /** @type {[string[], string, string, string][]} */
    const key = [
      [empty, "goes", say("can go"), say("Can go to {places}.", { places: names(empty) })],
      [taken, "captures", say("can capture"), say("Can capture on {places}.", { places: names(taken) })],
      [own, "loses", say("takes own"), say("Can capture its own side on {places}.", { places: names(own) })],
      [foes, "threatens", say("threat"), say("Threatened from {places}.", { places: names(foes) })],
      scene.chosen.size ? [[...scene.chosen.keys()], "chosen", say("chosen"), ""] : [[...scene.open.keys()], "free", say("to choose"), ""],
      [adds, "adds", say("has a power"), ""],
    ];
    const shown = key.filter(([slots]) => slots.length);
    const said = shown.map(([, , , words]) => words).filter(Boolean).join(" ");
    const what = about(slot, label);
    if (node && node === document.activeElement) node.setAttribute("aria-description", `${what} ${said}`.trim());
    const { top, height } = box.getBoundingClientRect();
    if (node && !tapped) home().append(el("p", { class: `page told${node.getBoundingClientRect().top > top + height / 2 ? " above" : ""}`, "aria-hidden": "true" }, el("strong", {}, `${(label.split(", ")[0] ?? "").replace(": ", ", ")}:`), ` ${what.replace(/^[^:.]*: /, "") || said}`));
    const rings = el("p", { class: "page rings", "aria-hidden": "true" }, ...shown.map(([, kind, words]) => el("span", {}, el("i", { class: kind }), words)));
    box.append(rings);
    const [board, unit] = [scene.nodes.get("board")?.getBoundingClientRect(), box.querySelector("svg")?.getScreenCTM()?.a ?? 1]; // below it, over the line that the picture has there
    if (board) Object.assign(rings.style, { left: `${board.left + board.width / 2 - box.getBoundingClientRect().left}px`, top: `${board.bottom + Math.max(11, 11 * unit) - top}px`, minWidth: `${board.width}px`, minHeight: `${16 * unit}px` });
  }

  /** @param {string} slot @param {string} kind */
  function mark(slot, kind) {
    const end = scene.nodes.get(slot);
    const ground = /** @type {SVGGraphicsElement | null | undefined} */ (end?.firstElementChild);
    if (!end || !ground) return;
    const { x, y, width, height } = ground.getBBox();
    const made = document.createElementNS(SVG, "g");
    made.setAttribute("class", `page ${kind}`);
    for (const name of ["edge", "line"]) {
      const rim = document.createElementNS(SVG, "rect");
      const props = { class: name, x: x + INSET, y: y + INSET, width: width - 2 * INSET, height: height - 2 * INSET, rx: 6, pathLength: 8 };
      for (const [key, value] of Object.entries(props)) rim.setAttribute(key, String(value));
      made.append(rim);
    }
    end.append(made);
  }

  let touched = ""; // the place that a finger was last on: a tap shows its marks until another touch, or a whole move
  const again = () =>
    requestAnimationFrame(() => {
      const gone = [...scene.chosen.keys()].some((slot) => scene.nodes.get(slot)?.dataset.went);
      if (!gone && !document.body.matches(".asking")) show(touched ? scene.nodes.get(touched) : at(box.querySelector("[data-slot]:hover")), true);
    });
  const paint = scene.show.bind(scene);
  scene.show = (...given) => {
    paint(...given);
    again();
  };
  box.addEventListener("click", again);
  const at = (/** @type {EventTarget | null} */ target) => /** @type {Element | null} */ (target)?.closest?.("[data-reach], [data-threats]");
  box.addEventListener("pointerover", ({ target, pointerType }) => pointerType === "mouse" && show(at(target)));
  box.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && show(null));
  box.addEventListener("focusin", ({ target }) => show(at(target)));
  box.addEventListener("focusout", clear);
  addEventListener("pointerdown", ({ target }) => {
    if (box.contains(/** @type {Node} */ (target))) return;
    touched = "";
    clear();
  });
  box.addEventListener(
    "touchstart",
    ({ target, touches, timeStamp }) => {
      began = timeStamp;
      clearTimeout(timer);
      clear();
      touched = at(target)?.getAttribute("data-slot") ?? "";
      const [finger] = touches;
      if (!finger || touches.length > 1) return;
      from = [finger.clientX, finger.clientY];
      timer = setTimeout(() => show(at(target)), HOLD); // the marks stay until the next touch
    },
    { passive: true },
  );
  box.addEventListener(
    "touchmove",
    ({ touches: [finger] }) => {
      if (!finger || Math.hypot(finger.clientX - from[0], finger.clientY - from[1]) <= STILL) return;
      began = Infinity; // who slides to a place under the glass chooses it
      clearTimeout(timer);
    },
    { passive: true },
  );
  box.addEventListener(
    "touchend",
    (event) => {
      clearTimeout(timer);
      if (event.timeStamp - began > LONG && document.querySelector(".told")) event.preventDefault(); // no click follows, and aim.js chooses nothing
    },
    { capture: true },
  );
  box.addEventListener("touchcancel", () => clearTimeout(timer));
}
