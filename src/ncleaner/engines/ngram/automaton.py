"""The form of a model whose n-grams are too many for a table: an automaton that reads a text character by character.

There is a state for each history that goes on, and one array of slots (``checks``, ``values`` and ``targets``) for all
of them. State s is the number of a slot. The slot s + c belongs to it if its check is the code c, and then has the bits
of c and the state after it. The slot s itself has the check 0, the length of the history as its value, and as its
target the state of the longest history that ends like this one: where to look if there is no c here. State 0 is that
of the empty history, which has all characters.

A text of m characters takes at most 2m looks, as each character makes the history longer by one at most, and each
look elsewhere makes it shorter.

An n-gram whose bits are those of the n-gram without its first character says nothing and is left out. The slots of the
states overlap so that hardly one is free: those with the most characters are placed first, and each where it fits.
"""

from __future__ import annotations

from array import array

from ncleaner.engines.ngram.odds import Odds, suffix
from ncleaner.engines.ngram.scorer import UNITS

FREE = 255  # the check of a slot that belongs to no state
_FREE = FREE


class Automaton:
    """The slots of all states, made from the n-grams in order."""

    def __init__(self, odds: Odds, prune: float) -> None:
        self.odds = odds
        self.size = odds.size
        self.kept = bytearray(odds.size)
        self.children = array("i", bytes(4 * odds.size))  # how many n-grams kept are longer than each by one
        self.firsts = array("q", bytes(8 * odds.size))  # the first of them
        self.states = array("q", bytes(8 * odds.size))
        self.length = 0
        self.checks = bytearray()
        self._keep(UNITS * prune)
        self._place_all()

    def _keep(self, least: float) -> None:
        """Choose the n-grams that say something, and those that they begin with."""
        odds = self.odds
        for back in range(self.size):
            rank = self.size - 1 - back
            key = odds.keys[rank]
            if key > 0xFF and not self.kept[rank]:
                difference = odds.values[rank] - odds.values[odds.ranks.get(suffix(key))]
                times = odds.clean[rank] + odds.dirty[rank]
                self.kept[rank] = difference != 0 and abs(difference) * max(times, 1.0) >= least
            if key > 0xFF and self.kept[rank]:
                history = odds.ranks.get(key >> 8)
                self.kept[history] = 1
                self.children[history] += 1
                self.firsts[history] = rank

    def _place_all(self) -> None:
        """Find a place for each state, those with the most characters first; the empty history has the very first."""
        width = self.odds.width
        self._reserve(2 * width)
        self.checks[: width + 1] = bytes(range(width + 1))
        self.length = width + 1
        going_on = [rank for rank in range(self.size) if self.children[rank]]
        going_on.sort(key=lambda rank: -self.children[rank])
        place = children = 0
        for rank in going_on:
            if self.children[rank] != children:
                children = self.children[rank]
                place = self.checks.find(_FREE)
            place = self._place(rank, place)
        self._reserve(self.length + width)

    def _reserve(self, size: int) -> None:
        if size > len(self.checks):
            self.checks += bytes([_FREE]) * (2 * size - len(self.checks))

    def _place(self, rank: int, place: int) -> int:
        """Put a state to the first place from ``place`` on where it fits."""
        while True:
            self._reserve(place + 256)
            if self._fits(rank, place):
                break
            place += 1
        self.states[rank] = place
        self.checks[place] = 0
        history = self.odds.keys[rank]
        child = self.firsts[rank]
        while child < self.size and self.odds.keys[child] >> 8 == history:
            if self.kept[child]:
                code = self.odds.keys[child] & 0xFF
                self.checks[place + code] = code
                self.length = max(self.length, place + code + 1)
            child += 1
        return place

    def _fits(self, rank: int, place: int) -> bool:
        if self.checks[place] != _FREE:
            return False
        history = self.odds.keys[rank]
        child = self.firsts[rank]
        while child < self.size and self.odds.keys[child] >> 8 == history:
            if self.kept[child] and self.checks[place + (self.odds.keys[child] & 0xFF)] != _FREE:
                return False
            child += 1
        return True

    def _state(self, key: int) -> int:
        """The state of the longest history that ends an n-gram."""
        while key:
            rank = self.odds.ranks.get(key)
            if self.children[rank]:
                return self.states[rank]
            key = suffix(key)
        return 0

    def arrays(self) -> dict[str, array[int]]:
        """The slots, as the arrays of a model."""
        size = max(self.length, max(self.states, default=0) + self.odds.width + 1)
        values = array("h", bytes(2 * size))
        targets = array("I", bytes(4 * size))
        for rank in range(self.size):
            if self.kept[rank] or rank < self.odds.width:
                self._fill(rank, values, targets)
        return {"checks": array("B", bytes(self.checks[:size])), "values": values, "targets": targets}

    def _fill(self, rank: int, values: array[int], targets: array[int]) -> None:
        """Fill the slot of an n-gram, and that of the state if it goes on."""
        key = self.odds.keys[rank]
        history = key >> 8
        slot = (self.states[self.odds.ranks.get(history)] if history else 0) + (key & 0xFF)
        values[slot] = self.odds.values[rank]
        targets[slot] = self._state(key)
        if self.children[rank]:
            place = self.states[rank]
            values[place] = (key.bit_length() + 7) // 8
            targets[place] = self._state(suffix(key))
