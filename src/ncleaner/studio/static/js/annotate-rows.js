// The units of a page as rows: selected by a click or by dragging, and one of them divided at a caret.

import { knownLanguage } from "./annotate-language.js";
import { make, setAttribute } from "./dom.js";
import { Rows } from "./rows.js";
import { decision, kindName } from "./words.js";

const EDGE = 40; // pixels from the edge of the list within which dragging scrolls
const STEP = 18; // pixels

export class UnitRows {
  /** `onSelect(at, isExtended, event)` is called when a row is pressed, or when the pointer is dragged to it. */
  constructor(place, onSelect) {
    this.onSelect = onSelect;
    const onPick = (at, event) => onSelect(at, event.shiftKey, event);
    const looks = { render, className, key, text, spoken: said };
    this.rows = new Rows(place, { label: "Units of the page", isMultiple: true, onPick, ...looks });
    this.list = this.rows.element;
    this.list.classList.add("units");
    this.dragged = -1; // the row that the pointer was dragged to
    this.#connect();
  }

  /** Show units; only rows that look different are touched. */
  show(units) {
    this.rows.show(units);
  }

  /** Show units of which only those at some places look different. */
  update(units, places) {
    this.rows.update(units, places);
  }

  /** Show only the units for which a test holds. */
  filter(test) {
    this.rows.filter(test);
  }

  /** Set the language of the units. */
  setLanguage(language) {
    setAttribute(this.list, "lang", knownLanguage(language));
  }

  /** Mark the selected rows and bring the one with the focus into view. */
  select({ first, last, focus }) {
    this.rows.select(first, last, focus);
    if (this.dragged < 0) this.rows.scrollTo(focus);
  }

  /** Show a caret in the text of a row; without one, the text alone. */
  showCaret(at, caret, unit) {
    const text = this.#text(at);
    this.rows.rows[at].classList.toggle("is-divided", caret !== null);
    if (caret === null) text.replaceChildren(unit.text);
    else {
      const [before, after] = caret.parts;
      const place = make("span", { class: "caret", "aria-hidden": "true" });
      text.replaceChildren(before, place, after);
      place.scrollIntoView({ block: "nearest" });
    }
  }

  /** Tell whether the text of a row runs from right to left. */
  isRightToLeft(at) {
    return getComputedStyle(this.#text(at)).direction === "rtl";
  }

  /** Return the position in the text of a row that was clicked, or null if its text was not. */
  positionOf(event, at) {
    const place = clicked(event);
    let before = 0;
    for (const node of this.#text(at).childNodes) {
      if (node === place?.node) return before + place.offset;
      before += node.nodeType === Node.TEXT_NODE ? node.length : 0;
    }
    return null;
  }

  /** Give the focus to the list. */
  focus() {
    this.rows.focus();
  }

  #text(at) {
    return this.rows.rows[at].querySelector(".row-text");
  }

  #connect() {
    const { list } = this;
    list.addEventListener("pointerdown", (event) => {
      const at = placeOf(event.target);
      if (event.pointerType !== "mouse" || event.button !== 0 || at < 0) return;
      event.preventDefault();
      this.onSelect(at, event.shiftKey, event);
      this.dragged = at;
      list.setPointerCapture(event.pointerId);
    });
    list.addEventListener("pointermove", (event) => {
      if (this.dragged >= 0) this.#drag(event);
    });
    list.addEventListener("lostpointercapture", () => (this.dragged = -1));
  }

  /** Select up to the row beside the pointer, and scroll if it is at an edge of the list. */
  #drag(event) {
    const box = this.list.getBoundingClientRect();
    if (event.clientY < box.top + EDGE) this.list.scrollTop -= STEP;
    else if (event.clientY > box.bottom - EDGE) this.list.scrollTop += STEP;
    const height = Math.max(box.top + 2, Math.min(event.clientY, box.bottom - 2));
    const at = placeOf(document.elementFromPoint(box.left + box.width / 2, height));
    if (at < 0 || at === this.dragged) return;
    this.dragged = at;
    this.onSelect(at, true, event);
  }
}

const render = (unit) => [make("span", { class: "row-text", dir: "auto" }, unit.text)];

function className({ keep, kind, uncertain, continues }) {
  return `${keep ? "kept" : "dropped"} ${kind}${uncertain ? " uncertain" : ""}${continues ? " continues" : ""}`;
}

const key = (unit) => `${unit.start} ${unit.end} ${unit.text.length}`;
const said = (unit) => `${decision(unit)}${unit.uncertain ? ", uncertain" : ""}, ${kindName(unit)}`;
const text = (unit) => unit.text;

function placeOf(target) {
  const row = target?.closest?.(".row");
  return row ? Number(row.dataset.place) : -1;
}

/** The text node and the offset in it where a pointer is. */
function clicked({ clientX, clientY }) {
  const place = document.caretPositionFromPoint?.(clientX, clientY);
  if (place) return { node: place.offsetNode, offset: place.offset };
  const range = document.caretRangeFromPoint?.(clientX, clientY);
  return range && { node: range.startContainer, offset: range.startOffset };
}
