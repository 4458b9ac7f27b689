// One page that a person annotates: every stroke is seen at once, waits in the queue, and is saved.
//
// The answer of the studio may ask for the page anew: units were divided or joined, or another window changed them.
// That request takes its place in the same queue, so it never overtakes a stroke.

import { postHistory, postRestart, postState, postStroke } from "./api.js";
import { PageAnnotation } from "./annotate-units.js";

export class Session {
  /**
   * `load()` asks the studio for the page. `view` is told what happens: `changed(places)`, `reloaded()`,
   * `settled()` after every answer, `foreign()` if another window changed the page, and `refused(sentence)`.
   */
  constructor(queue, page, annotator, load, view) {
    this.queue = queue;
    this.page = page;
    this.annotator = annotator;
    this.load = load;
    this.view = view;
    this.annotation = null;
    this.willReload = false;
  }

  /** Ask for the page, after all that is still to be saved. */
  async open() {
    await this.queue.whenEmpty();
    this.annotation = new PageAnnotation(await this.load(), this.annotator);
  }

  get units() {
    return this.annotation.units;
  }

  get status() {
    return this.annotation.status;
  }

  /** Do a stroke; `more` is sent with it. */
  do(stroke, more = {}) {
    const places = this.annotation.do(stroke);
    const { decisions, ...fields } = stroke; // the studio knows the decisions of others
    this.#save((sent) => postStroke(this.page, { ...fields, ...more, ...sent }), stroke);
    if (this.status.state === "new") this.#state({ state: "started" });
    this.view.changed(places);
  }

  /** Undo or redo (`what`) the last stroke. */
  move(what) {
    this.#save((sent) => postHistory(this.page, what, sent));
  }

  /** Begin again, from the "suggestion", "everything" or "nothing". */
  restart(from) {
    this.#save((sent) => postRestart(this.page, { from, ...sent }));
  }

  /** Say that the page is "started", "done" or "unusable". */
  setState(state, reason = "") {
    this.#state({ state, reason });
    this.queue.add({
      send: () => postState(this.page, this.annotator, state, reason),
      done: ({ status }) => this.#settled(status),
      refused: (error) => this.#refused(error),
    });
  }

  /** Ask for the page again. */
  reload() {
    this.annotation.needsReload = true;
    this.#reload();
  }

  /** Ask for the page again if another window may have changed it. */
  check() {
    if (this.queue.isEmpty && this.annotation) this.#reload();
  }

  /** Save what is under way, but show nothing of it any more except what the studio refuses. */
  close() {
    const nothing = () => {};
    const { refused } = this.view;
    this.view = { changed: nothing, reloaded: nothing, settled: nothing, foreign: nothing, refused };
  }

  #state(fields) {
    this.annotation.status = { ...this.status, ...fields };
  }

  #save(send, stroke = null) {
    const id = crypto.randomUUID();
    this.queue.add({
      send: (isRepeated) =>
        send({
          annotator: this.annotator,
          version: this.status.version,
          stroke: id,
          ...(isRepeated ? { repeated: true } : {}),
        }),
      done: (answer) => this.#confirm(stroke, answer),
      refused: (error) => {
        this.view.changed(this.annotation.refuse(stroke));
        this.#refused(error);
      },
    });
  }

  #confirm(stroke, answer) {
    const places = this.annotation.confirm(stroke, answer);
    if (places.length) this.view.changed(places);
    if (answer.was_newest === false) {
      this.annotation.needsReload = true;
      this.view.foreign();
    }
    if (this.annotation.needsReload) this.#reload();
    this.view.settled();
  }

  #reload() {
    if (this.willReload) return;
    this.willReload = true;
    this.queue.add({
      send: () => this.load(),
      done: (answer) => this.#reloaded(answer),
      refused: (error) => {
        this.willReload = false;
        this.#refused(error);
      },
    });
  }

  #reloaded(answer) {
    this.willReload = false;
    const { version, state } = this.status;
    const isOther = answer.status.version !== version || answer.status.state !== state;
    if (!this.annotation.needsReload && !isOther) return;
    if (!this.annotation.needsReload) this.view.foreign();
    this.annotation.load(answer);
    this.view.reloaded();
  }

  #settled(status) {
    this.annotation.status = status;
    this.view.settled();
  }

  #refused(error) {
    this.view.refused(error.message);
    this.#reload();
  }
}
