// Keeps the page and the columns of text at the same segment while one of them is scrolled.
//
// The page is two-dimensional and the text is not: what stands beside the text on the page comes before or after it. So
// a chain of segments is chosen whose positions grow both on the page and in the text, the one that covers most of the
// page (kept segments count more), in O(n log n). Between two segments of the chain, positions are interpolated.
//
// Only what the person scrolls moves the others: the place that was last touched, turned, or had the focus leads.

import { topOf } from "./rows.js";
import { eachPicture } from "./timing.js";

const KEPT_COUNTS = 5;

export class ScrollTogether {
  /**
   * `frame` is a `PageFrame`; `columns()` are the columns; `boxOf(column, n)` is where a segment of a column is on the
   * page.
   */
  constructor(frame, columns, boxOf) {
    this.frame = frame;
    this.columns = columns;
    this.boxOf = boxOf;
    this.leader = null;
    this.chains = new Map();
    this.follow = eachPicture((leader) => this.#follow(leader));
  }

  /** Let the frame or a column lead from now on. */
  lead(leader) {
    this.leader = leader;
  }

  /** Say that the frame or a column was scrolled. */
  scrolled(leader) {
    if (leader === this.leader) this.follow(leader);
  }

  /** Forget where segments are. */
  forget() {
    this.chains.clear();
  }

  /** Bring all columns to where the page is. */
  alignAll() {
    for (const column of this.columns()) this.#scroll(column, this.frame.scrollTop);
  }

  /** Bring a column to where another is. */
  align(column, other) {
    this.#scroll(column, this.#pagePosition(other));
  }

  #follow(leader) {
    const y = leader === this.frame ? this.frame.scrollTop : this.#pagePosition(leader);
    if (leader !== this.frame) this.frame.scrollTop = y;
    for (const column of this.columns()) if (column !== leader) this.#scroll(column, y);
  }

  /** Scroll a column to what is at a position of the page. */
  #scroll(column, y) {
    const chain = this.#chain(column);
    const at = lastBefore(chain.length, (index) => chain[index].y <= y);
    const [from, to] = [chain[at], chain[at + 1]];
    if (!to) return;
    const [start, end] = [rowPosition(column, from), rowPosition(column, to)];
    column.rows.element.scrollTop = start + ((y - from.y) / (to.y - from.y || 1)) * (end - start);
  }

  /** The position on the page of what is at the top of a column. */
  #pagePosition(column) {
    const chain = this.#chain(column);
    const edge = column.rows.element.scrollTop;
    const at = lastBefore(chain.length, (index) => rowPosition(column, chain[index]) <= edge);
    const [from, to] = [chain[at], chain[at + 1]];
    if (!to) return from.y;
    const [start, end] = [rowPosition(column, from), rowPosition(column, to)];
    return from.y + ((edge - start) / (end - start || 1)) * (to.y - from.y);
  }

  #chain(column) {
    if (!this.chains.has(column)) this.chains.set(column, this.#newChain(column));
    return this.chains.get(column);
  }

  #newChain(column) {
    const candidates = [];
    for (const item of column.rows.items) {
      const box = column.rowOf(item.n) && this.boxOf(column, item.n);
      if (box) candidates.push({ n: item.n, ...box, weight: weightOf(box, column.segments[item.n]) });
    }
    const points = [{ y: 0, row: null, isEnd: false }];
    for (const { n, top, bottom } of heaviestChain(candidates)) {
      const row = column.rowOf(n);
      if (top < points.at(-1).y) points.at(-1).y = top;
      points.push({ y: top, row, isEnd: false }, { y: bottom, row, isEnd: true });
    }
    points.push({ y: Math.max(this.frame.pageSize.height, points.at(-1).y), row: null, isEnd: true });
    return points;
  }
}

function weightOf({ top, bottom, left, right }, segment) {
  return (bottom - top) * (right - left) * (segment?.keep ? KEPT_COUNTS : 1);
}

/** Where a point of the chain is in a column, in pixels. */
function rowPosition({ rows }, { row, isEnd }) {
  if (!row) return isEnd ? rows.element.scrollHeight : 0;
  return topOf(row) + (isEnd ? row.offsetHeight : 0);
}

/** The last of some indices in order for which a condition holds that holds up to some point; 0 if there is none. */
function lastBefore(length, holds) {
  let low = 0;
  let high = length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Choose from boxes in the order of the text those of the greatest weight that also come one below the other on the
 * page: a Fenwick tree holds the best chain that ends above each height.
 */
export function heaviestChain(boxes) {
  const heights = [...new Set(boxes.flatMap((box) => [box.top, box.bottom]))].sort((a, b) => a - b);
  const ranks = new Map(heights.map((height, rank) => [height, rank + 1]));
  const best = new Array(heights.length + 1).fill(null);
  let heaviest = null;
  for (const box of boxes) {
    const before = bestUpTo(best, ranks.get(box.top));
    const chain = { box, before, weight: box.weight + (before?.weight ?? 0) };
    for (let rank = ranks.get(box.bottom); rank < best.length; rank += rank & -rank) {
      if (!best[rank] || best[rank].weight < chain.weight) best[rank] = chain;
    }
    if (!heaviest || chain.weight > heaviest.weight) heaviest = chain;
  }
  const chosen = [];
  for (let chain = heaviest; chain; chain = chain.before) chosen.push(chain.box);
  return chosen.reverse();
}

function bestUpTo(best, rank) {
  let found = null;
  for (let at = rank; at > 0; at -= at & -at) {
    if (best[at] && (!found || best[at].weight > found.weight)) found = best[at];
  }
  return found;
}
