// One column of text: the segments of a view as rows, or its Markdown.

import { make } from "./dom.js";
import { Rows } from "./rows.js";
import { markdownPieces } from "./see-markdown.js";
import { decision, kindName } from "./words.js";

export class Column {
  /** Put a column into an element. `onPick(n)` gets the number of the segment of this column's view. */
  constructor(place, { onPick, onScroll }) {
    this.onScroll = onScroll;
    this.onPick = onPick;
    this.title = make("h2", { class: "column-title", hidden: true });
    this.nothing = make("p", { class: "rows-empty hint", hidden: true });
    this.element = make("div", { class: "column" }, this.title, this.nothing);
    place.append(this.element);
    this.isMarkdown = null;
    this.segments = [];
  }

  /** Show segments with their states, or the Markdown. The title is shown if there is one. */
  show({ segments, markdown, title, isMarkdown }) {
    this.title.hidden = !title;
    this.title.textContent = title;
    this.segments = segments;
    if (this.isMarkdown !== isMarkdown) this.#build(isMarkdown);
    const items = isMarkdown ? markdownPieces(markdown, segments) : segments;
    this.places = new Map(items.map((item, place) => [item.n, place]));
    this.rows.show(items);
  }

  /** Show only segments that contain a text, and only kept ones unless `hasDropped`. */
  filter(text, hasDropped) {
    const wanted = text.toLowerCase();
    const isShown = (item) => (hasDropped || this.isMarkdown || item.keep) && item.text.toLowerCase().includes(wanted);
    this.rows.filter(wanted || !hasDropped ? isShown : null);
    this.nothing.hidden = this.rows.shown === null || this.rows.shown.length > 0;
    this.nothing.textContent = wanted ? `Nothing here contains “${text}”.` : "Nothing is kept.";
    this.rows.element.hidden = !this.nothing.hidden;
  }

  /** Select a segment by its number, and scroll to it unless told otherwise. */
  select(n, scroll = true) {
    const place = this.places.get(n) ?? -1;
    if (scroll && place >= 0) this.rows.scrollTo(place); // before anything changes, so that positions are known
    if (place < 0) this.rows.select(0, -1, Math.max(0, this.rows.focused));
    else this.rows.select(place);
  }

  /** The number of the next segment that is shown (or, with step -1, the one before); the same number at the end. */
  next(n, step) {
    const place = this.places.get(n) ?? (step > 0 ? this.rows.top.place - 1 : this.rows.top.place + 1);
    const next = this.rows.next(place, step);
    return next < 0 ? n : this.rows.items[next].n;
  }

  /** The row of a segment, if it is shown. */
  rowOf(n) {
    const row = this.rows.rows[this.places.get(n)];
    return row && !row.hidden ? row : null;
  }

  #build(isMarkdown) {
    this.rows?.element.remove();
    this.isMarkdown = isMarkdown;
    this.rows = new Rows(this.element, {
      label: isMarkdown ? "Markdown" : "Segments",
      render: (item) => [make("span", { class: "row-text", dir: "auto" }, item.text)],
      className: isMarkdown ? () => "markdown" : classOf,
      key: (item) => item.text,
      text: (item) => (item.keep === false ? "" : item.text),
      spoken: isMarkdown ? null : described,
      onPick: (place) => this.onPick(this.rows.items[place].n),
      onScroll: () => this.onScroll(this),
    });
  }
}

function described(item) {
  return [decision(item), item.uncertain ? "uncertain" : "", kindName(item)].filter(Boolean).join(", ");
}

function classOf({ state, kind, continues }) {
  return `${state} ${kind}${continues ? " continues" : ""}`;
}
