// The strokes as buttons above the units, for mouse and touch, and the numbers of units as ways to the next one.

import { button, make } from "./dom.js";
import { count } from "./words.js";

const STROKES = [
  ["keep", "✓", "Keep", "k"],
  ["drop", "✕", "Drop", "d"],
  ["paragraph", "¶", "Paragraph", "p"],
  ["heading", "H", "Heading", "h"],
  ["list item", "•", "List item", "l"],
  ["continues", "↳", "Continues the segment before, or not", "c"],
  ["split", "⋮", "Split at the caret", "s"],
  ["join", "⁀", "Join with the next part", "j"],
  ["undo", "↶", "Undo", "z"],
  ["redo", "↷", "Redo", "y"],
];
const GROUP_ENDS = ["drop", "continues", "join"];

const DECISIONS = [
  ["kept", (unit) => unit.keep],
  ["dropped", (unit) => !unit.keep],
  ["uncertain", (unit) => unit.uncertain],
];

export class Tools {
  /** `actions` has a function for each stroke by its name. The focus stays where it is. */
  constructor(place, actions) {
    this.buttons = new Map(
      STROKES.map(([name, ...rest]) => [name, tool(actions[name], GROUP_ENDS.includes(name), ...rest)]),
    );
    const tools = make("div", { class: "tools", role: "group", "aria-label": "Strokes" }, ...this.buttons.values());
    tools.addEventListener("mousedown", (event) => event.preventDefault());
    place.replaceChildren(tools);
  }

  /** Show what can be done. */
  show({ canUndo, canRedo }, isDividing) {
    this.buttons.get("undo").disabled = !canUndo;
    this.buttons.get("redo").disabled = !canRedo;
    this.buttons.get("split").setAttribute("aria-pressed", String(isDividing));
  }
}

/** The numbers of units that are kept, dropped and uncertain; each is a button to the next one. */
export class Legend {
  /** `onJump(test)` is called to go to the next unit for which `test(unit)` is true. */
  constructor(place, onJump) {
    this.buttons = DECISIONS.map(([name, test]) => {
      const entry = button("", () => onJump(test, name), {
        "data-decision": name,
        title: `Go to the next ${name} unit`,
      });
      entry.append(make("span", { class: `swatch ${name}`, "aria-hidden": "true" }), make("b"), ` ${name}`);
      return entry;
    });
    place.replaceChildren(...this.buttons);
  }

  /** Show the numbers. */
  show(counts) {
    for (const entry of this.buttons) {
      const number = counts[entry.dataset.decision];
      entry.querySelector("b").textContent = count(number);
      entry.disabled = number === 0;
    }
  }
}

function tool(action, endsGroup, sign, label, key) {
  const attributes = {
    class: endsGroup ? "tool is-last" : "tool",
    title: `${label} (${key})`,
    "aria-keyshortcuts": key,
  };
  const pressed = button("", action, { ...attributes, "data-key": key });
  pressed.append(
    make("span", { "aria-hidden": "true" }, sign),
    make("small", { "aria-hidden": "true" }, key),
    make("span", { class: "visually-hidden" }, label),
  );
  return pressed;
}
