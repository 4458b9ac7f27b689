# cython: boundscheck=False
"""Fingerprints: what makes blocks of different pages the same, as numbers of 64 bits.

A block has two of them: that of its text, and that of its path, which are the tags, classes and ids of the containers
around it. Numbers and names of months and days are masked in both, so that a date or a count of comments does not make
a text new, nor the number of an article its container. Only the first few classes of a container count: further ones
often name the topics of the page. ``html`` and ``body`` have no names for the same reason.

Strategy: bytes become words, and words become a fingerprint, each by multiplication. The same bytes have the same
fingerprints on every machine. They are no secret: a page can be made to have the fingerprints of another text, but then
it could as well have that text. Time is linear in the page.

Compiled, offsets of blocks and attributes are used without bounds checks: the scanner has made them.
"""

from __future__ import annotations

from array import array

from ncleaner.octets import arrays
from ncleaner.octets.octets import Octets
from ncleaner.page.blocks import Blocks
from ncleaner.page.elements import ELEMENT_WIDTH, Element, Elements
from ncleaner.page.tags import CODE, NAMES

CLASSES = 3  # of a container that count
LONGEST_NAME = 256  # bytes of a class attribute or an id that are read
LONGEST_DATED = 160  # bytes: names of months are masked in texts of up to so many, if they have numbers
DEEPEST = 128  # elements: a container further inside has the path of the one around it
LONGEST_TAG = 64  # characters of a tag that count
PROSE = 10  # words: shorter blocks are not prose, nor are blocks of which a quarter or more is links

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

_CLASS, _ID = map(Element.__slots__.index, ("class_start", "id_start"))
_DEPTH, _PARENT, _TAG = map(Element.__slots__.index, ("depth", "parent", "tag"))
_HTML, _BODY = CODE["html"], CODE["body"]
_CLASSES, _LONGEST_NAME, _LONGEST_DATED, _DEEPEST, _PROSE = CLASSES, LONGEST_NAME, LONGEST_DATED, DEEPEST, PROSE

_M64 = 0xFFFFFFFFFFFFFFFF
_START = 0xCBF29CE484222325
_STEP = 0x100000001B3  # of Fowler, Noll and Vo, whose function is good for short words
_SPREAD = 0x9E3779B97F4A7C15  # the golden ratio
_NUMBER = 0x30  # in place of numbers and names of months
_HASH = 0x23  # before an id

_NO_PRINT = array("Q", bytes(8))
_NO_ROW = array("i", bytes(4))


class Fingerprints:
    """The fingerprints of the visible blocks of a page, and of the page: of all it shows, and where.

    ``rows`` has the indices of the ``count`` blocks; ``texts`` and ``paths`` have a fingerprint for each of them,
    ``words`` their words, and ``prose`` their words if they are prose, else 0.
    """

    def __init__(self, blocks: Blocks) -> None:
        items = blocks.items
        self.rows, self.words, self.prose = (_NO_ROW * len(items) for _ in range(3))
        self.texts, self.paths = (_NO_PRINT * len(items) for _ in range(2))
        self.count = 0
        self.page = _START
        self._fill(blocks, _Paths(blocks))
        self.rows, self.words, self.prose = (column[: self.count] for column in (self.rows, self.words, self.prose))
        self.texts, self.paths = self.texts[: self.count], self.paths[: self.count]

    def _fill(self, blocks: Blocks, found: _Paths) -> None:
        rows, words, prose = arrays.ints(self.rows), arrays.ints(self.words), arrays.ints(self.prose)
        texts, paths = arrays.unsigned_longs(self.texts), arrays.unsigned_longs(self.paths)
        octets = Octets()
        octets.hold(blocks.buffer)
        hidden = blocks.hidden_bits()
        row = 0
        for index, block in enumerate(blocks.items):
            if block.state & hidden:
                continue
            rows[row] = index
            words[row] = block.words
            prose[row] = block.words if block.words >= _PROSE and 4 * block.link_chars < block.chars else 0
            texts[row] = text_print(octets, block.text_start, block.text_end)
            paths[row] = found.of(block.element)
            self.page = mixed(mixed(self.page, texts[row]), paths[row])
            row += 1
        self.count = row


