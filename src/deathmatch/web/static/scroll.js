/**
 * A list of the picture that is longer than its place: the page lays the picture out anew, as high as the room for it, with the list in a pane
 * that scrolls by wheel, finger and keys, with every line as the picture draws it. Loaded where a picture has such a list.
 */

import { el } from "./dom.js";
import { say } from "./say.js";

const SVG = "http://www.w3.org/2000/svg";
const SMALL = 8 / 7; // of lines: text of 16 pixels
const FEWEST = { lesson: 3, puzzles: 5 }[document.body.dataset.kind ?? ""] ?? 4; // lines that are seen on the lowest screen; a lesson has few, and a puzzle needs all
const AIRY = 1.35; // by how much lines stand farther apart where the list has a column of its own
const ASIDE = matchMedia("(min-width: 740px) and (min-aspect-ratio: 1) and (max-height: 520px)"); // a phone on its side: the list stands in the dock, or with the teacher
const KEY = 47; // CSS pixels from a key to the next, where there is room: 44 and the gap
const HOLD = 450; // ms that a finger rests on a place to mark it

/** Where an element lies, as its transform says. @param {SVGGElement | undefined} node */
const place = (node) => (node?.getAttribute("transform") ?? "").replace("translate(", "").split(" ").map(parseFloat);

