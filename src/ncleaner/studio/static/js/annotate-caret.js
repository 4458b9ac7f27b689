// The caret in the text of a unit, to divide the unit there. It moves by characters as people see them, by words and by
// sentences; positions are in UTF-16 units, as in strings.

import { knownLanguage } from "./annotate-language.js";

const segmenters = new Map();

export class Caret {
  /** `language` is that of the text, if it is known. */
  constructor(text, position, language = "") {
    this.text = text;
    this.language = language;
    this.known = new Map();
    this.set(position);
  }

  /** Go to a position; one inside of a character goes to its start. */
  set(position) {
    const within = Math.max(0, Math.min(position, this.text.length));
    const isEnd = within === this.text.length;
    this.position = isEnd ? within : (this.#places("grapheme").findLast((at) => at <= within) ?? 0);
  }

  /** Move forward (1) or back (−1) by a "grapheme", a "word" or a "sentence". */
  move(step, unit) {
    const places = this.#places(unit);
    const isAfter = (at) => at > this.position;
    const next = step > 0 ? places.find(isAfter) : places.findLast((at) => at < this.position);
    this.position = next ?? (step > 0 ? this.text.length : 0);
  }

  /** The text before and after the caret. */
  get parts() {
    return [this.text.slice(0, this.position), this.text.slice(this.position)];
  }

  /** Where the caret is, by the words around it, for screen readers. */
  get spoken() {
    const [before, after] = this.parts;
    const left = before.trim().split(/\s+/).slice(-2).join(" ").slice(-40);
    const right = after.trim().split(/\s+/, 2).join(" ").slice(0, 40);
    if (!left) return `at the start, before ${right}`;
    return right ? `between ${left} and ${right}` : `at the end, after ${left}`;
  }

  /** The places where a character, word or sentence begins. */
  #places(unit) {
    let places = this.known.get(unit);
    if (!places) {
      places = starts(this.text, unit, this.language);
      this.known.set(unit, places);
    }
    return places;
  }
}

/** Return the place where a text is most likely divided: the start of a sentence, or else a word, next to its middle. */
export function likelyPlace(text, language = "") {
  const inside = (unit) => starts(text, unit, language).filter((at) => at > 0);
  const places = inside("sentence");
  const middle = text.length / 2;
  const nearest = (best, at) => (Math.abs(at - middle) < Math.abs(best - middle) ? at : best);
  return (places.length ? places : inside("word")).reduce(nearest, 0);
}

function starts(text, unit, language) {
  const places = [];
  for (const { index, isWordLike } of segmenter(unit, language).segment(text)) {
    if (unit !== "word" || isWordLike) places.push(index);
  }
  return places;
}

function segmenter(granularity, language) {
  const locale = knownLanguage(language) || "en";
  const key = `${granularity} ${locale}`;
  if (!segmenters.has(key)) segmenters.set(key, new Intl.Segmenter(locale, { granularity }));
  return segmenters.get(key);
}