class _Paths:
    """The fingerprints of the paths of a page's containers. Containers without visible text have none."""

    def __init__(self, blocks: Blocks) -> None:
        self.elements: Elements = blocks.elements
        self.octets = Octets()
        self.octets.hold(blocks.source)
        self.count = len(blocks.elements)
        self.held = _NO_PRINT * self.count
        self.prints = arrays.unsigned_longs(self.held)
        self._mark(blocks)
        for i in range(self.count):
            if self.prints[i]:
                self._find(blocks, i)

    def of(self, element: int) -> int:
        """Return the fingerprint of the path of a container, or of no container for -1."""
        return self.prints[element] if 0 <= element < self.count else _START

    def _mark(self, blocks: Blocks) -> None:
        """Mark the containers with blocks, and those around them."""
        for block in blocks.items:
            if 0 <= block.element < self.count:
                self.prints[block.element] = 1
        for i in range(self.count - 1, 0, -1):
            up = self.elements.parent(i)
            if self.prints[i] and 0 <= up < i:
                self.prints[up] = 1

    def _find(self, blocks: Blocks, i: int) -> None:
        """Store the fingerprint of a container; that of the one around it is known."""
        at = i * ELEMENT_WIDTH
        up = self.elements.rows[at + _PARENT]
        path = self.prints[up] if 0 <= up < i else _START
        if self.elements.rows[at + _DEPTH] <= _DEEPEST:
            tag = self.elements.rows[at + _TAG]
            path = mixed(path, _TAG_PRINTS[tag] if tag < len(_TAG_PRINTS) else tag_print(blocks.tag(i)))
            if tag != _HTML and tag != _BODY:
                path = self._with_names(path, at)
        self.prints[i] = path

    def _with_names(self, path: int, at: int) -> int:
        """Return the fingerprint of a path after the classes and the id of its innermost container."""
        rows = self.elements.rows
        start, end = rows[at + _CLASS], rows[at + _CLASS + 1]
        if end > start:
            path = self._with_classes(path, start, min(end, start + _LONGEST_NAME))
        start, end = rows[at + _ID], rows[at + _ID + 1]
        if end > start:
            path = mixed(mixed(path, _HASH), name_print(self.octets, start, min(end, start + _LONGEST_NAME)))
        return path

    def _with_classes(self, path: int, start: int, end: int) -> int:
        data = self.octets.data
        for _ in range(_CLASSES):
            while start < end and data[start] <= 0x20:
                start += 1
            stop = start
            while stop < end and data[stop] > 0x20:
                stop += 1
            if stop == start:
                break
            path = mixed(path, name_print(self.octets, start, stop))
            start = stop
        return path


def text_print(octets: Octets, start: int, end: int) -> int:
    """Return the fingerprint of a text without capitals, numbers and, if it is short and has numbers, dates."""
    data = octets.data
    has_dates = end - start <= _LONGEST_DATED and _has_number(octets, start, end)
    found = _START
    i = start
    while i < end:
        c = data[i]
        if 0x30 <= c <= 0x39:
            i = _number_end(octets, i, end)
            found = mixed(found, _NUMBER)
        elif _is_letter(c):
            word = _START
            while i < end and _is_letter(data[i]):
                word = _next(word, data[i])
                i += 1
            found = mixed(found, _NUMBER if has_dates and word in _DATE_PRINTS else word)
        else:
            found = mixed(found, c)
            i += 1
    return found


def name_print(octets: Octets, start: int, end: int) -> int:
    """Return the fingerprint of a class or an id, with numbers masked."""
    data = octets.data
    found = _START
    i = start
    while i < end:
        c = data[i]
        if 0x30 <= c <= 0x39:
            i = _number_end(octets, i, end)
            found = _next(found, _NUMBER)
        else:
            found = _next(found, c)
            i += 1
    return found


def mixed(found: int, word: int) -> int:
    """Return a fingerprint after one more word."""
    found = (found ^ word) * _SPREAD & _M64
    return found ^ found >> 32


def tag_print(name: str) -> int:
    """Return the fingerprint of the name of a tag."""
    return _word_print(name[:LONGEST_TAG].encode("utf-8", "surrogatepass"))


def _word_print(word: bytes) -> int:
    found = _START
    for c in word:
        found = _next(found, c)
    return found


def _next(found: int, c: int) -> int:
    """Return the fingerprint of a word after one more byte."""
    if 0x41 <= c <= 0x5A:
        c += 0x20
    return (found ^ c) * _STEP & _M64


def _is_letter(c: int) -> bool:
    """Return whether a byte is a letter, or part of a character beyond ASCII."""
    return c >= 0x80 or 0x61 <= c | 0x20 <= 0x7A


def _has_number(octets: Octets, start: int, end: int) -> bool:
    for i in range(start, end):
        if 0x30 <= octets.data[i] <= 0x39:
            return True
    return False


def _number_end(octets: Octets, i: int, end: int) -> int:
    """Return the end of the number at ``i``: digits, and single signs between digits as in dates and times."""
    data = octets.data
    while i < end:
        c = data[i]
        if 0x30 <= c <= 0x39:
            i += 1
        elif 0x2C <= c <= 0x3A and i + 1 < end and 0x30 <= data[i + 1] <= 0x39:  # , - . / :
            i += 2
        else:
            break
    return i


_DATE_PRINTS = frozenset(_word_print(form.encode()) for name in _DATES for form in (name, name.capitalize()))
_TAG_PRINTS = [tag_print(name) for name in NAMES]
