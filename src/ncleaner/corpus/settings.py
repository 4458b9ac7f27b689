"""What a job is: everything that decides on what comes out, and nothing else.

How many workers share the work, and how much time and memory they have, is no part of it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from ncleaner import __version__, engines, models
from ncleaner.cleaner import Cleaner
from ncleaner.corpus.record import LARGEST_PAGE, Columns, Piece
from ncleaner.corpus.sinks import SinkOptions
from ncleaner.errors import NCleanerError

DIGEST = 12  # hexadecimal digits that tell models apart


@dataclass(frozen=True, slots=True)
class Filters:
    """What is left out, besides pages of which nothing is kept.

    ``languages`` are the codes of those to be kept, none for all. ``detect`` has the language of pages found out;
    without it, it is the one that pages declare.
    """

    min_confidence: float | None = None
    min_words: int = 0
    languages: tuple[str, ...] = ()
    detect: bool = False
    duplicate_pages: bool = False
    duplicate_paragraphs: bool = False

    @property
    def detects_language(self) -> bool:
        """Whether the language of pages has to be found out."""
        return self.detect or bool(self.languages)

    @property
    def duplicates(self) -> bool:
        """Whether pages have to be compared with each other."""
        return self.duplicate_pages or self.duplicate_paragraphs


@dataclass(frozen=True, slots=True)
class Settings:
    """How pages are read, cleaned, filtered and written."""

    sink: SinkOptions
    engine: str | None = None
    model: str | None = None
    engine_options: dict[str, Any] = field(default_factory=dict)
    encoding: str | None = None
    filters: Filters = field(default_factory=Filters)
    columns: Columns = field(default_factory=Columns)
    max_page_bytes: int = LARGEST_PAGE

    @property
    def tells_language(self) -> bool:
        """Whether the language of pages matters."""
        return self.filters.detects_language or "language" in self.sink.fields

    def cleaner(self) -> Cleaner:
        """What cleans the pages."""
        cleaner = Cleaner(engine=self.engine, model=self.model, **self.engine_options)
        if self.filters.min_confidence is not None and not cleaner.engine.can_tell_confidence:
            who = "this model" if cleaner.engine.takes_model else f"the engine {cleaner.engine.name!r}"
            raise NCleanerError(f"{who} cannot tell how far its text can be trusted, so there is no minimum for that")
        return cleaner

    def model_version(self) -> str | None:
        """The name of the model and the beginning of its digest, such as ``forest-0123456789ab``."""
        name = self.model
        if name is None:
            name = engines.default_model(self.engine or engines.DEFAULT_ENGINE)
        if name is None:
            return None
        with open(models.find(name), "rb") as file:
            digest = sha256(file.read()).hexdigest()[:DIGEST]
        return f"{os.path.basename(name).removesuffix(models.ENDING)}-{digest}"


def description(pieces: list[Piece], settings: Settings) -> dict[str, Any]:
    """A job in values for JSON; two jobs with equal descriptions have the same output."""
    digest = sha256()
    for piece in pieces:
        digest.update(repr(piece).encode("utf-8", "surrogateescape"))
    filters = settings.filters
    return {
        "version": __version__,
        "inputs": {"shards": len(pieces), "bytes": sum(piece.size for piece in pieces), "sha256": digest.hexdigest()},
        "columns": {name: getattr(settings.columns, name) for name in settings.columns.__slots__},
        "encoding": settings.encoding,
        "largest page": settings.max_page_bytes,
        "engine": settings.engine or engines.DEFAULT_ENGINE if settings.model is None else settings.engine,
        "model": settings.model_version(),
        "engine options": dict(sorted(settings.engine_options.items())),
        "sink": list(settings.sink),
        "filters": {name: getattr(filters, name) for name in filters.__slots__} | {"languages": [*filters.languages]},
    }
