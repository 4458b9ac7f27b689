// What is asked about a page that is annotated: why it is unusable, and from what it is started again.

import { ask } from "./dialogs.js";
import { make } from "./dom.js";

const STARTS = {
  suggestion: "What the model suggests",
  everything: "Everything kept",
  nothing: "Nothing kept",
};

/** Ask why the page is unusable. Resolves to the reason, or to the empty string if the dialog was closed. */
export async function askReason() {
  const attributes = { name: "reason", required: true, maxlength: 200, autofocus: true };
  const field = make("input", { ...attributes, placeholder: "an error page, another language, …" });
  const fields = [make("label", { class: "field" }, "Reason", field)];
  const answer = await ask("Why is the page unusable?", fields, "Mark as unusable");
  return answer?.reason.trim() ?? "";
}

/** Ask from what the page is started again: "suggestion", "everything" or "nothing"; "" if the dialog was closed. */
export async function askStart() {
  const choices = Object.entries(STARTS).map(([value, label], at) =>
    make("label", { class: "radio" }, make("input", { type: "radio", name: "from", value, checked: at === 0 }), label),
  );
  const legend = make("legend", { class: "visually-hidden" }, "Begin with");
  const group = make("fieldset", { class: "radios" }, legend, ...choices);
  const hint = make("p", { class: "hint" }, "Your strokes on this page are replaced. Undo brings them back.");
  const answer = await ask("Start this page again from", [group, hint], "Start again");
  return answer?.from ?? "";
}
