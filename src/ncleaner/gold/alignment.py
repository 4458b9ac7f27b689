"""Aligns two lists of words: exactly the blocks that Python's difflib finds, in a fraction of the time.

The blocks are those of ``difflib.SequenceMatcher(None, a, b).get_matching_blocks()``, its treatment of popular words
included. They are defined so: in a region of the two lists (at first, all of them) find the longest run of words that
are in both; of several, the one that begins first in *a*, and of these the one that begins first in *b*. Where *b*
has *n* words and *n* is 200 or more, words that it has more than *n* // 100 + 1 times are popular and not part of
such runs, but a run then grows at both ends as long as the words agree, whatever they are; so does an empty run at
the very start of the region. What is found is a block, and the regions before and after it are searched in the same
way.

Strategy: words become numbers, and for each number there is the list of its positions in *b*. A search probes the
words of *a* in order: it looks at every run that goes through a word and any of the word's positions. Three things
make it fast:

- Once a run of *n* words is known, only longer ones matter. Those that begin after the last probe go through the word
  *n* + 1 words after it, so the words between need no probe. On pages whose text was mostly kept, few words are
  probed.
- A region cannot have a longer run than the region it is a part of. A search ends as soon as it has found one that
  long, as the first such is the one to take.
- In the region before a block, runs are even shorter than in the block, or they would have been found first.

To look at a run takes as many steps as it has words, and at least as many words are then left out before the next
probe. So a search takes no more steps than one that follows all runs word by word, as difflib does. Memory is linear
in the number of words.
"""

from __future__ import annotations

from array import array

AUTOJUNK = 200  # from this many words in b on, there are popular words

# A public name again as a C variable of the compiled module.
_AUTOJUNK = AUTOJUNK


def matches(a: list[str], b: list[str]) -> list[tuple[int, int, int]]:
    """The blocks ``(i, j, size)`` for which ``a[i:i+size] == b[j:j+size]``, in order; the last one is empty."""
    return Matcher(a, b).run()


class Matcher:
    """Two lists of words as numbers, and the state of a search in them."""

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
        """Number the words of a: -1 if it is not in b, and where runs are looked for, also if it is popular."""
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
        """List the positions of each word in b; word w has those from firsts[w] to lasts[w], a popular one has none."""
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
        """All blocks; neighbours that touch in both lists are one."""
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
        """Search a region, then the two beside what was found, as long as there are any."""
        found = []
        regions = [(0, self.count_a, 0, self.count_b, self.count_b)]
        while regions:
            low_a, high_a, low_b, high_b, bound = regions.pop()
            self._search(low_a, high_a, low_b, high_b, bound)
            longest = self.size
            self._grow(low_a, high_a, low_b, high_b)
            if self.size:
                end_a = self.start_a + self.size
                end_b = self.start_b + self.size
                found.append((self.start_a, self.start_b, self.size))
                if low_a < self.start_a and low_b < self.start_b:
                    regions.append((low_a, self.start_a, low_b, self.start_b, longest - 1))
                if end_a < high_a and end_b < high_b:
                    regions.append((end_a, high_a, end_b, high_b, longest))
        return found

    def _search(self, low_a: int, high_a: int, low_b: int, high_b: int, bound: int) -> None:
        """Find the longest run of words that are not popular; no run in the region is longer than the bound."""
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
        """Where the positions of a word end that are below a limit."""
        positions = self.positions
        while first < last:
            middle = (first + last) // 2
            if positions[middle] < limit:
                first = middle + 1
            else:
                last = middle
        return first

    def _grow(self, low_a: int, high_a: int, low_b: int, high_b: int) -> None:
        """Make the run longer at both ends while the words agree."""
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
