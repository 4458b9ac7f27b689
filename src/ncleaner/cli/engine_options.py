"""The options of engines, as the commands have them that run engines.

What is given goes to ``engine_options`` of the namespace, by the names of the constructor's keyword arguments. Whether
the engine has such an option, and whether the value is a good one, is for the engine to say.
"""

from __future__ import annotations

import argparse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

ICE = (
    ("--characters", int, "N", "ice-heuristics: lines of N characters or fewer are next to nothing (default: 3)"),
    ("--words", int, "N", "ice-heuristics: a paragraph has more than N words (default: 10)"),
    ("--letters", float, "N", "ice-heuristics: of more than N characters, on the average (default: 3)"),
    ("--window", int, "N", "ice-heuristics: a heading has fewer than N lines of next to nothing below it (default: 3)"),
    ("--threshold", float, "X", "ice-heuristics-full, ice-lm: how much like text, or how far from the title"),
    ("--smoothing", str, "HOW", "ice-lm: absolute or dirichlet (default: absolute)"),
    ("--seconds", float, "N", "ice-ga: processor time for a page (default: 10)"),
)
"""The options of ICE: name, type, what the help calls the value, and what it says."""

FIASCO = (
    ("--visual", str, "HOW", "fiasco: look at pages in a browser: yes, no, or auto, if there is one (default: no)"),
    ("--share", float, "X", "fiasco: how much of a target's text must stand right in it, from 0 to 1 (default: 0.1)"),
)
"""Those of FIASCO."""


class EngineOption(argparse.Action):
    """Puts an option of an engine with the others."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: Any, values: Any, option_string: str | None = None
    ) -> None:
        """Replace the options by the same and this one."""
        value = self.const if self.nargs == 0 else values
        namespace.engine_options = {**namespace.engine_options, self.dest: value}


def add_engine_options(add: Callable[..., Any]) -> None:
    """Add all of them to a group of arguments, by its ``add_argument``."""
    add(
        "--bias",
        action=EngineOption,
        default=argparse.SUPPRESS,
        type=float,
        metavar="BITS",
        help="forest, fiasco, ngram: more of it is more precision, less recall (default: 0; ngram: the model's)",
    )
    add(
        "--comments",
        action=EngineOption,
        default=argparse.SUPPRESS,
        metavar="HOW",
        help="forest: keep them, drop them, or auto: drop those below an article (default: auto)",
    )
    add(
        "--language",
        action=EngineOption,
        default=argparse.SUPPRESS,
        metavar="CODE",
        help="forest: language of all pages, such as de; und if it is none in particular (default: look at each page)",
    )
    add(
        "--decode",
        action=EngineOption,
        default=argparse.SUPPRESS,
        metavar="HOW",
        help="ngram: decide on each segment alone, independent, or in runs, viterbi (default: that of the model)",
    )
    for name, kind, metavar, help in ICE + FIASCO:
        add(name, action=EngineOption, default=argparse.SUPPRESS, type=kind, metavar=metavar, help=help)
    help = "ice-lm: bold text tells what a page is about, too"
    add("--bold", action=EngineOption, default=argparse.SUPPRESS, nargs=0, const=True, help=help)
