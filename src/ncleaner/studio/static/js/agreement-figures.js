// How well two annotators agree, in figures and in a sentence.

import { make } from "./dom.js";
import { amount } from "./words.js";

const MEASURES = [
  ["words", "Words", "of the longer text need no editing"],
  ["words+marks", "Words and marks", "of the longer text with its marks need no editing"],
  ["marks", "Marks", "F of marks of the same kind at the same place"],
];

/** Names of ranges of kappa, after Landis and Koch. */
const KAPPA_WORDS = [
  [0.8, "almost perfect"],
  [0.6, "substantial"],
  [0.4, "moderate"],
  [0.2, "fair"],
  [0, "slight"],
];

/** Return the figures of an agreement. */
export function figures({ agreement, kappa, pages }) {
  const tiles = MEASURES.map(([key, name, words]) =>
    tile(name, shown(agreement[key].average), words, details(agreement[key])),
  );
  const chance = `overall ${decimal(kappa.all)}`;
  tiles.push(tile("Kappa", decimal(kappa.average), "on words, corrected for chance", chance));
  return make(
    "section",
    { class: "figures", "aria-label": "Figures" },
    make("div", { class: "tiles" }, ...tiles),
    make("p", { class: "figures-sentence" }, meaning(agreement.words, kappa, pages.length)),
  );
}

/** Write a percentage with one digit. */
export const shown = (number) => (Number.isFinite(number) ? `${number.toFixed(1)} %` : "–");

/** Write a kappa. */
export const decimal = (number) => (Number.isFinite(number) ? number.toFixed(2).replace("-", "−") : "–");

function details({ all, min, max }) {
  return `overall ${shown(all)}; pages from ${shown(min)} to ${shown(max)}`;
}

function tile(name, value, words, more) {
  return make(
    "div",
    { class: "tile" },
    make("h3", {}, name),
    make("p", { class: "tile-value" }, value),
    make("p", { class: "hint" }, words),
    make("p", { class: "tile-more" }, more),
  );
}

function meaning(words, kappa, number) {
  const strength = KAPPA_WORDS.find(([least]) => kappa.average > least)?.[1] ?? "no better than chance";
  return (
    `On ${amount(number, "page")} that both have done, ${Math.round(words.average)} of 100 words are the same in both ` +
    `texts, on the average; a kappa of ${decimal(kappa.average)} is ${strength}: 1 would be the same text, 0 what ` +
    "chance alone gives."
  );
}
