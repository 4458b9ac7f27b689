// Resolving: a third person decides where two annotators differ, one difference after the other.
//
// The person works on units as in Annotate, with the same strokes, but sees just those of one difference and some
// around it. A difference is resolved when the person has decided on all of its units.

import { sides, decisionOf } from "./agreement-sides.js";
import { announce } from "./announce.js";
import { take } from "./annotate-strokes.js";
import { Workspace } from "./annotate-workspace.js";
import { button, byId, make } from "./dom.js";

const AROUND = 3; // units that are shown before and after a difference
const LONGEST = 80; // characters of a difference in the list

export class Resolution {
  /** `names` are those of the two annotators; `onDone()` is called when the person is done with the page. */
  constructor(names, actions, onDone) {
    this.names = names;
    this.at = 0;
    this.session = null;
    this.sides = make("div", { class: "sides-place" });
    const rowsPlace = make("div", { class: "rows-place" });
    byId("columns").replaceChildren(make("div", { class: "column merge" }, this.sides, rowsPlace));
    this.list = make("ol", { class: "difference-list", "aria-label": "Differences" });
    this.progress = make("p", { class: "merge-progress", role: "status" });
    this.done = button("Done, next page", onDone, { class: "primary" });
    this.done.append(make("kbd", { "aria-hidden": "true" }, "Enter"));
    byId("details").replaceChildren(
      make("div", { class: "merge-head" }, make("h2", {}, "Differences"), this.progress, this.done),
      this.list,
    );
    const panel = { follow: () => {}, close: () => {} };
    const onPick = (first, last) => this.#pick(last);
    this.workspace = new Workspace({ rowsPlace, panel, actions, onPick, onChange: () => this.#show() });
    byId("legend").replaceChildren(); // it would lead to units that are no differences
  }

  get differences() {
    return this.session?.annotation.answer.differences ?? [];
  }

  get current() {
    return this.differences[this.at];
  }

  /** Whether all differences are resolved. */
  get isComplete() {
    return this.differences.every((difference) => this.isResolved(difference));
  }

  /** Whether the person has decided on all units of a difference. */
  isResolved(difference) {
    const units = this.#units(difference);
    return difference.resolved || units.every((unit) => this.session.annotation.hasDecided(unit));
  }

  /** Show a page, from its first difference that is not resolved. */
  open(session) {
    this.session = session;
    this.at = Math.max(
      0,
      this.differences.findIndex((difference) => !difference.resolved),
    );
    this.workspace.open(session);
    this.go(this.at);
  }

  /** Show the units again after they were divided, joined, or changed elsewhere. */
  reloaded() {
    this.workspace.reloaded();
    this.go(Math.min(this.at, this.differences.length - 1));
  }

  /** Go to a difference. */
  go(at) {
    if (at < 0 || at >= this.differences.length) return;
    this.at = at;
    const { places } = this.session.annotation;
    const { units } = this.current;
    const [first, last] = [places.get(units[0]), places.get(units.at(-1))];
    const near = new Set(
      this.session.units.slice(Math.max(0, first - AROUND), last + AROUND + 1).map((unit) => unit.n),
    );
    this.workspace.rows.filter((unit) => near.has(unit.n));
    this.workspace.select(first);
    if (last !== first) this.workspace.select(last, true);
    this.#showSides();
    this.#show();
    announce(`Difference ${at + 1} of ${this.differences.length}. ${this.#spoken()}`);
  }

  /** Go to the next (1) or previous (−1) difference. */
  step(distance) {
    const at = this.at + distance;
    if (at < 0 || at >= this.differences.length)
      announce(distance > 0 ? "This is the last difference." : "This is the first difference.");
    else this.go(at);
  }

  /** Decide as annotator "a" or "b" does, and go on with the next difference that is not resolved. */
  take(side) {
    const difference = this.current;
    if (!difference) return;
    const units = this.#units(difference);
    const decisions = new Map(units.map((unit, at) => [unit.start, decisionOf(difference[side][at])]));
    const [a, b] = this.names;
    this.session.do(take(difference, side, decisions), { a, b });
    const next = this.#nextOpen();
    if (next >= 0) this.go(next);
    else announce("All differences are resolved. Enter marks the page as done.");
  }

  /** Go to the difference that a block is in. */
  #pick(n) {
    const at = this.differences.findIndex((difference) => difference.units.includes(n));
    if (at >= 0) this.go(at);
  }

  #nextOpen() {
    const { length } = this.differences;
    for (let distance = 1; distance < length; distance += 1) {
      const at = (this.at + distance) % length;
      if (!this.isResolved(this.differences[at])) return at;
    }
    return -1;
  }

  #units(difference) {
    const { places } = this.session.annotation;
    return difference.units.map((n) => this.session.units[places.get(n)]).filter(Boolean);
  }

  #showSides() {
    const { current } = this;
    if (!current) this.sides.replaceChildren(make("p", { class: "hint" }, "The two do not differ on this page."));
    else this.sides.replaceChildren(sides(current, this.#units(current), this.names, (side) => this.take(side)));
  }

  #show() {
    const { differences } = this;
    const resolved = differences.filter((difference) => this.isResolved(difference)).length;
    this.progress.textContent = `${resolved} of ${differences.length} resolved`;
    this.done.disabled = !this.isComplete;
    if (this.list.children.length !== differences.length)
      this.list.replaceChildren(...differences.map((_, at) => this.#entry(at)));
    differences.forEach((difference, at) => this.#mark(this.list.children[at].firstChild, difference, at));
  }

  #entry(at) {
    const entry = button("", () => this.go(at), { class: "difference" });
    entry.append(make("span", { class: "difference-sign" }), make("span", { class: "difference-text", dir: "auto" }));
    return make("li", {}, entry);
  }

  #mark(entry, difference, at) {
    const [sign, text] = entry.children;
    const isResolved = this.isResolved(difference);
    sign.textContent = isResolved ? "✓" : String(at + 1);
    sign.setAttribute("aria-label", isResolved ? "resolved:" : `${at + 1}:`);
    sign.setAttribute("role", "img");
    text.textContent = this.#units(difference)
      .map((unit) => unit.text)
      .join(" ")
      .slice(0, LONGEST);
    entry.classList.toggle("is-resolved", isResolved);
    if (at === this.at) entry.setAttribute("aria-current", "true");
    else entry.removeAttribute("aria-current");
  }

  #spoken() {
    const { current, names } = this;
    const said = (side) => (current[side][0][0] ? "keeps" : "drops");
    const text = this.#units(current)[0]?.text.slice(0, LONGEST) ?? "";
    return `${names[0]} ${said("a")}, ${names[1]} ${said("b")}: ${text}`;
  }
}
