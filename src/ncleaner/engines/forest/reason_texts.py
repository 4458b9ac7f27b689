"""Texts of reasons: the topic and the scale of each feature, and the templates that describe a block by its value.

A template begins with one of `VERBS` if it is about the block ("is in a list"), so that it can also be said of a
neighbour ("the block above is in a list"). Otherwise it is a sentence ("all of its container is links"). It must be
true of every block with such a value.
"""

from __future__ import annotations

from ncleaner.engines.forest import scales_in_words as scale
from ncleaner.engines.forest.columns import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Scale = Callable[[int, bool], scale.Decoded]

VERBS = ("is", "has", "reads", "ends", "begins", "does", "looks", "stands")

_ABSENCES = ("is not ", "is marked up like no other ", "does not belong ", "no ", "nothing ", "has no ")
_SAYING_LITTLE = (" says little", " say little", "neither like body text nor like boilerplate")
_OF_BOILERPLATE = ("like boilerplate", "suggests boilerplate", "suggest boilerplate", "like boilerplate by itself")
_OF_CONTENT = ("like body text", "suggests content", "suggest content", "like content", "like content by itself")

READING = "reading"
LINKS = "links"
LENGTH = "length"
SURFACE = "surface"
MARKUP = "markup"
RULE = "rule"
POSITION = "position"
MAIN_TEXT = "main text"
FOUND = "found"
SERIES = "series"
NAMES = "names"
REPEATS = "repeats"
HEADINGS = "headings"
PAGE = "page"


class ReasonText:
    """What can be said of a feature."""

    __slots__ = ("decode", "templates", "topic")

    def __init__(self, topic: str, decode: Scale, *templates: str) -> None:
        self.topic = topic
        self.decode = decode
        self.templates = templates

    def words(self, value: int, keep: bool) -> str:
        """Return the words for a value that speaks for keeping the block, or against it."""
        index, words, s = self.decode(value, keep)
        return self.templates[min(index, len(self.templates) - 1)].format(words, s=s)


_MAIN = "what looks like the main text"
_PROSE = "the part of the page with most prose"

# Levels 2 and 3 have the same words, because readers cannot see the difference.
_CONTAINERS = dict.fromkeys(LEVELS, "a larger part around it") | {1: "its container", 5: "a much larger part around it"}


def _levels(name: str, topic: str, decode: Scale, *templates: str) -> dict[str, ReasonText]:
    """Return the reason_texts of a feature of each container around a block, which templates have as ``[it]``."""
    return {
        f"{name} {level}": ReasonText(topic, decode, *[template.replace("[it]", container) for template in templates])
        for level, container in _CONTAINERS.items()
    }


def _link_share(topic: str, part: str) -> ReasonText:
    """Return the reason text for the share of links in some part of the page."""
    return ReasonText(
        topic, scale.share, f"{part} has few or no links", f"{{}} of {part} is links", f"{part} is nothing but links"
    )


def _word_share(topic: str, part: str) -> ReasonText:
    """Return the reason text for the share of the page's words in some part of the page."""
    return ReasonText(
        topic,
        scale.share,
        f"{part} has hardly any of the words on the page",
        f"{part} has {{}} of the words on the page",
        f"{part} has all the words on the page",
    )


def _expected(level: int) -> ReasonText:
    """Return the reason text for the share of content in a container around a block."""
    part = _CONTAINERS[LEVELS[level - 1]]
    return ReasonText(
        FOUND,
        scale.share,
        f"{part} has hardly anything that looks like content",
        f"{{}} of {part} looks like content",
        f"all of {part} looks like content",
    )


def _page_share(what: str) -> ReasonText:
    """Return the reason text for a share of the page's words."""
    return ReasonText(
        PAGE, scale.share, f"hardly any of the page {what}", f"{{}} of the page {what}", f"all of the page {what}"
    )


