// The whole page in small beside the frame: each segment where it is, in the colour of its state, and what can be seen.

import { make } from "./dom.js";
import { eachPicture } from "./timing.js";

const LEAST = 1.5; // pixels of the height of a segment
const EDGE = 3; // pixels left free at the sides

export class Minimap {
  /** Put a minimap of a `PageFrame` into an element. It scrolls the frame; `onScroll()` is called before it does. */
  constructor(place, frame, onScroll = () => {}) {
    this.frame = frame;
    this.onScroll = onScroll;
    this.states = [];
    this.selected = [0, -1];
    this.canvas = make("canvas", { class: "minimap", "aria-hidden": "true" });
    this.colours = new Map();
    this.probe = make("span", { hidden: true, class: "minimap-probe" });
    place.append(this.canvas, this.probe);
    this.map = document.createElement("canvas"); // the segments, which are drawn anew only if they have changed
    this.isStale = true;
    this.draw = eachPicture(() => this.#draw());
    new ResizeObserver(() => this.redraw()).observe(place);
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      this.#scroll(event);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) this.#scroll(event);
    });
  }

  /** Show the states of all segments: the array that the frame got. */
  setStates(states) {
    this.states = states;
    this.redraw();
  }

  /** Show which segments are selected. */
  select(first, last = first) {
    this.selected = [first, last];
    this.draw();
  }

  /** Forget the colours, for example because the theme has changed. */
  repaint() {
    this.colours.clear();
    this.redraw();
  }

  /** Draw the segments again: they are elsewhere, or look different. */
  redraw() {
    this.isStale = true;
    this.draw();
  }

  #scroll(event) {
    const share = event.offsetY / this.canvas.clientHeight;
    this.onScroll();
    this.frame.scrollTop = share * this.#pageHeight() - this.frame.height / 2;
  }

  /** The height of the page that the whole map stands for; a short page does not fill it. */
  #pageHeight() {
    return Math.max(this.frame.pageSize.height, 1);
  }

  #draw() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!this.canvas.isConnected || !width || !height) return;
    const page = this.frame.pageSize;
    const down = height / Math.max(page.height, 1);
    const along = (width - 2 * EDGE) / Math.max(page.width, 1);
    const place = { along, down, width };
    if (this.isStale) this.#drawMap(place, height);
    const pen = penOn(this.canvas, width, height);
    pen.drawImage(this.map, 0, 0, width, height);
    for (let n = this.selected[0]; n <= this.selected[1]; n += 1) this.#drawSegment(pen, n, place, "selected");
    pen.strokeStyle = this.#colour("view");
    pen.lineWidth = 1.5;
    const seen = Math.min(this.frame.height * down, height);
    pen.strokeRect(1, this.frame.scrollTop * down + 1, width - 2, Math.max(6, seen - 2));
  }

  #drawMap(place, height) {
    const pen = penOn(this.map, place.width, height);
    for (const n of this.frame.boxes().keys()) {
      const state = this.states[n];
      if (!state) continue;
      pen.globalAlpha = state.startsWith("dropped") ? 0.45 : 0.75;
      this.#drawSegment(pen, n, place, colourOf(state), state.includes("uncertain"));
    }
    this.isStale = false;
  }

  /** Draw a segment, with a mark at the edge for those that are not to be missed. */
  #drawSegment(pen, n, { along, down, width }, colour, isMarked = true) {
    const box = this.frame.boxes().get(n);
    if (!box) return;
    const [top, tall] = [box.top * down, Math.max(LEAST, (box.bottom - box.top) * down - 0.5)];
    pen.fillStyle = this.#colour(colour);
    pen.fillRect(EDGE + box.left * along, top, Math.max(2, (box.right - box.left) * along), tall);
    if (isMarked) pen.fillRect(width - EDGE, top, EDGE, Math.max(2, tall));
  }

  /** The colour of a name, as the style sheet has it in this theme. */
  #colour(name) {
    if (!this.colours.has(name)) {
      this.probe.dataset.colour = name;
      this.colours.set(name, getComputedStyle(this.probe).color);
    }
    return this.colours.get(name);
  }
}

/** The word of a state that decides about its colour. */
function colourOf(state) {
  const words = state.split(" ");
  return ["only-a", "only-b", "uncertain"].find((word) => words.includes(word)) ?? words[0];
}

/** A pen on an empty canvas of some size in pixels of the page. */
function penOn(canvas, width, height) {
  const ratio = devicePixelRatio;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  return pen;
}
