"""Training of the weights of evidence from sites (`ncleaner.engines.forest.site_evidence`).

Weights must be learnt from scores as unseen pages have them, or the evidence would seem worth little: the trees know
their training pages too well. So a forest is trained on all pages whose sites have a single page, and cleans all other
pages. What it gets wrong there is what evidence from the other pages of a site can correct.

The weights are found by logistic regression on the blocks that this forest is not certain of, starting from its scores.
None may be positive. Every site has an intercept of its own, which is then dropped: that the forest keeps too little on
some sites is not known from evidence.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, log
from typing import TYPE_CHECKING

from ncleaner.cleaner import Cleaner
from ncleaner.engines.forest.columns import COL_SCOPE
from ncleaner.engines.forest.engine import TreeGrounds
from ncleaner.engines.forest.scope import ARTICLE
from ncleaner.engines.forest.site_evidence import DIGEST, KIND, TERMS, WHOLE, values
from ncleaner.engines.forest.trees import UNITS
from ncleaner.errors import NCleanerError
from ncleaner.models.format import Model
from ncleaner.models.format import build as build_model
from ncleaner.page.declared import as_shown
from ncleaner.sites.site import Site
from ncleaner.train import forest
from ncleaner.train.examples import Example, Progress
from ncleaner.train.forest_pages import ForestPage, read_forest_page

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    from ncleaner.page.document import Document

UNSURE = 8.0  # bits: blocks with larger scores, or smaller ones, do not count
REGULARISATION = 1.0
LARGEST = 9.0  # the absolute value of a weight, in natural units
STEP = UNITS // 16  # weights are rounded to multiples, so that they come out the same on every machine


@dataclass(frozen=True, slots=True)
class Seen:
    """What a page of a site has to teach: values of terms, scores, labels and weights of its blocks."""

    id: str
    site: str
    values: list[list[int]]
    scores: list[float]
    labels: list[bool]
    weights: list[float]


def train(examples: Iterable[Example], *, language: str = "", progress: Progress | None = None) -> Model:
    """Return the weights, learnt from the examples whose sites have several pages."""
    alone, together = divided(list(examples))
    base = base_of(alone, language, progress)
    return weights(seen(together, base, progress))


def divided(examples: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """Return the examples whose sites have one page, or are unknown, and those whose sites have several."""
    counts = Counter(example.site for example in examples if example.site)
    together = [example for example in examples if counts[example.site] > 1 and not example.snippets]
    chosen = {example.site for example in together}
    return [example for example in examples if example.site not in chosen], together


def base_of(alone: Sequence[Example], language: str, progress: Progress | None) -> Model:
    """Return a forest that knows none of the sites with several pages."""
    pages = []
    for example in alone:
        pages.append(read_forest_page(example))
        if progress is not None:
            progress("pages of other sites read", len(pages), len(alone))
    return forest.train_on(pages, language, progress=progress)


def seen(together: Sequence[Example], base: Model, progress: Progress | None = None) -> list[Seen]:
    """Return what the pages of sites with several pages have to teach, as the forest ``base`` sees them."""
    by_site: dict[str, list[Example]] = {}
    for example in together:
        by_site.setdefault(example.site, []).append(example)
    cleaner = Cleaner(model=base)
    found: list[Seen] = []
    for examples in by_site.values():
        documents = [as_shown(cleaner.clean(example.page)) for example in examples]
        site = Site.learn(documents)
        for example, document in zip(examples, documents, strict=True):
            found += _seen(read_forest_page(example), document, site)
            if progress is not None:
                progress("pages of sites read", len(found), len(together))
    return found


def _seen(page: ForestPage, document: Document, site: Site) -> list[Seen]:
    """Return what a page has to teach; nothing if there are no other pages."""
    blocks, decisions = document.blocks, document.decisions
    facts, grounds = site.facts(blocks), decisions.grounds
    if facts is None or not isinstance(grounds, TreeGrounds):
        return []
    hidden = blocks.hidden_bits()
    visible = [index for index, block in enumerate(blocks.items) if not block.state & hidden]
    number_of = {index: number for number, index in enumerate(visible)}
    features, examples = grounds.features, page.training_page
    title = features.rows[features.title] if features.title >= 0 else -1
    rows = [index for index in features.rows if not blocks.items[index].rule and index != title]
    total = max(1.0, sum(blocks.items[index].words ** 0.5 for index in rows)) ** 0.5
    near = [index for index in rows if abs(decisions.scores[index]) <= UNSURE]
    is_article = features.value(COL_SCOPE, 0) == ARTICLE
    found = Seen(
        examples.id,
        examples.site,
        [values(facts.of(index), is_article) for index in near],
        [decisions.scores[index] for index in near],
        [examples.is_clean(number_of[index]) for index in near],
        [blocks.items[index].words ** 0.5 / total for index in near],
    )
    return [found]


def weights(pages: Sequence[Seen]) -> Model:
    """Return the weights that explain best which blocks of some pages are clean."""
    found = fitted(pages)
    training = [{"set": name, "pages": count} for name, count in _sets(pages).items()]
    header = {"engine": KIND, "terms": DIGEST, "training": training}
    return build_model(header, {"weights": array("i", found)})


def _sets(pages: Sequence[Seen]) -> Mapping[str, int]:
    return Counter(id.rpartition("/")[0] for id in dict.fromkeys(page.id for page in pages))


def fitted(pages: Sequence[Seen]) -> list[int]:
    """Return the weight of each term, in units of a score."""
    import numpy as np
    from scipy.optimize import minimize

    numbers = {site: number for number, site in enumerate(dict.fromkeys(page.site for page in pages))}
    table = np.array([row for page in pages for row in page.values], np.float64).reshape(-1, len(TERMS)) / WHOLE
    if not len(table):
        raise NCleanerError("evidence from sites can only be learnt from sites with several pages")
    scores = np.array([score for page in pages for score in page.scores]) * log(2)
    labels = np.array([label for page in pages for label in page.labels], np.float64)
    worth = np.array([weight for page in pages for weight in page.weights])
    sites = np.array([numbers[page.site] for page in pages for _ in page.scores])
    count = len(TERMS)

    def loss(found: NDArray[float64]) -> tuple[float, NDArray[float64]]:
        odds = scores + table @ found[:count] + found[count:][sites]
        errors = worth * (1 / (1 + np.exp(-odds)) - labels)
        by_site = np.bincount(sites, errors, len(numbers))
        gradient = np.concatenate([table.T @ errors, by_site]) + REGULARISATION * found
        likelihood = (worth * (np.logaddexp(0, odds) - labels * odds)).sum()
        return float(likelihood + REGULARISATION * (found @ found) / 2), gradient

    bounds = [(-LARGEST, 0.0)] * count + [(-inf, inf)] * len(numbers)
    start = np.zeros(count + len(numbers))
    best = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 1000}).x[:count]
    return [round(float(weight) / log(2) * UNITS / STEP) * STEP for weight in best]
