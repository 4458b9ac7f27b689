"""``make differential``: the text that a browser shows against the text that the engine ``dump`` keeps, word by word.

Strategy: lexbor builds the tree that the HTML standard demands. Its visible text nodes, divided into words where blocks
and white space divide them, are one bag of words; the kept segments are the other. A word in one bag and not in the
other gets the first reason that fits. What has no reason is unexplained, and an unexplained loss is a finding.

The pages are html5lib's tree-construction cases, the fuzzer's grammar, the examples, and real pages, if there are any.
"""

from __future__ import annotations

import argparse
import gzip
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from selectolax.lexbor import LexborHTMLParser, LexborNode

from attacks.fuzz import html_grammar
from attacks.fuzz.places import DATA, ROOT
from attacks.fuzz.shared import html5lib_cases
from ncleaner import Cleaner, Document

# Elements that browsers do not display, and fallback content that they display only if they do not know the element.
UNDISPLAYED = frozenset(
    "head title script style template datalist rp noscript noframes noembed iframe audio canvas video meter progress "
    "object area base link meta param".split()
)
UNDISPLAYED_IN_SVG = frozenset("title desc script style metadata defs".split())
INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rb ruby rt rtc s samp "
    "small span strike strong sub sup time tt u var wbr blink".split()
)
NO_DISPLAY = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
# What the writer omits or folds: controls, soft hyphens, joiners, byte-order marks, what stands for damaged text.
OMITTED = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u200b\u2060\ufdd0-\ufdef\ufeff\ufffd-\uffff]")
NONCHARACTERS = re.compile(f"[{''.join(chr(plane << 16 | low) for plane in range(1, 17) for low in (0xFFFE, 0xFFFF))}]")
SHOWN_EXAMPLES = 5
UNEXPLAINED = "unexplained"
BOUNDARY = "word boundary"
REVEALED = "hidden until a script runs"  # most of the page, which dump therefore keeps


@dataclass
class Words:
    """The words of a page: those that are shown in order, and those that are not by the reason why."""

    shown: list[str] = field(default_factory=list)
    hidden: dict[str, Counter[str]] = field(default_factory=dict)


@dataclass
class Row:
    """A row of the table: counts over the pages of one set."""

    pages: int = 0
    words: int = 0
    lost: Counter[str] = field(default_factory=Counter)
    extra: Counter[str] = field(default_factory=Counter)
    reordered: int = 0
    examples: list[str] = field(default_factory=list)


def browser_words(text: str) -> Words:
    """Return the words of a page as lexbor's tree has them."""
    root = LexborHTMLParser(text).root
    pieces: dict[str, list[str]] = {"": []}
    reasons = [""]
    for node, enters in walk(root) if root is not None else ():
        tag = node.tag or ""
        if tag == "-text":
            pieces.setdefault(reasons[-1], []).append(node.text_content or "")
        elif not tag.startswith("-"):
            if tag not in INLINE:
                for texts in pieces.values():
                    texts.append(" ")
            if enters:
                reasons.append(reasons[-1] or why_hidden(node))
            else:
                reasons.pop()
    return Words(split("".join(pieces.pop(""))), {why: Counter(split("".join(texts))) for why, texts in pieces.items()})


def walk(root: LexborNode) -> Iterator[tuple[LexborNode, bool]]:
    """Yield each node when it is entered, with true, and each element again when it is left, with false."""
    yield root, True
    open_nodes = [(root, root.iter(include_text=True))]
    while open_nodes:
        node, children = open_nodes[-1]
        child = next(children, None)
        if child is None:
            open_nodes.pop()
            yield node, False
        else:
            yield child, True
            if not (child.tag or "-").startswith("-"):
                open_nodes.append((child, child.iter(include_text=True)))


def why_hidden(node: LexborNode) -> str:
    """Return why a browser does not display an element, or nothing if it does."""
    tag = node.tag or ""
    attributes = node.attributes
    if tag in UNDISPLAYED:
        return f"<{tag}>"
    if tag in UNDISPLAYED_IN_SVG and in_svg(node):
        return f"<{tag}>"
    if "hidden" in attributes:
        return "hidden"
    if NO_DISPLAY.search(attributes.get("style") or ""):
        return "style"
    if tag == "dialog" and "open" not in attributes:
        return "<dialog>"
    return ""


def in_svg(node: LexborNode) -> bool:
    """Return whether an element is part of a drawing."""
    parent = node.parent
    while parent is not None and parent.tag != "svg":
        parent = parent.parent
    return parent is not None


def our_words(document: Document) -> Words:
    """Return the words of the segments that ``dump`` keeps, and of those that it drops, by their reason."""
    words = Words()
    for segment in document.segments:
        if segment.keep:
            words.shown += split(segment.text)
        else:
            words.hidden.setdefault(segment.reason, Counter()).update(split(segment.text))
    return words


