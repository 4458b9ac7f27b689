"""Alignment of two lists of words: the same blocks as Python's difflib, in a fraction of the time.

The blocks are those of ``difflib.SequenceMatcher(None, a, b).get_matching_blocks()``, its treatment of popular words
included. Definition: in a region of the two lists (at first, all of both) find the longest run of words that both lists
have; of several, take the one that begins first in *a*, and of these the one that begins first in *b*. If *b* has
*n* ≥ 200 words, words that occur more than *n* // 100 + 1 times in it are popular and cannot be part of a run. The run
is then extended at both ends as long as the words agree, popular or not; so is an empty run at the very start of the
region. The result is a block, and the regions before and after it are searched in the same way.

Strategy: words become numbers, and each number has the list of its positions in *b*. A search probes the words of *a*
in order: it follows every run through the probed word and each of its positions. Three things make it fast:

- Once a run of *n* words is known, only longer runs matter. A longer run that begins after the last probe contains the
  word *n* + 1 words after it, so the words between are skipped. On pages whose text was mostly kept, few words are
  probed.
- The longest run of a region is no longer than that of the region around it. A search ends as soon as it has found a
  run of that length, because the first such run is the one to take.
- Runs in the region before a block are shorter than the block, or they would have been found first.

Following a run takes as many steps as it has words, and at least as many words are then skipped before the next probe.
So a search takes no more steps than difflib, which follows all runs word by word. Memory is linear in the number of
words.
"""

from __future__ import annotations

from array import array

AUTOJUNK = 200  # lists b of at least this many words have popular words

# The same value as a C variable of the compiled module.
_AUTOJUNK = AUTOJUNK


def matches(a: list[str], b: list[str]) -> list[tuple[int, int, int]]:
    """Return the blocks ``(i, j, size)`` where ``a[i:i+size] == b[j:j+size]``, in order; the last one is empty."""
    return Matcher(a, b).run()


