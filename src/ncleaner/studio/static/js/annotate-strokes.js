// The strokes that a person can make on units, as the studio takes them.

import { KINDS } from "./words.js";

const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u; // white space in Python

const spans = (units) => units.map((unit) => [unit.start, unit.end]);

/** Keep or drop units. */
export const keep = (units, value) => ({ op: "keep", spans: spans(units), value });

/** Drop units if all of them are kept; otherwise keep them. */
export const toggle = (units) => keep(units, !units.every((unit) => unit.keep));

/** Keep units as paragraphs ("p"), headings ("h") or list items ("l"). */
export const kind = (units, value) => ({ op: "kind", spans: spans(units), value });

/** Make units continue the segment before them; if all of them do, let each begin one of its own. */
export const continues = (units) => ({
  op: "continues",
  spans: spans(units),
  value: !units.every((unit) => unit.continues),
});

/** Divide a unit before a position of its text, in UTF-16 units; null if a part would be empty. */
export function split(unit, position) {
  const offset = visible(unit.text.slice(0, position));
  if (offset === 0 || offset === visible(unit.text)) return null;
  return { op: "split", spans: spans([unit]), offset };
}

/** Join a unit with the part after it. */
export const join = (unit) => ({ op: "join", spans: spans([unit]) });

/** Decide on a span as annotator "a" or "b"; `decisions` has `{ keep, kind, continues }` by the start of a unit. */
export const take = ({ start, end }, value, decisions) => ({ op: "take", spans: [[start, end]], value, decisions });

/** Say what a stroke has done to some units. */
export function sentence({ op, value }, number) {
  const units = number === 1 ? "unit" : `${number} units`;
  if (op === "keep") return `${units} ${value ? "kept" : "dropped"}`;
  if (op === "kind") return `${units} kept as ${KINDS[value]}`;
  if (op === "continues") return value ? `${units} joined to the segment before` : `${units} on its own again`;
  if (op === "take") return `${value.toUpperCase()}’s decision taken`;
  return op === "split" ? "unit divided" : "unit joined with the next part";
}

/**
 * The keys of the strokes that can be made on any units: `[keys, words, function from units to a stroke]`.
 * The toolbar has the same.
 */
export const STROKE_KEYS = [
  [[" "], "keep or drop", toggle],
  [["k"], "keep", (units) => keep(units, true)],
  [["d"], "drop", (units) => keep(units, false)],
  [["p"], "paragraph", (units) => kind(units, "p")],
  [["h"], "heading", (units) => kind(units, "h")],
  [["l"], "list item", (units) => kind(units, "l")],
  [["c"], "continues the segment before, or not", continues],
];

/** The number of characters other than white space. */
function visible(text) {
  let number = 0;
  for (const character of text) if (!SPACE.test(character)) number += 1;
  return number;
}
