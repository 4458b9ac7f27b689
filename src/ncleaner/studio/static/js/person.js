// Who annotates: a name without an account, remembered in this browser.

import { addAnnotator } from "./api.js";
import { ask } from "./dialogs.js";
import { button, byId, make } from "./dom.js";

const KEY = "ncleaner.person";

/** Return the name of the person at this browser, or the empty string. */
export function personName() {
  return localStorage.getItem(KEY) ?? "";
}

/** Connect the button that shows the name. `onChange` is called when the person chose another one. */
export function connectPerson(context, onChange) {
  const person = byId("person");
  person.hidden = !context.studio.is_project;
  person.addEventListener("click", async () => {
    const before = personName();
    if ((await choosePerson(context)) !== before) onChange();
  });
  if (!context.studio.annotators.includes(personName())) localStorage.removeItem(KEY);
  label();
}

/** Ask who annotates. Resolves to the name, or to the one before if the dialog was closed. */
export async function choosePerson(context) {
  const chosen = await askName(context.studio.annotators);
  if (!chosen) return personName();
  if (!context.studio.annotators.includes(chosen)) {
    context.studio.annotators = (await addAnnotator(chosen)).annotators;
  }
  localStorage.setItem(KEY, chosen);
  label();
  return chosen;
}

/** A dialog with the known names as buttons, and a field for another one. */
async function askName(names) {
  let picked = "";
  const buttons = names.map((name) =>
    button(name, () => {
      picked = name;
      byId("ask-dialog").close("");
    }, { class: name === personName() ? "choice is-current" : "choice", dir: "auto" }),
  );
  const fields = [
    names.length ? make("div", { class: "choices" }, ...buttons) : null,
    make("label", { class: "field" }, names.length ? "Somebody else" : "Your name", nameField(names)),
    make("p", { class: "hint" }, "A name, no password: each person sees only their own annotation."),
  ];
  const answer = await ask("Who annotates?", fields.filter(Boolean), "Begin");
  return picked || answer?.name.trim() || "";
}

function nameField(names) {
  return make("input", { name: "name", required: true, maxlength: 60, autocomplete: "off", autofocus: !names.length });
}

function label() {
  const name = personName();
  byId("person").textContent = name || "Who annotates?";
  byId("person").title = name ? "Annotating as this person; press to change" : "";
}
