"""Fingerprints: what makes blocks of different pages the same, as numbers of 64 bits.

A block has two of them: that of its text, and that of its path, which are the tags, classes and ids of the containers
around it. Numbers and names of months and days are masked in both, so that a date or a count of comments does not make
a text new, nor the number of an article its container. Only the first few classes of a container count: further ones
often name the topics of the page. ``html`` and ``body`` have no names for the same reason.

The same bytes have the same fingerprints on every machine. Time is linear in the page, memory in its containers.
"""

from __future__ import annotations

import re
from array import array
from hashlib import blake2b

from ncleaner.page.blocks import Blocks
from ncleaner.page.elements import Element

CLASSES = 3  # of a container that count
LONGEST_NAME = 256  # bytes of a class attribute or an id that are read
LONGEST_DATED = 160  # bytes: names of months are masked in texts of up to so many, of which some can be dates
DEEPEST = 128  # elements: a container further inside has the path of the one around it
LONGEST_TAG = 64  # characters of a tag that count
PROSE = 10  # words: shorter blocks are not prose, nor are blocks of which a quarter or more is links

_NUMBER = re.compile(rb"[0-9]+(?:[.,:/-][0-9]+)*")
_DATES = """
    january february march april may june july august september october november december jan feb mar apr jun jul aug
    sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri
    sat sun am pm januar jänner februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag
    samstag sonnabend sonntag janvier février mars avril juin juillet août septembre octobre novembre décembre lundi
    mardi mercredi jeudi vendredi samedi dimanche enero febrero marzo abril mayo junio julio agosto septiembre octubre
    noviembre diciembre lunes martes miércoles jueves viernes sábado domingo gennaio febbraio aprile maggio giugno
    luglio settembre ottobre dicembre lunedì martedì mercoledì giovedì venerdì sabato domenica janeiro fevereiro março
    maio junho julho setembro outubro dezembro januari februari maart mei augustus stycznia lutego marca kwietnia maja
    czerwca lipca sierpnia września października listopada grudnia poniedziałek wtorek środa czwartek piątek sobota
    niedziela января февраля марта апреля мая июня июля августа сентября октября ноября декабря понедельник вторник
    среда четверг пятница суббота воскресенье ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου
    σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή ocak şubat mart
    nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
""".split()
_FORMS = sorted({form.encode() for name in _DATES for form in (name, name.capitalize())})
_DATE = re.compile(rb"(?<![a-z\x80-\xff])(?:" + b"|".join(reversed(_FORMS)) + rb")(?![a-z\x80-\xff])")

_UNNAMED = frozenset(["html", "body"])


def fingerprint(data: bytes) -> int:
    """Return the fingerprint of some bytes."""
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


def masked(text: bytes) -> bytes:
    """Return a text without what changes from day to day: capitals, numbers and, if it has numbers, dates."""
    text = text.lower()
    without = _NUMBER.sub(b"0", text)
    if without != text and len(text) <= LONGEST_DATED:
        return _DATE.sub(b"0", without)
    return without


class Fingerprints:
    """The fingerprints of the visible blocks of a page, and of the page.

    ``rows`` are the indices of these blocks; ``texts`` and ``paths`` have a fingerprint for each of them, and ``prose``
    its words if it is prose, else 0. ``around`` has, for each path, the path around it, or 0.
    """

    __slots__ = ("around", "page", "paths", "prose", "rows", "texts", "words")

    def __init__(self, blocks: Blocks) -> None:
        self.page = fingerprint(blocks.source)
        self.rows = array("i")
        self.texts = array("Q")
        self.paths = array("Q")
        self.words = array("i")
        self.prose = array("i")
        self.around: dict[int, int] = {}
        paths: dict[int, int] = {}
        names: dict[tuple[int, bytes], int] = {}
        hidden = blocks.hidden_bits()
        buffer = blocks.buffer
        for index, block in enumerate(blocks.items):
            if block.state & hidden:
                continue
            self.rows.append(index)
            self.texts.append(fingerprint(masked(buffer[block.text_start : block.text_end])))
            self.paths.append(paths.get(block.element) or self._path(blocks, block.element, paths, names))
            self.words.append(block.words)
            self.prose.append(block.words if block.words >= PROSE and 4 * block.link_chars < block.chars else 0)

    def _path(self, blocks: Blocks, element: int, paths: dict[int, int], names: dict[tuple[int, bytes], int]) -> int:
        """Return the path of a container, and store it and those around it."""
        pending = []
        while element >= 0 and element not in paths:
            pending.append(element)
            element = blocks.elements.parent(element)
        path = paths[element] if element >= 0 else 0
        for inner in reversed(pending):
            container = blocks.elements[inner]
            if container.depth > DEEPEST:
                paths[inner] = path
                continue
            key = path, _name(blocks, inner, container)
            found = names.get(key)
            if found is None:
                found = names[key] = fingerprint(b"%d/%b" % key) or 1
                self.around[found] = path
            path = paths[inner] = found
        return path


def _name(blocks: Blocks, element: int, container: Element) -> bytes:
    """Return the tag, the first classes and the id of a container, with numbers masked."""
    tag = blocks.tag(element)[:LONGEST_TAG]
    if tag in _UNNAMED:
        return tag.encode()
    source = blocks.source
    start, end = container.class_start, container.class_end
    classes = source[start : min(end, start + LONGEST_NAME)].lower().split()[:CLASSES] if end > start else []
    start, end = container.id_start, container.id_end
    if end > start:
        classes.append(b"#" + source[start : min(end, start + LONGEST_NAME)])
    return b"%b.%b" % (tag.encode(), _NUMBER.sub(b"0", b".".join(classes)))
