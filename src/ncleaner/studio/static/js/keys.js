// Keys. One table for each mode lists the keys, what they do in words, and the function; the dialog shows the same table.
//
// The table of a mode is a list of groups: `{ title, keys: [[keys, words, action], …] }`. A key is written as `event.key`,
// with `Shift+`, `Ctrl+` before it where needed. Letters typed into a field are text, and keys do nothing behind a dialog.

import { dialogIsOpen, openDialog } from "./dialogs.js";
import { byId, make } from "./dom.js";

const SHOWN = { ArrowDown: "↓", ArrowUp: "↑", Escape: "Esc", Enter: "Enter", " ": "Space", "Shift+ArrowDown": "Shift ↓" };

let groups = [];
let actions = new Map();

/** Use the keys of a mode; `common` are those of all modes. */
export function useKeys(modeGroups, common) {
  groups = [...modeGroups, common];
  actions = new Map(
    groups.flatMap((group) => group.keys.flatMap(([keys, , action]) => keys.map((key) => [key, action]))),
  );
}

/** Do what the key of an event stands for. It also takes events of the frame. */
export function handleKey(event) {
  if (event.altKey || event.isComposing || dialogIsOpen() || isField(event.target)) return;
  const name = keyName(event);
  const action = actions.get(name);
  if (!action || pressesControl(event, name)) return;
  event.preventDefault();
  action();
}

/** Show all keys. */
export function showKeys() {
  byId("keys-body").replaceChildren(...groups.map(groupTable));
  openDialog(byId("keys-dialog"));
}

function keyName(event) {
  const command = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const letter = /^\p{L}$/u.test(key);
  const shift = event.shiftKey && (letter || event.key.length > 1 || key === " ") ? "Shift+" : "";
  return command + shift + key;
}

function isField(target) {
  if (!target?.closest) return false;
  return target.closest("textarea, select, input:not([type=checkbox], [type=radio]), [contenteditable]") !== null;
}

/** Tell whether a key works the button or link that has the focus, and so must not do anything else. */
function pressesControl(event, name) {
  return (name === "Enter" || name === " ") && event.target.closest?.("button, a[href], summary, label, input") !== null;
}

function groupTable({ title, keys, hint }) {
  const rows = keys.map(([names, words]) =>
    make("tr", {}, make("td", {}, ...names.flatMap(keyCaps)), make("td", {}, words)),
  );
  return make(
    "section",
    { class: "key-group" },
    make("h3", {}, title),
    hint ? make("p", { class: "hint" }, hint) : null,
    make("table", {}, make("tbody", {}, ...rows)),
  );
}

function keyCaps(name) {
  const text = SHOWN[name] ?? name.split("+").map((part) => SHOWN[part] ?? part).join(" ");
  return [make("kbd", {}, text), " "];
}
