// Annotations in and out: gold texts beside the pages are imported, and what was annotated is downloaded.

import { announce } from "./announce.js";
import { exportAddress, importGold } from "./api.js";
import { button, make } from "./dom.js";
import { amount, count } from "./words.js";

const FORMATS = {
  cleaneval: ["CleanEval texts", "one text for each page, with <p>, <h> and <l>"],
  jsonl: ["JSON Lines", "every segment with its place in the source"],
  set: ["Set", "pages and gold texts, for ncleaner evaluate and train"],
};

/**
 * Return the section. `person()` resolves to the annotator that gold texts are imported for, or to ""; `onImport()` is
 * called when they are.
 */
export function exchange(studio, current, person, onImport) {
  const whose = make("select", { id: "export-whose" }, ...studio.annotators.map((name) => make("option", {}, name)));
  if (current) whose.value = current;
  const links = make("ul", { class: "downloads" });
  const list = () =>
    links.replaceChildren(...Object.entries(FORMATS).map(([format, words]) => download(whose.value, format, words)));
  whose.addEventListener("change", list);
  list();
  return make(
    "div",
    { class: "exchange" },
    importing(person, onImport),
    make(
      "section",
      { class: "card" },
      make("h3", {}, "Download annotations"),
      make("label", { class: "field" }, "Pages that are done by", whose),
      studio.annotators.length ? links : make("p", { class: "hint" }, "Nobody has annotated yet."),
    ),
  );
}

function download(name, format, [label, words]) {
  const link = make("a", { class: "button", href: exportAddress(name, format), download: "" }, label);
  return make("li", {}, link, make("span", { class: "hint" }, words));
}

function importing(person, onImport) {
  const result = make("div", { class: "import-result" });
  const words =
    "Gold texts in CleanEval format, in the folder gold/ beside the pages, become annotations of the person here.";
  const start = button("Import gold texts", async () => {
    const annotator = await person();
    if (!annotator) return;
    start.disabled = true;
    result.replaceChildren(make("p", { class: "hint" }, "Aligning…"));
    try {
      showImported(result, (await importGold(annotator)).pages);
      await onImport();
    } catch (error) {
      result.replaceChildren(make("p", { class: "problem", role: "alert" }, error.message));
    }
    start.disabled = false;
  });
  return make(
    "section",
    { class: "card" },
    make("h3", {}, "Import gold texts"),
    make("p", { class: "hint" }, words),
    start,
    result,
  );
}

function showImported(place, pages) {
  const imported = pages.filter((page) => !page.skipped);
  const total = imported.reduce((sum, page) => sum + page.gold_words, 0);
  const aligned = imported.reduce((sum, page) => sum + page.aligned_words, 0);
  const summary = pages.length
    ? `${amount(imported.length, "page")} imported; ${count(aligned)} of ${amount(total, "word")} of gold text were found.`
    : "There are no gold texts beside the pages.";
  place.replaceChildren(make("p", {}, make("b", {}, summary)), ...pages.map(importedPage));
  announce(summary);
}

/** What did not align on a page. */
function importedPage({ name, gold_words: words, aligned_words: aligned, missing, skipped }) {
  const title = make("span", { dir: "auto" }, name);
  if (skipped) return make("p", { class: "imported" }, title, make("span", { class: "hint" }, skipped));
  const found = make(
    "span",
    { class: missing.length ? "imported-some" : "imported-all" },
    `${count(aligned)} of ${amount(words, "word")}`,
  );
  if (!missing.length) return make("p", { class: "imported" }, title, found);
  return make(
    "details",
    {},
    make("summary", { class: "imported" }, title, found),
    make("p", { class: "hint" }, "Not found in the page:"),
    make("ul", { class: "missing" }, ...missing.map((text) => make("li", { dir: "auto" }, text))),
  );
}
