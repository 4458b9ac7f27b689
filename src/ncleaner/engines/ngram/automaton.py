"""The model as an automaton that reads a text character by character, for models with too many n-grams for a table.

Each history that has longer n-grams is a state. All states share one array of slots (``checks``, ``values`` and
``targets``). State s is the index of a slot. The slot s + c belongs to state s if its check is the code c; it then has
the bits of c and the next state. The slot s itself has the check 0, the length of the history as its value, and as its
target the state of the longest proper suffix of the history: the fallback if state s has no slot for c. State 0 is the
empty history; it has a slot for every character.

Cost: a text of m characters takes at most 2m lookups, because each character makes the history longer by at most one
and each fallback makes it shorter.

An n-gram with the same bits as the n-gram without its first character is redundant and is left out. The slots of
different states overlap, so that hardly any stays free: states with the most characters are placed first, each at the
first position where it fits.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.ngram.log_ratios import LogRatios, suffix
from ncleaner.engines.ngram.scorer import UNITS

_FREE = 255  # the check of a slot that belongs to no state


class Automaton:
    """The slots of all states, built from the n-grams in order."""

    def __init__(self, ratios: LogRatios, prune: float) -> None:
        self.ratios = ratios
        self.size = ratios.size
        self.kept = bytearray(ratios.size)
        self.children = array(
            "i", bytes(4 * ratios.size)
        )  # the number of kept n-grams that extend each one by a character
        self.firsts = array("q", bytes(8 * ratios.size))  # the rank of the first of them
        self.states = array("q", bytes(8 * ratios.size))
        self.length = 0
        self.checks = bytearray()
        self._keep(UNITS * prune)
        self._place_all()

    def _keep(self, least: float) -> None:
        """Keep the n-grams that change scores by at least ``least`` units, and all their prefixes."""
        ratios = self.ratios
        for back in range(self.size):
            rank = self.size - 1 - back
            key = ratios.keys[rank]
            if key > 0xFF and not self.kept[rank]:
                difference = ratios.values[rank] - ratios.values[ratios.ranks.get(suffix(key))]
                times = ratios.clean[rank] + ratios.dirty[rank]
                self.kept[rank] = difference != 0 and abs(difference) * max(times, 1.0) >= least
            if key > 0xFF and self.kept[rank]:
                history = ratios.ranks.get(key >> 8)
                self.kept[history] = 1
                self.children[history] += 1
                self.firsts[history] = rank

    def _place_all(self) -> None:
        """Place all states, the ones with the most characters first; the empty history is at 0."""
        width = self.ratios.width
        self._reserve(2 * width)
        self.checks[: width + 1] = bytes(range(width + 1))
        self.length = width + 1
        histories = [rank for rank in range(self.size) if self.children[rank]]
        histories.sort(key=lambda rank: -self.children[rank])
        place = children = 0
        for rank in histories:
            if self.children[rank] != children:
                children = self.children[rank]
                place = self.checks.find(_FREE)
            place = self._place(rank, place)
        self._reserve(self.length + width)

    def _reserve(self, size: int) -> None:
        if size > len(self.checks):
            self.checks += bytes([_FREE]) * (2 * size - len(self.checks))

    def _place(self, rank: int, place: int) -> int:
        """Place a state at the first position from ``place`` on where it fits, and return the position."""
        while True:
            self._reserve(place + 256)
            if self._fits(rank, place):
                break
            place += 1
        self.states[rank] = place
        self.checks[place] = 0
        history = self.ratios.keys[rank]
        child = self.firsts[rank]
        while child < self.size and self.ratios.keys[child] >> 8 == history:
            if self.kept[child]:
                code = self.ratios.keys[child] & 0xFF
                self.checks[place + code] = code
                self.length = max(self.length, place + code + 1)
            child += 1
        return place

    def _fits(self, rank: int, place: int) -> bool:
        if self.checks[place] != _FREE:
            return False
        history = self.ratios.keys[rank]
        child = self.firsts[rank]
        while child < self.size and self.ratios.keys[child] >> 8 == history:
            if self.kept[child] and self.checks[place + (self.ratios.keys[child] & 0xFF)] != _FREE:
                return False
            child += 1
        return True

    def _state(self, key: int) -> int:
        """Return the state of the longest suffix of an n-gram that is a state."""
        while key:
            rank = self.ratios.ranks.get(key)
            if self.children[rank]:
                return self.states[rank]
            key = suffix(key)
        return 0

    def arrays(self) -> dict[str, array[int]]:
        """Return the slots as the arrays of a model."""
        size = max(self.length, max(self.states, default=0) + self.ratios.width + 1)
        values = array("h", bytes(2 * size))
        targets = array("I", bytes(4 * size))
        for rank in range(self.size):
            if self.kept[rank] or rank < self.ratios.width:
                self._fill(rank, values, targets)
        return {"checks": array("B", bytes(self.checks[:size])), "values": values, "targets": targets}

    def _fill(self, rank: int, values: array[int], targets: array[int]) -> None:
        """Fill the slot of an n-gram and, if it is a state, the slot of the state."""
        key = self.ratios.keys[rank]
        history = key >> 8
        slot = (self.states[self.ratios.ranks.get(history)] if history else 0) + (key & 0xFF)
        values[slot] = self.ratios.values[rank]
        targets[slot] = self._state(key)
        if self.children[rank]:
            place = self.states[rank]
            values[place] = (key.bit_length() + 7) // 8
            targets[place] = self._state(suffix(key))
