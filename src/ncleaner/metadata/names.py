"""Names of authors in texts such as ``By Anna Berg and Tom Reed | 21 March 2009``."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST = 200  # characters of a text that are read
LONGEST_NAME = 60
MOST_NAMES = 12  # in a text
MOST_WORDS = 6
MOST_LINES = 4  # of an element

# What comes before a name: a line that has only this is the beginning of a byline.
_LEAD = (
    r"(?i)^(?:"
    r"(?:(?:article|story|words|text|guest post|posted|published|written|review(?:ed)?|medically reviewed|created"
    r"|content|blog|news|recipe|view all posts|more)\s+)*by(?:\b|(?-i:(?=[A-Z][a-z])))(?:\s+author)?"
    r"|contributors?\s*:"
    r"|(?:authors?|autor(?:in|es)?|auteurs?|autore|geschrieben von|verfasst von|escrito por|écrit par|scritto da"
    r"|publié par|автор|作者|文|著者|撰文|написал[аи]?)\s*[:：/]"
    r"|(?:von|par|por|door|автор)(?=\s+[^\W\d_])"
    r")\s*[:：]?\s*"
)
# What follows a name: separators, places, dates.
_TAIL = (
    r"\s+[|•·●–—/-]\s.*|\s*[|•·●].*|\s*[(\[{].*"
    r"|,?\s+(?:on|in|for|at|from|posted|published|updated|reviewed by|fact checked|last)\s.*"
    r"|[\s,]+(?:(?:le|am|vom|el|il|den) )?\d.*|[\s,]+(?:mon|tues|wednes|thurs|fri|satur|sun)day\b.*"
)
_NO_NAMES = frozenset(
    """author authors admin administrator staff editor guest anonymous unknown webmaster user root none null undefined
    by written posted published share comments contributor byline sign subscribe follow updated read sections insights
    sat sun mon tue wed thu fri today yesterday""".split()
)
_NO_WORDS = frozenset("minutes min read comments sign more posts photo photos".split())
_NO_SIGNS = ("://", "@", "{", "www.", "?", "!", "page.")


def is_name(text: str) -> bool:
    """Return whether a text can be the name of a person or an organization."""
    words = text.split()
    return (
        1 < len(text) <= LONGEST_NAME
        and len(words) <= MOST_WORDS
        and any(char.isalpha() for char in text)
        and not text.endswith(":")
        and not words[0].strip(".").isdecimal()
        and not any(sign in text for sign in _NO_SIGNS)
        and _NO_WORDS.isdisjoint(word.lower().strip(".,:") for word in words)
        and text.lower().strip(" .:") not in _NO_NAMES
    )


def led_name(text: str) -> str | None:
    """Return the name in a text that begins as a byline does (``By Anna Berg``), or ``None``."""
    import re

    line = text[:LONGEST].strip()
    lead = re.match(_LEAD, line)
    return _before_tail(line[lead.end() :]) if lead else None


def is_lead(text: str) -> bool:
    """Return whether a text is all that comes before a name, as ``Written by:`` is."""
    import re

    line = text[:LONGEST].strip()
    lead = re.match(_LEAD, line + " ")
    return lead is not None and lead.end() >= len(line)


def is_person(text: str) -> bool:
    """Return whether a text looks like the name of a person: two or three words with capitals, and nothing else."""
    words = text.split()
    return 2 <= len(words) <= 3 and all(
        word[:1].isupper() and not word.isupper() and word.replace("-", "").replace("’", "").replace("'", "").isalpha()
        for word in words
        if not (len(word) == 2 and word[1] == ".")
    )


def name_in(text: str) -> str | None:
    """Return the name in the text of an element that is said to be an author, or ``None``."""
    import re

    for line in text[:LONGEST].split("\n")[:MOST_LINES]:
        name = _before_tail(re.sub(_LEAD, "", line.strip(), count=1))
        if name:
            return name
    return None


def _before_tail(text: str) -> str | None:
    import re

    from ncleaner.metadata.months import month_of

    text = text.strip()
    name = re.sub(f"(?:{_TAIL})$", "", text, count=1, flags=re.IGNORECASE | re.DOTALL)
    words = name.strip(" ,;:|•·–—-").split()
    if words and month_of(words[-1].lower().strip(".,")) and re.match(r"[\s,.]*\d", text[len(name.rstrip()) :]):
        words.pop()  # of the date after the name
    name = " ".join(words).strip(" ,;:|•·–—-")
    return name if all(map(is_name, divided(name))) and not month_of(name.lower().strip(".")) else None


def divided(name: str) -> list[str]:
    """Divide a text with several names, unless what is between the commas are titles, as in ``Anna Berg, PhD, RN``."""
    import re

    between = r"(?i)\s*[,;]\s*(?:and\s+)?|\s+(?:and|und|et|y|&)\s+"
    parts = [part.strip() for part in re.split(between, name[:LONGEST]) if part.strip()]
    are_names = 1 < len(parts) <= MOST_NAMES and all(len(part.split()) in (2, 3, 4) for part in parts)
    return parts if are_names else [name]


def unique(names: Iterable[str]) -> tuple[str, ...]:
    """Return different names in order; case does not count."""
    different: dict[str, str] = {}
    for name in names:
        different.setdefault(name.casefold(), name)
    return tuple(different.values())
