// A screen with one thing to do, shown instead of a mode that needs it first.

import { showScreen } from "./areas.js";
import { button, make } from "./dom.js";
import { showAgain } from "./route.js";

/** Show a notice: a title, a sentence, and buttons. */
export function showNotice(title, sentence, ...buttons) {
  const end = make("div", { class: "notice-end" }, ...buttons);
  showScreen().replaceChildren(make("div", { class: "notice" }, make("h2", {}, title), make("p", {}, sentence), end));
}

/** Show that the person must choose a name first, and why. */
export function askForName(context, why) {
  const choose = async () => {
    if (await context.choosePerson()) showAgain();
  };
  showNotice("Who annotates?", why, button("Choose a name", choose, { class: "primary" }));
}
