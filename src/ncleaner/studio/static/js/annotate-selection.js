// Which units are selected: those from the anchor to the focus, as places in the list of units.

export class Selection {
  constructor() {
    this.anchor = 0;
    this.focus = 0;
  }

  /** Select one unit, or extend the selection to it. */
  set(place, size, isExtended = false) {
    this.focus = within(place, size);
    if (!isExtended) this.anchor = this.focus;
  }

  /** Move by some units. A range is left at its end in the direction of the move. */
  move(step, size, isExtended = false) {
    this.set(this.focus + step, size, isExtended);
  }

  /** Select all units. */
  all(size) {
    this.anchor = 0;
    this.focus = Math.max(0, size - 1);
  }

  /** Select only the unit with the focus. */
  collapse() {
    this.anchor = this.focus;
  }

  get first() {
    return Math.min(this.anchor, this.focus);
  }

  get last() {
    return Math.max(this.anchor, this.focus);
  }

  get size() {
    return this.last - this.first + 1;
  }

  has(place) {
    return this.first <= place && place <= this.last;
  }

  /** The selected ones of some units. */
  of(units) {
    return units.slice(this.first, this.last + 1);
  }
}

function within(place, size) {
  return Math.max(0, Math.min(place, size - 1));
}
