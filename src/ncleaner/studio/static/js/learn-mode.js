// Learn: train a cleaner on what was annotated, see how good it is, and use it.

import { askForName } from "./annotate-notice.js";
import { getLearning } from "./api.js";
import { showScreen } from "./areas.js";
import { make } from "./dom.js";
import { Models } from "./learn-models.js";
import { Training } from "./learn-training.js";

const WHY_NAMES = "A model learns from the pages of one annotator. Choose whose pages it should learn from.";

let shown = null; // { person, training, models }
let latest = 0;

export const mode = {
  async show(route, context) {
    const number = ++latest;
    if (!context.person) await context.choosePerson();
    if (number !== latest) return;
    if (!context.person) return askForName(context, WHY_NAMES);
    if (shown?.person === context.person) return;
    forget();
    const learning = await getLearning(context.person);
    if (number !== latest) return;
    build(context, learning);
  },
  leave() {
    latest += 1;
    forget();
  },
  keys: () => [],
};

function build(context, learning) {
  const models = new Models(context);
  const training = new Training(context.person, learning, async (job) => {
    if (shown?.training !== training) return;
    models.show(await getLearning(context.person), job.model);
    await context.refresh(); // engines have the new model, too
  });
  shown = { person: context.person, training, models };
  showScreen().replaceChildren(
    make(
      "div",
      { class: "sheet" },
      make("h2", { class: "sheet-title" }, "Learn"),
      training.element,
      make("h2", {}, "Models of this project"),
      models.element,
    ),
  );
  models.show(learning);
  training.start(learning.job);
}

function forget() {
  shown?.training.close();
  shown?.models.close();
  shown = null;
}
