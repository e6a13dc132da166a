/**
 * A list of the picture that is longer than its place: a pane over its place, or beside the picture, which scrolls by wheel, finger and
 * keys, with every line as the picture draws it. Loaded where a picture has such a list.
 */

import { el } from "./dom.js";
import { say } from "./say.js";

const SVG = "http://www.w3.org/2000/svg";
const SMALL = 8 / 7; // of lines where the picture is larger: text of 16 pixels

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

  /** Puts the pane where its list lies now, with all of its lines; where it was at the end it stays there. */
  function lay() {
    const svg = /** @type {SVGSVGElement} */ (box.querySelector("svg"));
    const [slot = "", ...sizes] = (svg?.dataset.scroll ?? "").split(" ");
    const [rows = 0, wide = 0, high = 0, over = 0] = sizes.map(Number);
    const all = [...scene.nodes].filter(([name]) => new RegExp(`^${slot}-(past-)?\\d+$`).test(name));
    const heads = scene.nodes.get(`${slot}-head`)?.innerHTML ?? "";
    const home = box.getBoundingClientRect();
    const zoom = home.width / (box.offsetWidth || 1); // of the whole page, on a very large screen
    const taken = ((svg?.getScreenCTM()?.a ?? 0) / zoom) * (svg?.viewBox.baseVal.width ?? 0);
    const spare = box.offsetWidth - taken;
    const beside = Boolean(heads) && !scene.wide && spare >= wide; // all of the list has room there, from the first line on
    svg?.setAttribute("preserveAspectRatio", beside ? "xMinYMid" : "xMidYMid");
    const grid = svg?.getScreenCTM();
    // Where the first line will lie: it may still be gliding there.
    const [x = 0, y = 0] = (scene.nodes.get(`${slot}-1`)?.getAttribute("transform") ?? "").replace("translate(", "").split(" ").map(parseFloat);
    if (!slot || !grid || (all.length <= rows && !beside)) return pane.remove();
    const low = !pane.isConnected || pane.scrollTop + pane.clientHeight >= pane.scrollHeight - high;
    if (pane.parentElement !== box) box.append(pane);
    // Where the list is the uppermost thing it takes the room above the picture; lines get smaller, but not small, so that more are seen.
    const foot = beside ? box.offsetHeight : (grid.f + (y + rows * high) * grid.d - home.top) / zoom;
    const top = beside || scene.wide ? 0 : (grid.f + (y - over) * grid.d - home.top) / zoom;
    const least = Math.max(Math.min(grid.a / zoom, SMALL), Math.min(1, box.offsetWidth / wide)); // where the picture is small, its list is not
    const scale = beside ? Math.min(SMALL, spare / wide) : Math.max(least, Math.min(grid.a / zoom, (foot - top) / (over + high * all.length)));
    const across = beside ? spare : Math.max(wide * scale, (wide * grid.a) / zoom); // what lies under it is covered
    const middle = beside ? box.offsetWidth : (grid.e + (x + wide / 2) * grid.a - home.left) / zoom;
    const left = Math.max(0, Math.min(box.offsetWidth - across, middle - across / 2));
    const style = { left, top, width: across, height: foot - top, "padding-inline": (across - wide * scale) / 2 };
    for (const [name, value] of Object.entries(style)) pane.style.setProperty(name, `${value}px`);
    const order = [...all.filter(([name]) => name.includes("-past-")), ...all.filter(([name]) => !name.includes("-past-"))].map(([, node]) => node);
    const marks = [heads, ...order.map((node) => node.innerHTML)].join("\n");
    if (marks === shown) return void (low && end());
    shown = marks;
    head.setAttribute("viewBox", `0 ${-over} ${wide} ${over}`);
    head.innerHTML = heads;
    sheet.setAttribute("viewBox", `0 0 ${wide} ${high * order.length}`);
    sheet.replaceChildren(...order.map((node, index) => {
      const copy = document.createElementNS(SVG, "g");
      copy.setAttribute("transform", `translate(0 ${high * index})`);
      const told = node.getAttribute("aria-label");
      copy.setAttribute("role", told ? "img" : "presentation");
      if (told) copy.setAttribute("aria-label", told);
      copy.dataset.slot = node.dataset.slot;
      copy.innerHTML = node.innerHTML;
      for (const extra of copy.querySelectorAll(".page")) extra.remove();
      const rule = document.createElementNS(SVG, "path");
      rule.setAttribute("class", "bare line-line");
      rule.setAttribute("d", `M26 0H${wide - 4}`);
      copy.prepend(rule);
      return copy;
    }));
    if (low) end();
  }

  // Beside such a list, what can be marked is a notebook: a tap marks what chooses nothing, without the pencil.
  box.addEventListener("click", (event) => {
    const place = /** @type {Element} */ (event.target).closest("[data-markable]");
    const slot = place?.getAttribute("data-slot") ?? "";
    const idle = scene.marking || scene.open.has(slot) || scene.chosen.has(slot) || document.body.classList.contains("showing");
    if (!place || idle || !document.getElementById("marking") || document.body.dataset.state !== "running") return;
    event.stopPropagation();
    void import("./notes.js").then(({ cross }) => cross(slot));
  }, true);
  pane.addEventListener("click", (event) => event.stopPropagation());
  pane.addEventListener("keydown", (event) => /^(Arrow(Up|Down)|Page(Up|Down)|Home|End| )$/.test(event.key) && event.stopPropagation());
  new ResizeObserver(lay).observe(box);
  scene.shown = lay;
  lay();
}