def split(text: str) -> list[str]:
    """Return the words of a text without what is omitted."""
    return NONCHARACTERS.sub("", OMITTED.sub("", text)).split()


def differences(here: Words, there: Words) -> Counter[str]:
    """Count the words shown here and not there, by the first reason that fits.

    A word is only divided in another way if its characters are among those of the words that are shown only there.
    """
    missing = Counter(here.shown) - Counter(there.shown)
    added = Counter(there.shown) - Counter(here.shown)
    characters = Counter("".join(word * count for word, count in added.items()))
    counts: Counter[str] = Counter()
    for word, count in missing.items():
        needed = Counter(word * count)
        if needed <= characters:
            characters -= needed
            counts[BOUNDARY] += count
        else:
            counts[hidden_reason(word, there, characters)] += count
    return counts


def hidden_reason(word: str, there: Words, characters: Counter[str]) -> str:
    """Return why a word, or a part of it without which it is shown there, is hidden there."""
    for reason, words in there.hidden.items():
        if word in words:
            return reason
        if any(part in word and Counter(word.replace(part, "", 1)) <= characters for part in words):
            return reason
    return UNEXPLAINED


def compare(row: Row, name: str, data: bytes, cleaner: Cleaner) -> None:
    """Add the differences of a page to a row."""
    document = cleaner.clean(data)
    browser, ours = browser_words(document.page.text), our_words(document)
    lost, extra = differences(browser, ours), differences(ours, browser)
    if not document.decisions.hidden:
        extra = Counter({REVEALED: extra.total()})
    row.pages += 1
    row.words += len(browser.shown)
    row.lost += lost
    row.extra += extra
    row.reordered += not lost and not extra and browser.shown != ours.shown
    for what, counts, one, other in (("lost", lost, browser, ours), ("extra", extra, ours, browser)):
        if counts[UNEXPLAINED]:
            missing = Counter(one.shown) - Counter(other.shown)
            row.examples.append(f"{what} {counts[UNEXPLAINED]} in {name}: {' '.join(list(missing)[:8])[:90]!r}")


def pages(count: int) -> Iterator[tuple[str, str, bytes]]:
    """Yield set, name and bytes of all pages to compare, ``count`` of each set of real pages."""
    for path in sorted((ROOT / "examples").glob("*.html")):
        yield "examples", path.name, path.read_bytes()
    folder = DATA / "html5lib-tests" / "tree-construction"
    for path in sorted(folder.rglob("*.dat")):
        for case in html5lib_cases.tree_cases(path, folder):
            if not case.context:
                yield "html5lib", case.name, b"\xef\xbb\xbf" + case.data
    rng = Random(2007)
    for number in range(20 * count):
        yield "grammar", str(number), html_grammar.generate(rng)
    for folder in sorted(DATA.glob("*/html")):
        paths = sorted(folder.glob("*.html.gz"))
        for path in paths[:: max(1, len(paths) // count)][:count]:
            yield folder.parent.name, path.name, gzip.decompress(path.read_bytes())


def show(rows: dict[str, Row]) -> None:
    """Print the table, the reasons and some examples of each set."""
    print(f"{'set':18}{'pages':>7}{'words':>10}{'lost':>8}{'unexpl.':>9}{'extra':>8}{'unexpl.':>9}{'reordered':>11}")
    for name, row in rows.items():
        lost, extra = row.lost, row.extra
        print(
            f"{name:18}{row.pages:7}{row.words:10,}{lost.total():8,}{lost[UNEXPLAINED]:9,}"
            f"{extra.total():8,}{extra[UNEXPLAINED]:9,}{row.reordered:11}"
        )
    for title in ("lost", "extra"):
        total = sum((getattr(row, title) for row in rows.values()), Counter[str]())
        reasons = ", ".join(f"{reason} {count:,}" for reason, count in total.most_common())
        print(f"\n{title} words by reason: {reasons}")
    for name, row in rows.items():
        if row.examples:
            print(f"\n{name}:")
        for example in sorted(row.examples, key=lambda text: -int(text.split()[1]))[:SHOWN_EXAMPLES]:
            print(f"  {example}")


def main() -> int:
    """Compare all pages and print what differs; return 1 if real pages or examples lose words without a reason."""
    parser = argparse.ArgumentParser(prog="python -m attacks.differential", description="Compare with a tree builder.")
    parser.add_argument(
        "--pages", type=int, default=100, metavar="N", help="compare N pages of each set (default: 100)"
    )
    count = parser.parse_args().pages
    cleaner = Cleaner(engine="dump")
    rows: dict[str, Row] = {}
    for name, page, data in pages(count):
        compare(rows.setdefault(name, Row()), page, data, cleaner)
    show(rows)
    return int(any(row.lost[UNEXPLAINED] for name, row in rows.items() if name not in ("html5lib", "grammar")))


if __name__ == "__main__":
    sys.exit(main())
