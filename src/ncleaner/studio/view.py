"""A cleaned page as the interface shows it: all segments with the decisions on them, for JSON."""

from __future__ import annotations

from typing import Any

from ncleaner.engines.base import Engine
from ncleaner.page.blocks import CONTINUES
from ncleaner.page.document import Document
from ncleaner.page.segment import DIGITS, KINDS
from ncleaner.tree.links import source_url

MOST_FEATURES = 12
LONGEST_SOURCE = 4000  # characters
AROUND = 400  # characters of the source before and after a segment


def view(document: Document, engine: Engine) -> dict[str, Any]:
    """Return the decisions on a page: facts about the page, counts, and all segments."""
    words, kept_words = document.blocks.word_counts(document.decisions.keep)
    metadata = document.metadata
    return {
        "page": {
            "title": metadata.title,
            "url": source_url(document),
            "encoding": document.page.encoding,
            "language": metadata.language,
            "kind": document.page.kind,
        },
        "warnings": document.warnings,
        "confidence": document.confidence,
        "types": document.page_types,
        "counts": {
            "segments": len(document.blocks),
            "kept": document.decisions.kept,
            "words": words,
            "kept_words": kept_words,
        },
        "segments": segments(document, engine.uncertain_bits),
        "markdown": document.to("markdown"),
    }


def segments(document: Document, uncertain_bits: float) -> list[dict[str, Any]]:
    """Return all segments without their reasons, which take longer and are asked for one by one."""
    blocks, decisions = document.blocks, document.decisions
    places, paths = blocks.places(), blocks.paths()
    described = []
    for index, (block, kind) in enumerate(zip(blocks.items, document.kinds, strict=True)):
        score = decisions.scores[index]
        hidden = bool(block.state & decisions.hidden)
        described.append(
            {
                "n": index,
                "text": blocks.text(index),
                "kind": KINDS[kind & ~CONTINUES],
                "continues": kind >= CONTINUES,
                "keep": decisions.keep[index] == 1,
                "score": round(score, DIGITS),
                "uncertain": not hidden and not block.rule and abs(score) < uncertain_bits,
                "hidden": hidden,
                "words": block.words,
                "start": places[2 * index],
                "end": places[2 * index + 1],
                "path": paths[index],
            }
        )
    return described


def explanation(document: Document, engine: Engine, index: int) -> dict[str, Any]:
    """Return why a segment was kept or dropped: the reason, what counted most, and the scores of its characters."""
    grounds = document.decisions.grounds
    characters = engine.explain(document.blocks.text(index)) if engine.explains_characters else None
    return {
        "n": index,
        "reason": grounds.reason(index),
        "features": [
            {"text": text, "bits": round(bits, DIGITS)} for text, bits in grounds.evidence(index)[:MOST_FEATURES]
        ],
        "characters": characters and [[character, round(bits, DIGITS)] for character, bits in characters],
    }


def source(document: Document, start: int, end: int) -> dict[str, str]:
    """Return the source of a page from ``start`` to ``end``, in characters, and some of the source around it."""
    text = document.page.text
    start = max(0, min(start, len(text)))
    end = max(start, min(end, start + LONGEST_SOURCE, len(text)))
    return {"before": text[max(0, start - AROUND) : start], "text": text[start:end], "after": text[end : end + AROUND]}
