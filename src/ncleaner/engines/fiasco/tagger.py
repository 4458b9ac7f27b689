"""Parts of speech (section 3.1): words of closed classes, words of open classes, unknown words, and symbols.

The tagger is HanTa, whose package includes models of English, German and Dutch. Words are tagged one by one, because
most targets are not sentences, and each distinct word once. Words with a very low probability count as unknown.

In other languages all shares are 0.
"""

from __future__ import annotations

from ncleaner.engines.fiasco.packages import requires_package

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ncleaner.engines.fiasco.linguistic import TokenizedText

CLOSED, OPEN, UNKNOWN, SYMBOL = range(4)
NAMES = ("words of closed classes", "words of open classes", "unknown words", "symbols and foreign words")

MODELS = {"en": "morphmodel_en.pgz", "de": "morphmodel_ger.pgz", "nl": "morphmodel_dutch.pgz"}
"""HanTa's model for each language."""

# Prefixes of tags, in the tag sets of the three models: C5 of the British National Corpus, STTS, and D-Coi.
_CLOSED = {
    "en": "AT AVP AVQ CJ DP DT EX0 IN PN PO PR TO0 VB VD VH VM XX0",
    "de": "AP ART KO PD PI PP PR PTK PW VA VM",
    "nl": "LID VG VNW VZ",
}
_SYMBOL = {"en": "PU UNC ZZ0", "de": "$ FM XY", "nl": "LET SPEC"}

LEAST_LOG_PROBABILITY = -25.0  # known words are far above, unknown ones below
LONGEST_WORD = 40  # characters; the tagger takes cubic time
CACHE_SIZE = 200_000  # words

_TAGGERS: dict[str, Tagger] = {}


class Tagger:
    """HanTa for one language."""

    def __init__(self, language: str) -> None:
        with requires_package("HanTa"):
            from HanTa.HanoverTagger import HanoverTagger

        self.hanta: Any = HanoverTagger(MODELS[language])
        self.closed = tuple(_CLOSED[language].split())
        self.symbols = tuple(_SYMBOL[language].split())
        self.cache: dict[str, int] = {}

    def kinds(self, tokens: Sequence[str]) -> list[int]:
        """Return `CLOSED`, `OPEN`, `UNKNOWN` or `SYMBOL` for each token."""
        return [self._kind(token) for token in tokens]

    def _kind(self, token: str) -> int:
        if token not in self.cache:
            if len(self.cache) >= CACHE_SIZE:
                self.cache.clear()
            self.cache[token] = self._look_up(token)
        return self.cache[token]

    def _look_up(self, token: str) -> int:
        if not any(map(str.isalnum, token)):
            return SYMBOL
        if len(token) > LONGEST_WORD:
            return UNKNOWN
        tag, probability = self.hanta.tag_word(token)[0]
        if probability < LEAST_LOG_PROBABILITY:
            return UNKNOWN
        if tag.startswith(self.symbols):
            return SYMBOL
        return CLOSED if tag.startswith(self.closed) else OPEN


def tagger_of(language: str) -> Tagger | None:
    """Return the tagger of a language, loaded once, or ``None`` if there is none."""
    if language not in MODELS:
        return None
    if language not in _TAGGERS:
        _TAGGERS[language] = Tagger(language)
    return _TAGGERS[language]


def part_of_speech_shares(texts: list[TokenizedText], language: str) -> list[list[float]]:
    """Return the share of each kind in the tokens of each target."""
    tagger = tagger_of(language)
    rows = []
    for text in texts:
        kinds = tagger.kinds(text.tokens) if tagger is not None else []
        rows.append([kinds.count(kind) / (len(kinds) or 1) for kind in range(len(NAMES))])
    return rows
