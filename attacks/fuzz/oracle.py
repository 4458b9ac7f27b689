"""What must hold for every page: `examine` cleans one by its plan, checks all that comes out, and returns it.

A broken promise raises `Broken`; any other exception from `examine` is a broken promise as well, because a page never
raises.
"""

from __future__ import annotations

import hashlib
import math
import time
from dataclasses import dataclass, field

from attacks.fuzz import formats, tree
from attacks.fuzz.broken import Broken
from attacks.fuzz.plan import Plan, cleaner
from ncleaner import Document
from ncleaner.page.segment import KINDS
from ncleaner.sites.site import Site
from ncleaner.sites.sketch import Sketch, sketch_of

LARGEST_GROWTH = 12  # times the page: the output of a format, plus
LARGEST_BASE = 1 << 20
MOST_WORDS = 7  # of a chunk
EXPLAINED = 5  # segments; each takes as long as deciding on it


@dataclass
class Examined:
    """The digest of all that came out, and the processor time that it took to make it, without that of the checks."""

    digest: str = ""
    seconds: float = 0.0
    outputs: dict[str, str] = field(default_factory=dict)


def examine(plan: Plan, page: bytes) -> Examined:
    """Clean a page and check the document and its formats."""
    started = time.process_time()
    document = cleaned(plan, page)
    examined = Examined(seconds=time.process_time() - started)
    check_document(document)
    check_segments(document)
    if plan.explain:
        check_explanations(document)
    content = hashlib.sha256(repr((document.warnings, document.metadata, document.segments)).encode())
    content.update(examined_site(document))
    started = time.process_time()
    root, chunks = document.tree(all=plan.all, images=plan.images), document.chunks(max_words=MOST_WORDS)
    examined.seconds += time.process_time() - started
    tree.check_tree(document, root, all=plan.all)
    tree.check_chunks(document, chunks, MOST_WORDS)
    content.update(repr((tree.value(root), [(chunk.text, chunk.headings) for chunk in chunks])).encode())
    for name in plan.formats:
        started = time.process_time()
        output = document.to(name, **render_options(plan, name))
        examined.seconds += time.process_time() - started
        check_output(name, output, len(document.page.source))
        examined.outputs[name] = output
        content.update(output.encode())
    examined.digest = content.hexdigest()
    return examined


def cleaned(plan: Plan, page: bytes) -> Document:
    """Clean a page as its plan says."""
    return cleaner(plan.engine, plan.options).clean(
        page, url=plan.url, encoding=plan.encoding, http_charset=plan.http_charset, kind=plan.kind
    )


def render_options(plan: Plan, name: str) -> dict[str, bool]:
    """Return the options of a format that the plan asks for."""
    options = {"all": plan.all}
    if name in ("txt", "markdown", "html"):
        options["metadata"] = plan.details
    if name in ("markdown", "html"):
        options["links"] = not plan.details
        options["images"] = plan.images
    return options


def check_document(document: Document) -> None:
    """Check what a document says of the whole page."""
    if not isinstance(document, Document):
        raise Broken("document", f"clean returned {document!r}")
    check_text("source", document.page.source.decode("utf-8"))
    for name, value in document.metadata.items():
        check_text(f"metadata {name}", value)
    for warning in document.warnings:
        check_text("warning", warning)
    confidence = document.confidence
    if confidence is not None and not 0 <= confidence <= 1:
        raise Broken("confidence", f"{confidence} is not between 0 and 1")
    types = document.page_types
    if types and not math.isclose(sum(types.values()), 1, abs_tol=1e-3):
        raise Broken("page types", f"their probabilities add up to {sum(types.values())}")


def check_segments(document: Document) -> None:
    """Check the texts, scores and places of all segments."""
    segments = document.segments
    for segment in segments:
        check_text("segment", segment.text)
        check_text("reason", segment.reason)
        check_text("path", segment.path)
        if segment.kind not in KINDS:
            raise Broken("segments", f"unknown kind {segment.kind!r}")
        if not math.isfinite(segment.score):
            raise Broken("segments", f"the score {segment.score} is no number")
    check_spans([(segment.start, segment.end) for segment in segments], len(document.page.text), "characters")
    source = document.page.source
    spans = [(block.start, block.end) for block in document.blocks.items]
    check_spans(spans, len(source), "bytes")
    for start, end in spans:
        for place in (start, end):
            if 0 <= place < len(source) and source[place] & 0xC0 == 0x80:
                raise Broken("spans", f"byte {place} is inside of a character")


def check_spans(spans: list[tuple[int, int]], size: int, unit: str) -> None:
    """Check that spans lie inside of the page and ascend; −1 stands for the places of engines that know none."""
    before = 0
    for start, end in spans:
        if start == end == -1:
            continue
        if not 0 <= start <= end <= size:
            raise Broken("spans", f"{start}:{end} in a page of {size} {unit}")
        if start < before:
            raise Broken("spans", f"one begins at {start}, after one that begins at {before}, in {unit}")
        before = start


def examined_site(document: Document) -> bytes:
    """Look a page up among two others that have its blocks by turns; return its fingerprints and what comes out."""
    sketch = sketch_of(document.blocks)
    columns = sketch.texts, sketch.paths, sketch.words
    site = Site(Sketch(number, *(column[number::2] for column in columns)) for number in range(2))
    facts = site.facts(document.blocks)
    found = []
    for fact in [] if facts is None else map(facts.of, range(len(document.blocks))):
        if not fact.here <= fact.anywhere <= fact.others or not fact.here <= fact.place <= fact.others:
            raise Broken("site", f"a block stands here on {fact.here} pages, and anywhere on {fact.anywhere}")
        found.append((fact.here, fact.anywhere, fact.place, fact.is_fixed))
    return repr((sketch.page, *map(list, columns), found)).encode()


def check_explanations(document: Document) -> None:
    """Check the scores of characters, if the engine has any."""
    if not getattr(document.decider, "explains_characters", False):
        return
    for segment in document.segments[:EXPLAINED]:
        scores = segment.explain()
        if not all(math.isfinite(score) for _, score in scores):
            raise Broken("explain", f"scores of {segment.text!r} are no numbers")
        if scores and scores[-1][0] != "":
            raise Broken("explain", "the last score is not that of the end")


def check_text(where: str, text: object) -> None:
    """Check that a value is text that UTF-8 can encode."""
    if not isinstance(text, str):
        raise Broken("text", f"the {where} is {type(text).__name__}")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Broken("text", f"the {where} has a lone surrogate at {error.start}") from None


def check_output(name: str, output: str, size: int) -> None:
    """Check that an output is well formed and not too large for a page of ``size`` bytes."""
    check_text(f"{name} output", output)
    if len(output) > LARGEST_GROWTH * size + LARGEST_BASE:
        raise Broken("size", f"{len(output)} characters of {name} from {size} bytes")
    complaint = formats.CHECKS[name](output)
    if complaint:
        raise Broken(name, complaint)
