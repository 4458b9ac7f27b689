// Training: what it can learn from, the choices, and how far it is. It runs in the studio, so a reload of the window
// finds it again.

import { announce } from "./announce.js";
import { getTraining, postTraining, stopTraining } from "./api.js";
import { button, make } from "./dom.js";
import { routeAddress } from "./route.js";
import { amount, count } from "./words.js";

const PAUSE = 1000; // milliseconds between two questions how far it is
const RUNNING = "running";

const ENGINES = {
  forest: ["forest", "the default engine: decides by text, structure and neighbours"],
  ngram: ["ngram", "decides by characters alone; trains in seconds"],
};
const STARTS = {
  shipped: ["From the shipped model", "recommended: it is adapted to your pages"],
  scratch: ["From scratch", "learns from your pages alone"],
};

export class Training {
  /** `learning` is the studio's answer; `onEnd(job)` is called when a training has ended. */
  constructor(annotator, learning, onEnd) {
    this.annotator = annotator;
    this.onEnd = onEnd;
    this.canTrain = learning.annotated >= learning.needed;
    this.timer = 0;
    this.isClosed = false;
    this.begin = make("button", { class: "primary", disabled: !this.canTrain }, "Train");
    this.form = make(
      "form",
      { class: "training-form", onsubmit: (event) => this.#submit(event) },
      choice("engine", "Engine", ENGINES),
      choice("start", "Start", STARTS),
      make("div", { class: "training-end" }, this.begin),
    );
    this.job = make("div", { class: "job", hidden: true });
    this.element = make(
      "section",
      { class: "card training", "aria-label": "Training" },
      pages(annotator, learning),
      this.form,
      this.job,
    );
  }

  /** Show a job, and follow it while it runs. */
  start(job) {
    if (!job) return;
    this.#show(job);
    if (job.state === RUNNING) this.#wait();
  }

  /** Stop following the job; it goes on. */
  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  async #submit(event) {
    event.preventDefault();
    const { engine, start } = Object.fromEntries(new FormData(this.form));
    this.begin.disabled = true;
    try {
      this.start(await postTraining({ annotator: this.annotator, engine, start }));
      announce("training has begun");
    } catch (error) {
      this.#problem(error.message);
    }
  }

  async #stop() {
    this.stopButton.disabled = true;
    try {
      await stopTraining();
    } catch (error) {
      this.#problem(error.message);
    }
    this.#ask();
  }

  #wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#ask(), PAUSE);
  }

  async #ask() {
    const job = await getTraining().catch(() => undefined); // the studio may be away for a moment
    if (this.isClosed || job === null) return;
    if (job) this.#show(job);
    if (!job || job.state === RUNNING) this.#wait();
    else {
      clearTimeout(this.timer);
      announce(ended(job));
      this.onEnd(job);
    }
  }

  #show(job) {
    const isRunning = job.state === RUNNING;
    this.job.hidden = false;
    this.begin.disabled = isRunning || !this.canTrain;
    this.begin.textContent = isRunning ? "Training…" : "Train";
    if (!isRunning) {
      this.shownJob = null;
      this.job.replaceChildren(
        make("p", { class: job.state === "failed" ? "problem" : "hint", role: "status" }, ended(job)),
      );
      return;
    }
    if (this.shownJob !== job.id) this.#build(job);
    this.step.textContent = job.step;
    this.time.textContent = `${duration(job.seconds)}${left(job)}`;
    this.bar.max = Math.max(1, job.total);
    if (job.total) this.bar.value = job.done;
    else this.bar.removeAttribute("value");
  }

  #build(job) {
    this.shownJob = job.id;
    this.step = make("p", { class: "job-step", role: "status" });
    this.time = make("span", { class: "hint job-time" });
    this.bar = make("progress", { "aria-label": "Training" });
    this.stopButton = button("Stop", () => this.#stop());
    this.job.replaceChildren(make("div", { class: "job-head" }, this.step, this.time, this.stopButton), this.bar);
  }

  #problem(sentence) {
    this.job.hidden = false;
    this.shownJob = null;
    this.begin.disabled = !this.canTrain;
    this.job.replaceChildren(make("p", { class: "problem", role: "alert" }, sentence));
  }
}

/** How many pages are annotated, and how many are needed. */
function pages(annotator, { annotated, needed }) {
  const isEnough = annotated >= needed;
  const words = isEnough
    ? `${amount(annotated, "page")} done by ${annotator} to learn from.`
    : `${count(annotated)} of at least ${amount(needed, "page")} done by ${annotator}.`;
  const advice = isEnough
    ? "More pages make a better model: 30 to 50 are enough for a new language."
    : `${amount(needed - annotated, "more page")} needed before a model can be trained and measured.`;
  return make(
    "div",
    { class: "training-pages" },
    make("h3", {}, "Train on annotated pages"),
    make("p", {}, make("b", {}, words), " ", advice),
    isEnough ? null : make("progress", { value: annotated, max: needed, "aria-label": "Annotated pages" }),
    make("a", { href: routeAddress({ mode: "annotate" }) }, "Annotate more pages"),
  );
}

function choice(name, title, choices) {
  const radios = Object.entries(choices).map(([value, [label, words]], at) =>
    make(
      "label",
      { class: "radio" },
      make("input", { type: "radio", name, value, checked: at === 0 }),
      make("span", {}, make("b", {}, label), make("span", { class: "hint" }, words)),
    ),
  );
  return make("fieldset", { class: "radios" }, make("legend", {}, title), ...radios);
}

function ended({ state, error, model, seconds }) {
  if (state === "done") return `Trained ${model} in ${duration(seconds)}.`;
  return state === "stopped" ? "The training was stopped. Nothing was stored." : `The training has failed: ${error}`;
}

function duration(seconds) {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function left({ done, total, seconds }) {
  if (!total || done < total / 10) return "";
  return `, about ${duration(Math.max(1, (seconds / done) * (total - done)))} left`;
}
