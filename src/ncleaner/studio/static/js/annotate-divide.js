// Dividing a unit: a caret moves through its text, and the unit is divided where it stands.

import { announce } from "./announce.js";
import { Caret, likelyPlace } from "./annotate-caret.js";
import { split } from "./annotate-strokes.js";

export class Division {
  constructor(rows, language) {
    this.rows = rows;
    this.language = language;
    this.caret = null;
    this.unit = null;
    this.at = -1;
  }

  get isOpen() {
    return this.caret !== null;
  }

  /** Show the caret in a unit, at a position of its text or where a person would most likely divide it. */
  open(unit, at, position = null) {
    this.close();
    this.unit = unit;
    this.at = at;
    this.caret = new Caret(unit.text, position ?? likelyPlace(unit.text, this.language), this.language);
    this.rows.showCaret(at, this.caret, unit);
    announce(`Choose where to divide. Arrows move the caret, Enter divides, Escape leaves. Caret ${this.caret.spoken}`);
  }

  /** Move the caret by a "grapheme", "word" or "sentence"; `step` is 1 for right or down, −1 for left or up. */
  move(step, unit) {
    const isTurned = unit !== "sentence" && this.rows.isRightToLeft(this.at);
    this.caret.move(isTurned ? -step : step, unit);
    this.#show();
  }

  /** Put the caret at a position; the start and the end of the text are 0 and Infinity. */
  set(position) {
    this.caret.set(position);
    this.#show();
  }

  /** The stroke that divides the unit at the caret, or null if a part would be empty. */
  stroke() {
    return split(this.unit, this.caret.position);
  }

  /** Remove the caret. */
  close() {
    if (!this.isOpen) return;
    this.rows.showCaret(this.at, null, this.unit);
    this.caret = null;
  }

  #show() {
    this.rows.showCaret(this.at, this.caret, this.unit);
    announce(this.caret.spoken);
  }
}
