// The legend above the page: what the marks mean, how many segments have them, and a way to the next one.

import { button, make } from "./dom.js";
import { count } from "./words.js";

const OF_ONE = [
  ["kept", "kept", "k"],
  ["dropped", "dropped", "d"],
  ["uncertain", "uncertain", "u"],
];

/** Show the legend for segments with states. `names` are the two engines, if two are compared. */
export function showLegend(place, segments, names, onJump) {
  const items = names ? ofTwo(names) : ofOne(segments);
  const buttons = items.map(([state, label, key]) => item(state, label, key, counted(segments, state), onJump));
  place.replaceChildren(...buttons);
}

/** Tell whether a segment has a state; "both" is for two engines. */
export function hasState(segment, state) {
  const words = segment.mark.split(" ");
  if (state === "different") return words.some((word) => word.startsWith("only-") || word === "changed");
  if (state === "both") return words.length === 1 && words[0] === "kept";
  return words.includes(state);
}

function ofOne(segments) {
  const hasChanges = segments.some((segment) => hasState(segment, "changed"));
  return hasChanges ? [...OF_ONE, ["changed", "changed", "x"]] : OF_ONE;
}

function ofTwo([a, b]) {
  return [
    ["only-a", `only ${a}`, "x"],
    ["only-b", `only ${b}`, "x"],
    ["both", "both", "k"],
    ["dropped", "neither", "d"],
  ];
}

function counted(segments, state) {
  return segments.reduce((sum, segment) => sum + hasState(segment, state), 0);
}

function item(state, label, key, number, onJump) {
  const go = (event) => onJump(state, event.shiftKey ? -1 : 1);
  const sample = `swatch ${state === "both" ? "kept" : state}`;
  const result = button(make("span", { class: sample, "aria-hidden": "true" }), go, {
    title: `Go to the next one (${key}); with Shift, to the one before`,
    disabled: number === 0,
  });
  result.append(make("b", {}, count(number)), ` ${label}`);
  return result;
}
