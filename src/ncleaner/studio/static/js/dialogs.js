// Dialogs. The browser keeps the focus inside an open one and gives it back afterwards.

import { button, byId, make } from "./dom.js";

/** Open a dialog of the document; a click beside it closes it. */
export function openDialog(dialog) {
  if (dialog.open) return;
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  dialog.showModal();
}

/** Close all dialogs, because what they are about is not shown any more. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close("");
}

/** Tell whether any dialog is open. */
export function dialogIsOpen() {
  return document.querySelector("dialog[open]") !== null;
}

/**
 * Ask for something in a small dialog: a title, fields (elements with names), and the label of its button.
 * Returns the values of the fields by name, or null if the dialog was closed.
 */
export function ask(title, fields, label) {
  const dialog = byId("ask-dialog");
  const form = make("form", { class: "dialog-body", method: "dialog" }, ...fields);
  form.append(make("div", { class: "dialog-end" }, make("button", { class: "primary", value: "yes" }, label)));
  const close = button("✕", () => dialog.close(""), { class: "quiet", "aria-label": "Close" });
  dialog.replaceChildren(make("div", { class: "dialog-head" }, make("h2", { id: "ask-title" }, title), close), form);
  dialog.returnValue = "";
  openDialog(dialog);
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "yes" ? Object.fromEntries(new FormData(form)) : null);
  });
}
