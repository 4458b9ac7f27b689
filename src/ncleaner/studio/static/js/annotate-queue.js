// The queue of what is to be saved. Requests are sent one after the other, in the order in which the person made them, so
// each is made on what the one before it has left. While the studio does not answer, they wait and are tried again.

import { ApiError } from "./api.js";

export const SAVED = "saved";
export const SAVING = "saving";
export const WAITING = "waiting";

const FIRST_PAUSE = 500; // milliseconds
const LONGEST_PAUSE = 5000;
const NO_TOKEN = 401; // the studio was started again: it answers as soon as its new address is opened

export class SaveQueue {
  /** `onState(state, problem)` is called whenever the state changes: saved, saving, or waiting for the studio. */
  constructor(onState) {
    this.onState = onState;
    this.items = [];
    this.state = SAVED;
    this.pause = FIRST_PAUSE;
    this.timer = 0;
    this.isSending = false;
    this.waiters = [];
  }

  get isEmpty() {
    return this.items.length === 0;
  }

  /**
   * Save something: `send(isRepeated)` sends the request; then `done(answer)` or, if the studio refuses it for good,
   * `refused(error)` is called. `isRepeated` says that the studio may have got the request already.
   */
  add(item) {
    this.items.push({ ...item, isRepeated: false });
    if (this.state !== WAITING) this.#next();
  }

  /** Try at once, instead of when the pause is over. */
  retry() {
    clearTimeout(this.timer);
    this.#next();
  }

  /** Wait until all is saved. */
  whenEmpty() {
    return this.isEmpty ? Promise.resolve() : new Promise((resolve) => this.waiters.push(resolve));
  }

  async #next() {
    if (this.isSending || this.isEmpty) return;
    this.isSending = true;
    if (this.state !== WAITING) this.#tell(SAVING);
    const item = this.items[0];
    const answer = await item.send(item.isRepeated).catch((error) => error);
    this.isSending = false;
    if (answer instanceof Error && isTemporary(answer)) this.#wait(item, answer);
    else this.#settle(item, answer);
  }

  #wait(item, error) {
    item.isRepeated = true;
    this.#tell(WAITING, error.message);
    this.timer = setTimeout(() => this.#next(), this.pause);
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
  }

  #settle(item, answer) {
    this.pause = FIRST_PAUSE;
    this.items.shift();
    if (answer instanceof Error) item.refused(answer);
    else item.done(answer);
    if (this.isEmpty) {
      this.#tell(SAVED);
      for (const resolve of this.waiters.splice(0)) resolve();
    } else {
      this.#tell(SAVING);
      this.#next();
    }
  }

  #tell(state, problem = "") {
    this.state = state;
    this.onState(state, problem);
  }
}

function isTemporary(error) {
  return error instanceof ApiError && (error.status === 0 || error.status === NO_TOKEN || error.status >= 500);
}
