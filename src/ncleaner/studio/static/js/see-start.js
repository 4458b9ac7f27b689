// The friendly start: nothing is open yet.

import { button, byId, make } from "./dom.js";
import { chooseFile, pasteSource } from "./see-open.js";

const SENTENCE = "See which text ncleaner keeps, what it drops, and why. HTML or plain text, also compressed (.gz).";
const PROMISE = "The page stays on this machine. None of its scripts run, and nothing is loaded for it.";

/** Show how to open a page. */
export function showStart() {
  document.body.dataset.empty = "";
  byId("page-label").textContent = "Open a page";
  byId("frame-place").replaceChildren(
    make(
      "div",
      { class: "start" },
      make(
        "div",
        { class: "start-card" },
        make("div", { class: "start-mark", "aria-hidden": "true" }),
        make("h2", {}, "Drop a web page here"),
        make("p", {}, SENTENCE),
        make(
          "div",
          { class: "start-buttons" },
          button("Open a file…", chooseFile, { class: "primary" }),
          button("Paste source…", pasteSource, { "aria-haspopup": "dialog" }),
        ),
        make("p", { class: "hint" }, PROMISE),
      ),
    ),
  );
}
