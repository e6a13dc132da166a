/** The picture: a list of slots with their markup. A change touches changed slots only, in place, so what moves can glide. */

import { say } from "./say.js";

const SVG = "http://www.w3.org/2000/svg";
export const CROWD = 12; // places that can be chosen up to which they are buttons too, and each has a ring that is seen
const REACH = 22; // CSS pixels from a place's middle within which a finger means it; more in an enlarged picture

/** @typedef {Map<string, string>} Model slot -> markup, in drawing order */

/** @param {string} markup @returns {SVGGElement} */
function parse(markup) {
  const holder = document.createElementNS(SVG, "svg");
  holder.innerHTML = markup;
  return /** @type {SVGGElement} */ (holder.firstElementChild);
}

/** @param {EventTarget | null} node @returns {string} the slot that it lies in, or empty */
const slotAt = (node) => /** @type {Element} */ (node).closest("[data-slot]")?.getAttribute("data-slot") ?? "";

/** The middle of a place on the screen: of its ring or ground, since a mark may stick out. @param {Element} node @returns {[number, number]} */
function middle(node) {
  const { x, y, width, height } = (node.querySelector(".ring") ?? node.firstElementChild ?? node).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

/** @param {Element} node @param {string} tag @param {Record<string, string | number>} props */
function add(node, tag, props) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) made.setAttribute(name, String(value));
  node.append(made);
  return made;
}

/**
 * A text after edits: split at a mark; each edit replaces `count` parts from `place` on.
 * @param {string} text
 * @param {(string | number)[]} edits place, count, text, and so on
 * @param {string} mark
 */
export function edited(text, edits, mark) {
  const parts = text.split(mark);
  for (let at = edits.length - 3; at >= 0; at -= 3) parts.splice(Number(edits[at]), Number(edits[at + 1]), ...String(edits[at + 2]).split(mark));
  return parts.join(mark);
}

/**
 * The picture after a change.
 * @param {Model} before
 * @param {Wire.Change} change
 * @returns {Model}
 */
export function changed(before, change) {
  const after = new Map(before);
  for (const [slot, ...edits] of change.edit ?? []) after.set(String(slot), edited(before.get(String(slot)) ?? "", edits, '"'));
  const gone = new Set(change.gone ?? []);
  const order = change.order ?? [...before.keys()].filter((slot) => !gone.has(slot));
  for (const [slot, markup] of change.put ?? []) after.set(slot, markup);
  for (const [slot, behind] of change.after ?? []) order.splice(order.indexOf(behind) + 1, 0, slot);
  return new Map(order.map((slot) => [slot, after.get(slot) ?? ""]));
}

