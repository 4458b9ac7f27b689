"""Scores: how many bits more the dirty model needs for a text than the clean one, character by character.

Strategy: a text becomes codes (`ncleaner.engines.ngram.normalise`), and each code with the ones before it is looked up, in a
table or by an automaton (`ncleaner.engines.ngram.automaton`): once for each character, with all orders, both models and all
smoothing already in the one number that is found there. The numbers are integers in `UNITS` of a bit, and so are the
sums, which are the same on every machine and on both backends. Those of a table are rounded to sixteenths of a bit, so
that each is a byte: more exact ones make no better model, and half as large a table is faster, as more of it stays in
the processor's cache. A table is looked up straight from the text.

What a model file says is checked when it is loaded: no number in it can lead the automaton out of its arrays or round
in circles.
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

UNITS = 1024  # of a bit, in the arrays of a model
STEP = 64  # units from one number in a table to the next: a sixteenth of a bit is exact enough there,
MIDDLE = 128  # and this one is zero
LARGEST_TABLE = 1 << 20  # entries; three characters of ASCII fit in

_PADDING = PADDING
_EDGE = EDGE
_BLANK = BLANK
_AFTER_BLANK = AFTER_BLANK
_ODD = ODD
_STEP = STEP
_MIDDLE = MIDDLE
_UNITS = float(UNITS)  # so that nothing is divided as an integer when compiled
_NO_SCORE = array("d", [0.0])
_NO_LENGTH = array("i", [0])
_NO_VALUES = memoryview(array("h"))
_NO_TARGETS = memoryview(array("I"))
_NO_CHECKS = memoryview(b"")


def is_dense(n: int, mode: int) -> bool:
    """Whether a model has a table of all n-grams."""
    return mode > 0 and len(alphabet(mode)) ** n <= LARGEST_TABLE


class Scorer:
    """A model that is ready to score texts."""

    def __init__(self, model: Model) -> None:
        n = model.parameter("n", int)
        mode = model.parameter("mode", int)
        if not 1 <= n <= LONGEST or not 0 <= mode < len(MODES):
            raise ModelError(f"{model.name}: there are no models with n = {n} and mode = {mode}")
        self.n = n
        self.mode = mode
        self.normaliser = Normaliser(self.mode)
        self.width = len(alphabet(self.mode))
        self.dense = is_dense(n, mode)
        self.table = b""
        self.cells = self.table  # the same without bounds when compiled: no code is beyond the alphabet
        self.values = _NO_VALUES
        self.targets = _NO_TARGETS
        self.checks = _NO_CHECKS
        self.start = 0
        self.first = self.second = 0
        self.size = 0
        self.length = 0  # of the text scored last, in characters; the edge behind it is one
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
        # One loop for all three sizes: histories that are too long count for nothing.
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
            raise ModelError(f"{model.name}: the automaton does not know all characters at its start")
        if not self._is_sound():
            raise ModelError(f"{model.name}: the automaton leads nowhere")
        for _ in range(_PADDING):
            self.start = self._after(self.start, _EDGE)

    def _is_sound(self) -> bool:
        """Whether every target is a state, with room for all characters, and shorter histories are really shorter."""
        last = self.size - self.width - 1
        for slot in range(self.size):
            target = self.targets[slot]
            if target > last or self.checks[target]:
                return False
            if slot and not self.checks[slot] and (slot > last or self.values[target] >= self.values[slot]):
                return False
        return self.values[0] == 0

    def _after(self, state: int, code: int) -> int:
        """The state after a code."""
        while self.checks[state + code] != code:
            state = self.targets[state]
        return self.targets[state + code]

    def total(self, buffer: bytes, start: int, end: int) -> int:
        """The sum of a text's bits, in `UNITS`; ``length`` then tells its number of characters."""
        if self.dense:
            end = min(end, len(buffer))
            return self._look_up(buffer, min(start, end), end)
        stop = self.normaliser.run(buffer, start, end)
        self.length = self.normaliser.length
        return self._walk(self.normaliser.codes, stop)

    def _look_up(self, buffer: bytes, start: int, end: int) -> int:
        """The sum from the table, straight from the text; see `Normaliser` for what is done about blanks."""
        normaliser = self.normaliser
        table = normaliser.table
        kinds = normaliser.kinds
        data = buffer
        cells = self.cells
        first = self.first
        second = self.second
        before = (_EDGE - 1) * first
        row = before + (_EDGE - 1) * second  # of the two characters before, in the table
        last = _AFTER_BLANK
        length = 1
        total = 0
        end = normaliser.trimmed(buffer, start, end)
        for i in range(start, end):
            kind = kinds[data[i]]
            code = table[data[i]]
            if kind & (last | _ODD):
                code = normaliser.code(buffer, i, end)
                if not code or (code == _BLANK and last):
                    continue
                kind = code == _BLANK
            code -= 1
            total += cells[row + code]
            row = before + code * second
            before = code * first
            last = kind
            length += 1
        self.length = length
        total += cells[row + _EDGE - 1]
        return (total - _MIDDLE * length) * _STEP

    def _walk(self, codes: bytearray, stop: int) -> int:
        raw = codes
        state = self.start
        total = 0
        for i in range(_PADDING, stop):
            code = raw[i]
            while self.checks[state + code] != code:
                state = self.targets[state]
            total += self.values[state + code]
            state = self.targets[state + code]
        return total

    def score(self, buffer: bytes, start: int, end: int) -> float:
        """The bits per character by which the clean model is better; no bias is in them."""
        total = self.total(buffer, start, end)
        return total / (_UNITS * self.length)

    def measure(self, blocks: Blocks, chosen: bytearray) -> tuple[array[float], array[int]]:
        """The scores of the blocks that have a 1 in ``chosen``, and their numbers of characters."""
        count = chosen.count(1)
        scores = _NO_SCORE * count
        lengths = _NO_LENGTH * count
        if count:
            self._measure(blocks.buffer, blocks.items, chosen, scores, lengths)
            self.normaliser.forget()
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
        """The bits of each of a text's codes, as `Normaliser.text` gives them."""
        padded = bytearray([_EDGE]) * _PADDING + codes
        found = []
        state = self.start
        for i in range(_PADDING, len(padded)):
            if self.dense:
                place = (padded[i - 2] - 1) * self.first + (padded[i - 1] - 1) * self.second + padded[i] - 1
                found.append((self.table[place] - _MIDDLE) * _STEP / _UNITS)
            else:
                while self.checks[state + padded[i]] != padded[i]:
                    state = self.targets[state]
                found.append(self.values[state + padded[i]] / _UNITS)
                state = self.targets[state + padded[i]]
        return found
