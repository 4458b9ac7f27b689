// A list of segments as text. Five thousand rows stay fluid: they are in blocks of fifty, of which the browser lays out
// only those in sight (`content-visibility` in `rows.css`), and showing new items touches only rows that look different.
//
// It is a listbox with a roving focus: one row can be reached with Tab, and it follows the selection. Keys are left to
// the tables of `keys.js`.

import { make } from "./dom.js";

const MARGIN = 40; // pixels that are shown above and below a row
const CHARACTERS = 58; // in a line, to guess the height of rows that have not been in sight
const LINE = 25; // pixels
const LEAST = 19; // pixels of the height of a row
const BLOCK = 50; // rows

export class Rows {
  /**
   * Put a list into an element. `label` names it for screen readers. `render(item, place)` returns the nodes inside of
   * a row, `className(item)` its classes, which tell what was decided, and `key(item)` a string that changes whenever
   * the nodes would be different. Optional: `text(item)` (to guess the height of rows not in sight), `spoken(item)`
   * (what screen readers say after the text; it may depend only on what the classes tell), `onPick(place, event)` for a
   * click, `onScroll()`, and `isMultiple` (several rows can be selected).
   */
  constructor(place, options) {
    this.options = options;
    this.items = [];
    this.keys = [];
    this.rows = [];
    this.blocks = [];
    this.guesses = []; // of the heights of rows, in pixels
    this.shown = null; // places of the rows that are not filtered out, or null for all
    this.selected = [0, -1];
    this.focused = -1;
    this.element = make("div", { class: "rows", role: "listbox", "aria-label": options.label, tabindex: "-1" });
    if (options.isMultiple) this.element.setAttribute("aria-multiselectable", "true");
    this.element.addEventListener("click", (event) => this.#onClick(event));
    this.element.addEventListener("scroll", () => options.onScroll?.(), { passive: true });
    place.append(this.element);
  }

  /** Show items; rows whose key is the same as before stay as they are. */
  show(items) {
    for (let place = 0; place < items.length; place += 1) {
      if (!this.rows[place]) this.#blockOf(place).append(this.#newRow(place));
      this.#put(items[place], place);
    }
    for (const row of this.rows.splice(items.length)) row.remove();
    for (const block of this.blocks.splice(Math.ceil(items.length / BLOCK))) block.remove();
    this.keys.length = this.guesses.length = items.length;
    this.items = items;
    this.element.append(...this.blocks.filter((block) => !block.isConnected));
    this.#guess();
    if (this.focused < 0 || this.focused >= items.length) this.#rove(items.length ? 0 : -1);
  }

  /** Show items of which only those at some places differ from the ones that are shown. */
  update(items, places) {
    for (const place of places) this.#put(items[place], place);
    this.items = items;
  }

  /** Show only the items for which `isShown(item)` holds; `null` shows all. */
  filter(isShown) {
    this.shown = isShown ? [] : null;
    for (let place = 0; place < this.items.length; place += 1) {
      const isVisible = !isShown || isShown(this.items[place]);
      if (isVisible && isShown) this.shown.push(place);
      if (this.rows[place].hidden === isVisible) this.rows[place].hidden = !isVisible;
    }
    this.#guess();
    if (this.rows[this.focused]?.hidden) this.#rove(this.shown[0] ?? this.focused);
  }

  /** Select the rows from one place to another; `focus` is the one that gets the focus if the list has it. */
  select(first, last = first, focus = last) {
    const [oldFirst, oldLast] = this.selected;
    for (let place = oldFirst; place <= oldLast; place += 1) {
      if (place < first || place > last) this.#mark(place, false);
    }
    for (let place = first; place <= last; place += 1) this.#mark(place, true);
    this.selected = [first, last];
    const hadFocus = this.element.contains(document.activeElement);
    this.#rove(focus);
    if (hadFocus) this.focus();
  }

  /** Give the focus to the row that can have it. */
  focus() {
    this.rows[this.focused]?.focus({ preventScroll: true });
  }

  /** Scroll to a row: to the top, or (`"near"`) only as far as needed to see it. */
  scrollTo(place, where = "near") {
    const row = this.rows[place];
    if (!row || row.hidden) return;
    const { scrollTop, clientHeight } = this.element;
    const top = topOf(row);
    const bottom = top + row.offsetHeight;
    if (where === "top") this.#bring(row, 0);
    else if (top < scrollTop + MARGIN || bottom > scrollTop + clientHeight - MARGIN) {
      this.#bring(row, Math.max(MARGIN, Math.min(clientHeight / 3, clientHeight - (bottom - top) - MARGIN)));
    }
  }

  /** Scroll until a row is so far below the edge: heights of rows on the way were guessed, and are known then. */
  #bring(row, above, attempts = 3) {
    this.element.scrollTop = topOf(row) - above;
    const reached = this.element.scrollTop;
    cancelAnimationFrame(this.bringing);
    if (attempts === 0) return;
    this.bringing = requestAnimationFrame(() => {
      const isLeft = Math.abs(this.element.scrollTop - reached) > 1; // the person has scrolled on
      if (!isLeft && row.isConnected) this.#bring(row, above, attempts - 1);
    });
  }

