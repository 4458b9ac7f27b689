// The tools above the text: segments or Markdown, a filter, and the second engine.

import { button, make } from "./dom.js";

export class TextTools {
  /** Fill an element. `onFilter()`, `onMarkdown()` and `onCompare()` are called when the person uses a tool. */
  constructor(place, { onFilter, onMarkdown, onCompare, onLeave }) {
    this.segments = button("Segments", () => this.isMarkdown && onMarkdown(), { "aria-pressed": "true" });
    this.markdown = button("Markdown", () => !this.isMarkdown && onMarkdown(), { "aria-pressed": "false" });
    const attributes = { type: "search", id: "text-filter", placeholder: "Filter", "aria-label": "Filter the text" };
    this.field = make("input", attributes);
    this.field.addEventListener("input", onFilter);
    this.field.addEventListener("keydown", (event) => this.#onKey(event, onFilter, onLeave));
    this.dropped = make("input", { type: "checkbox", checked: true, onchange: onFilter });
    this.droppedLabel = make("label", { class: "check" }, this.dropped, "Dropped");
    this.compare = button("Compare", onCompare, { "aria-pressed": "false", title: "Compare with a second engine (c)" });
    const group = { class: "switch", role: "group", "aria-label": "Show the text as" };
    const kinds = make("div", group, this.segments, this.markdown);
    place.replaceChildren(
      make("div", { class: "text-tools" }, kinds, this.field, this.droppedLabel, this.compare),
    );
  }

  get filterText() {
    return this.field.value.trim();
  }

  get hasDropped() {
    return this.dropped.checked;
  }

  /** Show whether the text is Markdown, and whether engines are compared. */
  show(isMarkdown, isComparing) {
    this.isMarkdown = isMarkdown;
    this.segments.setAttribute("aria-pressed", String(!isMarkdown));
    this.markdown.setAttribute("aria-pressed", String(isMarkdown));
    this.compare.setAttribute("aria-pressed", String(isComparing));
    this.droppedLabel.hidden = isMarkdown;
  }

  #onKey(event, onFilter, onLeave) {
    if (event.key === "Escape" && this.field.value) {
      this.field.value = "";
      onFilter();
    } else if (event.key === "Escape" || event.key === "ArrowDown" || event.key === "Enter") onLeave();
    else return;
    event.preventDefault();
  }
}