class Matcher:
    """Two lists of words as numbers, and the state of the search."""

    def __init__(self, a: list[str], b: list[str]) -> None:
        self.count_a = len(a)
        self.count_b = len(b)
        self.a = array("i", bytes(4 * len(a)))
        self.b = array("i", bytes(4 * len(b)))
        self.rare = array("i", bytes(4 * len(a)))
        self.positions = array("i", bytes(4 * len(b)))
        self.start_a = self.start_b = self.size = 0
        numbers: dict[str, int] = {}
        self._number_b(b, numbers)
        self.firsts = array("i", bytes(4 * len(numbers)))
        self.lasts = array("i", bytes(4 * len(numbers)))
        self._sort_positions(len(numbers))
        self._number_a(a, numbers)

    def _number_b(self, words: list[str], numbers: dict[str, int]) -> None:
        """Number the words of b in the order in which they first occur."""
        b = self.b
        for j in range(self.count_b):
            word = words[j]
            number = numbers.get(word)
            if number is None:
                numbers[word] = number = len(numbers)
            b[j] = number

    def _number_a(self, words: list[str], numbers: dict[str, int]) -> None:
        """Number the words of a: -1 for words that are not in b; in ``rare``, also for popular words."""
        a = self.a
        rare = self.rare
        firsts = self.firsts
        for i in range(self.count_a):
            number = numbers.get(words[i])
            if number is None:
                a[i] = rare[i] = -1
            else:
                code = a[i] = number
                rare[i] = code if firsts[code] >= 0 else -1

    def _sort_positions(self, vocabulary: int) -> None:
        """List the positions of each word in b: word w has those from firsts[w] to lasts[w], a popular one none."""
        b = self.b
        firsts = self.firsts
        lasts = self.lasts
        positions = self.positions
        for j in range(self.count_b):
            lasts[b[j]] += 1
        limit = self.count_b // 100 + 1 if self.count_b >= _AUTOJUNK else self.count_b
        end = 0
        for code in range(vocabulary):
            count = lasts[code]
            firsts[code] = lasts[code] = end if count <= limit else -1
            end += count
        for j in range(self.count_b):
            code = b[j]
            if lasts[code] >= 0:
                positions[lasts[code]] = j
                lasts[code] += 1

    def run(self) -> list[tuple[int, int, int]]:
        """Return all blocks; blocks that touch in both lists are joined."""
        blocks = self._blocks()
        blocks.sort()
        merged = []
        start_a = start_b = size = 0
        for i, j, length in blocks:
            if start_a + size == i and start_b + size == j:
                size += length
            else:
                if size:
                    merged.append((start_a, start_b, size))
                start_a, start_b, size = i, j, length
        if size:
            merged.append((start_a, start_b, size))
        merged.append((self.count_a, self.count_b, 0))
        return merged

    def _blocks(self) -> list[tuple[int, int, int]]:
        """Return all blocks, unsorted: search a region, then the regions before and after its block."""
        blocks = []
        regions = [(0, self.count_a, 0, self.count_b, self.count_b)]
        while regions:
            low_a, high_a, low_b, high_b, bound = regions.pop()
            self._search(low_a, high_a, low_b, high_b, bound)
            longest = self.size
            self._grow(low_a, high_a, low_b, high_b)
            if self.size:
                end_a = self.start_a + self.size
                end_b = self.start_b + self.size
                blocks.append((self.start_a, self.start_b, self.size))
                if low_a < self.start_a and low_b < self.start_b:
                    regions.append((low_a, self.start_a, low_b, self.start_b, longest - 1))
                if end_a < high_a and end_b < high_b:
                    regions.append((end_a, high_a, end_b, high_b, longest))
        return blocks

    def _search(self, low_a: int, high_a: int, low_b: int, high_b: int, bound: int) -> None:
        """Find the longest run of words that are not popular; ``bound`` is an upper bound of its length."""
        rare = self.rare
        b = self.b
        positions = self.positions
        best_a = low_a
        best_b = low_b
        longest = 0
        probe = low_a
        while probe < high_a and longest < bound:
            code = rare[probe]
            if code >= 0:
                at = self.firsts[code]
                last = self.lasts[code]
                if positions[at] < low_b:
                    at = self._below(at, last, low_b)
                while at < last:
                    j = positions[at]
                    if j >= high_b:
                        break
                    at += 1
                    start_a = probe
                    while start_a > low_a and j > low_b and rare[start_a - 1] == b[j - 1]:
                        start_a -= 1
                        j -= 1
                    end_a = probe + 1
                    end_b = j + end_a - start_a
                    while end_a < high_a and end_b < high_b and rare[end_a] == b[end_b]:
                        end_a += 1
                        end_b += 1
                    length = end_a - start_a
                    if length > longest or (length == longest and start_a < best_a):
                        longest = length
                        best_a = start_a
                        best_b = j
            probe += longest + 1
        self.start_a = best_a
        self.start_b = best_b
        self.size = longest

    def _below(self, first: int, last: int, limit: int) -> int:
        """Return the index of the first position of a word that is not below the limit."""
        positions = self.positions
        while first < last:
            middle = (first + last) // 2
            if positions[middle] < limit:
                first = middle + 1
            else:
                last = middle
        return first

    def _grow(self, low_a: int, high_a: int, low_b: int, high_b: int) -> None:
        """Extend the run at both ends while the words agree."""
        a = self.a
        b = self.b
        start_a = self.start_a
        start_b = self.start_b
        while start_a > low_a and start_b > low_b and a[start_a - 1] == b[start_b - 1]:
            start_a -= 1
            start_b -= 1
        end_a = self.start_a + self.size
        end_b = self.start_b + self.size
        while end_a < high_a and end_b < high_b and a[end_a] == b[end_b]:
            end_a += 1
            end_b += 1
        self.start_a = start_a
        self.start_b = start_b
        self.size = end_a - start_a
