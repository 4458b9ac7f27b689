// The page as it looked, in a frame in which no script runs, with its segments in the colours of what was decided.
//
// The studio's own code reaches into the frame's document: it adds one style sheet, sets `data-state` on the elements of
// segments, and listens. A state is a string of words: `kept` or `dropped`, and any of `uncertain`, `changed`, `only-a`,
// `only-b`; the empty string leaves a segment as it is. A new address gets a new frame, so that the history has no step
// for it.

import { make } from "./dom.js";
import { FRAME_STYLE } from "./frame-style.js";

const SEGMENT = "ncleaner-segment";
const VISIBLE = { opacityProperty: true, visibilityProperty: true };
const MARGIN = 56; // pixels of the page that are shown above and below a segment

export class PageFrame {
  /**
   * Put a frame into an element. All handlers are optional:
   * `onPick(n, event)` for a click on a segment; `onDrag(first, last, isDone, event)` while segments are dragged over
   * (text cannot be marked then); `onKey(event)` for keys; `onScroll()`; `onLayout()` when positions may have changed;
   * `onLoad(document)` with each new document.
   */
  constructor(place, handlers = {}) {
    this.place = place;
    this.handlers = handlers;
    this.address = "";
    this.elements = new Map();
    this.states = [];
    this.selected = [0, -1];
    this.measured = null;
    this.sizes = new ResizeObserver(() => this.#layoutChanged());
    this.sizes.observe(place);
  }

  /** Show an address. Resolves to true when it is shown, or to false if another one was asked for meanwhile. */
  async load(address) {
    if (address === this.address) return this.loading;
    this.address = address;
    const frame = make("iframe", { sandbox: "allow-same-origin", class: "frame", title: "The page as it looked" });
    frame.classList.add("is-loading");
    this.loading = new Promise((resolve) => {
      frame.addEventListener("load", () => resolve(this.#loaded(frame, address)), { once: true });
    });
    frame.src = address;
    this.place.append(frame);
    return this.loading;
  }

  /** Show nothing. */
  clear() {
    this.address = "";
    this.frame = null;
    this.elements = new Map();
    this.place.replaceChildren();
    this.#layoutChanged();
  }

  /** Set the states of all segments: an array of strings by number. Only what differs is touched. */
  setStates(states) {
    for (const [n, elements] of this.elements) {
      const state = states[n] ?? "";
      if (state === (this.states[n] ?? "")) continue;
      for (const element of elements) element.dataset.state = state;
    }
    this.states = states;
  }

  /** Mark the segments from one number to another as selected. */
  select(first, last = first) {
    const [oldFirst, oldLast] = this.selected;
    for (let n = oldFirst; n <= oldLast; n += 1) if (n < first || n > last) this.#mark(n, false);
    for (let n = first; n <= last; n += 1) this.#mark(n, true);
    this.selected = [first, last];
  }

  /** Scroll to a segment: to the top, or (`"near"`) only as far as needed to see it. */
  scrollTo(n, where = "near") {
    const box = this.boxes().get(n);
    if (!box) return;
    const [top, height] = [this.scrollTop, this.height];
    if (where === "top") this.scrollTop = box.top;
    else if (box.top < top + MARGIN || box.bottom > top + height - MARGIN) {
      this.scrollTop = box.top - Math.max(MARGIN, Math.min(height / 3, height - (box.bottom - box.top) - MARGIN));
    }
    const [left, width] = [this.view.scrollX, this.frame.clientWidth];
    if (box.right < left + MARGIN || box.left > left + width - MARGIN) this.view.scrollTo({ left: box.left - MARGIN });
  }

  /** How far the page is scrolled, in pixels. */
  get scrollTop() {
    return this.view?.scrollY ?? 0;
  }

  set scrollTop(top) {
    this.view?.scrollTo({ top, behavior: "instant" });
  }

  /** The height of the part that can be seen, in pixels. */
  get height() {
    return this.frame?.clientHeight ?? 0;
  }

  /** The width and height of the whole page, in pixels. */
  get pageSize() {
    const root = this.frame?.contentDocument?.documentElement;
    return { width: root?.scrollWidth ?? 0, height: root?.scrollHeight ?? 0 };
  }

  /** Where segments that can be seen are on the page, in pixels: a map of `n` to `{ top, bottom, left, right }`. */
  boxes() {
    this.measured ??= this.#measure();
    return this.measured;
  }

  /** The number of the segment at the top of what can be seen, or -1. Kept ones are preferred. */
  get top() {
    const line = this.scrollTop + 1;
    let best = -1;
    let bestTop = Infinity;
    for (const [n, box] of this.boxes()) {
      if (box.bottom <= line) continue;
      const top = Math.max(box.top, line) + (this.states[n]?.includes("kept") ? 0 : MARGIN);
      if (top < bestTop) [best, bestTop] = [n, top];
    }
    return best;
  }

  get view() {
    return this.frame?.contentWindow;
  }

  #loaded(frame, address) {
    if (address !== this.address || !frame.isConnected) {
      frame.remove();
      return false;
    }
    for (const older of this.place.querySelectorAll("iframe")) if (older !== frame) older.remove();
    frame.classList.remove("is-loading");
    this.frame = frame;
    const page = frame.contentDocument;
    this.elements = segmentElements(page);
    this.states = [];
    this.selected = [0, -1];
    unfix(page);
    page.body.append(styleElement(page));
    page.documentElement.classList.toggle("ncleaner-draggable", Boolean(this.handlers.onDrag));
    this.#listen(page);
    this.sizes.observe(page.documentElement);
    this.#layoutChanged();
    this.handlers.onLoad?.(page);
    return true;
  }

  #listen(page) {
    const { onKey, onScroll } = this.handlers;
    page.addEventListener("click", (event) => this.#onClick(event));
    page.addEventListener("scroll", () => onScroll?.(), { passive: true });
    page.addEventListener("keydown", (event) => onKey?.(event));
    page.addEventListener("load", () => this.#layoutChanged(), { capture: true }); // of images
    if (this.handlers.onDrag) this.#listenToDrags(page);
  }

  #listenToDrags(page) {
    page.addEventListener("pointerdown", (event) => {
      const n = event.button === 0 ? numberAt(event.target) : -1;
      this.drag = n < 0 ? null : { first: n, last: n };
    });
    page.addEventListener("pointermove", (event) => {
      if (!this.drag || !(event.buttons & 1)) return;
      const n = numberAt(page.elementFromPoint(event.clientX, event.clientY));
      if (n < 0 || n === this.drag.last) return;
      this.drag.last = n;
      this.drag.hasMoved = true;
      this.handlers.onDrag(this.drag.first, n, false, event);
    });
    page.addEventListener("pointerup", (event) => {
      if (!this.drag?.hasMoved) return;
      this.handlers.onDrag(this.drag.first, this.drag.last, true, event);
      this.dragEnded = event.timeStamp;
    });
  }

  #onClick(event) {
    event.preventDefault();
    if (event.timeStamp - (this.dragEnded ?? -Infinity) < 50) return;
    if (!this.handlers.onDrag && !this.view.getSelection().isCollapsed) return; // text was marked, to copy it
    const n = numberAt(event.target);
    if (n >= 0) this.handlers.onPick?.(n, event);
  }

  #mark(n, isSelected) {
    for (const element of this.elements.get(n) ?? []) element.toggleAttribute("data-selected", isSelected);
  }

