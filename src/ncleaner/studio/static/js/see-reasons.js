// Asks why segments were decided as they were, and shows it in the details.

import { getSegment, getSource, isAbort } from "./api.js";
import { head, reasons } from "./details.js";
import { make } from "./dom.js";
import { afterPause } from "./timing.js";

const PAUSE = 60; // milliseconds: who holds an arrow key down does not ask for each segment

export class Reasons {
  /** `details` is a `Details`. */
  constructor(details) {
    this.details = details;
    this.answers = new Map();
    this.asking = null;
    this.askSoon = afterPause(PAUSE, (wanted) => this.#ask(wanted));
  }

  /** Forget the answers: the view has changed. */
  forget() {
    this.answers.clear();
    this.stop();
  }

  /** Ask for nothing more. */
  stop() {
    this.wanted = null;
    this.asking?.abort();
  }

  /**
   * Show a segment. `wanted` has the id of the `page`, the segment, the `settings`, and for a second engine `other`:
   * `{ name, segment, settings }`, where the segment may be missing.
   */
  show(wanted) {
    this.wanted = wanted;
    this.asking?.abort();
    this.#showAnswers(wanted);
    if (!this.answers.has(wanted.segment.n)) this.askSoon(wanted);
  }

  async #ask(wanted) {
    if (wanted !== this.wanted) return;
    this.asking = new AbortController();
    const { signal } = this.asking;
    const { page, segment, settings, other } = wanted;
    try {
      const answers = await Promise.all([
        getSegment(page, segment.n, settings, signal),
        getSource(page, segment.start, segment.end, signal),
        other?.segment ? getSegment(page, other.segment.n, other.settings, signal) : null,
      ]);
      if (wanted !== this.wanted) return;
      this.answers.set(segment.n, answers);
      this.#showAnswers(wanted);
    } catch (error) {
      if (!isAbort(error) && wanted === this.wanted) this.details.empty(error.message);
    }
  }

  #showAnswers({ segment, name, other }) {
    const [explanation, source, second] = this.answers.get(segment.n) ?? [null, null, null];
    const more = other ? [secondEngine(other, second)] : [];
    this.details.show(segment, explanation, source, more, other ? name : "");
  }
}

function secondEngine({ name, segment }, explanation) {
  const shown = segment ? [head(segment), ...reasons(segment, explanation)] : [make("p", {}, "It has no such segment.")];
  return make("section", { class: "second-engine" }, make("h2", {}, name), ...shown);
}
