"""What several tables need, made when the first of them asks for it: dumps, models, and how well these do.

All models that are tested on other pages learn from the same ones, in one of three forms, the *sources*: ``"html"``,
the pages themselves; ``"lynx"``, what the real Lynx shows of them, where it is installed; ``"dump"``, what our own
engine shows of them. Those are tested on pages in the same form. ``"unlisted"``, what Lynx shows without its list of
links, is for the baseline only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from ncleaner.engines.ngram.engine import DECODINGS, Ngram
from ncleaner.gold.folds import folds
from ncleaner.models import Model
from ncleaner.train.examples import Example, Progress, TrainingPage, read_training_pages
from ncleaner.train.folds import FOLDS
from ncleaner.train.ngram import train_on
from ncleaner.train.recipe import ENGLISH, UNIVERSAL, Recipe
from paper.judging import Result, cleaned, judge
from paper.pages import Dumper, by_lynx, by_ncleaner, dumps

LEXICAL, NON_LEXICAL = ENGLISH, UNIVERSAL
"""The parameters of the papers: n = 3, q = 0.5, mode 1, and n = 6, q = 0.4, mode 3."""

Made = TypeVar("Made")


class Source(NamedTuple):
    """The pages to learn from and those to test on, in one form."""

    train: list[Example]
    test: list[Example]


class Materials:
    """Pages, and what is made of them."""

    def __init__(self, train: Sequence[Example], test: Sequence[Example], progress: Progress) -> None:
        self.progress = progress
        self.html = Source(list(train), list(test))
        self._made: dict[object, object] = {}

    @property
    def has_lynx(self) -> bool:
        """Whether the real Lynx is here."""
        return by_lynx() is not None

    @property
    def text_sources(self) -> list[str]:
        """The forms of plain text that there are."""
        return ["lynx", "dump"] if self.has_lynx else ["dump"]

    def source(self, name: str) -> Source:
        """The pages in one of their forms."""
        if name == "html":
            return self.html
        return self._once(("source", name), lambda: self._dumped(name))

    def training_pages(self, source: str = "html") -> list[TrainingPage]:
        """The pages to learn from, read."""
        return self._once(("training pages", source), lambda: read_training_pages(self.source(source).train))

    def model(self, source: str, recipe: Recipe) -> Model:
        """What is learnt from all pages to learn from."""
        return self._once(
            (source, recipe), lambda: train_on(self.training_pages(source), recipe, progress=self.progress)
        )

    def result(self, source: str, recipe: Recipe, decode: str, bias: float | None = None) -> Result:
        """How well a model does on the pages to test on; the bias is the model's own where none is given."""

        def make() -> Result:
            engine = Ngram(self.model(source, recipe), decode=decode, bias=bias)
            pages = self.source(source).test
            return judge(cleaned(engine, pages), pages)

        return self._once((source, recipe, decode, bias), make)

    def best(self, source: str, recipe: Recipe) -> Result:
        """The same with the decoding that was chosen in training."""
        return self.result(source, recipe, self.decoding(source, recipe))

    def decoding(self, source: str, recipe: Recipe) -> str:
        """The decoding that was chosen in training."""
        return self.model(source, recipe).parameter("decode", str)

    def baselines(self, part: str) -> dict[str, Result]:
        """The dumps as they are, of the pages to learn from (``"train"``) or to test on (``"test"``), by their names.

        They are those of Lynx without and with its list of links, in this order, or our own where there is no Lynx.
        """
        if not self.has_lynx:
            return {"Baseline": self._raw("dump", part)}
        return {
            "Baseline": self._raw("unlisted", part),
            "Baseline, with its list of links": self._raw("lynx", part),
        }

    def _raw(self, source: str, part: str) -> Result:
        def make() -> Result:
            pages: list[Example] = getattr(self.source(source), part)
            return judge([page.page.decode("utf-8") for page in pages], pages)

        return self._once(("raw", source, part), make)

    def heuristics(self) -> Result:
        """The pages to learn from without any model: only what is certainly boilerplate is dropped."""
        return self._once("heuristics", lambda: judge(cleaned("heuristics", self.html.train), self.html.train))

    def held_out(self, recipe: Recipe, decode: str) -> Result:
        """The pages to learn from, each cleaned by models that have learnt from the other folds."""
        return self._once(("held out", recipe), lambda: self._cross_validated(recipe))[decode]

    def _cross_validated(self, recipe: Recipe) -> dict[str, Result]:
        read = {page.id: page for page in self.training_pages()}
        pages = {page.id: page for page in self.html.train}
        texts: dict[str, dict[str, str]] = {decode: {} for decode in DECODINGS}
        for number, fold in enumerate(folds(pages, FOLDS), 1):
            model = train_on([page for page in read.values() if page.id not in fold], recipe)
            for decode, found in texts.items():
                outputs = cleaned(Ngram(model, decode=decode), [pages[id] for id in fold])
                found.update(zip(fold, outputs, strict=True))
            self.progress(f"cross-validation, n = {recipe.n}", number, FOLDS)
        return {decode: judge([found[id] for id in pages], self.html.train) for decode, found in texts.items()}

    def _dumped(self, name: str) -> Source:
        dumper: Dumper | None = by_ncleaner() if name == "dump" else by_lynx(links=name == "lynx")
        assert dumper is not None, "nobody asks for dumps of Lynx where there is none"
        return Source(*(dumps(pages, dumper, self.progress, f"dumps by {name}") for pages in self.html))

    def _once(self, key: object, make: Callable[[], Made]) -> Made:
        if key not in self._made:
            self._made[key] = make()
        made: Made = self._made[key]  # type: ignore[assignment]
        return made
