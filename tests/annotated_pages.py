"""Small pages to annotate, documents of them, and strokes at random, for the tests of the studio."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import accumulate
from pathlib import Path

from ncleaner.cleaner import Cleaner
from ncleaner.errors import UsageError
from ncleaner.page.document import Document
from ncleaner.studio.annotation import Annotation, suggested, unit_texts
from ncleaner.studio.strokes import Stroke

EXAMPLES = Path(__file__).parent.parent / "examples"

PAGE = """<title>The harbour</title><body><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>
<h1>The harbour</h1>
<p>Boats <b>come and go &amp; <a href=/tide>the tide</a></b> does not wait. Fish&nbsp;&fjlig; at 𝔽ive.</p>
<p style="display:none">Nobody sees this.</p>
<pre>one
  two
three</pre><p>灯台守の猫は海を見る。</p>
<p>© The harbour. All rights reserved.</p></body>"""


@cache
def cleaner() -> Cleaner:
    return Cleaner()


@cache
def document(page: str = PAGE, kind: str = "html") -> Document:
    """Return a page as the default engine cleans it."""
    return cleaner().clean(page, kind=kind)


@cache
def examples() -> dict[str, Document]:
    """Return the example pages as the default engine cleans them."""
    paths = [path for path in sorted(EXAMPLES.iterdir()) if path.suffix in (".html", ".txt")]
    kinds = {".html": "html", ".txt": "text"}
    return {path.name: cleaner().clean(path.read_bytes(), kind=kinds[path.suffix]) for path in paths}


def texts(document: Document, annotation: Annotation) -> list[str]:
    return list(unit_texts(document, annotation))


def strokes(document: Document, count: int, seed: int, *, between_words: bool = False) -> list[Stroke]:
    """Return strokes as a person might make them one after the other, each of which changes something.

    Segments are divided anywhere, or only ``between_words``.
    """
    chance = random.Random(seed)
    annotation = suggested(document)
    made: list[Stroke] = []
    while len(made) < count:
        stroke = _stroke(annotation, chance)
        if between_words and stroke.operation == "split":
            stroke = _between_words(document, annotation, stroke)
        try:
            after = stroke.apply(annotation, document)
        except UsageError:  # a place where the segment cannot be divided
            continue
        if after != annotation:
            annotation = after
            made.append(stroke)
    return made


def _between_words(document: Document, annotation: Annotation, stroke: Stroke) -> Stroke:
    """Return a stroke that divides the same unit before the word that the given one divides."""
    (number,) = (number for number, unit in enumerate(annotation.units) if unit.span == stroke.spans[0])
    ends = [0, *accumulate(map(len, texts(document, annotation)[number].split()))]
    return replace(stroke, offset=max(end for end in ends if end <= (stroke.offset or 0)))


def _stroke(annotation: Annotation, chance: random.Random) -> Stroke:
    first = chance.randrange(len(annotation.units))
    spans = tuple(unit.span for unit in annotation.units[first : first + chance.choice([1, 1, 1, 3, 8])])
    match chance.choice(["keep", "keep", "kind", "continues", "split", "join"]):
        case "kind":
            return Stroke("kind", spans, chance.choice("phl"))
        case "split":
            return Stroke("split", spans[:1], None, chance.randrange(1, 30))
        case "join":
            return Stroke("join", spans[:1])
        case operation:
            return Stroke(operation, spans, chance.random() < 0.5)
