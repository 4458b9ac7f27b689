// The annotation of one page: what the studio has confirmed, and on top of it the strokes that it has not answered yet.
//
// A stroke is seen at once. When its answer comes, the confirmed decisions take in what the answer says, and the strokes
// that are still under way are applied to them again: each costs time linear in the number of its units. Strokes that
// divide or join units change the units only when the studio has answered.

/** What a stroke does to a unit. To take another person's decisions, the stroke has them by the start of the unit. */
const CHANGES = {
  keep: (unit, value) => ({ ...unit, keep: value }),
  kind: (unit, value) => ({ ...unit, keep: true, kind: value, continues: false }),
  continues: (unit, value) => ({ ...unit, continues: value }),
  take: (unit, _, { decisions }) => ({ ...unit, ...decisions.get(unit.start) }),
};

const SEEN = ["keep", "kind", "continues", "uncertain"];

export class PageAnnotation {
  /** `answer` is what the studio says of the page and an annotator. */
  constructor(answer, annotator) {
    this.annotator = annotator;
    this.pending = [];
    this.decided = new Set();
    this.load(answer);
  }

  /** Take in a newer answer, for example after units were divided. */
  load(answer) {
    this.answer = answer;
    this.page = answer.page;
    this.status = answer.status;
    this.confirmed = answer.units;
    this.places = new Map(answer.units.map((unit, at) => [unit.n, at]));
    this.needsReload = false;
    if (!this.pending.length) this.decided.clear(); // the answer knows
    this.#show();
  }

  /** Do a stroke: it is seen at once and waits for its answer. Returns the places of units that look different now. */
  do(stroke) {
    const before = this.units;
    this.pending.push(stroke);
    this.units = this.#after(before, stroke);
    return placesOf(before, stroke).filter((at) => looksDifferent(before[at], this.units[at]));
  }

  /** Take in the answer to the oldest stroke under way. Returns the places of the units that look different now. */
  confirm(stroke, answer) {
    const before = this.units;
    this.#settle(stroke);
    this.status = answer.status;
    this.needsReload ||= answer.reload === true;
    this.confirmed = this.#with(answer.changed ?? []);
    this.#show();
    return differences(before, this.units);
  }

  /** Forget a stroke that the studio has refused. Returns the places of the units that look different now. */
  refuse(stroke) {
    const before = this.units;
    this.#settle(stroke);
    this.#show();
    return differences(before, this.units);
  }

  /** Whether the person has decided on a unit since the last answer, or another unit at its place. */
  hasDecided(unit) {
    return this.decided.has(unit.start);
  }

  /** Whether there is something to undo; what is under way counts. */
  get canUndo() {
    return this.status.can_undo || this.pending.length > 0;
  }

  /** Whether there is something to redo. */
  get canRedo() {
    return this.status.can_redo && this.pending.length === 0;
  }

  /** The place of the unit that begins at a position of the source, or the next one. */
  placeOf(start) {
    const at = firstFrom(this.units, start);
    return Math.min(at, this.units.length - 1);
  }

  /** Numbers for the head of the page. */
  counts() {
    const counts = { kept: 0, dropped: 0, uncertain: 0, words: 0, keptWords: 0 };
    for (const unit of this.units) {
      counts[unit.keep ? "kept" : "dropped"] += 1;
      counts.words += unit.words;
      if (unit.keep) counts.keptWords += unit.words;
      if (unit.uncertain) counts.uncertain += 1;
    }
    return counts;
  }

  #settle(stroke) {
    this.pending = this.pending.filter((other) => other !== stroke);
  }

  #with(changed) {
    if (!changed.length || this.needsReload) return this.confirmed;
    const units = [...this.confirmed];
    for (const [n, keep, kind, continues] of changed) {
      const at = this.places.get(n);
      if (at !== undefined) units[at] = { ...units[at], keep, kind, continues };
    }
    return units;
  }

  #show() {
    let units = this.confirmed.map((unit) =>
      unit.uncertain && this.decided.has(unit.start) ? { ...unit, uncertain: false } : unit,
    );
    for (const stroke of this.pending) units = this.#after(units, stroke);
    this.units = units;
  }

  /** Return the units after a stroke. A unit that a person has decided is not uncertain any more. */
  #after(units, stroke) {
    const change = CHANGES[stroke.op];
    if (!change) return units;
    const result = [...units];
    for (const at of placesOf(units, stroke)) {
      this.decided.add(result[at].start);
      result[at] = { ...change(result[at], stroke.value, stroke), uncertain: false };
    }
    return result;
  }
}

/** The places of the units that a stroke is made on. */
function placesOf(units, stroke) {
  return stroke.spans.flatMap((span) => [...inside(units, span)]);
}

/** The places of the units inside of a span. */
function* inside(units, [start, end]) {
  for (let at = firstFrom(units, start); at < units.length && units[at].end <= end; at += 1) yield at;
}

function firstFrom(units, start) {
  let low = 0;
  let high = units.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (units[middle].start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function differences(before, after) {
  const places = [];
  for (let at = 0; at < after.length; at += 1) {
    const [old, now] = [before[at], after[at]];
    if (old !== now && looksDifferent(old, now)) places.push(at);
  }
  return places;
}

function looksDifferent(old, now) {
  return !old || SEEN.some((name) => old[name] !== now[name]);
}
