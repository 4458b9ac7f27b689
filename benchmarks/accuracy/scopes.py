"""What the scope is worth, set by set, and how accurate the engine is in each language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.accuracy.readings import forest
from ncleaner.cleaner import Cleaner
from ncleaner.engines.forest.scope import CHOICES
from ncleaner.engines.ngram.engine import Ngram
from ncleaner.gold.reading import read
from ncleaner.metrics.chars import chars
from ncleaner.metrics.counts import Counts, macro, micro
from ncleaner.metrics.snippets import snippets
from ncleaner.models.format import Model
from ncleaner.train.examples import Example
from paper.markdown import table

SCOPE_HEADS = ("", "pages", "gold texts of", *(f"`--scope {choice}`" for choice in CHOICES))
LANGUAGE_HEADS = ("", "language", "pages", "precision", "recall", "F")


@dataclass(frozen=True, slots=True)
class Scoped:
    """What was counted on a page with each scope: sequences of characters, or snippets.

    ``scope`` is that of its gold text.
    """

    set: str
    language: str
    scope: str
    has_snippets: bool
    by_choice: dict[str, Counts]


class ScopeReader:
    """A model of the forest, as it cleans pages with each scope."""

    def __init__(self, model: Model, *, universal: Ngram | None = None, comments: str = "auto") -> None:
        self.cleaners = {
            choice: Cleaner(engine=forest(model, universal, comments=comments, scope=choice)) for choice in CHOICES
        }

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
        return Scoped(page.id.rpartition("/")[0], language, page.scope, page.snippets is not None, found)


def rows(sets: Mapping[str, Sequence[Scoped]]) -> str:
    """Return the table of scopes: a line for each set."""
    lines = []
    for name, pages in sets.items():
        title = f"{name}, snippets" if pages[0].has_snippets else name
        figures = [f"{100 * _f(pages, choice):.1f}" for choice in CHOICES]
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


def _f(pages: Sequence[Scoped], choice: str) -> float:
    """Return the mean F of the pages or, of snippets, the F of all of them together."""
    counts = [page.by_choice[choice] for page in pages]
    return micro(counts).f if pages[0].has_snippets else macro(counts).f.value
