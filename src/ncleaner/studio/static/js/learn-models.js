// The models that were trained in this project: each beside the shipped one, with what can be done with it.

import { announce, showBanner } from "./announce.js";
import { getModel, isAbort, modelAddress, postSuggester } from "./api.js";
import { button, make } from "./dom.js";
import { learningCurve } from "./learn-curve.js";
import { routeAddress } from "./route.js";
import { amount } from "./words.js";

const STARTS = { shipped: "adapted from the shipped model", scratch: "from scratch" };
const dates = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

export class Models {
  constructor(context) {
    this.context = context;
    this.element = make("div", { class: "models" });
    this.asked = new AbortController();
    this.suggester = null;
  }

  /** Show the models of an answer; `opened` is the id of the one that is shown with its figures, or the newest. */
  show({ models, suggester }, opened = null) {
    this.suggester = suggester;
    const newest = [...models].reverse();
    const shown = opened ?? newest[0]?.id;
    const cards = newest.map((model) => this.#card(model, model.id === shown));
    this.suggesting = make("p", { class: "suggesting" });
    this.element.replaceChildren(this.suggesting, ...cards);
    if (!models.length) this.element.append(make("p", { class: "card" }, "No model was trained yet."));
    this.#showSuggester();
  }

  /** Stop asking. */
  close() {
    this.asked.abort();
  }

  #card(model, isOpen) {
    const body = make("div", { class: "model-body" }, make("p", { class: "hint" }, "…"));
    const uses = button("Use this model", () => this.#use(model.id), { "data-model": model.id });
    const card = make(
      "details",
      { class: "card model", open: isOpen },
      make(
        "summary",
        {},
        make("span", { class: "model-name" }, model.id),
        make(
          "span",
          { class: "hint" },
          [model.engine, STARTS[model.start], amount(model.pages, "page"), made(model)].join(" · "),
        ),
        make(
          "span",
          { class: "model-f" },
          "F ",
          make("b", {}, percent(model.f)),
          ` (shipped ${percent(model.shipped_f)})`,
        ),
      ),
      make("div", { class: "model-actions" }, uses, download(model), command(model)),
      body,
    );
    const fill = () => {
      if (card.open && !card.dataset.filled) this.#fill(card, body, model);
    };
    card.addEventListener("toggle", fill);
    return card;
  }

  async #fill(card, body, model) {
    card.dataset.filled = "yes";
    try {
      body.replaceChildren(...report(await getModel(model.id, this.asked.signal)));
    } catch (error) {
      if (isAbort(error)) return;
      delete card.dataset.filled;
      body.replaceChildren(make("p", { class: "problem", role: "alert" }, error.message));
    }
  }

  async #use(id) {
    try {
      this.suggester = (await postSuggester(id)).suggester;
      this.context.studio.suggester = this.suggester;
      this.#showSuggester();
      announce(id ? `${id} suggests from now on` : "the shipped model suggests from now on");
    } catch (error) {
      showBanner(error.message);
    }
  }

  #showSuggester() {
    const current = this.suggester?.model ?? "";
    const isOwn = current.startsWith("own-");
    this.suggesting.replaceChildren(
      "Pages that are opened in Annotate for the first time get the suggestion of ",
      make("b", {}, isOwn ? current : "the shipped model"),
      ". ",
      ...(isOwn ? [button("Use the shipped model again", () => this.#use(""), { class: "small" })] : []),
    );
    for (const uses of this.element.querySelectorAll("[data-model]")) {
      const isUsed = uses.dataset.model === current;
      uses.textContent = isUsed ? "In use" : "Use this model";
      uses.disabled = isUsed;
    }
  }
}

/** The figures of a model, the curve and the worst pages. */
function report(model) {
  return [
    make("p", { class: "model-difference" }, model.difference),
    make("p", { class: "hint" }, "The sentence compares the means over pages; the table counts all pages as one text."),
    figures(model),
    learningCurve(model),
    worst(model),
  ].filter(Boolean);
}

function figures({ figures: rows, pages, measure }) {
  const head = ["", measure === "chars" ? "F on characters" : "F on words", "95 % interval", "Precision", "Recall"];
  const row = ({ name, f, low, high, precision, recall }) => {
    const cells = [percent(f), interval(low, high), percent(precision), percent(recall)];
    return make("tr", {}, make("th", { scope: "row" }, name), ...cells.map((cell) => make("td", {}, cell)));
  };
  const caption = `On the same ${amount(pages, "page")}, each page cleaned by a model that has not seen it`;
  return make(
    "div",
    { class: "table-place", tabindex: 0, role: "region", "aria-label": "Figures" },
    make(
      "table",
      { class: "table" },
      make("caption", {}, caption),
      make(
        "thead",
        {},
        make("tr", {}, ...head.map((title) => (title ? make("th", { scope: "col" }, title) : make("td")))),
      ),
      make("tbody", {}, ...rows.map(row)),
    ),
  );
}

function worst({ id, engine, worst: pages }) {
  if (!pages?.length) return null;
  const entries = pages.map(({ page, name, f, shipped_f: shipped }) => {
    const address = routeAddress({ mode: "see", page, query: new URLSearchParams({ engine, model: id }) });
    const figures = make("span", { class: "worst-f" }, `F ${percent(f)}, shipped ${percent(shipped)}`);
    return make("li", {}, make("a", { href: address, dir: "auto" }, name), figures);
  });
  return make("section", { class: "worst" }, make("h3", {}, "The worst pages"), make("ol", {}, ...entries));
}

function download(model) {
  return make("a", { class: "button", href: modelAddress(model.id), download: "" }, "Download");
}

/** The command line that uses the file, with a button that copies it. */
function command(model) {
  const line = `ncleaner --model ${model.id}.model page.html`;
  const copy = button(
    "Copy",
    async () => {
      try {
        await navigator.clipboard.writeText(line);
        copy.textContent = "Copied";
        announce("copied");
      } catch {
        showBanner("The browser does not let the studio copy; select the text instead.");
      }
    },
    { class: "small", "aria-label": "Copy the command line" },
  );
  return make("div", { class: "command" }, make("code", { tabindex: 0 }, line), copy);
}

const percent = (number) => (Number.isFinite(number) ? `${number.toFixed(1)} %` : "–");
const interval = (low, high) => (Number.isFinite(low) ? `${low.toFixed(1)} to ${high.toFixed(1)} %` : "–");

function made({ made: date }) {
  const time = new Date(date);
  return Number.isNaN(time.getTime()) ? date : dates.format(time);
}
