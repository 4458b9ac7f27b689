"""What the scope is worth, set by set, and how accurate the engine is in each language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf

from benchmarks.accuracy.readings import forest
from ncleaner.cleaner import Cleaner
from ncleaner.engines.forest.columns import COL_LEXICAL
from ncleaner.engines.forest.engine import TreeGrounds
from ncleaner.engines.forest.scope import ARTICLE_TYPE, AUTO, CHOICES
from ncleaner.engines.forest.trees import UNITS
from ncleaner.engines.ngram.engine import Ngram
from ncleaner.gold.reading import read
from ncleaner.metrics.chars import chars
from ncleaner.metrics.counts import Counts, macro, micro
from ncleaner.metrics.snippets import snippets
from ncleaner.models.format import Model
from ncleaner.page.protocols import Grounds
from ncleaner.train.examples import Example
from paper.markdown import table

SCOPE_HEADS = ("", "pages", "gold texts of", *(f"`--scope {choice}`" for choice in CHOICES))
LANGUAGE_HEADS = ("", "language", "pages", "precision", "recall", "F")


@dataclass(frozen=True, slots=True)
class Scoped:
    """What was counted on a page with each scope: sequences of characters, or snippets.

    ``scope`` is that of its gold text. ``article_bits`` says how likely the page is an article, and ``is_lexical``
    whether the n-grams know its words.
    """

    set: str
    language: str
    scope: str
    has_snippets: bool
    article_bits: float
    is_lexical: bool
    by_choice: dict[str, Counts]


class ScopeReader:
    """A model of the forest, as it cleans pages with each scope."""

    def __init__(
        self, model: Model, *, universal: Ngram | None = None, comments: str = "auto", language: str | None = None
    ) -> None:
        self.engines = {
            choice: forest(model, universal, comments=comments, scope=choice, language=language) for choice in CHOICES
        }
        self.cleaners = {choice: Cleaner(engine=engine) for choice, engine in self.engines.items()}

    def read(self, page: Example, language: str) -> Scoped:
        """Clean a page and compare it with its gold text, or its snippets."""
        known: dict[bytes, Counts] = {}
        found = {}
        for choice, cleaner in self.cleaners.items():
            document = cleaner.clean(page.page, kind=page.kind)
            keep = bytes(document.decisions.keep)
            if keep not in known:
                text = read(document.to("cleaneval"))
                known[keep] = snippets(text, page.snippets) if page.snippets else chars(text, read(page.gold))
            found[choice] = known[keep]
        set, has_snippets = page.id.rpartition("/")[0], page.snippets is not None
        bits, is_lexical = self._likelihood(document.decisions.grounds)
        return Scoped(set, language, page.scope, has_snippets, bits, is_lexical, found)

    def _likelihood(self, grounds: Grounds) -> tuple[float, bool]:
        """Return the score of the page as an article, in bits, and whether the n-grams know its words."""
        if not isinstance(grounds, TreeGrounds) or not grounds.features.count:
            return -inf, False
        score = self.engines[AUTO].types.score(ARTICLE_TYPE, grounds.features)
        return score / UNITS, grounds.features.value(COL_LEXICAL, 0) != 0


def rows(sets: Mapping[str, Sequence[Scoped]]) -> str:
    """Return the table of scopes: a line for each set."""
    lines = []
    for name, pages in sets.items():
        title = f"{name}, snippets" if pages[0].has_snippets else name
        figures = [f"{100 * mean_f(pages, [choice] * len(pages)):.1f}" for choice in CHOICES]
        lines.append([title, f"{len(pages):,}", f"the {pages[0].scope}", *figures])
    return table(SCOPE_HEADS, lines)


def language_rows(sets: Mapping[str, Sequence[Scoped]]) -> str:
    """Return the table of languages: a line for each language of the sets that say it."""
    lines = []
    for name, pages in sets.items():
        for language in sorted({page.language for page in pages if page.language}):
            counts = [page.by_choice[CHOICES[0]] for page in pages if page.language == language]
            mean = macro(counts)
            figures = [f"{100 * figure.value:.1f}" for figure in (mean.precision, mean.recall, mean.f)]
            lines.append([name, language, str(len(counts)), *figures])
    return table(LANGUAGE_HEADS, lines)


def mean_f(pages: Sequence[Scoped], choices: Sequence[str]) -> float:
    """Return the mean F of pages, each with a scope, or, of snippets, the F of all of them together."""
    counts = [page.by_choice[choice] for page, choice in zip(pages, choices, strict=True)]
    return micro(counts).f if pages[0].has_snippets else macro(counts).f.value
