"""Scores: how many more bits the dirty model needs for a text than the clean model.

Strategy: a text becomes codes (`ncleaner.engines.ngram.normalise`). Each code is looked up together with the codes
before it, in a table or by an automaton (`ncleaner.engines.ngram.automaton`). One lookup per character is enough: the
number combines all orders, both models and all smoothing. The numbers are integers in `UNITS` of a bit, so sums are the
same on every machine and on both backends. A table has one byte per number, rounded to sixteenths of a bit: more exact
numbers do not make better models, and a smaller table is faster because more of it stays in the processor's cache.
Texts are looked up in a table without writing their codes first.

The arrays of a model file are checked when it is loaded: no number can lead the automaton out of its arrays or into an
endless loop.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.ngram.normalise import (
    AFTER_BLANK,
    BLANK,
    EDGE,
    LONGEST,
    MODES,
    ODD,
    PADDING,
    Normaliser,
    alphabet,
)
from ncleaner.errors import ModelError
from ncleaner.page.blocks import Block, Blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.models.format import Model

UNITS = 1024  # per bit, in the arrays of a model
STEP = 64  # units between neighbouring numbers of a table: a sixteenth of a bit
MIDDLE = 128  # the number of a table that means 0
LARGEST_TABLE = 1 << 20  # entries; enough for three characters of ASCII

# Public names again as C variables of the compiled module: a C variable cannot be imported.
_STEP = STEP
_MIDDLE = MIDDLE
_UNITS = float(UNITS)  # a float, so that compiled code does not divide integers

_NO_SCORE = array("d", [0.0])
_NO_LENGTH = array("i", [0])
_NO_VALUES = memoryview(array("h"))
_NO_TARGETS = memoryview(array("I"))
_NO_CHECKS = memoryview(b"")


def is_dense(n: int, mode: int) -> bool:
    """Return whether models with this n and mode have a table of all n-grams."""
    return mode > 0 and len(alphabet(mode)) ** n <= LARGEST_TABLE


class Scorer:
    """Scores texts by a model. ``length`` is the number of characters of the last text, including the edge after it."""

    def __init__(self, model: Model) -> None:
        n = model.parameter("n", int)
        mode = model.parameter("mode", int)
        if not 1 <= n <= LONGEST or not 0 <= mode < len(MODES):
            raise ModelError(f"{model.name}: models with n = {n} and mode = {mode} are not supported")
        self.n = n
        self.mode = mode
        self.normaliser = Normaliser(self.mode)
        self.width = len(alphabet(self.mode))
        self.dense = is_dense(n, mode)
        self.table = b""
        self.cells = self.table  # without bounds checks when compiled: no code is beyond the alphabet
        self.values = _NO_VALUES
        self.targets = _NO_TARGETS
        self.checks = _NO_CHECKS
        self.start = 0
        self.first = self.second = 0
        self.size = 0
        self.length = 0
        if self.dense:
            self._load_table(model)
        else:
            self._load_automaton(model)

    def _load_table(self, model: Model) -> None:
        self.table = bytes(model.array("table", "U8"))
        self.cells = self.table
        size = 1
        for _ in range(self.n):
            size *= self.width
        if len(self.table) != size:
            raise ModelError(f"{model.name}: the table must have {size} entries, not {len(self.table)}")
        # One loop for n = 1 to 3: characters before the history are multiplied by 0.
        self.first = self.width * self.width if self.n == 3 else 0
        self.second = self.width if self.n > 1 else 0

    def _load_automaton(self, model: Model) -> None:
        self.checks = model.array("checks", "U8")
        self.values = model.array("values", "I16")
        self.targets = model.array("targets", "U32")
        self.size = len(self.checks)
        if len(self.values) != self.size or len(self.targets) != self.size:
            raise ModelError(f"{model.name}: the three arrays of the automaton must have the same length")
        if self.size <= self.width or bytes(self.checks[: self.width + 1]) != bytes(range(self.width + 1)):
            raise ModelError(f"{model.name}: the start state of the automaton lacks characters")
        if not self._is_sound():
            raise ModelError(f"{model.name}: the automaton has targets that are not valid states")
        for _ in range(PADDING):
            self.start = self._after(self.start, EDGE)

    def _is_sound(self) -> bool:
        """Return whether all targets are states with room for all characters, and all fallbacks shorter histories."""
        last = self.size - self.width - 1
        for slot in range(self.size):
            target = self.targets[slot]
            if target > last or self.checks[target]:
                return False
            if slot and not self.checks[slot] and (slot > last or self.values[target] >= self.values[slot]):
                return False
        return self.values[0] == 0

    def _after(self, state: int, code: int) -> int:
        """Return the state after a code."""
        while self.checks[state + code] != code:
            state = self.targets[state]
        return self.targets[state + code]

    def total(self, buffer: bytes, start: int, end: int) -> int:
        """Return the sum of the bits of a text, in `UNITS`, and set ``length``."""
        if self.dense:
            end = min(end, len(buffer))
            return self._look_up(buffer, min(start, end), end)
        stop = self.normaliser.run(buffer, start, end)
        self.length = self.normaliser.length
        return self._walk(self.normaliser.codes, stop)

    def _look_up(self, buffer: bytes, start: int, end: int) -> int:
        """Return the sum by the table, without writing codes; blanks are treated as in `Normaliser`."""
        normaliser = self.normaliser
        table = normaliser.table
        kinds = normaliser.kinds
        data = buffer
        cells = self.cells
        first = self.first
        second = self.second
        before = (EDGE - 1) * first
        row = before + (EDGE - 1) * second  # of the two previous characters, in the table
        last = AFTER_BLANK
        length = 1
        total = 0
        end = normaliser.trimmed(buffer, start, end)
        for i in range(start, end):
            kind = kinds[data[i]]
            code = table[data[i]]
            if kind & (last | ODD):
                code = normaliser.code(buffer, i, end)
                if not code or (code == BLANK and last):
                    continue
                kind = code == BLANK
            code -= 1
            total += cells[row + code]
            row = before + code * second
            before = code * first
            last = kind
            length += 1
        self.length = length
        total += cells[row + EDGE - 1]
        return (total - _MIDDLE * length) * _STEP

    def _walk(self, codes: bytearray, stop: int) -> int:
        raw = codes
        state = self.start
        total = 0
        for i in range(PADDING, stop):
            code = raw[i]
            while self.checks[state + code] != code:
                state = self.targets[state]
            total += self.values[state + code]
            state = self.targets[state + code]
        return total

    def score(self, buffer: bytes, start: int, end: int) -> float:
        """Return by how many bits per character the clean model is better, without the bias."""
        total = self.total(buffer, start, end)
        return total / (_UNITS * self.length)

    def measure(self, blocks: Blocks, chosen: bytearray) -> tuple[array[float], array[int]]:
        """Return the scores and the numbers of characters of the blocks with a 1 in ``chosen``."""
        count = chosen.count(1)
        scores = _NO_SCORE * count
        lengths = _NO_LENGTH * count
        if count:
            self._measure(blocks.buffer, blocks.items, chosen, scores, lengths)
            self.normaliser.shrink()
        return scores, lengths

    def _measure(
        self, buffer: bytes, items: list[Block], chosen: bytearray, scores: array[float], lengths: array[int]
    ) -> None:
        at = 0
        for index, block in enumerate(items):
            if chosen[index]:
                scores[at] = self.score(buffer, block.text_start, block.text_end)
                lengths[at] = self.length
                at += 1

    def bits(self, codes: bytes) -> list[float]:
        """Return the bits of each code of a text; `Normaliser.text` returns the codes."""
        padded = bytearray([EDGE]) * PADDING + codes
        bits = []
        state = self.start
        for i in range(PADDING, len(padded)):
            if self.dense:
                place = (padded[i - 2] - 1) * self.first + (padded[i - 1] - 1) * self.second + padded[i] - 1
                bits.append((self.table[place] - _MIDDLE) * _STEP / _UNITS)
            else:
                while self.checks[state + padded[i]] != padded[i]:
                    state = self.targets[state]
                bits.append(self.values[state + padded[i]] / _UNITS)
                state = self.targets[state + padded[i]]
        return bits
