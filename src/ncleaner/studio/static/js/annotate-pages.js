// The list of the folder's pages with their states, to go to one of them, and to choose which are listed.

import { openDialog } from "./dialogs.js";
import { button, make } from "./dom.js";
import { STATES, amount, size } from "./words.js";

const ALL = "all";

export class PageList {
  /** `onChoose(id)` is called when a page was chosen. */
  constructor(onChoose) {
    this.onChoose = onChoose;
    this.pages = [];
    this.current = "";
    this.state = ALL;
    this.filter = make("input", {
      type: "search",
      placeholder: "Filter by name",
      "aria-label": "Filter by name",
      oninput: () => this.#list(),
    });
    this.states = [ALL, ...Object.keys(STATES)].map((state) =>
      button("", () => this.#choose(state), { "data-state": state, "aria-pressed": "false" }),
    );
    this.list = make("ul", { class: "page-list", "aria-label": "Pages" });
    this.empty = make("p", { class: "hint" });
    const close = button("✕", () => this.dialog.close(), { class: "quiet", "aria-label": "Close" });
    this.title = make("h2", { id: "progress-title" }, "Pages");
    this.dialog = make(
      "dialog",
      { "aria-labelledby": "progress-title" },
      make("div", { class: "dialog-head" }, this.title, close),
      make(
        "div",
        { class: "dialog-body" },
        make("div", { class: "switch states", role: "group", "aria-label": "State" }, ...this.states),
        this.filter,
        this.list,
        this.empty,
      ),
    );
    this.dialog.addEventListener("keydown", (event) => this.#onKey(event));
    document.body.append(this.dialog);
  }

  /** Open the list. */
  open(pages, current) {
    this.pages = pages;
    this.current = current;
    this.filter.value = "";
    this.#choose(this.state);
    openDialog(this.dialog);
    this.list.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
  }

  /** Remove the dialog from the document. */
  remove() {
    this.dialog.remove();
  }

  #choose(state) {
    this.state = state;
    for (const choice of this.states) {
      const its = choice.dataset.state;
      const number = its === ALL ? this.pages.length : this.pages.filter((page) => page.state === its).length;
      choice.textContent = `${its} ${number}`;
      choice.setAttribute("aria-pressed", String(its === state));
    }
    this.#list();
  }

  #list() {
    const wanted = this.filter.value.trim().toLowerCase();
    const listed = this.pages.filter(
      (page) => (this.state === ALL || page.state === this.state) && page.name.toLowerCase().includes(wanted),
    );
    this.list.replaceChildren(...listed.map((page) => this.#entry(page)));
    this.empty.hidden = listed.length > 0;
    this.empty.textContent = "There is no such page.";
  }

  #entry(page) {
    const facts = [page.changes ? amount(page.changes, "stroke") : "", size(page.bytes)].filter(Boolean).join(" · ");
    const choose = button("", () => this.#go(page), {
      class: "page-choice",
      "aria-current": page.id === this.current ? "true" : null,
    });
    choose.append(
      make("span", { class: "state", "data-state": page.state, title: page.reason ?? "" }, STATES[page.state]),
      make("span", { class: "page-choice-name", dir: "auto" }, page.name),
      make("span", { class: "page-choice-size" }, facts),
    );
    return make("li", {}, choose);
  }

  #go(page) {
    this.dialog.close();
    this.onChoose(page.id);
  }

  /** Arrows move through the list; Enter in the filter chooses the first page. */
  #onKey(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const entries = [...this.list.querySelectorAll("button")];
    if (event.target === this.filter && event.key === "Enter") entries[0]?.click();
    else if (step) (entries[entries.indexOf(document.activeElement) + step] ?? this.filter).focus();
    else return;
    event.preventDefault();
  }
}
