// The keys for resolving differences. While a unit is divided, arrows and Enter belong to the caret.

import { STROKE_KEYS } from "./annotate-strokes.js";

/** Return the groups of keys; `history(what)` undoes and redoes, `finish()` is called when the page is done. */
export function resolveKeys(resolution, { history, finish }) {
  const { workspace } = resolution;
  const { division } = workspace;
  const either = (whileDividing, otherwise) => () => (division.isOpen ? whileDividing() : otherwise());
  return [
    {
      title: "The difference",
      keys: [
        [["a"], `decide as ${resolution.names[0]} does`, () => resolution.take("a")],
        [["b"], `decide as ${resolution.names[1]} does`, () => resolution.take("b")],
        [
          ["n", "ArrowDown"],
          "next difference",
          either(
            () => division.move(1, "sentence"),
            () => resolution.step(1),
          ),
        ],
        [
          ["ArrowUp"],
          "difference before",
          either(
            () => division.move(-1, "sentence"),
            () => resolution.step(-1),
          ),
        ],
        [
          ["ArrowRight"],
          "next difference, or the caret to the right",
          either(
            () => division.move(1, "grapheme"),
            () => resolution.step(1),
          ),
        ],
        [
          ["ArrowLeft"],
          "difference before, or the caret to the left",
          either(
            () => division.move(-1, "grapheme"),
            () => resolution.step(-1),
          ),
        ],
        [["Enter"], "done with the page (at the caret: divide)", either(() => workspace.divide(), finish)],
      ],
    },
    {
      title: "A decision of your own",
      keys: STROKE_KEYS.map(([keys, words, make]) => [keys, words, () => workspace.stroke(make)]),
    },
    {
      title: "Units",
      keys: [
        [["s"], "split the unit at a caret", () => workspace.split()],
        [["j"], "join with the next part", () => workspace.join()],
        [["Escape"], "leave the caret", () => division.isOpen && workspace.split()],
        [["z", "Ctrl+z"], "undo", () => history("undo")],
        [["y", "Ctrl+y", "Ctrl+Shift+z"], "redo", () => history("redo")],
      ],
    },
  ];
}
