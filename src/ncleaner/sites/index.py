"""The sample of a site, arranged to be looked up in: which pages have a text, a path, or a text at a path.

Pages are bits of a number, so that a set of pages is one number and some pages can be left out of all counts at once.
"""

from __future__ import annotations

from array import array

from ncleaner.sites.sketch import UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ncleaner.sites.sketch import Sketch

SHARE = 1 << 16  # a share of 1
KEPT_TALLIES = 4

# The columns of a tally.
PAGES, WORDS, VARYING, PROSE, SCORE, SCORED, MAIN, WIDTH = range(8)


class Tallies:
    """What was counted of each path on some pages. ``main`` is the innermost path with over half of the varying prose.

    It is 0 if there is none.
    """

    __slots__ = ("by_path", "main")

    def __init__(self, by_path: dict[int, array[int]], main: int) -> None:
        self.by_path = by_path
        self.main = main


class Index:
    """The pages of a sample. ``all`` are their bits."""

    __slots__ = (
        "_blocks", "_order", "_tallies", "all", "around", "bits", "by_text", "by_text_and_path", "pages_with",
        "path_counts",
    )  # fmt: skip

    def __init__(self, sketches: Iterable[Sketch], around: dict[int, int]) -> None:
        self.bits: dict[int, int] = {}
        self.by_text: dict[int, int] = {}
        self.by_text_and_path: dict[tuple[int, int], int] = {}
        self.pages_with: dict[int, int] = {}
        self.path_counts: dict[int, int] = {}
        self.around = around
        self.all = 0
        self._blocks: list[tuple[int, int, int, int, bool, int]] = []
        for number, sketch in enumerate(sketches):
            bit = 1 << number
            self.all |= bit
            self.bits[sketch.page] = bit
            self.path_counts[bit] = len(set(sketch.paths))
            for text, path, words, prose, score in zip(
                sketch.texts, sketch.paths, sketch.words, sketch.prose, sketch.scores, strict=True
            ):
                self._blocks.append((bit, text, path, words, bool(prose), score))
                self.by_text[text] = self.by_text.get(text, 0) | bit
                here = text, path
                self.by_text_and_path[here] = self.by_text_and_path.get(here, 0) | bit
                self.pages_with[path] = self.pages_with.get(path, 0) | bit
        self._order = _inside_out(around)
        self._tallies: dict[int, Tallies] = {}

    def tally(self, pages: int) -> Tallies:
        """Return the tallies of all paths on some pages; they are kept for the next page."""
        tallies = self._tallies.get(pages)
        if tallies is None:
            tallies = self._tally(pages)
            if len(self._tallies) >= KEPT_TALLIES:
                del self._tallies[next(iter(self._tallies))]
            self._tallies[pages] = tallies
        return tallies

    def _tally(self, pages: int) -> Tallies:
        """Count, for each path, what varies in it.

        ``PAGES`` are the pages with the path as bits, ``WORDS`` its words on them, ``VARYING`` those that stand on no
        other page, ``PROSE`` those of these that are prose, ``SCORE`` the sum of the scores of its blocks times their
        words, ``SCORED`` these words, and ``MAIN`` the share of the varying prose that stands inside of it, summed over
        the pages.
        """
        tallies: dict[int, array[int]] = {}
        prose: dict[int, int] = {}
        varying: list[tuple[int, int, int]] = []
        by_text = self.by_text
        for bit, text, path, words, is_prose, score in self._blocks:
            if not pages & bit:
                continue
            tally = tallies.get(path)
            if tally is None:
                tally = tallies[path] = array("q", bytes(8 * WIDTH))
            tally[PAGES] |= bit
            tally[WORDS] += words
            if score != UNKNOWN:
                tally[SCORE] += score * words
                tally[SCORED] += words
            if by_text[text] & pages == bit:
                tally[VARYING] += words
                if is_prose:
                    tally[PROSE] += words
                    prose[bit] = prose.get(bit, 0) + words
                    varying.append((bit, path, words))
        for bit, path, words in varying:
            tallies[path][MAIN] += words * SHARE // prose[bit]
        for path in self._order:
            inner = tallies.get(path)
            around = self.around[path]
            if inner is not None and inner[MAIN] and around:
                outer = tallies.get(around)
                if outer is None:
                    outer = tallies[around] = array("q", bytes(8 * WIDTH))
                outer[MAIN] += inner[MAIN]
        half = pages.bit_count() * SHARE // 2
        main = next((path for path in self._order if path in tallies and tallies[path][MAIN] > half), 0)
        return Tallies(tallies, main)


def _inside_out(around: dict[int, int]) -> list[int]:
    """Return the paths, each before the one around it."""
    depths: dict[int, int] = {0: 0}
    for start in around:
        path = start
        pending = []
        while path not in depths:
            pending.append(path)
            path = around[path]
        for inner in reversed(pending):
            depths[inner] = depths[around[inner]] + 1
    return sorted(around, key=lambda path: (-depths[path], path))
