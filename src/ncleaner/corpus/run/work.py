"""What is done to one piece of the input: read, clean, filter, write.

This needs no other process: whoever has a piece and the settings can do the work, and gets the same shard.

Whether a page is a duplicate depends on all pages before it. So if duplicates are to be left out a piece is worked on
twice: first its pages are surveyed, which gives their hashes, and when the verdict on them is there they are written.
To clean pages again is about as fast as to store them in between, and needs no room.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from ncleaner.corpus.cleaned import Cleaned
from ncleaner.corpus.filters.duplicates import Survey, Verdict, without_paragraphs
from ncleaner.corpus.filters.language import check_languages, language_of
from ncleaner.corpus.filters.words import word_counts
from ncleaner.corpus.record import Counts, Damage, Piece, Record
from ncleaner.corpus.run.part import STATE, Part, close_safely
from ncleaner.corpus.run.slot import FINISHING, Slot
from ncleaner.corpus.settings import Filters, Settings
from ncleaner.corpus.sinks import open_shard
from ncleaner.corpus.sources import read
from ncleaner.corpus.tally import DOUBTFUL, DUPLICATE, EMPTY, FOREIGN, SHORT, Tally
from ncleaner.errors import OutputError
from ncleaner.page.document import Document
from ncleaner.render.json import json_text

ERRORS = os.path.join(STATE, "errors")
HASHES = os.path.join(STATE, "hashes")

LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Task:
    """A piece to be worked on. ``number`` is that of its shard.

    ``skipped`` has the numbers of records that must not be cleaned, and why: they would end the process. ``last`` is
    the number of one that must not even be read, and why. ``survey`` asks for hashes only; the verdict on them comes
    with the second task for the piece.
    """

    number: int
    piece: Piece
    skipped: tuple[tuple[int, str], ...] = ()
    last: tuple[int, str] | None = None
    survey: bool = False
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a task: the folder of its part, the outputs below it, and the numbers."""

    task: Task
    folder: str
    outputs: tuple[str, ...]
    tally: Tally

    @property
    def number(self) -> int:
        """The number of the shard."""
        return self.task.number


class Work:
    """All that is needed to work on pieces: an engine, loaded once, and where to write."""

    def __init__(self, settings: Settings, output: str) -> None:
        self.settings = settings
        self.output = output
        self.cleaner = settings.cleaner()
        self.model = settings.model_version()
        if settings.filters.languages:
            check_languages(settings.filters.languages)

    def on(self, task: Task, slot: Slot | None = None) -> Result:
        """Do a task. What is done is noted in the slot, if somebody looks there."""
        part = Part(self.output, task.number)
        slot = slot or Slot.unseen()
        try:
            return _Shard(self, task, part, slot).made()
        except OSError as error:  # sources report theirs as damage, and engines as failures
            part.discard()
            raise OutputError(error.strerror or str(error)) from None
        except BaseException:
            part.discard()
            raise


