"""The settings of a job: everything that determines its output, and nothing else.

The number of workers and their limits on time and memory are not settings.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from ncleaner import __version__, engines, models
from ncleaner.cleaner import Cleaner
from ncleaner.corpus.record import LARGEST_PAGE, Columns, Shard
from ncleaner.corpus.sinks import SinkOptions
from ncleaner.corpus.sites.options import SiteOptions
from ncleaner.corpus.sites.saved import digest_of
from ncleaner.corpus.sources.paths import is_remote
from ncleaner.errors import NCleanerError
from ncleaner.sites.site import Site
from ncleaner.tokenize.segmenters import installed

DIGEST = 12  # hexadecimal digits to identify a model

VERTICAL = "vertical"  # a sink, and a format of the sink `files`

FORMAT = 2  # of the manifest and of the digest of the inputs; jobs of another format cannot be resumed

# The manifest has a digest of this text for each shard.
_INPUT = "{0.kind!r} {0.sources!r} {0.start!r} {0.end!r} {0.size!r}\n"


@dataclass(frozen=True, slots=True)
class Filters:
    """Which pages and paragraphs to drop; pages without text are always dropped.

    ``languages`` are the codes of languages to keep, empty for all. ``detect`` detects the language of a page in its
    text; otherwise it is the one that the page declares, unless ``languages`` are given.
    """

    min_confidence: float | None = None
    min_words: int = 0
    languages: tuple[str, ...] = ()
    detect: bool = False
    duplicate_pages: bool = False
    duplicate_paragraphs: bool = False

    @property
    def detects_language(self) -> bool:
        """Whether the language of pages must be detected."""
        return self.detect or bool(self.languages)

    @property
    def drops_duplicates(self) -> bool:
        """Whether pages must be compared with each other."""
        return self.duplicate_pages or self.duplicate_paragraphs


@dataclass(frozen=True, slots=True)
class Settings:
    """How pages are read, cleaned, filtered and written; with ``sites``, using what the pages of a site share."""

    sink: SinkOptions
    engine: str | None = None
    model: str | None = None
    engine_options: dict[str, Any] = field(default_factory=dict)
    encoding: str | None = None
    filters: Filters = field(default_factory=Filters)
    columns: Columns = field(default_factory=Columns)
    sites: SiteOptions | None = None
    max_page_bytes: int = LARGEST_PAGE

    @property
    def needs_language(self) -> bool:
        """Whether the language of pages is used by a filter or written."""
        return self.filters.detects_language or "language" in self.sink.fields

    def cleaner(self) -> Cleaner:
        """Return a cleaner with the engine and model; raise `NCleanerError` if they do not fit filters or sites."""
        cleaner = Cleaner(engine=self.engine, model=self.model, **self.engine_options)
        if self.filters.min_confidence is not None and not cleaner.engine.can_tell_confidence:
            name = "this model" if cleaner.engine.takes_model else f"the engine {cleaner.engine.name!r}"
            raise NCleanerError(f"{name} reports no confidence; --min-confidence cannot be used with it")
        if self.sites is not None:
            import publicsuffixlist  # noqa: F401  if it is missing, say so before workers start

            cleaner.engine.with_site(Site())
        return cleaner

    def model_version(self) -> str | None:
        """Return the name of the model and the start of its digest, such as ``forest-0123456789ab``."""
        name = self.model
        if name is None:
            name = engines.default_model(self.engine or engines.DEFAULT_ENGINE)
        if name is None:
            return None
        with open(models.find(name), "rb") as file:
            digest = sha256(file.read()).hexdigest()[:DIGEST]
        return f"{os.path.basename(name).removesuffix(models.ENDING)}-{digest}"


def description(shards: list[Shard], settings: Settings) -> dict[str, Any]:
    """Return a job as values for JSON; two jobs with equal descriptions have the same output."""
    digest = sha256()
    for shard in shards:
        digest.update(_INPUT.format(shard).encode("utf-8", "surrogateescape"))
        if any(map(is_remote, shard.sources)):  # local files are compared by their bytes
            digest.update(repr(shard.stamps).encode("utf-8", "backslashreplace"))
    filters = settings.filters
    described = {
        "format": FORMAT,
        "version": __version__,
        "inputs": {"shards": len(shards), "bytes": sum(shard.size for shard in shards), "sha256": digest.hexdigest()},
        "columns": {name: getattr(settings.columns, name) for name in settings.columns.__slots__},
        "encoding": settings.encoding,
        "largest page": settings.max_page_bytes,
        "engine": settings.engine or engines.DEFAULT_ENGINE if settings.model is None else settings.engine,
        "model": settings.model_version(),
        "engine options": dict(sorted(settings.engine_options.items())),
        "sites": None if settings.sites is None else _sites(settings.sites),
        "sink": list(settings.sink),
        "filters": {name: getattr(filters, name) for name in filters.__slots__} | {"languages": [*filters.languages]},
    }
    if VERTICAL in (settings.sink.sink, settings.sink.format):
        described["segmenters"] = installed()  # packages that need not be there, on which the words depend
    return described


def _sites(options: SiteOptions) -> dict[str, Any]:
    loaded = None if options.load is None else digest_of(options.load, options.key)
    return {"key": options.key, "fewest pages": options.fewest, "loaded": loaded}