  #measure() {
    const boxes = new Map();
    const down = this.scrollTop;
    const along = this.view?.scrollX ?? 0;
    for (const [n, elements] of this.elements) {
      if (!elements[0].checkVisibility(VISIBLE)) continue;
      let box = null;
      for (const element of elements) {
        const rect = element.getBoundingClientRect();
        if (rect.width > 0 && rect.height > 0) box = united(box, rect);
      }
      if (!box) continue;
      const { top, bottom, left, right } = box;
      boxes.set(n, { top: top + down, bottom: bottom + down, left: left + along, right: right + along });
    }
    return boxes;
  }

  #layoutChanged() {
    this.measured = null;
    this.handlers.onLayout?.();
  }
}

/**
 * Put what stays in place while the page is scrolled, such as a banner about cookies, into the page: it would cover text
 * for ever, because the script that closes it does not run.
 */
function unfix(page) {
  const view = page.defaultView;
  const stays = [...page.body.getElementsByTagName("*")].filter((element) =>
    ["fixed", "sticky"].includes(view.getComputedStyle(element).position),
  );
  for (const element of stays) element.style.setProperty("position", "static", "important");
}

/** A style element of the page's own document: the policy of the interface itself allows none. */
function styleElement(page) {
  const style = page.createElement("style");
  style.textContent = FRAME_STYLE;
  return style;
}

function segmentElements(page) {
  const elements = new Map();
  for (const element of page.getElementsByTagName(SEGMENT)) {
    const n = Number(element.dataset.n);
    if (elements.has(n)) elements.get(n).push(element);
    else elements.set(n, [element]);
  }
  return elements;
}

function numberAt(target) {
  const element = target?.closest?.(SEGMENT);
  return element ? Number(element.dataset.n) : -1;
}

function united(box, rect) {
  if (!box) return rect;
  return {
    top: Math.min(box.top, rect.top),
    bottom: Math.max(box.bottom, rect.bottom),
    left: Math.min(box.left, rect.left),
    right: Math.max(box.right, rect.right),
  };
}