class _Shard:
    """One task while it is being done."""

    def __init__(self, work: Work, task: Task, part: Part, slot: Slot) -> None:
        self.work = work
        self.task = task
        self.part = part
        self.slot = slot
        self.filters = work.settings.filters
        self.tells_language = work.settings.tells_language
        self.tally = Tally()
        self.errors: list[str] = []

    def made(self) -> Result:
        if self.task.survey:
            self._survey()
        else:
            self._write()
        return Result(self.task, self.part.folder, tuple(self.part.outputs), self.tally)

    def _survey(self) -> None:
        survey = Survey(self.filters)
        for number, page, _ in self._good_pages():
            survey.add(number, page.document)
        self.slot.note(FINISHING)
        self._store(HASHES, survey.hashes())

    def _write(self) -> None:
        shard = open_shard(self.part, self.work.settings.sink)
        verdict = self.task.verdict
        for number, page, (words, kept_words) in self._good_pages():
            if verdict is not None:
                kept_words = self._kept_words(verdict, number, page, kept_words)
            if kept_words:
                self.tally.add_page(words, kept_words)
                if self.tells_language:
                    self.tally.add_language(page.language)
                shard.add(page)
        self.slot.note(FINISHING)
        shard.close()
        if self.errors:
            self._store(ERRORS, "".join(self.errors).encode("utf-8", "replace"))

    def _kept_words(self, verdict: Verdict, number: int, page: Cleaned, words: int) -> int:
        """Take out the paragraphs that are elsewhere, too; how many words are left, 0 if these are not enough."""
        if number in verdict.pages:
            self.tally.left_out[DUPLICATE] += 1
            return 0
        paragraphs = verdict.paragraphs.get(number)
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

    def _good_pages(self) -> Iterator[tuple[int, Cleaned, tuple[int, int]]]:
        """The pages that pass all filters but those for duplicates; the numbers of their records, and of words."""
        for number, record, document in self._cleaned():
            words = word_counts(document)
            reason = left_out(document, words[1], self.filters)
            if reason:
                self.tally.left_out[reason] += 1
                continue
            language = language_of(document, self.filters.detects_language) if self.tells_language else None
            if self.filters.languages and language not in self.filters.languages:
                self.tally.left_out[FOREIGN] += 1
                continue
            yield number, Cleaned(record, document, language, self.work.model), words

    def _cleaned(self) -> Iterator[tuple[int, Record, Document]]:
        """The pages of the piece; what cannot be read or cleaned goes to the ledger."""
        skipped = dict(self.task.skipped)
        for number, found in self._found():
            if isinstance(found, Damage):
                self._fail(found.source, found.offset, found.reason)
                continue
            self.tally.pages += 1
            self.tally.bytes += len(found.data)
            if number in skipped:
                self._fail(found.source, found.offset, skipped[number])
                continue
            document = self._clean(found)
            if document is not None:
                yield number, found, document

    def _found(self) -> Iterator[tuple[int, Record | Damage]]:
        """What is read, with its number; each step is noted before it is taken."""
        settings = self.work.settings
        passed_over = Counts()
        records = read(
            self.task.piece, columns=settings.columns, max_page_bytes=settings.max_page_bytes, counts=passed_over
        )
        number = 0
        self.slot.clear()
        while self.task.last is None or number < self.task.last[0]:
            self.slot.note(number << 1)
            try:
                found = next(records, None)
            except OSError as error:
                self._fail(self.task.piece.sources[0], self.task.piece.start, f"cannot be read: {error.strerror}")
                break
            if found is None:
                break
            self.slot.note(number << 1 | 1)
            yield number, found
            number += 1
            self._show(found)
        else:
            self._fail(self.task.piece.sources[0], self.task.piece.start, self.task.last[1])
        self.tally.passed_over.update(passed_over)

    def _show(self, found: Record | Damage) -> None:
        tally = self.tally
        position = tally.bytes if self.task.piece.kind == "files" else found.offset - self.task.piece.start
        position = min(max(position, 0), self.task.piece.size)
        self.slot.show(tally.pages, tally.kept, tally.failed, tally.bytes, position)

    def _clean(self, record: Record) -> Document | None:
        try:
            return self.work.cleaner.clean(
                record.data,
                url=record.url,
                encoding=self.work.settings.encoding,
                http_charset=record.charset,
                kind=record.kind,
            )
        except MemoryError:
            self._fail(record.source, record.offset, TOO_MUCH_MEMORY)
        except Exception as error:  # engines that are not our own raise whatever they like
            self._fail(record.source, record.offset, f"{type(error).__name__}: {error}")
        return None

    def _fail(self, source: str, offset: int, reason: str) -> None:
        reason = " ".join(reason.split())[:LONGEST_REASON]
        self.tally.add_failure(reason)
        self.errors.append(json_text({"source": source, "offset": offset, "reason": reason}))


TOO_MUCH_MEMORY = "took too much memory"
TOO_LONG = "took too long"
"""What the ledger says of pages at the limits."""


def left_out(document: Document, words: int, filters: Filters) -> str | None:
    """Why a page with so many words is left out, if it is, whatever its language and whatever other pages there are."""
    if not words:
        return EMPTY
    if filters.min_confidence is not None:
        confidence = document.confidence
        if confidence is None or confidence < filters.min_confidence:
            return DOUBTFUL
    return SHORT if words < filters.min_words else None
