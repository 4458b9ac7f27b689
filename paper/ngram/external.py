"""The external evaluation: Tables 1, 3 and 4 of NCleaner, on pages of CleanEval's test set."""

from __future__ import annotations

from ncleaner.engines.ngram.engine import Ngram
from ncleaner.gold.reading import read
from ncleaner.metrics.counts import mean
from ncleaner.metrics.edit import similarity
from paper.judging import cleaned
from paper.markdown import NONE, number, table, triple
from paper.ngram import published
from paper.ngram.materials import LEXICAL, NON_LEXICAL, Materials
from paper.ngram.published import Triple
from paper.page import Pieces
from paper.significance import Pairing, paired_tests

RECIPES = (LEXICAL, NON_LEXICAL)
DUMPS = {"lynx": "Lynx", "dump": "`dump`"}


def pieces(materials: Materials) -> Pieces:
    """The tables of the test set."""
    return Pieces(
        {
            "table_1": _table_1(materials),
            "table_3": _table(materials, published.TABLE_3, "words+marks"),
            "table_4": _table(materials, published.TABLE_4, "marks"),
            "external_tests": paired_tests(_pairings(materials)),
        }
    )


def _table(materials: Materials, theirs: dict[str, Triple], measure: str) -> str:
    heads = ["", "published F", "precision", "recall", "independent F", "precision", "recall"]
    heads += ["in runs F", "precision", "recall"]
    rows = []
    for name, result in materials.baselines("test").items():
        rows.append([name, *theirs["Baseline"].cells(), *triple(result.micro(measure)), *[NONE] * 3])
    for name, recipe in (("NCleaner", LEXICAL), ("Non-lexical", NON_LEXICAL)):
        for source in ("html", *materials.text_sources):
            kind = "HTML" if source == "html" else "text"
            label = f"{name} ({kind})" if source == "html" else f"{name} ({kind}, dumps by {DUMPS[source]})"
            row = [label, *theirs[f"{name} ({kind})"].cells()]
            for decode in ("independent", "viterbi"):
                row += triple(materials.result(source, recipe, decode).micro(measure))
            rows.append(row)
    return table(heads, rows)


def _pairings(materials: Materials) -> list[Pairing]:
    *_, baseline = materials.baselines("test").values()
    text = materials.text_sources[0]
    html_alone, text_alone, simple_html, simple_text = (
        materials.result(source, recipe, "independent") for recipe in RECIPES for source in ("html", text)
    )
    html_runs, text_runs, simple_runs = (
        materials.result(source, recipe, "viterbi")
        for source, recipe in (("html", LEXICAL), (text, LEXICAL), ("html", NON_LEXICAL))
    )
    standard, simple = "NCleaner", "Non-lexical"
    return [
        Pairing(f"{standard} (HTML) − baseline", html_alone, baseline, "f", NONE),
        Pairing(f"{standard} (text) − baseline", text_alone, baseline, "f", published.NCLEANER_TEXT),
        Pairing(f"{simple} (HTML) − {standard} (HTML)", simple_html, html_alone, "f", published.NON_LEXICAL_HTML),
        Pairing(f"{simple} (text) − {standard} (text)", simple_text, text_alone, "f", published.NON_LEXICAL_TEXT),
        Pairing(f"{standard} (HTML), in runs − independent", html_runs, html_alone, "f", NONE),
        Pairing(f"{standard} (text), in runs − independent", text_runs, text_alone, "f", NONE),
        Pairing(f"{simple} (HTML), in runs − independent", simple_runs, simple_html, "f", NONE),
    ]


def _table_1(materials: Materials) -> str:
    """The competition's own measure, as far as it is known."""
    rows = [[f"published: {name}", number(score, 1)] for name, score in published.TABLE_1.items()]
    pages = materials.html.test
    for decode, label in (("independent", "ours: independent"), ("viterbi", "ours: in runs")):
        outputs = cleaned(Ngram(materials.model("html", LEXICAL), decode=decode), pages)
        pairs = zip(outputs, pages, strict=True)
        scores = [similarity(read(text).words, read(page.gold).words) for text, page in pairs]
        rows.append([label, number(100 * mean(scores).value, 1)])
    return table(["", "text"], rows)