REASON_TEXTS = {
    "bits": ReasonText(READING, scale.rate, "reads {}"),
    "all bits": ReasonText(READING, scale.all_bits, "reads {}"),
    "bits around 3": ReasonText(READING, scale.rate, "is among blocks that read {}"),
    "bits around 8": ReasonText(READING, scale.rate, "is among blocks that read {}"),
    **_levels("bits of", READING, scale.rate, "[it] reads {}"),
    "path bits": ReasonText(READING, scale.rate, "blocks like it read {}"),
    "record bits": ReasonText(READING, scale.rate, "its part of the page reads {}"),
    "link share": ReasonText(LINKS, scale.share, "has few or no links", "is {} links", "is nothing but links"),
    "links": ReasonText(LINKS, scale.limited, "has {} link{s}"),
    "link share around 3": _link_share(LINKS, "the text around it"),
    "link share around 8": _link_share(LINKS, "the text around it"),
    **{f"link share of {level}": _link_share(LINKS, container) for level, container in _CONTAINERS.items()},
    "path link share": ReasonText(
        LINKS,
        scale.share,
        "blocks like it have few or no links",
        "blocks like it are {} links",
        "blocks like it are nothing but links",
    ),
    "record link share": _link_share(LINKS, "its part of the page"),
    "words": ReasonText(LENGTH, scale.count, "has {} word{s}"),
    "word length": ReasonText(
        LENGTH,
        scale.word_length,
        "has no words",
        "has words of about {} characters",
        "has words of 16 characters or more",
    ),
    "path share": ReasonText(
        MAIN_TEXT,
        scale.share,
        "blocks like it have hardly any of the words on the page",
        "blocks like it have {} of the words on the page",
        "blocks like it have all the words on the page",
    ),
    "path words": ReasonText(LENGTH, scale.average, "blocks like it have {} word{s}"),
    "record words": ReasonText(LENGTH, scale.count, "its part of the page has {} word{s}"),
    "words around": ReasonText(LENGTH, scale.count, "has {} word{s} in and around it"),
    **_levels("words per block of", LENGTH, scale.average, "[it] has {} word{s} per block"),
    **_levels(
        "long share of",
        LENGTH,
        scale.share,
        "[it] has hardly any long blocks",
        "{} of [it] is long blocks",
        "[it] is nothing but long blocks",
    ),
    "punctuation": ReasonText(
        SURFACE,
        scale.per_hundred,
        "has none of . , : ; ! ? in its first words",
        "has about {} punctuation mark{s} per 100 words",
        "has a punctuation mark or more per word",
    ),
    "ending": ReasonText(
        SURFACE,
        scale.code,
        "does not end with . , : ! or ?",
        "ends with a comma",
        "ends with a colon",
        "ends with a full stop",
        "ends with ! or ?",
    ),
    "capitals": ReasonText(
        SURFACE,
        scale.share,
        "has hardly any capitals (A to Z) in its first words",
        "has capitals (A to Z) on {} of its first words",
        "has a capital (A to Z) on each of its first words",
    ),
    "digits": ReasonText(
        SURFACE,
        scale.share,
        "has hardly any digits at its beginning",
        "begins with text that is {} digits",
        "begins with nothing but digits",
    ),
    "kind": ReasonText(MARKUP, scale.code, "is a paragraph", "is a heading", "is a list item"),
    "bold share": ReasonText(
        MARKUP, scale.share, "has little or no bold type", "is {} in bold type", "is all in bold type"
    ),
    "level": ReasonText(MARKUP, scale.level, "is not marked up as a heading", "is marked up as a heading of level {}"),
    "tag": ReasonText(MARKUP, scale.tag, "is in an element that says little about its text", "is in the element <{}>"),
    "list": ReasonText(MARKUP, scale.flag, "is not in a list", "is in a list"),
    "table": ReasonText(MARKUP, scale.flag, "is not in a table", "is in a table"),
    "nav": ReasonText(MARKUP, scale.flag, "is not marked up as navigation", "is inside the navigation"),
    "aside": ReasonText(MARKUP, scale.flag, "is not marked up as an aside", "is marked up as an aside"),
    "header": ReasonText(MARKUP, scale.flag, "is not marked up as a header", "is inside a header"),
    "footer": ReasonText(MARKUP, scale.flag, "is not marked up as a footer", "is inside a footer"),
    "article": ReasonText(
        MARKUP,
        scale.code,
        "nothing is marked up as an article",
        "is outside the text marked up as an article",
        "is inside an article",
    ),
    "main": ReasonText(
        MARKUP,
        scale.code,
        "nothing is marked up as the main part",
        "is outside the text marked up as the main part",
        "is inside the text marked up as the main part",
    ),
    "aria hidden": ReasonText(MARKUP, scale.flag, "is not hidden from screen readers", "is hidden from screen readers"),
    "rule": ReasonText(RULE, scale.rule, "no rule applies to it", "is {}"),
    "from start": ReasonText(
        POSITION,
        scale.share,
        "is at the beginning of the page",
        "is {} of the way down the page",
        "is at the end of the page",
    ),
    "to end": ReasonText(
        POSITION, scale.count, "is the last block of the page", "is {} block{s} above the end of the page"
    ),
    "place": ReasonText(
        POSITION,
        scale.share,
        "is at the beginning of its container",
        "is {} of the way down its container",
        "is at the end of its container",
    ),
    **{f"share {level}": _word_share(MAIN_TEXT, container) for level, container in _CONTAINERS.items()},
    "best steps": ReasonText(
        MAIN_TEXT,
        scale.steps,
        f"is inside {_MAIN}",
        f"is just outside {_MAIN}",
        f"is outside {_MAIN}",
        f"is far outside {_MAIN}",
    ),
    "best distance": ReasonText(
        MAIN_TEXT,
        scale.distance,
        f"is inside {_MAIN}",
        f"is {{}} block{{s}} above {_MAIN}",
        f"is {{}} block{{s}} below {_MAIN}",
    ),
    "prose steps": ReasonText(
        MAIN_TEXT,
        scale.steps,
        f"is inside {_PROSE}",
        f"is just outside {_PROSE}",
        f"is outside {_PROSE}",
        f"is far outside {_PROSE}",
    ),
    "prose distance": ReasonText(
        MAIN_TEXT,
        scale.distance,
        f"is inside {_PROSE}",
        f"is {{}} block{{s}} above {_PROSE}",
        f"is {{}} block{{s}} below {_PROSE}",
    ),
    "path blocks": ReasonText(
        SERIES,
        scale.count,
        "is marked up like no other block",
        "is marked up like no other block",
        "is one of {} blocks marked up alike",
    ),
    "siblings": ReasonText(
        SERIES,
        scale.count,
        "does not belong to a series of similar parts",
        "does not belong to a series of similar parts",
        "is in one of {} similar parts",
    ),
    "record blocks": ReasonText(SERIES, scale.count, "its part of the page has {} block{s}"),
    "record row": ReasonText(
        SERIES,
        scale.count,
        "is the first block of its part of the page",
        "is {} block{s} below the beginning of its part of the page",
    ),
    "family share": ReasonText(
        SERIES,
        scale.share,
        "parts like its own have hardly any of the words on the page",
        "parts like its own have {} of the words on the page",
        "parts like its own have all the words on the page",
    ),
    "family words": ReasonText(SERIES, scale.average, "parts like its own have {} word{s} each"),
    "family headings": ReasonText(
        SERIES,
        scale.share,
        "hardly any of the parts like its own has a heading",
        "{} of the parts like its own have a heading",
        "all parts like its own have a heading",
    ),
    "sign": ReasonText(
        NAMES,
        scale.weight,
        "the class, id or role of its container says little",
        "the class, id or role of its container suggests content",
        "the class, id or role of its container suggests boilerplate",
    ),
    "sign best": ReasonText(
        NAMES,
        scale.one_sided_weight,
        "no class, id or role around it clearly suggests content",
        "a class, id or role around it suggests content",
    ),
    "sign worst": ReasonText(
        NAMES,
        scale.one_sided_weight,
        "no class, id or role around it clearly suggests boilerplate",
        "a class, id or role around it suggests boilerplate",
    ),
    "sign sum": ReasonText(
        NAMES,
        scale.weight,
        "the names in the markup around it say little",
        "the names in the markup around it suggest content",
        "the names in the markup around it suggest boilerplate",
    ),
    "repeated before": ReasonText(
        REPEATS, scale.times, "is not a repetition of text above it", "has the same text above it {}"
    ),
    "repeats": ReasonText(REPEATS, scale.times, "is not repeated on the page", "is repeated on the page {}"),
    "after title": ReasonText(
        HEADINGS,
        scale.distance_if_any,
        "is the title of the page",
        "is {} block{s} above the title of the page",
        "is {} block{s} below the title of the page",
        "no heading of the page looks like its title",
    ),
    "title steps": ReasonText(
        HEADINGS,
        scale.steps_from_title,
        "no heading of the page looks like its title",
        "is in the same container as the title",
        "is close to the title in the markup",
        "is in another part of the page than the title",
        "is far from the title in the markup",
    ),
    # The share is 0 for the title itself, and where there is none.
    "title share": ReasonText(
        HEADINGS,
        scale.share,
        "the part of the page that has both it and the title, if any, has hardly any words",
        "the part of the page that has both it and the title has {} of the words",
        "has only the whole page in common with the title",
    ),
    "heading bits": ReasonText(HEADINGS, scale.rate, "has no heading above it", "is below a heading that reads {}"),
    "since heading": ReasonText(
        HEADINGS,
        scale.count_from,
        "is right below a heading",
        "is {} blocks below a heading",
        "has no heading above it",
    ),
    "heading level": ReasonText(
        HEADINGS,
        scale.level,
        "the heading above it, if any, is not marked up as one",
        "is under a heading of level {}",
    ),
    "heading link share": ReasonText(
        HEADINGS,
        scale.share,
        "the heading above it, if any, has few or no links",
        "is below a heading that is {} links",
        "is below a heading that is nothing but links",
    ),
    "section blocks": ReasonText(HEADINGS, scale.count, "its section has {} block{s}"),
    "section words": ReasonText(HEADINGS, scale.count, "its section has {} word{s}"),
    "section link share": _link_share(HEADINGS, "its section"),
    "section bits": ReasonText(HEADINGS, scale.rate, "its section reads {}"),
    "score": ReasonText(FOUND, scale.score, "looks like boilerplate by itself", "looks like content by itself"),
    "heading score": ReasonText(
        FOUND,
        scale.score_from,
        "has no heading above it",
        "is below a heading that looks like boilerplate",
        "is below a heading that looks like content",
    ),
    "below best": ReasonText(
        FOUND,
        scale.bits_below,
        "looks as much like content as the best block of the page",
        "looks a little less like content than the best block of the page",
        "looks clearly less like content than the best block of the page",
        "looks far less like content than the best block of the page",
    ),
    **{f"expected share {level}": _expected(level) for level in range(1, 5)},
    "after first sure": ReasonText(
        FOUND,
        scale.distance_if_any,
        "is the first block that is clearly content",
        "is {} block{s} above all clear content",
        "is {} block{s} below the first clear content",
        "no block of the page is clearly content",
    ),
    "after last sure": ReasonText(
        FOUND,
        scale.distance_if_any,
        "is the last block that is clearly content",
        "is {} block{s} above the last clear content",
        "is {} block{s} below all clear content",
        "no block of the page is clearly content",
    ),
    "since sure": ReasonText(
        FOUND,
        scale.count_from,
        "is right below clear content",
        "is {} blocks below clear content",
        "is below no clear content",
    ),
    "until sure": ReasonText(
        FOUND,
        scale.count_from,
        "is right above clear content",
        "is {} blocks above clear content",
        "is above no clear content",
    ),
    "page expected words": ReasonText(PAGE, scale.count, "{} word{s} of the page can be content"),
    "page expected share": _page_share("looks like content"),
    "page kept share": _page_share("is more likely content than not"),
    "page sure share": _page_share("is clearly content"),
    "page best score": ReasonText(
        PAGE, scale.score, "no block of the page looks like content", "some block of the page looks like content"
    ),
    "page best f": ReasonText(
        PAGE,
        scale.share,
        "content and boilerplate of the page look alike",
        "content and boilerplate of the page differ by {}",
        "content and boilerplate of the page differ clearly",
    ),
    "scope": ReasonText(
        PAGE,
        scale.flag,
        "all the content of the page is wanted",
        "only the article is wanted",
    ),
    "page words": ReasonText(PAGE, scale.count, "the page has {} word{s}"),
    "page blocks": ReasonText(PAGE, scale.count, "the page has {} block{s}"),
    "page link share": _link_share(PAGE, "the page"),
    "page bits": ReasonText(PAGE, scale.rate, "the page reads {}"),
    "page long share": ReasonText(
        PAGE,
        scale.share,
        "the page has hardly any long blocks",
        "{} of the page is long blocks",
        "the page is nothing but long blocks",
    ),
    "page named": ReasonText(
        PAGE,
        scale.share,
        "hardly any part of the page has a class",
        "{} of the parts of the page have a class",
        "all parts of the page have a class",
    ),
    "page table share": ReasonText(
        PAGE,
        scale.share,
        "hardly any of the page is in tables",
        "{} of the page is in tables",
        "all of the page is in tables",
    ),
    "page family": ReasonText(
        PAGE,
        scale.share,
        "the page has no large series of similar parts",
        "a series of similar parts has {} of the words on the page",
        "a series of similar parts has all the words on the page",
    ),
    "page family size": ReasonText(
        PAGE, scale.count, "the page has no series of similar parts", "the page has a series of {} similar part{s}"
    ),
    "page money": ReasonText(
        PAGE,
        scale.count,
        "no amounts of $, £ or € were found on the page",
        "amounts of $, £ or € are in {} block{s} of the page",
    ),
    "page headings": ReasonText(PAGE, scale.count, "the page has {} marked-up heading{s}"),
    "best share": _word_share(PAGE, _MAIN),
    "prose share": _word_share(PAGE, _PROSE),
    "declared": ReasonText(
        PAGE, scale.declared, "the page does not declare what it is", "the page declares itself to be {}"
    ),
    "lexical": ReasonText(
        PAGE,
        scale.flag,
        "the model does not know the words of the page's language",
        "the model knows the words of the page's language",
    ),
}
"""What can be said of each feature, by the name of its column."""


def is_telling(words: str, keep: bool) -> bool:
    """Return whether words help readers to understand why a block was kept or dropped.

    Words do not help that say only that something is lacking, that something says little, or, because a weak sign of
    boilerplate can speak for content, what seems to be the contrary.
    """
    if words.startswith(_ABSENCES) or words.endswith(_SAYING_LITTLE):
        return False
    return not words.endswith(_OF_BOILERPLATE if keep else _OF_CONTENT)
