// The areas in which a page is annotated: its frame, its units and the panel, and the selection that they share.
//
// A person selects in any of them; strokes are made on what is selected. Each stroke changes only the rows and the runs
// of text of its own units.

import { announce } from "./announce.js";
import { Division } from "./annotate-divide.js";
import { UnitFrame } from "./annotate-frame.js";
import { languageName } from "./annotate-language.js";
import { UnitRows } from "./annotate-rows.js";
import { Selection } from "./annotate-selection.js";
import { STROKE_KEYS, join, sentence } from "./annotate-strokes.js";
import { Legend, Tools } from "./annotate-tools.js";
import { byId } from "./dom.js";
import { eachPicture, timed } from "./timing.js";
import { amount, count, spoken } from "./words.js";

export class Workspace {
  /**
   * `rowsPlace` is the element for the units, `panel` follows the selection (`follow(session, unit)`, `close()`),
   * `actions` has the functions of the tools, and `onChange()` is called after changes. `onPick(first, last)` is called
   * with what was clicked or dragged over in the frame, numbers of blocks; by default it is selected.
   */
  constructor({ rowsPlace, panel, actions, onChange, onPick }) {
    this.panel = panel;
    this.onChange = onChange;
    this.session = null;
    this.selection = new Selection();
    this.rows = new UnitRows(rowsPlace, (at, isExtended, event) => this.#press(at, isExtended, event));
    this.frame = new UnitFrame(
      byId("frame-place"),
      byId("minimap-place"),
      onPick ?? ((first, last) => this.#pick(first, last)),
    );
    this.tools = new Tools(byId("text-head"), actions);
    this.legend = new Legend(byId("legend"), (test, name) => this.jump(test, name));
    this.division = new Division(this.rows, "");
    this.facts = ""; // what is known about the page
    this.start = 0; // where in the source the unit with the focus begins
    this.clicked = null; // where in the text of which unit the person clicked last
    this.follow = eachPicture(() => this.#follow());
  }

  get units() {
    return this.session?.units ?? [];
  }

  get focused() {
    return this.units[this.selection.focus];
  }

  /** Show another page. */
  open(session) {
    this.session = session;
    this.selection = new Selection();
    byId("page-label").textContent = session.annotation.page.name;
    byId("page-facts").title = session.annotation.answer.warnings.join("\n");
    this.#showAll(false);
    this.rows.focus();
  }

  /** Show no page. */
  clear() {
    this.session = null;
    this.division.close();
    this.rows.show([]);
    this.frame.clear();
  }

  /** Leave all that is under way. */
  close() {
    this.panel.close();
    this.frame.close();
  }

  /** Show the units at some places as they are now. */
  changed(places) {
    if (!places.length) return;
    timed("show stroke", () => {
      this.rows.update(this.units, places);
      this.frame.update(this.units, places);
    });
    this.refresh();
  }

  /** Show the units anew after they were divided, joined, or changed elsewhere. */
  reloaded() {
    this.selection.set(this.session.annotation.placeOf(this.start), this.units.length);
    this.#showAll(true);
  }

  /** Show the numbers and what can be done. */
  refresh() {
    const { annotation } = this.session;
    const counts = annotation.counts();
    this.legend.show(counts);
    this.tools.show(annotation, this.division.isOpen);
    byId("page-facts").textContent = `${count(counts.keptWords)} of ${amount(counts.words, "word")} kept${this.facts}`;
    this.onChange();
    this.follow();
  }

  /** Select a unit, or extend the selection to it. */
  select(at, isExtended = false) {
    this.division.close();
    this.selection.set(at, this.units.length, isExtended);
    this.#showSelection();
    if (this.selection.size > 1) announce(`${this.selection.size} units selected, up to: ${spoken(this.focused)}`);
  }

  /** Move the selection by some units. */
  move(step, isExtended = false) {
    this.select(this.selection.focus + step, isExtended);
  }

  selectAll() {
    this.selection.all(this.units.length);
    this.#showSelection();
    announce(`${this.units.length} units selected`);
  }

  /** Go to the next unit (or with −1 the one before) for which a test holds; after the last comes the first. */
  jump(test, name, step = 1) {
    const { units } = this;
    for (let distance = 1; distance <= units.length; distance += 1) {
      const at = (this.selection.focus + step * distance + units.length * distance) % units.length;
      if (!test(units[at])) continue;
      this.select(at);
      return;
    }
    announce(`There is no ${name} unit.`);
  }

  /** Make a stroke on the selected units; `make(units)` returns it. */
  stroke(make) {
    const units = this.session ? this.selection.of(this.units) : [];
    if (!units.length) return;
    this.division.close();
    const stroke = make(units);
    timed("stroke", () => this.session.do(stroke));
    announce(sentence(stroke, units.length));
  }

  /** Make the stroke of a key. */
  strokeByKey(key) {
    const [, , make] = STROKE_KEYS.find(([keys]) => keys.includes(key));
    this.stroke(make);
  }

  /** Undo or redo a stroke. */
  history(what) {
    const { annotation } = this.session;
    if (!(what === "undo" ? annotation.canUndo : annotation.canRedo)) announce(`There is nothing to ${what}.`);
    else {
      this.session.move(what);
      announce(what === "undo" ? "undone" : "done again");
    }
  }

  /** Show the caret in the unit with the focus, or remove it. */
  split() {
    if (this.division.isOpen) this.division.close();
    else if (this.focused) {
      this.selection.collapse();
      this.#showSelection();
      const { clicked } = this;
      this.division.open(this.focused, this.selection.focus, clicked?.unit === this.focused ? clicked.position : null);
    }
    this.tools.show(this.session.annotation, this.division.isOpen);
  }

  /** Divide the unit at the caret. */
  divide() {
    const stroke = this.division.stroke();
    if (stroke === null) announce("There is no text on one side of the caret.");
    else {
      this.division.close();
      this.session.do(stroke);
      announce(sentence(stroke, 1));
    }
  }

  /** Join the unit with the focus and the part after it. */
  join() {
    const [unit, next] = [this.focused, this.units[this.selection.focus + 1]];
    if (!unit || next?.block !== unit.block) announce("Only parts that were divided can be joined: none follows.");
    else {
      this.division.close();
      this.session.do(join(unit));
      announce("joined with the next part");
    }
  }

  #press(at, isExtended, event) {
    const position = this.rows.positionOf(event, at);
    if (this.division.isOpen && this.division.at === at && !isExtended) {
      if (position !== null) this.division.set(position);
      return;
    }
    this.select(at, isExtended);
    this.clicked = position === null ? null : { unit: this.units[at], position };
    this.rows.focus();
  }

  /** Select the units of two blocks and all between them; without the first, extend the selection. */
  #pick(first, last) {
    const { places } = this.session.annotation;
    if (places.has(first)) this.select(places.get(first));
    if (places.has(last) && first !== last) this.select(places.get(last), true);
  }

  #showAll(isSamePage) {
    this.division.close();
    const { page, answer } = this.session.annotation;
    this.division.language = page.language ?? "";
    this.rows.setLanguage(page.language ?? "");
    const facts = [languageName(page.language ?? ""), page.encoding].filter(Boolean);
    this.facts = facts.map((fact) => ` · ${fact}`).join("");
    timed("show units", () => this.rows.show(this.units));
    this.frame.load(answer.frame, this.units, isSamePage);
    this.#showSelection();
    this.refresh();
  }

  #showSelection() {
    const { first, last, focus } = this.selection;
    timed("show selection", () => this.rows.select(this.selection));
    this.frame.select(this.units[first], this.units[last], this.units[focus]);
    this.follow();
  }

  #follow() {
    this.start = this.focused?.start ?? 0;
    this.panel.follow(this.session, this.focused);
  }
}
