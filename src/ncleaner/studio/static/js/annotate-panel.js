// The panel beside the units: the guidelines, the details of the unit with the focus, or the Markdown that comes out.

import { getSegment, getSource, getText, isAbort } from "./api.js";
import { Guidelines } from "./annotate-guidelines.js";
import { Details } from "./details.js";
import { button, make } from "./dom.js";
import { afterPause } from "./timing.js";

const KEY = "ncleaner.panel";
const PANELS = { guidelines: "Guidelines", unit: "Unit", text: "Markdown" };
const PAUSE = 120; // milliseconds: details are asked for once the selection rests
const NO_REASON = { reason: "", features: [], characters: null };

export class Panel {
  /** `guidelines` is their text; `onGuidelines(text)` is called when they were changed. */
  constructor(place, guidelines, onGuidelines) {
    this.tabs = Object.entries(PANELS).map(([name, label]) =>
      button(label, () => this.choose(name), { "data-panel": name, "aria-pressed": "false" }),
    );
    this.body = make("div", { class: "panel-body", tabindex: 0, role: "region", "aria-label": "Panel" });
    this.body.addEventListener("keydown", scrollOnly);
    this.guidelines = new Guidelines(this.body, guidelines, onGuidelines);
    this.details = new Details(make("div"));
    this.session = null;
    this.unit = null;
    this.asked = new AbortController();
    this.refresh = afterPause(PAUSE, () => this.#show());
    place.replaceChildren(
      make("div", { class: "panel-tabs switch", role: "group", "aria-label": "Beside the units" }, ...this.tabs),
      this.body,
    );
    this.choose(localStorage.getItem(KEY) ?? "guidelines");
  }

  /** Show another panel. */
  choose(name) {
    this.name = name in PANELS ? name : "guidelines";
    localStorage.setItem(KEY, this.name);
    for (const tab of this.tabs) tab.setAttribute("aria-pressed", String(tab.dataset.panel === this.name));
    this.#show();
  }

  /** Follow a session and the unit with the focus. */
  follow(session, unit) {
    this.session = session;
    this.unit = unit;
    if (this.name !== "guidelines") this.refresh();
  }

  /** Stop asking. */
  close() {
    this.asked.abort();
  }

  async #show() {
    this.asked.abort();
    this.asked = new AbortController();
    this.body.setAttribute("aria-label", PANELS[this.name]);
    try {
      if (this.name === "guidelines") this.guidelines.show();
      else if (!this.session || !this.unit) this.#say("Select a unit.");
      else if (this.name === "unit") await this.#showUnit(this.session, this.unit, this.asked.signal);
      else await this.#showText(this.session, this.asked.signal);
    } catch (error) {
      if (!isAbort(error)) this.#say(error.message);
    }
  }

  #say(sentence) {
    this.body.replaceChildren(make("p", { class: "hint" }, sentence));
  }

  async #showUnit(session, unit, signal) {
    const { engine, model } = session.status;
    const settings = { engine, ...(model ? { model } : {}) };
    const [source, reason] = await Promise.all([
      getSource(session.page, unit.start, unit.end, signal),
      getSegment(session.page, unit.block, settings, signal).catch((error) => {
        if (isAbort(error)) throw error;
        return null; // the model that suggested it may be gone
      }),
    ]);
    this.body.replaceChildren(make("h2", { class: "visually-hidden" }, "Unit"), this.details.place);
    this.details.show(unit, reason ?? NO_REASON, source);
  }

  async #showText(session, signal) {
    await session.queue.whenEmpty();
    if (signal.aborted) return;
    const { markdown } = await getText(session.page, session.annotator, signal);
    this.body.replaceChildren(
      make("h2", {}, "Markdown"),
      markdown.trim()
        ? make("pre", { class: "markdown", dir: "auto" }, markdown)
        : make("p", { class: "hint" }, "Nothing is kept."),
    );
  }
}

/** Let the keys that scroll scroll the panel, instead of moving through the units. */
function scrollOnly(event) {
  if (/^(Arrow|Page|Home|End)| $/.test(event.key)) event.stopPropagation();
}
