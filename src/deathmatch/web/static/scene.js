/** The picture: a list of slots with their markup. A change touches changed slots only, in place, so what moves can glide. */

const SVG = "http://www.w3.org/2000/svg";
const TOUCH = 44; // CSS pixels that a finger needs

/** @typedef {Map<string, string>} Model slot -> markup, in drawing order */

/** @param {string} markup @returns {SVGGElement} */
function parse(markup) {
  const holder = document.createElementNS(SVG, "svg");
  holder.innerHTML = markup;
  return /** @type {SVGGElement} */ (holder.firstElementChild);
}

/**
 * The picture after a change.
 * @param {Model} before
 * @param {Wire.Change} change
 * @returns {Model}
 */
export function changed(before, change) {
  const put = new Map(change.put);
  const gone = new Set(change.gone ?? []);
  const order = change.order ?? [...before.keys()].filter((slot) => !gone.has(slot));
  return new Map(order.map((slot) => [slot, put.get(slot) ?? before.get(slot) ?? ""]));
}

export class Scene {
  /**
   * @param {HTMLElement} box
   * @param {(slot: string) => void} pick a slot that may be chosen was clicked
   */
  constructor(box, pick) {
    this.box = box;
    this.pick = pick;
    /** @type {Model} */
    this.model = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.nodes = new Map();
    /** @type {Map<string, string>} */
    this.open = new Map(); // slot -> label of what it would choose
    /** @type {Set<string>} */
    this.chosen = new Set();
    /** @type {Record<string, string>} */
    this.marks = {};
    this.marking = false; // a click marks a place instead of choosing it
    box.addEventListener("click", (event) => this.clicked(event));
    box.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {string} svg a whole picture */
  load(svg) {
    this.box.innerHTML = svg;
    this.nodes = new Map([...this.box.querySelectorAll("[data-slot]")].map((node) => [node.getAttribute("data-slot") ?? "", /** @type {SVGGElement} */ (node)]));
    this.model = new Map([...this.nodes].map(([slot, node]) => [slot, node.outerHTML]));
    this.decorate();
  }

  get title() {
    return this.box.querySelector("svg > title")?.textContent ?? "";
  }

  /**
   * @param {Model} model
   * @param {string} [title]
   * @param {boolean} [lively] whether what is new shows itself
   */
  show(model, title, lively = false) {
    const svg = this.box.querySelector("svg");
    if (!svg) return;
    for (const [slot, node] of this.nodes) {
      if (model.has(slot)) continue;
      node.remove();
      this.nodes.delete(slot);
    }
    for (const [slot, markup] of model) if (this.model.get(slot) !== markup || !this.nodes.has(slot)) this.patch(svg, slot, markup, lively);
    /** @type {Element | null} */
    let last = svg.querySelector("title");
    for (const slot of model.keys()) {
      const node = /** @type {SVGGElement} */ (this.nodes.get(slot));
      if (last?.nextElementSibling !== node) svg.insertBefore(node, last?.nextElementSibling ?? null);
      last = node;
    }
    if (title) {
      svg.setAttribute("aria-label", title);
      const head = svg.querySelector("title");
      if (head) head.textContent = title;
    }
    this.model = model;
    this.decorate();
  }

  /** @param {SVGSVGElement} svg @param {string} slot @param {string} markup @param {boolean} lively */
  patch(svg, slot, markup, lively) {
    const fresh = parse(markup);
    const old = this.nodes.get(slot);
    if (!old) {
      svg.append(fresh);
      this.nodes.set(slot, fresh);
    } else {
      for (const { name, value } of [...fresh.attributes]) old.setAttribute(name, value);
      for (const extra of old.querySelectorAll(":scope > .page")) extra.remove();
      if (old.innerHTML === fresh.innerHTML) return; // it only moved
      old.innerHTML = fresh.innerHTML;
    }
    if (!lively) return;
    const node = old ?? fresh;
    node.classList.remove("fresh");
    void node.getBoundingClientRect();
    node.classList.add("fresh");
  }

  /** Puts rings, touch targets, roles and marks on the slots, as they may be chosen now. */
  decorate() {
    const held = document.activeElement?.getAttribute("data-slot");
    for (const [slot, node] of this.nodes) {
      for (const extra of node.querySelectorAll(":scope > .page")) extra.remove();
      const label = this.open.get(slot);
      const chosen = this.chosen.has(slot);
      const usable = this.marking ? node.hasAttribute("data-markable") : label !== undefined || chosen;
      node.classList.toggle("open", label !== undefined);
      node.classList.toggle("chosen", chosen);
      if (usable) {
        const box = node.getBBox();
        const grow = (/** @type {number} */ size) => Math.max(1, (TOUCH - size) / 2);
        const [dx, dy] = [grow(box.width), grow(box.height)];
        const ring = document.createElementNS(SVG, "rect");
        const place = { x: box.x - dx, y: box.y - dy, width: box.width + 2 * dx, height: box.height + 2 * dy, rx: 10 };
        for (const [name, value] of Object.entries(place)) ring.setAttribute(name, String(value));
        ring.setAttribute("class", "page ring");
        node.append(ring);
        node.setAttribute("role", "button");
        if (!this.marking) node.setAttribute("aria-pressed", String(chosen));
        node.setAttribute("tabindex", "0");
      } else if (node.hasAttribute("tabindex")) {
        node.removeAttribute("tabindex");
        node.removeAttribute("aria-pressed");
        node.setAttribute("role", node.hasAttribute("aria-label") ? "img" : "presentation");
      }
      const mark = this.marks[slot];
      node.removeAttribute("aria-description");
      if (mark) this.mark(node, mark);
      if (held === slot && document.activeElement !== node && usable) node.focus();
    }
  }

  /** @param {SVGGElement} node @param {string} text */
  mark(node, text) {
    const box = node.getBBox();
    node.setAttribute("aria-description", `Your mark: ${text}`);
    const sign = document.createElementNS(SVG, "text");
    sign.setAttribute("class", "page mark");
    sign.setAttribute("x", String(box.x + box.width));
    sign.setAttribute("y", String(box.y + 4));
    sign.setAttribute("text-anchor", "end");
    sign.textContent = text;
    node.append(sign);
  }

  /** @param {Event} event */
  clicked(event) {
    this.pick(/** @type {Element} */ (event.target).closest("[data-slot]")?.getAttribute("data-slot") ?? "");
  }

  /** Enter and space choose; arrows walk to the nearest slot that may be chosen. @param {KeyboardEvent} event */
  key(event) {
    const here = /** @type {Element} */ (event.target).closest("[data-slot]");
    if (!here) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      return this.pick(here.getAttribute("data-slot") ?? "");
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const middle = (/** @type {Element} */ node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    const [x, y] = middle(here);
    /** @type {[number, SVGGElement] | undefined} */
    let best;
    for (const node of this.nodes.values()) {
      if (node === here || node.getAttribute("tabindex") !== "0") continue;
      const [u, v] = middle(node);
      const ahead = (u - x) * way[0] + (v - y) * way[1];
      const aside = Math.abs((u - x) * way[1]) + Math.abs((v - y) * way[0]);
      if (ahead > 1 && (!best || ahead + 2 * aside < best[0])) best = [ahead + 2 * aside, node];
    }
    best?.[1].focus();
  }
}
