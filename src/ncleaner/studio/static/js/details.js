// Why a segment was kept or dropped: the score, the reason in words, what counted most, its characters, and its source.

import { make } from "./dom.js";
import { amount, kindName, signed } from "./words.js";

const WIDEST_SCORE = 10; // bits at the ends of the scale
const LEVELS = [0.25, 1, 2.5]; // bits from which a character gets the next colour

export class Details {
  /** Fill an element, which scrolls. */
  constructor(place) {
    this.place = place;
    this.empty();
  }

  /** Say what to do to see details. */
  empty(sentence = "Choose a segment to see why it was kept or dropped.") {
    this.place.replaceChildren(make("p", { class: "details-empty hint" }, sentence));
  }

  /**
   * Show a segment of a view. `explanation` and `source` are the studio's answers, or null as long as they are missing.
   * `more` are further nodes before the source, for example about a second engine, and `title` stands above all.
   */
  show(item, explanation = null, source = null, more = [], title = "") {
    const heading = make("h2", { class: title ? "" : "visually-hidden" }, title || "Segment");
    const body = [heading, head(item), ...reasons(item, explanation), ...more, sourceSection(source)];
    this.place.replaceChildren(make("div", { class: "details-body" }, ...body.filter(Boolean)));
  }
}

/** The sections about one decision: the reason, what counted, the characters. */
export function reasons(item, explanation) {
  if (!explanation) return [make("p", { class: "hint" }, "…")];
  return [
    explanation.reason ? make("p", { class: "reason" }, sentence(explanation.reason)) : null,
    explanation.features.length ? features(explanation.features) : null,
    explanation.characters ? characters(explanation.characters) : null,
  ].filter(Boolean);
}

/** What was decided, the score, and what the segment is. */
export function head(item) {
  const name = item.keep ? "Kept" : "Dropped";
  return make(
    "header",
    { class: "details-head" },
    make(
      "p",
      { class: "decision" },
      make("span", { class: `sign ${item.keep ? "kept" : "dropped"}` }, name),
      item.uncertain ? make("span", { class: "sign uncertain" }, "uncertain") : null,
      make("span", { class: "score" }, scoreText(item)),
    ),
    scale(item),
    make("p", { class: "facts" }, [kindName(item), amount(item.words, "word")].join(" · ")),
    item.path ? make("p", { class: "path" }, item.path.replaceAll("/", " › ")) : null,
  );
}

function scoreText(item) {
  if (item.hidden) return "hidden on the page";
  return typeof item.score === "number" ? `${signed(item.score)} bits` : "";
}

/** A line from certainly dropped to certainly kept, with the score on it. */
function scale(item) {
  if (typeof item.score !== "number" || item.hidden) return null;
  const share = Math.max(-1, Math.min(1, item.score / WIDEST_SCORE));
  const dot = make("i", { class: item.keep ? "kept" : "dropped" });
  dot.style.setProperty("--at", `${50 + 50 * share}%`);
  return make("div", { class: "scale", "aria-hidden": "true" }, dot);
}

function features(list) {
  const widest = Math.max(1, ...list.map((feature) => Math.abs(feature.bits)));
  const rows = list.map(({ text, bits }) => {
    const bar = make("i", { class: bits < 0 ? "against" : "for" });
    bar.style.setProperty("--length", `${(50 * Math.abs(bits)) / widest}%`);
    return make(
      "li",
      {},
      make("span", { class: "feature-text" }, text),
      make("span", { class: "feature-bits" }, Math.abs(bits) < 0.05 ? "±0.0" : signed(bits)),
      make("span", { class: "feature-bar", "aria-hidden": "true" }, bar),
    );
  });
  return section("What counted", "bits; to the right: for keeping", make("ul", { class: "features" }, ...rows));
}

function characters(list) {
  const runs = [];
  for (const [character, bits] of list) {
    const level = levelOf(bits);
    const shown = character || "⏎";
    if (runs.length && runs.at(-1).level === level) runs.at(-1).text += shown;
    else runs.push({ level, text: shown });
  }
  const spans = runs.map(({ level, text }) => make("span", { class: levelClass(level) }, text));
  const attributes = { class: "characters", dir: "auto", tabindex: "0", role: "group", "aria-label": "Characters" };
  const text = make("div", attributes, ...spans);
  return section("Character by character", "", text, key());
}

/** From −3, reads very much like boilerplate, to 3, reads very much like running text. */
function levelOf(bits) {
  return Math.sign(bits) * LEVELS.filter((level) => Math.abs(bits) >= level).length;
}

function levelClass(level) {
  return `c${level < 0 ? "m" : "p"}${Math.abs(level)}`;
}

function key() {
  const samples = [-3, -2, -1, 1, 2, 3].map((level) =>
    make("span", { class: levelClass(level), "aria-hidden": "true" }, "a"),
  );
  return make("p", { class: "characters-key hint" }, "boilerplate ", make("span", {}, ...samples), " running text");
}

function sourceSection(source) {
  if (!source) return null;
  const span = make("mark", {}, source.text);
  const attributes = { class: "source", tabindex: "0", role: "group", "aria-label": "Source" };
  const text = make("pre", attributes, source.before, span, source.after);
  requestAnimationFrame(() => (text.scrollTop = span.offsetTop - text.offsetTop - text.clientHeight / 4));
  return section("Source", "", text);
}

function section(title, note, ...children) {
  const small = note ? make("small", {}, note) : null;
  return make("section", {}, make("h3", {}, title, " ", small), ...children);
}

function sentence(reason) {
  return `${reason[0].toUpperCase()}${reason.slice(1)}.`;
}
