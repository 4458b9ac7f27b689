"""The internal evaluation: Table 2 of NCleaner, Tables 1 and 2 of StupidOS, their tests, and Figure 3.

The papers cross-validate on the 158 pages of FIASCO, and StupidOS tests on CleanEval's development set as well. Here
that development set is cross-validated, in ten folds.
"""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.charts.differences import histogram, limit
from ncleaner.charts.plot import standalone
from ncleaner.evaluate.statistics import differences
from ncleaner.metrics.counts import Macro
from paper.judging import MEASURE, Result
from paper.markdown import NONE, percent, picture, spread, table, triple
from paper.ngram import published
from paper.ngram.materials import LEXICAL, NON_LEXICAL, Materials
from paper.page import Pieces
from paper.significance import Pairing, paired_tests

FIGURE_3 = "figure-3.svg"
RUNS = ", in runs"
LYNX = "what Lynx shows of a page, without its numbered list of links and with it"
NO_LYNX = "what our own engine shows of a page, as Lynx is not installed here"

Systems = dict[str, Result]
"""The rows of the papers' tables by the names that they have there, and some more."""


def pieces(materials: Materials) -> Pieces:
    """The tables of cross-validation, and Figure 3."""
    systems = _systems(materials)
    precisions = [systems[name].each("precision") for name in (published.NCLEANER, published.BASELINE)]
    found = differences(*precisions)
    _, (precision, recall) = published.STUPIDOS_TABLE_1[published.BASELINE]
    means, deviations = published.TABLE_2_MACRO[published.BASELINE]
    drawing = histogram(found, limit([found]), "NCleaner", "the baseline")
    return Pieces(
        {
            "devset_precision": f"{precision:.2f}",
            "devset_recall": f"{recall:.2f}",
            "fiasco_macro_recall": f"{means.recall:.2f} ± {deviations.recall:.2f}",
            "baseline": LYNX if materials.has_lynx else NO_LYNX,
            "which_measure": _which_measure(materials.baselines("train")),
            "table_2": _table_2(systems),
            "internal_tests": paired_tests(_pairings(systems)),
            "stupidos_table_1": _stupidos_1(systems),
            "stupidos_table_2": _stupidos_2(systems),
            "figure_3": picture(FIGURE_3, "Precision of NCleaner minus that of the baseline, page by page"),
            "about_figure_3": _about_figure_3(found),
            "below": _below(systems),
        },
        {FIGURE_3: standalone(drawing, scale=1.4)},
    )


def _systems(materials: Materials) -> Systems:
    systems = {**materials.baselines("train"), published.HEURISTICS: materials.heuristics()}
    for recipe, name in ((LEXICAL, published.NCLEANER), (NON_LEXICAL, published.NON_LEXICAL)):
        systems[name] = materials.held_out(recipe, "independent")
        systems[name + RUNS] = materials.held_out(recipe, "viterbi")
    return systems


def _which_measure(baselines: Systems) -> str:
    """The figures of the baseline, which tell how the papers measured."""
    told = []
    for name, result in baselines.items():
        words, both = result.micro("words"), result.micro()
        told.append(
            f"*{name}* has a precision of {percent(words.precision)} and a recall of {percent(words.recall)} where"
            f" words alone count, and a recall of {percent(both.recall)} where marks count, too"
        )
    return "; ".join(told)


def _table_2(systems: Systems) -> str:
    heads = ["", "", "micro F", "precision", "recall", "macro F", "precision", "recall"]
    rows = []
    for name, result in systems.items():
        if name in published.TABLE_2_MICRO:
            values, deviations = published.TABLE_2_MACRO[name]
            means = [f"{value:.2f} ± {deviation:.2f}" for value, deviation in zip(values, deviations, strict=True)]
            rows.append([name, "published", *published.TABLE_2_MICRO[name].cells(), *means])
        macro = result.macro()
        ours = [*triple(result.micro("words")), *map(spread, (macro.f, macro.precision, macro.recall))]
        rows.append(["" if name in published.TABLE_2_MICRO else name, "ours", *ours])
    return table(heads, rows, labels=2)


def _pairings(systems: Systems) -> list[Pairing]:
    baseline, ncleaner, simple = (
        systems[name] for name in (published.BASELINE, published.NCLEANER, published.NON_LEXICAL)
    )
    in_runs = systems[published.NCLEANER + RUNS]
    return [
        Pairing("NCleaner − baseline", ncleaner, baseline, "f", published.NCLEANER_F_TEST),
        Pairing("NCleaner, in runs − baseline", in_runs, baseline, "f", NONE),
        Pairing("NCleaner − baseline", ncleaner, baseline, "precision", published.NCLEANER_PRECISION),
        Pairing("Non-lexical − baseline", simple, baseline, "precision", published.NON_LEXICAL_PRECISION_TEST),
        Pairing("Non-lexical − baseline", simple, baseline, "f", published.NON_LEXICAL_F),
        Pairing("Non-lexical − NCleaner", simple, ncleaner, "f", published.NON_LEXICAL_WORSE),
        Pairing("NCleaner, in runs − independent", in_runs, ncleaner, "f", NONE),
    ]


def _stupidos_1(systems: Systems) -> str:
    heads = ["", "FIASCO precision", "recall", "Devset precision", "recall", "ours precision", "recall"]
    rows = []
    for name, result in systems.items():
        figures = [f"{value:.2f}" for set in published.STUPIDOS_TABLE_1.get(name, ()) for value in set]
        _, *ours = triple(result.micro("words"))
        rows.append([name, *(figures or [NONE] * 4), *ours])
    return table(heads, rows)


def _stupidos_2(systems: Systems) -> str:
    heads = ["", "", "words F", "precision", "recall", "marks F", "precision", "recall"]
    rows = []
    for name, result in systems.items():
        for set, (words, marks) in zip(("FIASCO", "Devset"), published.STUPIDOS_TABLE_2.get(name, ()), strict=False):
            rows.append([name, set, *words.cells(), *marks.cells()])
            name = ""
        rows.append([name, "ours", *_means(result.macro(MEASURE)), *_means(result.macro("marks-unlabelled"))])
    return table(heads, rows, labels=2)


def _means(macro: Macro) -> list[str]:
    return [percent(mean.value) for mean in (macro.f, macro.precision, macro.recall)]


def _about_figure_3(found: Sequence[float]) -> str:
    lower, much = sum(value < 0 for value in found), sum(value >= 0.1 for value in found)
    return (
        f"Precision is lower than the baseline's on {lower} of the {len(found)} pages, and higher by ten points or more"
        f" on {much}. The papers: it is almost always higher, and by ten points or more on about a third of the pages."
    )


def _below(systems: Systems) -> str:
    heads = ["", "below 70 %, published", "below 90 %, published", "below 70 %, ours", "below 90 %, ours"]
    rows = []
    for name, (seventy, ninety) in published.BELOW.items():
        each = systems[name].each("precision")
        theirs = [_share(seventy, published.FIASCO_PAGES)]
        theirs.append("more than a third" if ninety is None else _share(ninety, published.FIASCO_PAGES))
        ours = [_share(sum(value < limit for value in each), len(each)) for limit in (0.7, 0.9)]
        rows.append([name, *theirs, *ours])
    return table(heads, rows)


def _share(count: int, pages: int) -> str:
    return f"{count} of {pages} ({100 * count / pages:.0f} %)"