/** @param {import("./scene.js").Scene} scene */
export function watch(scene) {
  const { box } = scene;
  const end = () => (pane.scrollTop = pane.scrollHeight);
  document.head.append(el("link", { rel: "stylesheet", href: new URL("./scroll.css", import.meta.url).href, onload: end }));
  const sheet = document.createElementNS(SVG, "svg");
  const head = document.createElementNS(SVG, "svg");
  const pane = el("div", { class: "pane", role: "group", tabindex: "0", "aria-label": say("All rounds, to scroll") });
  pane.append(head, sheet);
  pane.style.position = "absolute"; // also before its style sheet is there
  let shown = ""; // the lines that lie on the sheet
  let row = 1; // CSS pixels of a line
  let low = true; // whether it is scrolled to its end

  /** Lays the picture and its list out; where the list was at the end it stays there. */
  function lay() {
    const svg = /** @type {SVGSVGElement} */ (box.querySelector("svg"));
    const [slot = "", ...sizes] = (svg?.dataset.scroll ?? "").split(" ");
    const [rows = 0, wide = 0, high = 0, over = 0] = sizes.map(Number);
    const heads = scene.nodes.get(`${slot}-head`)?.innerHTML;
    if (!slot || !heads || !box.offsetHeight) return pane.remove();
    const zoom = box.getBoundingClientRect().width / (box.offsetWidth || 1); // of the whole page, on a very large screen
    const home = svg.getBoundingClientRect();
    const [width, height] = [home.width / zoom, home.height / zoom];
    const [w = 1, h = 1] = (scene.wide ? (svg.dataset.wide ?? "") : scene.tall.slice(4)).split(" ").map(Number);
    // Upright there are more lines before anything is larger, and fewer before it is smaller.
    const upright = Math.min(Math.max(height / h, Math.min(1, height / (h - high * (rows - FEWEST)))), Math.max(1, height / (h + rows * high)));
    const dock = ASIDE.matches ? document.querySelector(".match .dock, .teacher") : null;
    const scale = Math.min(width / w, dock ? height / (h - over - rows * high) : scene.wide ? height / h : upright);
    const more = [width / scale - w, height / scale - h];
    svg.setAttribute("viewBox", [-more[0] / 2, 0, w + more[0], h + more[1]].join(" "));
    const [x = 0, y = 0] = place(scene.nodes.get(`${slot}-1`));
    recount();
    for (const [name, node] of scene.nodes) {
      const [left = 0, top = 0] = place(node);
      // What lies below the list goes down; beside it the table, the letters and the foot go down, each a third farther.
      const part = !scene.wide ? Number(top > y) : left < x ? [0.1, 0.25, 0.8].filter((edge) => top > edge * h).length / 3 : 0;
      node.style.translate = part ? `0 ${part * more[1]}px` : "";
      if (name.startsWith(slot)) node.style.visibility = "hidden";
    }
    const order = [...scene.nodes].filter(([name, node]) => /-\d+$/.test(name) && name.startsWith(slot) && node.hasAttribute("aria-label"));
    const lines = [...order.filter(([name]) => name.includes("-past-")), ...order.filter(([name]) => !name.includes("-past-"))].map(([, node]) => node);
    const from = scene.wide ? (x + more[0] / 2) * scale : 0;
    const top = (y - over) * scale;
    if (pane.parentElement !== (dock ?? box)) (dock ?? box).append(pane);
    const [across, room] = dock ? [pane.clientWidth, pane.clientHeight - 2] : [width - from, height - (scene.wide ? 0 : h - y - rows * high) * scale - top - 2];
    const small = Math.max(1, Math.min(scale, SMALL));
    const columns = (over + high * lines.length) * small > room ? Math.max(1, Math.floor(across / wide)) : 1;
    const full = room / (over + high * Math.ceil(lines.length / columns)); // by this scale all lines are seen
    const size = Math.min(across / (columns * wide), Math.max(small, Math.min(scale, full)));
    const airy = scene.wide && size * (over + AIRY * high * Math.ceil(lines.length / columns)) < room;
    const all = Math.floor(room / size / high - over / high + 0.25); // lines that are seen; they stand a little closer where that makes room for one more
    const free = dock ? height - (h - over - rows * high) * scale : room - size * (over + high * all);
    const fit = all - Number(enlarge(y, free, all > FEWEST && !dock ? size * high : 0));
    const step = airy ? AIRY * high : fit > 0 ? Math.min(dock ? AIRY * high : high, (room / size - over) / fit) : high;
    const each = Math.max(Math.ceil(lines.length / columns), Math.floor((room / size - over) / step)); // lines of a column
    const spare = across - columns * wide * size;
    row = size * step;
    const rule = full < size ? 0 : row; // a page with room for all lines is ruled to its end
    const { left, top: above } = box.getBoundingClientRect();
    const style = { left: (home.left - left) / zoom + from + (scene.wide ? 0 : spare / 2), top: (home.top - above) / zoom + top, width: across - spare, height: fit > 0 && (full < size || !scene.wide) ? Math.min(room, size * (over + step * fit)) + 2 : room, "--rule": rule, "--from": size * over };
    for (const [name, value] of Object.entries(style)) pane.style.setProperty(name, `${value}px`);
    const marks = [columns, each, step, heads, noting(), JSON.stringify(scene.marks), ...lines.map((node) => node.innerHTML)].join("\n");
    if (marks === shown) return void (low && end());
    shown = marks;
    const at = /** @type {HTMLElement | null} */ (document.activeElement?.closest(".pane [role=button]"))?.dataset.slot;
    head.setAttribute("viewBox", `0 ${-over} ${columns * wide} ${over}`);
    head.innerHTML = Array.from({ length: Math.max(1, Math.ceil(lines.length / each)) }, (_, column) => `<g transform="translate(${column * wide})">${heads}</g>`).join("");
    sheet.setAttribute("viewBox", `0 0 ${columns * wide} ${step * Math.min(each, Math.max(1, lines.length))}`);
    sheet.replaceChildren(...lines.map((node, index) => {
      const copy = document.createElementNS(SVG, "g");
      copy.setAttribute("transform", `translate(${wide * Math.floor(index / each)} ${step * (index % each) + (step - high) / 2})`);
      copy.setAttribute("role", "img");
      copy.setAttribute("aria-label", node.getAttribute("aria-label") ?? "");
      copy.dataset.slot = node.dataset.slot;
      copy.innerHTML = `<path class="bare line-line" d="M26 ${(high - step) / 2}H${wide - 4}"/>${node.innerHTML}`;
      for (const extra of copy.querySelectorAll(".page")) extra.remove();
      offer(copy, wide, high);
      return copy;
    }));
    if (at) /** @type {SVGElement | null} */ (sheet.querySelector(`[data-slot="${at}"]`))?.focus({ preventScroll: true });
    if (low) end();

    /** Makes the rows below the list in which something can be marked as large as a finger wants, upwards and to both sides: into spare room (CSS pixels), and a line's if need be. Whether it took the line. @param {number} y @param {number} spare @param {number} line */
    function enlarge(y, spare, line) {
      const below = [...scene.nodes.values()].filter((node) => (place(node)[1] ?? 0) > y);
      const tops = [...new Set(below.filter((node) => "markable" in node.dataset).map((node) => place(node)[1] ?? 0))];
      const keys = below.filter((node) => tops.includes(place(node)[1] ?? 0));
      const [first = 0, second = 0] = tops;
      const deep = (second - first) * tops.length * scale;
      const wanted = scene.wide || !deep ? 0 : Math.min(KEY / ((second - first) * scale), width / scale / w) - 1;
      const took = wanted * deep > spare && line > 0;
      const by = 1 + Math.max(0, Math.min(wanted, (spare + (took ? line : 0)) / deep));
      for (const node of keys) {
        node.style.scale = by > 1 ? String(by) : "";
        if (by > 1) node.style.translate = `${(w / 2) * (1 - by)}px ${more[1] + (first + deep / scale) * (1 - by)}px`;
      }
      return took;
    }
  }

  /** The letters that a line rules out, of those that the table leaves open. @param {Element | null} line */
  const ruled = (line) => (line?.querySelector("[data-marks]")?.getAttribute("data-marks") ?? "").split(" ").filter((slot, at, all) => all.indexOf(slot) === at && scene.nodes.get(slot)?.querySelector(":scope > .raised"));
  const crossed = (/** @type {string[]} */ slots) => slots.every((slot) => scene.marks[slot] === "✗");

  /** A line that rules letters out crosses them all out at a press, and the next one takes that back. @param {SVGElement} line @param {number} wide @param {number} high */
  function offer(line, wide, high) {
    const slots = noting() ? ruled(line) : [];
    const answer = line.querySelector("[data-marks]");
    if (!slots.length || !answer) return;
    const sign = document.createElementNS(SVG, "text");
    sign.textContent = "✗";
    answer.append(sign);
    for (const part of line.querySelectorAll("text")) part.append(" ");
    line.setAttribute("aria-label", `${line.textContent} ${line.getAttribute("aria-label")}`); // by what one sees on it, too
    line.role = "button";
    line.tabIndex = 0;
    line.setAttribute("aria-pressed", String(crossed(slots)));
    line.setAttribute("aria-description", say("Cross its letters out"));
    line.insertAdjacentHTML("afterbegin", `<title>${say("Cross its letters out")}</title><rect class="bare" width="${wide}" height="${high}" pointer-events="all"/>`);
  }

  /** Of what is still possible, what the reader has crossed out is taken away. */
  function recount() {
    const node = scene.nodes.get("open");
    const text = node?.querySelector("text");
    const [, all = ""] = />[^<]*?(\d+)/.exec(scene.model.get("open") ?? "") ?? [];
    const [was = ""] = /\d+/.exec(text?.textContent ?? "") ?? [];
    const left = String(Number(all) - box.querySelectorAll("[data-mark='✗'] > .raised").length);
    if (!node || !text || was === left) return;
    text.textContent = text.textContent.replace(was, left);
    node.setAttribute("aria-label", (node.getAttribute("aria-label") ?? "").replace(was, left));
  }

  // Beside such a list, what can be marked is a notebook: while none of it is to be chosen a tap or a key marks, and a finger that rests marks anything.
  const noting = () => !scene.marking && !document.body.classList.contains("showing") && Boolean(document.getElementById("marking")) && document.body.dataset.mood !== "over";
  const choosing = () => [...scene.open.keys(), ...scene.chosen.keys()].some((one) => scene.nodes.get(one)?.hasAttribute("data-markable")); // another letter takes the place of the one that is chosen
  const markable = (/** @type {Event} */ { target }) => (noting() && /** @type {Element} */ (target).closest("[data-markable]")?.getAttribute("data-slot")) || "";
  const mark = (/** @type {string} */ slot) => void import("./notes.js").then(({ mark }) => mark(slot));
  let [rests, held] = [0, false];
  box.addEventListener("pointerdown", (event) => {
    const slot = event.pointerType === "touch" ? markable(event) : "";
    held = false;
    clearTimeout(rests);
    if (slot) rests = setTimeout(() => ((held = true), mark(slot)), HOLD);
  });
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) box.addEventListener(kind, () => clearTimeout(rests));
  box.addEventListener("click", (event) => {
    const slot = markable(event);
    if (!held && (!slot || choosing())) return;
    event.stopPropagation();
    if (!held) mark(slot);
    held = false;
  }, true);
  const usable = scene.usable.bind(scene);
  scene.usable = () => {
    const others = noting() && !choosing() ? [...scene.nodes.values()].filter((node) => "markable" in node.dataset) : [];
    for (const node of others) node.role = "button";
    return [...new Set([...usable(), ...others])];
  };
  box.addEventListener("keydown", (event) => {
    const slot = /^( |Enter)$/.test(event.key) && markable(event);
    if (!slot || choosing()) return;
    event.preventDefault();
    event.stopPropagation();
    mark(slot);
  }, true);
  addEventListener("settled", () => queueMicrotask(() => (scene.decorate(), lay()))); // what was noted may be no notebook any more
  // The focus stays where it is, as in the field of a word.
  for (const part of [box, pane]) part.addEventListener("mousedown", (event) => /** @type {Element} */ (event.target).closest("[data-markable], .pane [role=button]") && event.preventDefault());
  // Whole lines stand under the heading; at the end the last line is whole.
  pane.addEventListener("scrollend", () => {
    if (pane.scrollTop + pane.clientHeight < pane.scrollHeight - 1) pane.scrollTop = Math.round(pane.scrollTop / row) * row;
  });
  pane.addEventListener("scroll", () => (low = pane.scrollTop + pane.clientHeight >= pane.scrollHeight - row));
  const strike = (/** @type {Event} */ event) => {
    const slots = noting() ? ruled(/** @type {Element} */ (event.target).closest("[role=button]")) : [];
    if (!slots.length) return;
    event.preventDefault();
    void import("./notes.js").then(({ put }) => put(slots, crossed(slots) ? "" : "✗"));
  };
  pane.addEventListener("click", (event) => (event.stopPropagation(), strike(event)));
  pane.addEventListener("keydown", (event) => {
    if (/^(Arrow(Up|Down)|Page(Up|Down)|Home|End| |Enter)$/.test(event.key)) event.stopPropagation();
    if (/^( |Enter)$/.test(event.key)) strike(event);
  });
  const watched = new ResizeObserver(lay);
  for (const node of [box, pane]) watched.observe(node);
  scene.shown = lay;
  lay();
  return new Promise((done) => {
    const [href, onload] = [new URL("./scroll.css", import.meta.url).href, () => (end(), done(null))];
    document.head.append(el("link", { rel: "stylesheet", href, onload, onerror: done }));
  });
}
