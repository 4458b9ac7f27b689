// Two views of one page beside each other. Engines that read pages on their own have other segments, so segments are
// matched by their spans in the source.
//
// `state` is how a segment looks in its own column, `mark` how it looks on the page, which is there for both.

/** Segments with their states, `changes` of the last change marked. */
export function plain(segments, changes = null) {
  return segments.map((segment, n) => {
    const state = ownState(segment, changes?.marked.has(n));
    return { ...segment, state, mark: state };
  });
}

/** The segments of a view, each with the number of its `partner` in the other, and marks for which of both keeps it. */
export function compared(segments, others) {
  const partners = partnersOf(segments, others);
  return segments.map((segment, n) => {
    const { keep, n: partner } = partners[n];
    const isDifferent = segment.keep !== keep;
    const only = segment.keep ? " only-a" : " only-b";
    const mark = `${segment.keep || keep ? "kept" : "dropped"}${isDifferent ? only : ""}`;
    return { ...segment, state: `${ownState(segment)}${isDifferent ? " different" : ""}`, mark, partner };
  });
}

function ownState(segment, isChanged = false) {
  const words = [segment.keep ? "kept" : "dropped"];
  if (segment.uncertain) words.push("uncertain");
  if (isChanged) words.push("changed");
  return words.join(" ");
}

/**
 * For each segment the other segment that shares most of its span, and whether most of what others share with it is kept:
 * `{ n, keep }`; -1 and false if there is none. Both lists are gone through once, in the order of the source.
 */
export function partnersOf(segments, others) {
  const order = bySource(others);
  const partners = new Array(segments.length);
  let from = 0;
  for (const n of bySource(segments)) {
    const { start, end } = segments[n];
    while (from < order.length && others[order[from]].end <= start) from += 1;
    partners[n] = partnerOf(others, order, from, start, end);
  }
  return partners;
}

function partnerOf(others, order, from, start, end) {
  const best = { n: -1, shared: 0 };
  let balance = 0;
  for (let at = from; at < order.length && others[order[at]].start < Math.max(end, start + 1); at += 1) {
    const other = others[order[at]];
    const shared = Math.min(end, other.end) - Math.max(start, other.start);
    if (shared > best.shared) [best.n, best.shared] = [order[at], shared];
    balance += other.keep ? Math.max(0, shared) : -Math.max(0, shared);
  }
  return { n: best.n, keep: balance > 0 };
}

function bySource(segments) {
  return segments.map((_, n) => n).sort((a, b) => segments[a].start - segments[b].start || a - b);
}
