// The bar above a page that is annotated: how far the person is, what is saved, and where to go next.

import { WAITING } from "./annotate-queue.js";
import { button, make } from "./dom.js";
import { STATES } from "./words.js";

/** What is said of the states of the queue. */
export const SAVED_WORDS = { saved: "Saved", saving: "Saving…", waiting: "Not saved: waiting for the studio" };

export class Head {
  /** `actions` has a function for each button: pages, previous, next, done, unusable, again, retry, setOrder(order). */
  constructor(place, actions, order) {
    this.state = make("span", { class: "state" });
    this.progressText = make("span");
    this.progress = make("progress", { "aria-label": "Pages done", max: 1, value: 0 });
    this.saved = make("span", { class: "saved", role: "status" });
    this.retry = button("Try now", actions.retry, { hidden: true });
    this.done = button("", actions.done, { class: "primary" });
    const pages = button("", actions.pages, { class: "progress-button", "aria-haspopup": "dialog" });
    pages.append(this.progressText, this.progress);
    place.setAttribute("aria-label", "Progress");
    place.hidden = false;
    place.replaceChildren(
      make(
        "div",
        { class: "bar-group" },
        button("‹", actions.previous, { "aria-label": "Previous page", title: "Previous page (b)" }),
        pages,
        button("›", actions.next, { "aria-label": "Next page", title: "Next page (n)" }),
      ),
      this.state,
      make("div", { class: "bar-group saving" }, this.saved, this.retry),
      make(
        "div",
        { class: "bar-group bar-end" },
        orderChoice(order, actions.setOrder),
        button("Start again…", actions.again, { "aria-haspopup": "dialog" }),
        button("Unusable…", actions.unusable, { "aria-haspopup": "dialog", title: "The page cannot be annotated (x)" }),
        this.done,
      ),
    );
  }

  /** Show the state of the page. */
  showStatus({ state, reason }) {
    if (this.shown === state + reason) return;
    this.shown = state + reason;
    this.state.dataset.state = state;
    this.state.textContent = STATES[state] + (reason ? `: ${reason}` : "");
    this.state.title = reason;
    this.done.replaceChildren(
      state === "done" ? "Next page" : "Done, next page",
      make("kbd", { "aria-hidden": "true" }, "Enter"),
    );
  }

  /** Show how many pages are done. */
  showProgress(done, unusable, all) {
    this.progressText.textContent = `${done} of ${all - unusable} done`;
    this.progress.max = Math.max(1, all - unusable);
    this.progress.value = done;
  }

  /** Show whether all is saved. */
  showSaving(state, problem = "") {
    if (this.saved.dataset.state === state) return;
    this.saved.dataset.state = state;
    this.saved.textContent = SAVED_WORDS[state];
    this.saved.title = problem;
    this.retry.hidden = state !== WAITING;
  }
}

function orderChoice(order, setOrder) {
  const choice = make(
    "select",
    { onchange: (event) => setOrder(event.target.value) },
    make("option", { value: "folder" }, "in order"),
    make("option", { value: "learning" }, "what the model learns most from"),
  );
  choice.value = order;
  return make("label", { class: "order" }, "Next page", choice);
}
