"""Reasons: why the forest kept a block or dropped it, in words for people who know nothing of forests.

Strategy: features that are about the same thing belong to one topic, and their contributions are added up. The topics
that speak most for the decision are put into words, one to three of them, each by the feature that contributed most;
the one that speaks against it comes last if it is the strongest of all and large.

What is said of a feature follows from its value, decoded from its scale (`ncleaner.engines.forest.features`), and must be true
of every block with that value. A saying is either what a block is, has or does ("is in a list"), which can be said of
its neighbours as well ("the block above is in a list"), or a sentence of its own ("all of its container is links").
"""

from __future__ import annotations

from math import ceil

from ncleaner.engines.forest.columns import COLUMNS, LEVELS
from ncleaner.engines.forest.features import TAG_ORDER
from ncleaner.read.rules import REASONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Values = Callable[[int, int], int]  # column and shift to the byte in the table
    Contribution = tuple[int, int, int]  # column, shift, and units for (or, if negative, against) keeping
    Saying = Callable[[int, bool], str]  # a value, and whether it speaks for keeping, to words

LONGEST = 199  # characters of a reason
MOST = 3  # topics that speak for the decision
ENOUGH = 4  # a topic that contributed less than one in so many parts of what the first one did is not mentioned,
LARGE = 4  # nor one against the decision with less than one in so many parts of all that was contributed

_MIDDLE = 128
_ALL = 255
_FEW = 25  # of 255
_ONE = 8  # the logarithm of it
_RATE_UNITS = 64  # of a bit per character
_NEAR_ZERO = 3  # of them, less than 0.05 bits
_LITTLE_RATE = 32
_LITTLE_BITS = 16  # of a whole block
_WEAK_SIGN = 8

_VERBS = ("is", "has", "reads", "ends", "does")  # the first words of what is said of a block
_NEIGHBOURS = {-2: "the block two above", -1: "the block above", 1: "the block below", 2: "the block two below"}
_EDGES = {
    -2: "is at the beginning of the page",
    -1: "is the first block of the page",
    1: "is the last block of the page",
    2: "is at the end of the page",
}
_OF_ONE = {"path words": "words", "path link share": "link share", "path bits": "bits"}  # where it is like no other
_UNDECIDED = {True: "too little speaks against it", False: "too little speaks for it"}
_POSITION = "position"
_PAGE = "page"
_PAGE_BLOCKS = COLUMNS.index("page blocks")
_PATH_BLOCKS = COLUMNS.index("path blocks")


def reason(contributions: Iterable[Contribution], values: Values, keep: bool) -> str:
    """Why a block was kept or not, in a line of less than 200 characters."""
    topics = sorted(_topics(contributions, values), key=lambda topic: -abs(topic.units))
    # What is true of all blocks of a page says least about one of them.
    pros = sorted([topic for topic in topics if topic.speaks_for(keep)][:MOST], key=lambda topic: topic.name == _PAGE)
    said = _of_block(pros[0].saying(values)) if pros else _UNDECIDED[keep]
    but = _objection(topics, values, keep)
    if len(said + but) > LONGEST:
        but = ""
    for topic in pros[1:]:
        longer = f"{said}; {_of_block(topic.saying(values))}"
        if ENOUGH * abs(topic.units) >= abs(pros[0].units) and len(longer + but) <= LONGEST:
            said = longer
    return said + but


def _objection(topics: list[_Topic], values: Values, keep: bool) -> str:
    """What the strongest of all topics says, if it speaks against the decision."""
    if not topics or topics[0].speaks_for(keep):
        return ""
    is_large = LARGE * abs(topics[0].units) >= sum(abs(topic.units) for topic in topics)
    return f", although {_of_it(topics[0].saying(values))}" if is_large else ""


