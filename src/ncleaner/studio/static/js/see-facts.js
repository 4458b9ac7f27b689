// What is known about a page as a whole: shown above it in short, and in the details while no segment is selected.

import { make } from "./dom.js";
import { amount, count, percent } from "./words.js";

const names = new Intl.DisplayNames("en", { type: "language", fallback: "code" });
const LEAST_SHARE = 0.1; // of the types of a page

/** The facts in one line. */
export function factsLine({ counts, page }) {
  const share = counts.words ? ` (${percent(counts.kept_words / counts.words)})` : "";
  const language = page.language ? ` · ${languageName(page.language)}` : "";
  return `${count(counts.kept_words)} of ${amount(counts.words, "word")} kept${share}${language}`;
}

/** All facts, for the details. */
export function factsTable({ page, counts, types, confidence, warnings }) {
  const rows = [
    ["Title", page.title],
    ["Address", page.url],
    ["Language", page.language && languageName(page.language)],
    ["Encoding", page.encoding],
    ["Kind", page.kind === "text" ? "plain text" : "HTML"],
    ["Type", typeNames(types)],
    ["Segments", `${count(counts.kept)} of ${count(counts.segments)} kept`],
    ["Words", `${count(counts.kept_words)} of ${count(counts.words)} kept`],
    ["Confidence", typeof confidence === "number" ? percent(confidence) : ""],
  ].filter(([, value]) => value);
  return make(
    "div",
    { class: "details-body" },
    make("h2", {}, "This page"),
    make("dl", { class: "fact-list" }, ...rows.flatMap(([name, value]) => [
      make("dt", {}, name),
      make("dd", { dir: "auto" }, value),
    ])),
    ...warnings.map((warning) => make("p", { class: "warning" }, `${capital(warning)}.`)),
    make("p", { class: "hint" }, "Choose a segment on either side to see why it was kept or dropped."),
  );
}

function capital(sentence) {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function typeNames(types) {
  return Object.entries(types)
    .filter(([, share]) => share >= LEAST_SHARE)
    .map(([name, share]) => `${name} ${percent(share)}`)
    .join(", ");
}

function languageName(code) {
  try {
    return names.of(code);
  } catch {
    return code; // as the page has it, whatever that is
  }
}
