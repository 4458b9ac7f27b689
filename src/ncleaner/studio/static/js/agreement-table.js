// The pages of an agreement in a table that can be sorted by any column; the worst page comes first.

import { decimal, shown } from "./agreement-figures.js";
import { announce } from "./announce.js";
import { button, make } from "./dom.js";
import { count } from "./words.js";

/** Columns: the key, the title, how a value is written, and whether low values are the worst. */
function columnsOf([a, b]) {
  return [
    ["name", "Page", String, true],
    ["words", "Words", shown, true],
    ["words+marks", "Words and marks", shown, true],
    ["marks", "Marks", shown, true],
    ["kappa", "Kappa", decimal, true],
    ["only_a", `Only ${a}`, count, false],
    ["only_b", `Only ${b}`, count, false],
  ];
}

export class AgreementTable {
  /** `addressOf(page)` is where a page is compared. */
  constructor(answer, addressOf) {
    this.pages = answer.pages;
    this.addressOf = addressOf;
    this.columns = columnsOf(answer.annotators);
    this.sorted = { key: "words", isUp: true };
    this.heads = this.columns.map((column) => this.#head(column));
    this.body = make("tbody");
    const caption = make(
      "caption",
      { class: "visually-hidden" },
      "Agreement page by page; only… are words that just one annotator keeps",
    );
    this.element = make(
      "div",
      { class: "table-place", tabindex: 0, role: "region", "aria-label": "Pages" },
      make("table", { class: "table" }, caption, make("thead", {}, make("tr", {}, ...this.heads)), this.body),
    );
    this.#show();
  }

  #head([key, title, , isUp]) {
    const sort = button(title, () => this.#sort(key, title, isUp), { class: "sort" });
    return make("th", { scope: "col", "data-key": key }, sort);
  }

  #sort(key, title, isUp) {
    const isAgain = this.sorted.key === key;
    this.sorted = { key, isUp: isAgain ? !this.sorted.isUp : isUp };
    this.#show();
    announce(`sorted by ${title}, ${this.sorted.isUp ? "ascending" : "descending"}`);
  }

  #show() {
    const { key, isUp } = this.sorted;
    for (const head of this.heads) {
      const direction = isUp ? "ascending" : "descending";
      if (head.dataset.key === key) head.setAttribute("aria-sort", direction);
      else head.removeAttribute("aria-sort");
    }
    const sign = isUp ? 1 : -1;
    const pages = [...this.pages].sort((one, other) => sign * compared(one[key], other[key]));
    this.body.replaceChildren(...pages.map((page) => this.#row(page)));
  }

  #row(page) {
    const cells = this.columns.slice(1).map(([key, , write]) => make("td", {}, write(page[key])));
    const link = make("a", { href: this.addressOf(page), dir: "auto" }, page.name);
    return make("tr", {}, make("th", { scope: "row" }, link), ...cells);
  }
}

function compared(one, other) {
  if (typeof one === "string") return one.localeCompare(other, "en", { numeric: true });
  return (one ?? Infinity) - (other ?? Infinity);
}