/** The slots of a whole picture with their markup, letter by letter as the server has them. @param {string} svg @returns {Model} */
function slots(svg) {
  const parts = svg.slice(0, -6 /* the end tag */).split(/(?=<g id="slot-)/).slice(1);
  return new Map(parts.map((part) => [part.split(/slot-|"/, 3)[2] ?? "", part]));
}

export class Scene {

  /**
   * @param {HTMLElement} box
   * @param {(slot: string, key?: string) => void} pick a slot was clicked, or chosen by Enter or space
   */
  constructor(box, pick) {
    this.box = box;
    this.pick = pick;
    /** @type {Model} */
    this.base = new Map(); // as the server has it
    /** @type {Wire.Change | undefined} */
    this.ahead = undefined; // what the move that is being put together would change
    /** @type {Model} */
    this.model = new Map(); // as it is shown
    /** @type {Map<string, SVGGElement>} */
    this.nodes = new Map();
    /** @type {Map<string, Wire.Choice>} */
    this.open = new Map(); // slot -> what it would choose
    /** @type {Map<string, string>} */
    this.chosen = new Map(); // slot -> label of what was chosen there
    /** @type {Set<string>} */
    this.kept = new Set(); // slots of this seat's sealed choice
    this.tall = ""; // the view box of the first arrangement
    /** @type {Record<string, string>} */
    this.marks = {};
    /** @type {((slot: string) => void) | null} */
    this.marking = null; // where set, a click marks a place instead of choosing it
    /** @type {Promise<void> | undefined} */
    this.aims = undefined; // where fingers are larger than places
    /** @type {Record<string, Promise<void>>} */
    this.parts = {}; // what a picture may bring: reach.js, scroll.js
    this.shown = this.arranged = () => {}; // told of each picture that is shown, and as its arrangement changes
    /** @type {[Element, number] | undefined} */
    this.column = undefined; // where the last arrow up or down led to, and where its column lies
    this.wide = ""; // which other arrangement is shown
    new ResizeObserver(() => this.arrange()).observe(box);
    this.home = ""; // the slot that has the focus, or had it when it could last be used
    box.addEventListener("click", (event) => this.clicked(event));
    box.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("focusin", ({ target }) => {
      const node = /** @type {Element} */ (target);
      if (!node.closest(".dock")) this.home = box.contains(node) ? slotAt(node) : ""; // from Submit keys come back to the board
      if (this.home) this.rove();
    });
  }

  /** @param {string} svg a whole picture */
  load(svg) {
    this.box.innerHTML = svg;
    this.nodes = new Map([...this.box.querySelectorAll("[data-slot]")].map((node) => [node.getAttribute("data-slot") ?? "", /** @type {SVGGElement} */ (node)]));
    const dense = Boolean(this.box.querySelector(".halo"));
    this.box.classList.toggle("dense", dense);
    if (dense && matchMedia("(any-pointer: coarse)").matches) this.aims ??= import("./aim.js").then(({ aim }) => aim(this));
    for (const part of ["reach", "scroll"]) {
      if (svg.includes(`data-${part}=`)) this.parts[part] ??= import(`./${part}.js`).then(({ watch }) => watch(this));
    }
    this.base = this.model = slots(svg);
    this.tall = this.box.querySelector("svg")?.getAttribute("viewBox") ?? "";
    this.arrange(true);
    this.show(this.base);
  }

  /** Of the arrangements of a picture, shows the one that is larger in the room that there is: the wide one on no phone that is held upright, the high one on no other screen. @param {boolean} [anew] */
  arrange(anew = false) {
    const svg = this.box.querySelector("svg");
    const kind = innerWidth > 599 ? "wide" : "high";
    if (!svg) return;
    const [width = 0, height = 0] = svg.dataset[kind]?.split(" ").map(Number) ?? [];
    const { width: w, height: h } = this.box.getBoundingClientRect();
    const [, , x = 1, y = 1] = this.tall.split(" ").map(Number);
    const wide = width && (svg.dataset.scroll ? w >= Math.max(width, 0.98 * h) : Math.min(w / width, h / height) > Math.min(w / x, h / y)) ? kind : "";
    if (wide === this.wide && !anew) return;
    this.wide = wide;
    svg.setAttribute("viewBox", wide ? `0 0 ${width} ${height}` : this.tall);
    svg.setAttribute("class", `still ${wide}`); // a thing that went from its old place to its new one would cross the others
    for (const node of this.nodes.values()) this.place(node);
    svg.getBoundingClientRect();
    svg.classList.remove("still");
    this.arranged();
  }

  /** @param {SVGGElement} node */
  place(node) {
    if (!node.dataset.wide && !node.dataset.high) return;
    node.dataset.at ??= node.getAttribute("transform") ?? "";
    node.setAttribute("transform", node.dataset[this.wide || "at"] ?? "");
  }

  get title() {
    return this.box.querySelector("svg > title")?.textContent ?? "";
  }

  /**
   * @param {Model} base
   * @param {string} [title]
   * @param {boolean} [lively] whether what is new shows itself
   */
  show(base, title, lively = false) {
    const svg = this.box.querySelector("svg");
    if (!svg) return;
    this.base = base;
    const model = this.ahead ? changed(base, this.ahead) : base;
    for (const [slot, node] of this.nodes) {
      if (lively) node.classList.remove("fresh"); // no longer new
      if (model.has(slot)) continue;
      node.remove();
      this.nodes.delete(slot);
    }
    for (const [slot, markup] of model) if (this.model.get(slot) !== markup || !this.nodes.has(slot)) this.patch(svg, slot, markup, lively);
    const head = svg.querySelector("title");
    /** @type {Element | null} */
    let last = head;
    for (const slot of model.keys()) {
      const node = /** @type {SVGGElement} */ (this.nodes.get(slot));
      if (last?.nextElementSibling !== node) svg.insertBefore(node, last?.nextElementSibling ?? null);
      last = node;
    }
    if (title) {
      svg.setAttribute("aria-label", title);
      if (head) head.textContent = title;
    }
    this.model = model;
    this.decorate();
    this.shown();
  }

  /** @param {SVGSVGElement} svg @param {string} slot @param {string} markup @param {boolean} lively */
  patch(svg, slot, markup, lively) {
    const fresh = parse(markup);
    const old = this.nodes.get(slot);
    const label = old?.getAttribute("aria-label");
    if (!old) {
      svg.append(fresh);
      this.place(fresh);
      this.nodes.set(slot, fresh);
    } else {
      for (const name of Object.keys(old.dataset)) delete old.dataset[name]; // nothing stays of what stood there
      old.removeAttribute("aria-label"); // where nothing stands any more there may be none
      for (const { name, value } of [...fresh.attributes]) old.setAttribute(name, value);
      this.place(old);
      for (const extra of old.querySelectorAll(":scope > .page")) extra.remove();
      if (old.innerHTML === fresh.innerHTML) return; // it only moved
      old.innerHTML = fresh.innerHTML;
    }
    const node = old ?? fresh;
    node.classList.remove("fresh");
    if (!lively || (label && label === node.getAttribute("aria-label"))) return; // of the same thing only the frame is another
    void node.getBoundingClientRect();
    node.classList.add("fresh");
  }

  /** Puts rings, roles and marks on the slots, as they may be chosen now. */
  decorate() {
    for (const extra of this.box.querySelectorAll(".page")) extra.remove();
    const boxes = new Map([...this.nodes.values()].map((node) => [node, node.getBBox()])); // all at once: the page is laid out once
    for (const [node, box] of boxes) {
      const slot = slotAt(node);
      const choice = this.open.get(slot);
      const chosen = this.chosen.has(slot);
      const usable = this.marking ? node.hasAttribute("data-markable") : Boolean(choice) || chosen;
      // What has no words of its own is called what it chooses.
      if (!node.hasAttribute("aria-label") || node.dataset.named) {
        if (usable) node.setAttribute("aria-label", (node.dataset.named = this.chosen.get(slot) ?? choice?.label ?? slot.replaceAll("-", " ")));
        else node.removeAttribute("aria-label");
        node.setAttribute("aria-hidden", String(!usable));
      }
      node.classList.toggle("open", Boolean(choice));
      node.classList.toggle("chosen", chosen);
      node.classList.toggle("kept", this.kept.has(slot));
      if (usable) {
        const { x, y, width, height } = box;
        if (!node.querySelector(".halo")) add(node, "rect", { class: "page ring", x: x - 1, y: y - 1, width: width + 2, height: height + 2, rx: Math.min(10, width / 4) });
        node.role = "button";
        if (!this.marking) node.setAttribute("aria-pressed", String(chosen));
      } else if (node.hasAttribute("tabindex")) {
        node.removeAttribute("tabindex");
        if (!this.open.size) node.blur(); // at once: what can be used in the next turn gets the focus below
        node.removeAttribute("aria-pressed");
        node.role = node.hasAttribute("aria-label") ? "img" : "presentation";
      }
      const mark = this.marks[slot];
      const said = [mark && say("Your mark: {mark}", { mark }), choice?.note].filter(Boolean).join(". ");
      node.removeAttribute("aria-description");
      if (said) node.setAttribute("aria-description", said);
      node.removeAttribute("data-mark");
      if (!mark) continue;
      node.setAttribute("data-mark", mark);
      add(node, "text", { class: "page mark", x: box.x + box.width, y: box.y + 4, "text-anchor": "end" }).textContent = mark;
    }
    this.box.classList.toggle("crowd", this.open.size > CROWD);
    this.box.classList.toggle("begun", this.chosen.size > 0);
    const home = this.rove();
    if (this.home && document.activeElement?.matches("body, #owe")) home?.focus({ preventScroll: true });
  }

  /** The tab key comes to one place, where the reader was last; arrows walk on from there. */
  rove() {
    const all = this.usable();
    const home = all.find((node) => slotAt(node) === this.home) ?? all[0];
    for (const node of all) node.setAttribute("tabindex", node === home ? "0" : "-1");
    return home;
  }

  usable() {
    return [...this.nodes.values()].filter(({ role }) => role === "button");
  }

  /** Of the places that can be used, the one whose middle is nearest and in reach. @param {number} x @param {number} y */
  nearest(x, y) {
    const away = (/** @type {Element} */ node) => Math.hypot(middle(node)[0] - x, middle(node)[1] - y);
    const reach = REACH * Math.max(1, this.box.querySelector("svg")?.getScreenCTM()?.a ?? 1);
    const near = this.usable().map((node) => /** @type {const} */ ([away(node), node])).filter(([far]) => far < reach);
    return near.sort(([a], [b]) => a - b)[0]?.[1];
  }

  /** The place that is meant, else the one that was hit. @param {MouseEvent} event */
  clicked(event) {
    const near = this.nearest(event.clientX, event.clientY);
    if (event.detail && this.home) {
      // A pointer leaves no focus behind: keys speak to the page again, and Enter submits.
      /** @type {HTMLElement} */ (document.activeElement).blur();
      this.home = "";
    }
    this.pick(slotAt(near ?? event.target));
  }

  /** Enter and space choose, and Enter may mean more; arrows walk to the nearest slot that may be chosen. @param {KeyboardEvent} event */
  key(event) {
    const here = /** @type {Element} */ (event.target);
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      return this.pick(slotAt(here), event.key);
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const [left, y] = middle(here);
    // Up and down keep to the column in which they began, though the rows of a board may be shifted.
    const x = way[1] && here === this.column?.[0] ? this.column[1] : left;
    /** @type {[number, SVGGElement] | undefined} */
    let best;
    for (const node of this.usable()) {
      if (node === here) continue;
      const [u, v] = middle(node);
      const ahead = (u - x) * way[0] + (v - y) * way[1];
      const aside = Math.abs((u - x) * way[1]) + Math.abs((v - y) * way[0]);
      const far = ahead + 1.5 * aside; // so that on a board of hexagons the next row is nearer than the one after it
      if (ahead > 1 && (!best || far < best[0])) best = [far, node];
    }
    this.column = best && way[1] ? [best[1], x] : undefined;
    best?.[1].focus();
  }
}
