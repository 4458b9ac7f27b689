"""What differs from the papers, and what each difference is worth where it can be switched off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from paper.judging import Result
from paper.markdown import number, percent, signed, table
from paper.ngram.materials import LEXICAL, NON_LEXICAL, Materials
from paper.page import Pieces

HEADS = ("", "words+marks F without", "with", "difference", "words F, difference")


def pieces(materials: Materials) -> Pieces:
    """The table of what can be switched on and off."""
    return Pieces({"worth": table(HEADS, list(_rows(materials)))})


def _rows(materials: Materials) -> Iterator[list[str]]:
    for recipe, name in ((LEXICAL, "standard"), (NON_LEXICAL, "non-lexical")):
        alone = materials.result("html", recipe, "independent")
        bias = materials.model("html", recipe).parameter("bias", float)
        plain = materials.result("html", recipe, "independent", bias=0.0)
        yield _row(f"a bias of {number(bias)} bits, {name}", plain, alone)
        yield _row(f"runs, {name}", alone, materials.result("html", recipe, "viterbi"))
        dirty = {
            way: materials.result("html", replace(recipe, dirty=way), "independent")
            for way in ("differential", "aligned")
        }
        yield _row(f"aligned dirty text, {name}", dirty["differential"], dirty["aligned"])
    for source in materials.text_sources:
        dumps = "Lynx" if source == "lynx" else "`dump`"
        text, html = (materials.result(one, LEXICAL, "independent") for one in (source, "html"))
        yield _row(f"HTML instead of dumps by {dumps}, standard", text, html)


def _row(name: str, without: Result, with_it: Result) -> list[str]:
    before, after = without.micro().f, with_it.micro().f
    words = with_it.micro("words").f - without.micro("words").f
    return [name, percent(before), percent(after), signed(after - before), signed(words)]
