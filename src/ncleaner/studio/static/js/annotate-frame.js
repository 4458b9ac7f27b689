// The page in its frame with the minimap, in the colours of the annotation.

import { PageFrame } from "./frame.js";
import { handleKey } from "./keys.js";
import { Minimap } from "./minimap.js";
import { afterPause } from "./timing.js";

const PAUSE = 100; // milliseconds: the whole map is drawn when no stroke follows another

export class UnitFrame {
  /** `onSelect(first, last)` is called with the numbers of the blocks that the person clicked or dragged over. */
  constructor(place, minimapPlace, onSelect) {
    this.units = [];
    this.states = [];
    this.chosen = [0, -1];
    this.frame = new PageFrame(place, {
      onPick: (n, event) => onSelect(event.shiftKey ? null : n, n),
      onDrag: (first, last) => onSelect(first, last),
      onKey: handleKey,
      onScroll: () => this.minimap.draw(),
      onLayout: () => this.minimap?.redraw(),
    });
    this.minimap = new Minimap(minimapPlace, this.frame);
    this.drawMap = afterPause(PAUSE, (states) => this.minimap.setStates(states));
    this.repaint = () => this.minimap.repaint();
    addEventListener("themechange", this.repaint);
  }

  /** Show a page; if its units were divided, it stays where it was. */
  async load(address, units, isSamePage) {
    const top = isSamePage ? this.frame.scrollTop : 0;
    this.units = units;
    if (isSamePage) this.frame.address = ""; // the same address has other elements now
    if (!(await this.frame.load(address))) return;
    this.#show(this.units);
    this.frame.scrollTop = top;
    this.select(...this.chosen);
  }

  /** Show the units at some places as they are now. */
  update(units, places) {
    this.units = units;
    const states = [...this.states];
    for (const at of places) states[units[at].n] = state(units[at]);
    this.#color(states);
  }

  #show(units) {
    const states = [];
    for (const unit of units) states[unit.n] = state(unit);
    this.#color(states);
  }

  #color(states) {
    this.states = states;
    this.frame.setStates(states);
    this.drawMap(states);
  }

  /** Mark the units between two of them, and scroll to the one with the focus. */
  select(first, last, focus) {
    this.chosen = [first, last, focus];
    if (!first) return;
    this.frame.select(first.n, last.n);
    this.minimap.select(first.n, last.n);
    this.frame.scrollTo(focus.n);
  }

  /** Show no page. */
  clear() {
    this.chosen = [];
    this.frame.clear();
    this.minimap.setStates([]);
  }

  /** Stop listening. */
  close() {
    removeEventListener("themechange", this.repaint);
  }
}

const state = ({ keep, uncertain }) => (keep ? "kept" : "dropped") + (uncertain ? " uncertain" : "");
