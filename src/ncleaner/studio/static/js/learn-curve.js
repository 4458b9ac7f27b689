// The learning curve: F by the number of annotated pages, with its interval as a band, and the shipped model as a line.

import { make } from "./dom.js";
import { drawn, scale, ticks } from "./learn-scale.js";

const WIDTH = 460;
const HEIGHT = 280;
const LEFT = 52;
const RIGHT = 16;
const TOP = 16;
const BOTTOM = 46;
const RADIUS = 3.5;
const MEASURES = { words: "words", chars: "characters" };

/** Return the learning curve of a model as a figure, or nothing if it has no points. */
export function learningCurve(model) {
  const points = model.curve ?? [];
  if (!points.length) return null;
  const shipped = model.shipped_curve_f ?? model.shipped_f;
  const x = scale(0, Math.max(...points.map((point) => point.pages)), LEFT, WIDTH - RIGHT);
  const y = range(points, shipped);
  const parts = [
    ...axes(x, y, `F on ${MEASURES[model.measure] ?? "words"}, %`),
    band(points, x, y),
    line(points, x, y),
    ...dots(points, x, y),
  ];
  if (Number.isFinite(shipped)) parts.splice(-points.length - 2, 0, ...shippedLine(shipped, y));
  const title = `Learning curve of ${model.id}`;
  const labels = {
    class: "chart",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
    "aria-label": spoken(points, shipped),
  };
  return make(
    "figure",
    { class: "curve" },
    make("figcaption", {}, title),
    drawn("svg", labels, ...parts),
    key(Number.isFinite(shipped)),
  );
}

/** The scale of F: all that is shown, with some room, in tens of a per cent. */
function range(points, shipped) {
  const values = points.flatMap((point) => [point.low, point.high, point.f]);
  if (Number.isFinite(shipped)) values.push(shipped);
  const known = values.filter(Number.isFinite);
  const low = Math.max(0, Math.floor(Math.min(...known) / 5) * 5);
  const high = Math.min(100, Math.ceil(Math.max(...known) / 5) * 5);
  return scale(low, Math.max(high, low + 5), HEIGHT - BOTTOM, TOP);
}

function axes(x, y, name) {
  const parts = [];
  for (const value of ticks(y.low, y.high, 6)) {
    parts.push(drawn("line", { class: "chart-grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y.at(value), y2: y.at(value) }));
    parts.push(drawn("text", { x: LEFT - 8, y: y.at(value) + 4, "text-anchor": "end" }, String(value)));
  }
  for (const value of ticks(x.low, x.high, 6).filter(Number.isInteger)) {
    parts.push(drawn("text", { x: x.at(value), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, String(value)));
  }
  const bottom = HEIGHT - BOTTOM;
  parts.push(drawn("line", { class: "chart-axis", x1: LEFT, x2: WIDTH - RIGHT, y1: bottom, y2: bottom }));
  const middle = (TOP + bottom) / 2;
  const turned = `rotate(-90 14 ${middle})`;
  parts.push(
    drawn("text", { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 8, "text-anchor": "middle" }, "annotated pages"),
  );
  parts.push(drawn("text", { x: 14, y: middle, "text-anchor": "middle", transform: turned }, name));
  return parts;
}

function band(points, x, y) {
  const known = points.filter((point) => Number.isFinite(point.low) && Number.isFinite(point.high));
  const there = known.map((point) => `${x.at(point.pages)},${y.at(point.high)}`);
  const back = known.map((point) => `${x.at(point.pages)},${y.at(point.low)}`).reverse();
  return drawn("polygon", { class: "chart-band", points: [...there, ...back].join(" ") });
}

function line(points, x, y) {
  const places = points.map((point) => `${x.at(point.pages)},${y.at(point.f)}`).join(" ");
  return drawn("polyline", { class: "chart-line", points: places });
}

function dots(points, x, y) {
  return points.map((point) =>
    drawn(
      "circle",
      { class: "chart-dot", cx: x.at(point.pages), cy: y.at(point.f), r: RADIUS },
      drawn("title", {}, sentence(point)),
    ),
  );
}

function shippedLine(f, y) {
  return [drawn("line", { class: "chart-shipped", x1: LEFT, x2: WIDTH - RIGHT, y1: y.at(f), y2: y.at(f) })];
}

function key(hasShipped) {
  const entry = (name, words) =>
    make("li", {}, make("span", { class: `chart-key ${name}`, "aria-hidden": "true" }), words);
  return make(
    "ul",
    { class: "chart-keys" },
    entry("is-line", "this model"),
    entry("is-band", "95 % interval"),
    hasShipped ? entry("is-shipped", "shipped model") : null,
  );
}

const sentence = ({ pages, f, low, high }) =>
  `${pages} pages: F ${f.toFixed(1)} %` + (Number.isFinite(low) ? `, ${low.toFixed(1)} to ${high.toFixed(1)}` : "");

function spoken(points, shipped) {
  const line = Number.isFinite(shipped) ? `; the shipped model has ${shipped.toFixed(1)} %` : "";
  return `Learning curve. ${points.map(sentence).join("; ")}${line}`;
}
