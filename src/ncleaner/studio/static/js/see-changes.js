// What a change of the settings changed on the page.

import { partnersOf } from "./see-compare.js";
import { amount } from "./words.js";

/** Compare two views of a page: which segments of the new one are newly kept or dropped, and how many words they have. */
export function changesBetween(before, after) {
  const partners = partnersOf(after, before);
  const changes = { marked: new Set(), added: 0, removed: 0 };
  after.forEach((segment, n) => {
    if (segment.keep === partners[n].keep) return;
    changes.marked.add(n);
    if (segment.keep) changes.added += segment.words;
    else changes.removed += segment.words;
  });
  return changes;
}

/** Say the changes in numbers: "+12 words", "−40 words"; empty if nothing changed. */
export function changeNumbers({ added, removed }) {
  return [added ? `+${amount(added, "word")}` : "", removed ? `−${amount(removed, "word")}` : ""];
}

/** Say the changes in a sentence. */
export function spokenChanges({ added, removed, marked }) {
  if (!marked.size) return "Nothing changed.";
  return `${amount(added, "word")} newly kept, ${amount(removed, "word")} newly dropped.`;
}
