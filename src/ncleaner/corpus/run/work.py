"""The work on one shard: read, clean, filter, write.

This needs no other process: given a shard and the settings, any process makes the same output.

Whether a page is a duplicate depends on all pages before it. So if duplicates are dropped, a shard is processed twice:
the first task only computes hashes of its pages, and when the duplicates among them are known, the second task writes
the pages. Cleaning pages again is about as fast as storing them in between, and needs no space.

If pages are cleaned with their sites, a task before these learns the sites of the shard, from pages that are read but
not cleaned. The sites of all shards are merged before the next task for any of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from ncleaner.corpus.cleaned import Cleaned
from ncleaner.corpus.filters.duplicates import Duplicates, PageHashes, without_paragraphs
from ncleaner.corpus.filters.language import check_languages, language_of
from ncleaner.corpus.record import Counts, Damage, Record, Shard
from ncleaner.corpus.run.error_lines import ErrorLines
from ncleaner.corpus.run.part import ERRORS, HASHES, SITES, Part, close_safely
from ncleaner.corpus.run.progress_slot import FINISHING, ProgressSlot, cleaning, reading
from ncleaner.corpus.run.task import TOO_MUCH_MEMORY, Result, Task
from ncleaner.corpus.settings import Filters, Settings
from ncleaner.corpus.sinks import open_shard
from ncleaner.corpus.sites.key import SiteKeys
from ncleaner.corpus.sites.learner import SiteLearner, sketched
from ncleaner.corpus.sites.merge import write_store
from ncleaner.corpus.sites.page_sites import PageSites
from ncleaner.corpus.sources import read
from ncleaner.corpus.sources.fingerprint import check_unchanged, digest
from ncleaner.corpus.sources.planning import FILES
from ncleaner.corpus.tally import DOUBTFUL, DUPLICATE, EMPTY, FOREIGN, SHORT, Tally
from ncleaner.errors import OutputError, SourceError
from ncleaner.page.document import Document

LONGEST_REASON = 200  # characters


class Work:
    """Processes tasks with an engine that is loaded once. ``output`` is the output folder of the job.

    If pages are cleaned with their sites, the sites of the job must be there before a task that cleans.
    """

    def __init__(self, settings: Settings, output: str) -> None:
        self.settings = settings
        self.output = output
        self.cleaner = settings.cleaner()
        self.model = settings.model_version()
        if settings.filters.languages:
            check_languages(settings.filters.languages)
        self.sites: PageSites | None = None
        if settings.sites is not None:
            self.sites = PageSites(settings.sites, SiteKeys(settings.sites.key), self.cleaner, output)

    def on(self, task: Task, slot: ProgressSlot | None = None) -> Result:
        """Process a task and return its result; store the progress in ``slot``, if there is one.

        Raises `SourceError` if an input cannot be read or is not the one that was planned, and `OutputError`.
        """
        part = Part(self.output, task.number)
        slot = slot or ProgressSlot.private()
        try:
            return _TaskRun(self, task, part, slot).run()
        except OSError as error:  # of the output: those of sources are SourceErrors, those of engines are failures
            part.discard()
            raise OutputError(error.strerror or str(error)) from None
        except BaseException:
            part.discard()
            raise


class _TaskRun:
    """One task while it is being processed."""

    def __init__(self, work: Work, task: Task, part: Part, slot: ProgressSlot) -> None:
        self.work = work
        self.task = task
        self.part = part
        self.slot = slot
        self.filters = work.settings.filters
        self.needs_language = work.settings.needs_language
        self.tally = Tally()
        self.errors = ErrorLines()
        self.input: str | None = None

    def run(self) -> Result:
        check_unchanged(self.task.shard)
        if self.task.learn:
            self._learn()
        elif self.task.hash_only:
            self._hash()
        else:
            self._write()
        check_unchanged(self.task.shard)  # after all has been written, so that a later change is newer than the output
        return Result(self.task, self.part.folder, tuple(self.part.outputs), self.tally, self.input)

    def _learn(self) -> None:
        settings = self.work.settings
        assert settings.sites is not None
        learner = SiteLearner(settings.sites.key, os.path.join(self.part.folder, "runs"))
        for _, record in self._pages():
            key = self._site(record)
            if key is not None and learner.count(key):
                sketch = sketched(record, self.work.cleaner.engine, settings.encoding)
                if sketch is not None:
                    learner.add(key, sketch)
        self.slot.set_step(FINISHING)
        write_store(self.part.place(SITES, self.part.name), settings.sites.key, learner.entries())

    def _hash(self) -> None:
        hashes = PageHashes(self.filters)
        for number, page, _ in self._accepted():
            hashes.add(number, page.document)
        self.slot.set_step(FINISHING)
        self._store(HASHES, hashes.to_bytes())

    def _write(self) -> None:
        writer = open_shard(self.part, self.work.settings.sink)
        duplicates = self.task.duplicates
        for number, page, (words, kept_words) in self._accepted():
            if duplicates is not None:
                kept_words = self._drop_duplicates(duplicates, number, page, kept_words)
            if kept_words:
                self.tally.add_page(words, kept_words)
                if self.needs_language:
                    self.tally.add_language(page.language)
                writer.add(page)
        self.slot.set_step(FINISHING)
        writer.close()
        self.tally.unlisted = self.errors.unlisted
        if lines := self.errors.text():
            self._store(ERRORS, lines.encode("utf-8", "replace"))

    def _drop_duplicates(self, duplicates: Duplicates, number: int, page: Cleaned, words: int) -> int:
        """Drop duplicate paragraphs; return the number of words left, or 0 if the page is not to be written."""
        if number in duplicates.pages:
            self.tally.left_out[DUPLICATE] += 1
            return 0
        paragraphs = duplicates.paragraphs.get(number)
        if not paragraphs:
            return words
        self.tally.duplicate_paragraphs += len(paragraphs)
        page.document = without_paragraphs(page.document, paragraphs)
        words = word_counts(page.document)[1]
        if words and words >= self.filters.min_words:
            return words
        self.tally.left_out[SHORT if words else DUPLICATE] += 1
        return 0

    def _store(self, folder: str, data: bytes) -> None:
        file = self.part.file(folder, self.part.name)
        file.write(data)
        close_safely(file)

    def _accepted(self) -> Iterator[tuple[int, Cleaned, tuple[int, int]]]:
        """Yield record number, page and word counts of the pages that pass all filters other than for duplicates."""
        for number, record, document in self._cleaned():
            words = word_counts(document)
            reason = drop_reason(document, words[1], self.filters)
            if reason:
                self.tally.left_out[reason] += 1
                continue
            language = language_of(document, self.filters.detects_language) if self.needs_language else None
            if self.filters.languages and language not in self.filters.languages:
                self.tally.left_out[FOREIGN] += 1
                continue
            yield number, Cleaned(record, document, language, self.work.model), words

    def _cleaned(self) -> Iterator[tuple[int, Record, Document]]:
        """Yield the cleaned pages of the shard; log records that cannot be read or cleaned."""
        for number, record in self._pages():
            document = self._clean(record)
            if document is not None:
                yield number, record, document

    def _pages(self) -> Iterator[tuple[int, Record]]:
        """Yield the pages of the shard that are to be cleaned; log records that cannot be read or must be skipped."""
        skipped = dict(self.task.skipped)
        for number, record in self._records():
            if isinstance(record, Damage):
                self._log_failure(record.source, record.offset, record.reason)
                continue
            if self.task.only is not None and number != self.task.only:
                continue
            self.tally.pages += 1
            self.tally.bytes += len(record.data)
            if number in skipped:
                self._log_failure(record.source, record.offset, skipped[number])
                continue
            yield number, record

    def _records(self) -> Iterator[tuple[int, Record | Damage]]:
        """Yield the numbered records of the shard; store each step in the slot before it is taken."""
        settings = self.work.settings
        shard = self.task.shard
        passed_over = Counts()
        records = read(shard, columns=settings.columns, max_page_bytes=settings.max_page_bytes, counts=passed_over)
        number = 0
        self.slot.clear()
        while self.task.last is None or number < self.task.last[0]:
            if self.task.only is not None and number > self.task.only:
                break
            self.slot.set_step(reading(number))
            with _input_errors(shard):
                record = next(records, None)
            if record is None:
                break
            self.slot.set_step(cleaning(number))
            yield number, record
            number += 1
            self._update_slot(record)
        else:
            self._log_failure(shard.sources[0], shard.start, self.task.last[1])
        self.tally.passed_over.update(passed_over)
        if not self.task.hash_only and self.task.only is None:
            with _input_errors(shard):
                self.input = digest(shard)

    def _update_slot(self, record: Record | Damage) -> None:
        tally = self.tally
        shard = self.task.shard
        position = tally.bytes if shard.kind == "files" else record.offset - shard.start
        position = min(max(position, 0), shard.size)
        self.slot.set_counts(tally.pages, tally.kept, tally.failed, tally.bytes, position)

    def _site(self, record: Record) -> int | None:
        """Return the site of a page, if it has one."""
        sites = self.work.sites
        return None if sites is None else sites.keys.of(record, is_file=self.task.shard.kind == FILES)

    def _clean(self, record: Record) -> Document | None:
        key = self._site(record)
        with_site = None if key is None or self.work.sites is None else self.work.sites.cleaner(key)
        try:
            document = (with_site or self.work.cleaner).clean(
                record.data,
                url=record.url,
                encoding=self.work.settings.encoding,
                http_charset=record.charset,
                kind=record.kind,
            )
            if with_site is not None and not self.task.hash_only:
                words = with_site.engine.words_dropped_by_site(document.blocks, document.decisions)
                self.tally.add_page_of_site(words)
            return document
        except MemoryError:
            self._log_failure(record.source, record.offset, TOO_MUCH_MEMORY)
        except Exception as error:  # engines of other packages may raise anything
            self._log_failure(record.source, record.offset, f"{type(error).__name__}: {error}")
        return None

    def _log_failure(self, source: str, offset: int, reason: str) -> None:
        reason = " ".join(reason.split())[:LONGEST_REASON]
        self.tally.add_failure(reason)
        self.errors.add(source, offset, reason)


@contextmanager
def _input_errors(shard: Shard) -> Iterator[None]:
    """Turn errors of the file system, met while a shard is read, into a `SourceError` that names the file."""
    try:
        yield
    except OSError as error:
        raise SourceError(f"{error.filename or shard.sources[0]}: {error.strerror or error}") from None


def drop_reason(document: Document, words: int, filters: Filters) -> str | None:
    """Return why a page with this many words is dropped, or ``None``; language and duplicates are checked elsewhere."""
    if not words:
        return EMPTY
    if filters.min_confidence is not None:
        confidence = document.confidence
        if confidence is None or confidence < filters.min_confidence:
            return DOUBTFUL
    return SHORT if words < filters.min_words else None


def word_counts(document: Document) -> tuple[int, int]:
    """Return the number of words of a page, and the number of words that are kept."""
    return document.blocks.word_counts(document.decisions.keep)
