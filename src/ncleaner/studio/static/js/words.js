// The words of the interface, so that a thing has one name everywhere.

export const KINDS = { p: "paragraph", h: "heading", l: "list item" };

export const STATES = { new: "new", started: "started", done: "done", unusable: "unusable" };

const numbers = new Intl.NumberFormat("en");

/** Write a number with its thousands apart. */
export const count = (number) => numbers.format(number);

/** Write a number and a noun: `amount(1, "word")`. */
export const amount = (number, noun) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;

/** Write a share as a percentage. */
export const percent = (share) => `${Math.round(share * 100)} %`;

/** Write a number with its sign. */
export const signed = (number, digits = 1) => `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(digits)}`;

/** Write a size in bytes. */
export function size(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Say what was decided on a segment. */
export const decision = (item) => (item.keep ? "kept" : "dropped");

/** Say what a segment is: "heading, continues". */
export const kindName = (item) => KINDS[item.kind] + (item.continues ? ", continues" : "");

/** Describe a segment in a sentence, for screen readers. */
export function spoken(item) {
  const uncertain = item.uncertain ? ", uncertain" : "";
  return `${decision(item)}${uncertain}, ${kindName(item)}: ${item.text.slice(0, 120)}`;
}
