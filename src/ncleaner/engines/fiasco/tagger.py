"""Parts of speech (section 3.1): which words are of a closed class, of an open one, unknown, or symbols.

A tagger is whatever has the method `Tagger.kinds`. Ours is HanTa, whose models of English, German and Dutch come inside
its package. It is asked word by word, because most targets are no sentences, and each word once. Words that it
can explain only by pieces that it has never seen are very improbable, which is how unknown ones are told from others.

Words of other languages are of no kind: all shares are 0.
"""

from __future__ import annotations

from ncleaner.engines.fiasco.packages import needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ncleaner.engines.fiasco.linguistic import Wording

CLOSED, OPEN, UNKNOWN, SYMBOL = range(4)
NAMES = ("words of closed classes", "words of open classes", "unknown words", "symbols and foreign words")

MODELS = {"en": "morphmodel_en.pgz", "de": "morphmodel_ger.pgz", "nl": "morphmodel_dutch.pgz"}
"""Language to what HanTa calls its model."""

# How tags begin, in the tag sets of the three models (C5 of the British National Corpus, STTS, and that of D-Coi).
_CLOSED = {
    "en": "AT AVP AVQ CJ DP DT EX0 IN PN PO PR TO0 VB VD VH VM XX0",
    "de": "AP ART KO PD PI PP PR PTK PW VA VM",
    "nl": "LID VG VNW VZ",
}
_SYMBOL = {"en": "PU UNC ZZ0", "de": "$ FM XY", "nl": "LET SPEC"}

LEAST_LOG_PROBABILITY = -25.0  # that of known words is far above, that of unknown ones below
LONGEST_WORD = 40  # the tagger's time grows with the cube of it
MOST_KNOWN = 200_000  # words to be remembered

_TAGGERS: dict[str, Tagger] = {}


class Tagger:
    """HanTa for one language."""

    def __init__(self, language: str) -> None:
        with needed("HanTa"):
            from HanTa.HanoverTagger import HanoverTagger

        self.hanta: Any = HanoverTagger(MODELS[language])
        self.closed = tuple(_CLOSED[language].split())
        self.symbols = tuple(_SYMBOL[language].split())
        self.known: dict[str, int] = {}

    def kinds(self, tokens: Sequence[str]) -> list[int]:
        """Of each token, whether it is `CLOSED`, `OPEN`, `UNKNOWN` or a `SYMBOL`."""
        return [self._kind(token) for token in tokens]

    def _kind(self, token: str) -> int:
        known = self.known
        if token not in known:
            if len(known) >= MOST_KNOWN:
                known.clear()
            known[token] = self._looked_up(token)
        return known[token]

    def _looked_up(self, token: str) -> int:
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
    """The tagger of a language, loaded once, or ``None`` if there is none."""
    if language not in MODELS:
        return None
    if language not in _TAGGERS:
        _TAGGERS[language] = Tagger(language)
    return _TAGGERS[language]


def part_of_speech_shares(wordings: list[Wording], language: str) -> list[list[float]]:
    """Which part of the tokens of each target are of each kind."""
    tagger = tagger_of(language)
    rows = []
    for wording in wordings:
        kinds = tagger.kinds(wording.tokens) if tagger is not None else []
        rows.append([kinds.count(kind) / (len(kinds) or 1) for kind in range(len(NAMES))])
    return rows