  /** Scroll so that a row is at the top, with a share of it (0 to 1) above the edge. */
  scrollToShare(place, share) {
    const row = this.rows[place];
    if (place === 0 && share === 0) this.element.scrollTop = 0;
    else if (row) this.element.scrollTop = topOf(row) + share * row.offsetHeight;
  }

  /** What is at the top: `{ place, share }`; `share` of the row is above the edge. The place is -1 without rows. */
  get top() {
    const places = this.shown;
    let low = 0;
    let high = (places ?? this.rows).length - 1;
    const at = (index) => (places ? places[index] : index);
    const edge = this.element.scrollTop;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (topOf(this.rows[at(middle)]) <= edge) low = middle;
      else high = middle - 1;
    }
    const row = high < 0 ? null : this.rows[at(low)];
    if (!row) return { place: -1, share: 0 };
    return { place: at(low), share: Math.max(0, Math.min(1, (edge - topOf(row)) / (row.offsetHeight || 1))) };
  }

  /** The next place (or, with step -1, the one before) that is shown and for which `isWanted(item)` holds, or -1. */
  next(place, step = 1, isWanted = () => true) {
    for (let at = place + step; at >= 0 && at < this.items.length; at += step) {
      if (!this.rows[at].hidden && isWanted(this.items[at])) return at;
    }
    return -1;
  }

  #put(item, place) {
    const newKey = this.options.key(item);
    if (this.keys[place] !== newKey) this.rows[place].replaceChildren(...this.options.render(item, place));
    this.#dress(this.rows[place], item, place);
    this.keys[place] = newKey;
  }

  #newRow(place) {
    const isSelected = place >= this.selected[0] && place <= this.selected[1];
    const row = make("div", { role: "option", "aria-selected": String(isSelected), tabindex: "-1" });
    row.dataset.place = place;
    this.rows[place] = row;
    return row;
  }

  /** Give a row the looks of its item, if it has others. */
  #dress(row, item, place) {
    const { className, text, spoken } = this.options;
    const name = `row ${className(item)}`;
    if (row.className === name) return;
    row.className = name;
    if (spoken) row.setAttribute("aria-description", spoken(item));
    this.guesses[place] = Math.max(LEAST, Math.ceil((text?.(item).length ?? 0) / CHARACTERS) * LINE);
  }

  /** The block that a row is in; a new one is put into the list later. */
  #blockOf(place) {
    const at = Math.floor(place / BLOCK);
    this.blocks[at] ??= make("div", { class: "rows-block", role: "presentation" });
    return this.blocks[at];
  }

  /** Tell the browser how high blocks probably are that it has not laid out. */
  #guess() {
    this.blocks.forEach((block, at) => {
      let height = 0;
      for (let place = at * BLOCK; place < Math.min((at + 1) * BLOCK, this.rows.length); place += 1) {
        if (!this.rows[place].hidden) height += this.guesses[place];
      }
      block.hidden = height === 0;
      block.style.setProperty("--guess", `${height}px`);
    });
  }

  #mark(place, isSelected) {
    this.rows[place]?.setAttribute("aria-selected", String(isSelected));
  }

  #rove(place) {
    this.rows[this.focused]?.setAttribute("tabindex", "-1");
    this.rows[place]?.setAttribute("tabindex", "0");
    this.focused = place;
  }

  #onClick(event) {
    const row = event.target.closest(".row");
    if (!row || !getSelection().isCollapsed) return; // text was marked, to copy it
    this.options.onPick?.(Number(row.dataset.place), event);
  }
}

/** How far below the top of the list a row is, in pixels. */
export function topOf(row) {
  return row.parentElement.offsetTop + row.offsetTop;
}