class _Topic:
    """What the features about the same thing contributed, and which of them did what."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.units = 0
        self.parts: list[Contribution] = []

    def add(self, part: Contribution) -> None:
        self.units += part[2]
        self.parts.append(part)

    def speaks_for(self, keep: bool) -> bool:
        return (self.units > 0) == keep

    def saying(self, values: Values) -> str:
        """The words for the feature that contributed most to what the topic says."""
        sign = 1 if self.units > 0 else -1
        column, shift, units = max(self.parts, key=lambda part: sign * part[2])
        if _is_beyond(values, shift):
            return _EDGES[shift]
        if values(column, shift) == values(column, 0):
            shift = 0  # what is true of a neighbour and of the block is said of the block
        name = COLUMNS[column]
        if name in _OF_ONE and values(_PATH_BLOCKS, shift) <= _ONE:
            name = _OF_ONE[name]
        words = _SAYINGS[name](values(COLUMNS.index(name), shift), units > 0)
        if not shift:
            return words
        neighbour = _NEIGHBOURS[shift]
        return f"{neighbour} {words}" if _is_predicate(words) else f"for {neighbour}, {words}"


def _topics(contributions: Iterable[Contribution], values: Values) -> list[_Topic]:
    """The topics that speak for keeping or against it."""
    topics: dict[str, _Topic] = {}
    for part in contributions:
        name = _POSITION if _is_beyond(values, part[1]) else _TOPIC_OF[COLUMNS[part[0]]]
        topics.setdefault(name, _Topic(name)).add(part)
    return [topic for topic in topics.values() if topic.units]


def _is_beyond(values: Values, shift: int) -> bool:
    """Whether there is no such neighbour: every page with a block has a number of blocks, but the edge has none."""
    return shift != 0 and not values(_PAGE_BLOCKS, shift)


def _is_predicate(words: str) -> bool:
    return words.partition(" ")[0] in _VERBS


def _of_block(words: str) -> str:
    """The words as the reason that is written beside a block."""
    return words.removeprefix("is ")


def _of_it(words: str) -> str:
    """The words as a clause."""
    return f"it {words}" if _is_predicate(words) else words


# Scales


def _number(value: int) -> tuple[int, bool]:
    """The number behind a logarithm, and whether it is exact."""
    low = ceil(2 ** (value / 8) - 1 - 1e-9)
    high = ceil(2 ** ((value + 1) / 8) - 1 - 1e-9) - 1
    return (low, True) if low >= high else (_rounded((low + high) / 2), False)


def _rounded(number: float) -> int:
    """The number in two digits and noughts."""
    return round(float(f"{number:.1e}"))


def _plural(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number} {noun}s"


def _count(value: int, noun: str) -> str:
    """So many of them, by a logarithm."""
    number, is_exact = _number(value)
    if not number:
        return f"no {noun}s"
    return _plural(number, noun) if is_exact else f"about {_plural(number, noun)}"


def _average(value: int) -> str:
    """Words on the average, by the logarithm of four times as many."""
    number = _number(value)[0]
    return f"about {_plural(_rounded(number / 4), 'word')}" if number >= 4 else "less than one word"


def _percent(value: int) -> str:
    """A share that is neither nothing nor all."""
    return f"{'only ' if value <= _FEW else ''}{min(99, max(1, round(100 * value / 255)))} %"


def _times(value: int) -> str:
    """How often, by a count that ends at 255."""
    if value <= 2:
        return "once" if value == 1 else "twice"
    return f"{value} times" if value < _ALL else f"{value} times or more"


# Sayings by scale. In their templates a pair of braces stands for what the value says.


def _flag(yes: str, no: str) -> Saying:
    return lambda value, keep: yes if value else no


def _code(sayings: tuple[str, ...], otherwise: str) -> Saying:
    return lambda value, keep: sayings[value] if value < len(sayings) else otherwise


def _counted(template: str, noun: str) -> Saying:
    return lambda value, keep: template.format(_count(value, noun))


def _averaged(template: str) -> Saying:
    return lambda value, keep: template.format(_average(value))


def _share(hardly: str, some: str, everything: str) -> Saying:
    def saying(value: int, keep: bool) -> str:
        return hardly if not value else everything if value == _ALL else some.format(_percent(value))

    return saying


def _link_share(where: str) -> Saying:
    """How much of something is links."""
    return _share(f"{where} has few links or none", f"{{}} of {where} is links", f"all of {where} is links")


def _rate(template: str) -> Saying:
    """How something reads, by bits per character."""

    def saying(value: int, keep: bool) -> str:
        units = value - _MIDDLE
        if abs(units) <= _NEAR_ZERO:
            return template.format("neither like body text nor like boilerplate")
        bits = f"{units / _RATE_UNITS:+.1f}" if abs(units) < 127 else "+2 or more" if units > 0 else "-2 or less"
        return template.format(f"{_like(units, keep, _LITTLE_RATE)}, {bits} bits per character")

    return saying


def _like(amount: int, keep: bool, little: int) -> str:
    """What it reads like, and that it is not much if that is what speaks for the contrary."""
    like = "like body text" if amount > 0 else "like boilerplate"
    return like if (amount > 0) == keep or abs(amount) >= little else f"only a little {like}"


def _all_bits(value: int, keep: bool) -> str:
    amount = _number(abs(value - _MIDDLE))[0]
    if not amount:
        return "reads neither like body text nor like boilerplate"
    amount = amount if value > _MIDDLE else -amount
    return f"reads {_like(amount, keep, _LITTLE_BITS)}, {amount:+} bit{'s' * (abs(amount) != 1)} in all"


def _distance(zero: str, away: str) -> Saying:
    """So many blocks above or below something, by a logarithm around the middle."""

    def saying(value: int, keep: bool) -> str:
        blocks = _count(abs(value - _MIDDLE), "block")
        return zero if value == _MIDDLE else f"is {blocks} {'below' if value > _MIDDLE else 'above'} {away}"

    return saying


def _steps(part: str) -> Saying:
    """How many containers one has to leave to get to a part of the page."""

    def saying(value: int, keep: bool) -> str:
        if not value:
            return f"is inside of {part}"
        return f"is just outside of {part}" if value == 1 else f"is outside of {part}, {value} containers away"

    return saying


def _sign(parts: str, nothing: str) -> Saying:
    """What parts of the page are called, around the middle."""

    def saying(value: int, keep: bool) -> str:
        if abs(value - _MIDDLE) < _WEAK_SIGN:
            return nothing
        return f"{parts} named like {'content' if value > _MIDDLE else 'furniture'}"

    return saying


def _sign_of_one(what: str) -> Saying:
    """Whether any part of the page is called so."""
    some, none = f"a part around it is named like {what}", f"no part around it is clearly named like {what}"
    return lambda value, keep: some if value >= _WEAK_SIGN else none


# Sayings of single features


def _word_length(value: int, keep: bool) -> str:
    if not value:
        return "has no words"
    return "has words of 16 characters or more" if value == _ALL else f"has words of about {value / 16:.1f} characters"


def _links(value: int, keep: bool) -> str:
    return "has no links" if not value else f"has {_plural(value, 'link')}{' or more' * (value == _ALL)}"


def _level(value: int, keep: bool) -> str:
    return f"is marked up as a heading of level {value}" if value else "is not marked up as a heading"


def _tag(value: int, keep: bool) -> str:
    names = TAG_ORDER.split()
    if 0 < value <= len(names):
        return f"is in the element <{names[value - 1]}>"
    return "is in an element that says little of its text"


def _rule(value: int, keep: bool) -> str:
    return f"is {REASONS[value]}" if 0 < value < len(REASONS) else "no rule is certain about it"


def _marks(value: int, keep: bool) -> str:
    if not value:
        return "has none of . , : ; ! ? in its first words"
    if value == _ALL:
        return "has a mark of punctuation to each word or more"
    return f"has about {_plural(max(1, round(100 * value / 255)), 'mark')} of punctuation to 100 words"


def _path_blocks(value: int, keep: bool) -> str:
    return f"is one of {_count(value, 'block')} alike" if value > _ONE else "is marked up like no other block"


def _siblings(value: int, keep: bool) -> str:
    return f"is in one of {_count(value, 'part')} alike" if value > _ONE else "is in no series of parts alike"


def _to_end(value: int, keep: bool) -> str:
    return f"is {_count(value, 'block')} above the end of the page" if value else "is the last block of the page"


def _record_row(value: int, keep: bool) -> str:
    part = "its part of the page"
    return f"is {_count(value, 'block')} below the beginning of {part}" if value else f"is the first block of {part}"


def _repeated_before(value: int, keep: bool) -> str:
    return f"has the same text above it {_times(value)}" if value else "is not a repetition of text above it"


def _repeats(value: int, keep: bool) -> str:
    return f"is repeated on the page {_times(value)}" if value else "is not repeated on the page"


def _after_title(value: int, keep: bool) -> str:
    saying = _distance("is the title of the page", "the title of the page")
    return saying(value, keep) if value else "no heading of the page looks like its title"


def _title_steps(value: int, keep: bool) -> str:
    if not value:
        return "no heading of the page looks like its title"
    if value == 1:
        return "is in the same container as the title of the page"
    return f"is {_plural(value - 1, 'container')} away from the title of the page"


def _title_share(value: int, keep: bool) -> str:
    if not value:  # as for the title itself, and where there is none
        return "has no larger part of the page in common with its title"
    if value == _ALL:
        return "only the whole page has both it and the title"
    return f"the part that has both it and the title has {_percent(value)} of the words of the page"


def _heading_bits(value: int, keep: bool) -> str:
    return _rate("is below a heading that reads {}")(value, keep) if value else "has no heading above it"


def _since_heading(value: int, keep: bool) -> str:
    if value == _ALL:
        return "has no heading above it"
    return f"is {_count(value, 'block')} below a heading" if value > _ONE else "is right below a heading"


def _heading_level(value: int, keep: bool) -> str:
    return f"is under a heading of level {value}" if value else "the heading above it, if any, is not marked up as one"


def _page_family_size(value: int, keep: bool) -> str:
    return f"the page has a list of {_count(value, 'part')} alike" if value else "the page has no list of parts alike"


def _money(value: int, keep: bool) -> str:
    amounts = "amounts of $, £ or €"
    return f"{amounts} are in {_count(value, 'block')} of the page" if value else f"no {amounts} were found on the page"


def _declared(value: int, keep: bool) -> str:
    if 0 < value < len(_KINDS_OF_PAGE):
        return f"the page declares itself to be {_KINDS_OF_PAGE[value]}"
    return "the page does not declare what it is"


# By the numbers of `ncleaner.engines.forest.declared`.
_KINDS_OF_PAGE = (
    "", "an article", "a product", "a website", "a website", "an article", "a posting", "a list of questions",
    "a collection", "a list of items", "a product", "a posting in a forum", "a question with answers",
)  # fmt: skip

# The second and the third have the same words: nobody can count containers.
_CONTAINERS = dict.fromkeys(LEVELS, "a larger part around it") | {1: "its container", 5: "a much larger part around it"}
_MAIN = "what looks like the main text"
_PROSE = "the part with most prose"


def _levels(name: str, saying: Callable[[str], Saying]) -> dict[str, Saying]:
    """The sayings of a feature of each container around a block."""
    return {f"{name} {level}": saying(container) for level, container in _CONTAINERS.items()}


_TOPICS: dict[str, dict[str, Saying]] = {
    "reading": {
        "bits": _rate("reads {}"),
        "all bits": _all_bits,
        "bits around 3": _rate("is among blocks that read {}"),
        "bits around 8": _rate("is among blocks that read {}"),
        **_levels("bits of", lambda container: _rate(f"{container} reads {{}}")),
        "path bits": _rate("blocks like it read {}"),
        "record bits": _rate("its part of the page reads {}"),
    },
    "links": {
        "link share": _share("has few links or none", "is {} links", "is nothing but links"),
        "links": _links,
        "link share around 3": _link_share("the text around it"),
        "link share around 8": _link_share("the text around it"),
        **_levels("link share of", _link_share),
        "path link share": _share(
            "blocks like it have few links or none",
            "blocks like it are {} links",
            "blocks like it are nothing but links",
        ),
        "record link share": _link_share("its part of the page"),
    },
    "length": {
        "words": _counted("has {}", "word"),
        "word length": _word_length,
        "path words": _averaged("blocks like it have {}"),
        "record words": _counted("its part of the page has {}", "word"),
        "words around": _counted("has {} in and around it", "word"),
        **_levels("words per block of", lambda container: _averaged(f"{container} has {{}} a block")),
        **_levels(
            "long share of",
            lambda container: _share(
                f"{container} has hardly any long blocks",
                f"{{}} of {container} is long blocks",
                f"{container} is nothing but long blocks",
            ),
        ),
    },
    "wording": {
        "punctuation": _marks,
        "ending": _code(
            (
                "does not end with . , : ! or ?",
                "ends with a comma",
                "ends with a colon",
                "ends with a full stop",
                "ends with ! or ?",
            ),
            "ends in another way",
        ),
        "capitals": _share(
            "has hardly any capitals (A to Z) in its first words",
            "has capitals (A to Z) on {} of its first words",
            "has a capital (A to Z) on each of its first words",
        ),
        "digits": _share(
            "has hardly any digits at its beginning",
            "is {} digits at its beginning",
            "is nothing but digits at its beginning",
        ),
    },
    "markup": {
        "kind": _code(("is a paragraph", "is a heading", "is an item of a list"), "is of another kind"),
        "bold share": _share("has little bold type or none", "is {} in bold type", "is all in bold type"),
        "level": _level,
        "tag": _tag,
        "list": _flag("is in a list", "is not in a list"),
        "table": _flag("is in a table", "is not in a table"),
        "nav": _flag("is inside the navigation", "is not marked up as navigation"),
        "aside": _flag("is marked up as an aside", "is not marked up as an aside"),
        "header": _flag("is inside a header", "is not marked up as a header"),
        "footer": _flag("is inside a footer", "is not marked up as a footer"),
        "article": _code(
            ("nothing is marked up as an article", "is outside of what is marked up as an article"),
            "is inside an article",
        ),
        "main": _code(
            ("nothing is marked up as the main part", "is outside of what is marked up as the main part"),
            "is inside what is marked up as the main part",
        ),
        "aria hidden": _flag("is hidden from screen readers", "is not hidden from screen readers"),
    },
    "rule": {"rule": _rule},
    _POSITION: {
        "from start": _share(
            "is at the beginning of the page", "is {} of the way down the page", "is at the end of the page"
        ),
        "to end": _to_end,
        "place": _share(
            "is at the beginning of its container",
            "is {} of the way down its container",
            "is at the end of its container",
        ),
    },
    "main text": {
        **_levels(
            "share",
            lambda container: _share(
                f"{container} has hardly any words of the page",
                f"{container} has {{}} of the words of the page",
                f"{container} has all words of the page",
            ),
        ),
        "best steps": _steps(_MAIN),
        "best distance": _distance(f"is inside of {_MAIN}", _MAIN),
        "prose steps": _steps(_PROSE),
        "prose distance": _distance(f"is inside of {_PROSE}", _PROSE),
    },
    "alike": {
        "path blocks": _path_blocks,
        "siblings": _siblings,
        "record blocks": _counted("its part of the page has {}", "block"),
        "record row": _record_row,
        "family share": _share(
            "parts like its own have hardly any words of the page",
            "parts like its own have {} of the words of the page",
            "parts like its own have all words of the page",
        ),
        "family words": _averaged("parts like its own have {} each"),
        "family headings": _share(
            "hardly any of the parts like its own has a heading",
            "{} of the parts like its own have a heading",
            "all parts like its own have a heading",
        ),
    },
    "names": {
        "sign": _sign("its part of the page is", "the name of its part of the page says little"),
        "sign best": _sign_of_one("content"),
        "sign worst": _sign_of_one("furniture"),
        "sign sum": _sign("the parts around it are", "the names of the parts around it say little"),
    },
    "repeats": {"repeated before": _repeated_before, "repeats": _repeats},
    "headings": {
        "after title": _after_title,
        "title steps": _title_steps,
        "title share": _title_share,
        "heading bits": _heading_bits,
        "since heading": _since_heading,
        "heading level": _heading_level,
    },
    _PAGE: {
        "page words": _counted("the page has {}", "word"),
        "page blocks": _counted("the page has {}", "block"),
        "page link share": _link_share("the page"),
        "page bits": _rate("the page reads {}"),
        "page long share": _share(
            "the page has hardly any long blocks",
            "{} of the page is long blocks",
            "the page is nothing but long blocks",
        ),
        "page named": _share(
            "hardly any part of the page has a name",
            "{} of the parts of the page have a name",
            "all parts of the page have a name",
        ),
        "page table share": _share(
            "hardly any of the page is in tables", "{} of the page is in tables", "all of the page is in tables"
        ),
        "page family": _share(
            "the page has no large list of parts alike",
            "a list of parts alike has {} of the words of the page",
            "a list of parts alike has all words of the page",
        ),
        "page family size": _page_family_size,
        "page money": _money,
        "page headings": _counted("the page has {}", "marked-up heading"),
        "best share": _share(
            f"{_MAIN} has hardly any words of the page",
            f"{_MAIN} has {{}} of the words of the page",
            f"{_MAIN} has all words of the page",
        ),
        "prose share": _share(
            f"{_PROSE} has hardly any words of the page",
            f"{_PROSE} has {{}} of the words of the page",
            f"{_PROSE} has all words of the page",
        ),
        "declared": _declared,
        "lexical": _flag(
            "the words of the page's language are known", "the words of the page's language are not known"
        ),
    },
}

_SAYINGS = {column: saying for sayings in _TOPICS.values() for column, saying in sayings.items()}
_TOPIC_OF = {column: topic for topic, sayings in _TOPICS.items() for column in sayings}
