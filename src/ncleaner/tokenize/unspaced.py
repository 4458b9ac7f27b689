"""Words of text that is written without blanks: Chinese and Japanese, Thai, Lao, Khmer and Burmese.

Strategy: the tokenizer hands over runs of letters of these scripts, without punctuation, numbers and words of other
scripts. A run is divided by script, and each part by the segmenter for its language. Ideographs may be Chinese or
Japanese: they are Japanese beside kana, and in a document that is Japanese as a whole. Without a segmenter, or where it
fails to give back the text, each character is a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from ncleaner.tokenize.segmenters import BURMESE, CHINESE, JAPANESE, KHMER, LAO, THAI, Segmenter, segmenter
from ncleaner.tokenize.tokens import characters, without_lone_marks

CHARACTERS = "characters"
"""How text is divided for which there is no segmenter."""

LONGEST = 1000  # characters of a part; the time of segmenters need not be linear, and some refuse long texts

_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa\uff66-\uff9d]")
_IDEOGRAPH = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_FEW_KANA = 10  # there is one among so many letters of a Japanese text, at least; most texts have more

# Marks of no script are part of what they follow.
_PARTS = re.compile(
    "([\u0e00-\u0e7f]+)|([\u0e80-\u0eff]+)|([\u1780-\u17ff]+)|([\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f]+)"
    "|[^\u0e00-\u0eff\u1780-\u17ff\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f]+"
)
_LANGUAGES = (None, THAI, LAO, KHMER, BURMESE)


class WordSplitter:
    """Divides runs of text without blanks into words; ``used`` are the names of all segmenters that did so.

    ``japanese`` tells that ideographs are Japanese where nothing else does.
    """

    def __init__(self, japanese: bool, find: Callable[[str], Segmenter | None] = segmenter) -> None:
        self._japanese = japanese
        self._find = find
        self._used: dict[str, None] = {}

    @property
    def used(self) -> list[str]:
        """How text was divided so far: names of segmenters and `CHARACTERS`, in the order of the text."""
        return list(self._used)

    def __call__(self, run: str) -> list[str]:
        """Return the words of a run."""
        words = [word for language, part in self._parts(run) for word in self._words(language, part)]
        return without_lone_marks(words)

    def _parts(self, run: str) -> Iterator[tuple[str, str]]:
        """Yield the parts of a run with the language of each."""
        for match in _PARTS.finditer(run):
            language = _LANGUAGES[match.lastindex or 0] or self._language(match[0])
            for start in range(match.start(), match.end(), LONGEST):
                yield language, run[start : min(start + LONGEST, match.end())]

    def _language(self, part: str) -> str:
        return JAPANESE if self._japanese or _KANA.search(part) else CHINESE

    def _words(self, language: str, part: str) -> list[str]:
        found = self._find(language)
        if found is not None:
            try:
                words = [word for word in found.split(part) if word]
            except MemoryError:
                raise
            except Exception:  # of another package, on a text that it does not expect
                words = []
            if "".join(words) == part:
                self._used[found.name] = None
                return words
        self._used[CHARACTERS] = None
        return characters(part)


def is_japanese(texts: Iterable[str]) -> bool:
    """Return whether the ideographs of a document are Japanese: there are enough kana among them."""
    kana = ideographs = 0
    for text in texts:
        if not text.isascii():
            kana += len(_KANA.findall(text))
            ideographs += len(_IDEOGRAPH.findall(text))
    return kana > 0 and kana * _FEW_KANA >= kana + ideographs
