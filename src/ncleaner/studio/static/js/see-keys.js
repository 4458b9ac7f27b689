// The keys of See.

import { byId } from "./dom.js";

const JUMPS = [
  ["k", "kept", "kept segment"],
  ["d", "dropped", "dropped segment"],
  ["u", "uncertain", "uncertain segment"],
  ["x", "different", "difference or change"],
];

/** The groups of keys; `page()` is what is shown, or null. */
export function seeKeys({ page, compare, markdown, clear }) {
  const whenOpen = (action) => () => page() && action(page());
  const jumps = JUMPS.flatMap(([key, state, noun]) => [
    [[key], `next ${noun}`, whenOpen((shown) => shown.jump(state, 1))],
    [[`Shift+${key}`], `${noun} before`, whenOpen((shown) => shown.jump(state, -1))],
  ]);
  return [
    {
      title: "Segments",
      keys: [
        [["ArrowDown", "j", "n"], "next segment", whenOpen((shown) => shown.move(1))],
        [["ArrowUp", "Shift+j", "Shift+n"], "segment before", whenOpen((shown) => shown.move(-1))],
        ...jumps,
        [["Escape"], "select nothing", whenOpen(clear)],
      ],
    },
    {
      title: "Text",
      keys: [
        [["/"], "filter the text", () => byId("text-filter")?.focus()],
        [["m"], "Markdown, or segments", whenOpen(markdown)],
        [["c"], "compare with a second engine", whenOpen(compare)],
      ],
    },
  ];
}
