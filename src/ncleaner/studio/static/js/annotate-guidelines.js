// The guidelines beside the page: shown, and edited by anybody who annotates in the project.

import { ApiError, putGuidelines } from "./api.js";
import { announce, showBanner } from "./announce.js";
import { markdownElements } from "./annotate-markdown.js";
import { button, make } from "./dom.js";

const LEVEL = 3; // of the highest heading in the guidelines: the panel has the second

export class Guidelines {
  /** `onChange(text)` is called when the guidelines were saved. */
  constructor(place, text, onChange) {
    this.place = place;
    this.text = text;
    this.onChange = onChange;
    this.draft = null; // what is being written, also while another panel is shown
  }

  /** Show the guidelines, or what is being written. */
  show() {
    if (this.draft === null) this.#read();
    else this.#edit();
  }

  #read() {
    this.draft = null;
    const edit = button("Edit", () => this.#edit());
    const texts = this.text.trim()
      ? markdownElements(this.text, LEVEL)
      : [make("p", { class: "hint" }, "There are none yet.")];
    this.place.replaceChildren(
      make("div", { class: "panel-head" }, make("h2", {}, "Guidelines"), edit),
      make("div", { class: "prose" }, ...texts),
    );
  }

  #edit() {
    this.draft ??= this.text;
    const field = make("textarea", { id: "guidelines-text", class: "guidelines-text", rows: 24, dir: "auto" });
    field.value = this.draft;
    field.addEventListener("input", () => (this.draft = field.value));
    const form = make(
      "form",
      { class: "guidelines-form", onsubmit: (event) => this.#submit(event, field.value) },
      make("label", { for: field.id, class: "panel-title" }, "Guidelines, in Markdown"),
      field,
      make(
        "div",
        { class: "panel-end" },
        button("Bring back ours", () => this.#save(""), {
          class: "quiet",
          title: "The guidelines that come with ncleaner",
        }),
        button("Cancel", () => this.#read()),
        make("button", { class: "primary" }, "Save"),
      ),
    );
    this.place.replaceChildren(form);
    field.focus();
    field.setSelectionRange(0, 0);
  }

  #submit(event, text) {
    event.preventDefault();
    this.#save(text);
  }

  async #save(text) {
    try {
      this.text = (await putGuidelines(text)).guidelines;
      this.onChange(this.text);
      this.#read();
      announce("guidelines saved");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showBanner(`The guidelines are not saved. ${error.message}`);
    }
  }
}
