// What two annotators decide on the same units, side by side.

import { button, make } from "./dom.js";
import { KINDS } from "./words.js";

const SIGNS = { p: "¶", h: "H", l: "•" };

/** Turn a decision of the interface to Python into one of a unit. */
export const decisionOf = ([keep, kind, continues]) => ({ keep, kind, continues });

/** Return the two sides of a difference; `onTake(side)` is called when the person chooses one. */
export function sides(difference, units, names, onTake) {
  return make(
    "div",
    { class: "sides" },
    ...["a", "b"].map((name, at) => side(name, names[at], difference, units, () => onTake(name))),
  );
}

function side(letter, name, difference, units, take) {
  const rows = units.map((unit, at) => decided(unit, decisionOf(difference[letter][at])));
  const takes = button("", take, { class: `take side-${letter}`, "aria-keyshortcuts": letter });
  takes.append("Take ", make("b", { dir: "auto" }, name), make("kbd", { "aria-hidden": "true" }, letter));
  return make(
    "section",
    { class: `side side-${letter}`, "aria-label": `What ${name} decides` },
    make(
      "div",
      { class: "side-head" },
      make("span", { class: `side-letter side-${letter}`, "aria-hidden": "true" }, letter.toUpperCase()),
      takes,
    ),
    make("ul", {}, ...rows),
  );
}

function decided(unit, decision) {
  const { keep, kind, continues } = decision;
  const words = keep ? (continues ? "continues the segment before" : KINDS[kind]) : "dropped";
  return make(
    "li",
    { class: keep ? `is-kept is-${kind}` : "is-dropped" },
    make("span", { class: "side-sign" }, keep ? `${continues ? "↳" : SIGNS[kind]} ${words}` : `✕ ${words}`),
    make("span", { class: "side-text", dir: "auto" }, unit.text),
  );
}
