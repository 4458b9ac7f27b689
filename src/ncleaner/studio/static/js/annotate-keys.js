// The keys for annotating. While a unit is divided, arrows and Enter belong to the caret.

import { STROKE_KEYS } from "./annotate-strokes.js";

/** Return the groups of keys for a workspace; `actions` are those of its buttons. */
export function annotateKeys(workspace, actions) {
  const { division } = workspace;
  const either = (whileDividing, otherwise) => () => (division.isOpen ? whileDividing() : otherwise());
  const dividing = (action) => () => {
    if (division.isOpen) action();
  };
  const page = Math.max(1, Math.floor(innerHeight / 90)); // rows
  return [
    {
      title: "Strokes on the selected units",
      keys: STROKE_KEYS.map(([keys, words, make]) => [keys, words, () => workspace.stroke(make)]),
    },
    {
      title: "Units",
      keys: [
        [["s"], "split the unit at a caret, or leave the caret", actions.split],
        [["j"], "join with the next part", actions.join],
        [["z", "Ctrl+z"], "undo", actions.undo],
        [["y", "Ctrl+y", "Ctrl+Shift+z"], "redo", actions.redo],
        [
          ["ArrowDown"],
          "next unit",
          either(
            () => division.move(1, "sentence"),
            () => workspace.move(1),
          ),
        ],
        [
          ["ArrowUp"],
          "unit before",
          either(
            () => division.move(-1, "sentence"),
            () => workspace.move(-1),
          ),
        ],
        [["Shift+ArrowDown"], "extend the selection down", () => workspace.move(1, true)],
        [["Shift+ArrowUp"], "extend the selection up", () => workspace.move(-1, true)],
        [["PageDown"], "some units down", () => workspace.move(page)],
        [["PageUp"], "some units up", () => workspace.move(-page)],
        [
          ["Home"],
          "first unit",
          either(
            () => division.set(0),
            () => workspace.select(0),
          ),
        ],
        [
          ["End"],
          "last unit",
          either(
            () => division.set(Infinity),
            () => workspace.select(Infinity),
          ),
        ],
        [["Ctrl+a"], "select all", () => workspace.selectAll()],
        [["u"], "next uncertain unit", () => workspace.jump((unit) => unit.uncertain, "uncertain")],
        [["Shift+u"], "uncertain unit before", () => workspace.jump((unit) => unit.uncertain, "uncertain", -1)],
      ],
    },
    {
      title: "At the caret",
      hint: "Enter divides the unit where the caret is. A click puts it elsewhere; ↑ and ↓ move it by sentences.",
      keys: [
        [["ArrowRight"], "one character to the right", dividing(() => division.move(1, "grapheme"))],
        [["ArrowLeft"], "one character to the left", dividing(() => division.move(-1, "grapheme"))],
        [["Ctrl+ArrowRight"], "one word to the right", dividing(() => division.move(1, "word"))],
        [["Ctrl+ArrowLeft"], "one word to the left", dividing(() => division.move(-1, "word"))],
        [["Escape"], "leave the caret", dividing(() => workspace.split())],
      ],
    },
    {
      title: "Pages",
      keys: [
        [["Enter"], "done, and the next page (at the caret: divide)", either(() => workspace.divide(), actions.done)],
        [["x"], "the page is unusable", actions.unusable],
        [["n"], "next page of the folder", actions.next],
        [["b"], "page before", actions.previous],
      ],
    },
  ];
}
