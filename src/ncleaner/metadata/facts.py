"""What a page declares of itself, read step by step: the head first, the rest only for values that the head has not.

Strategy: each part is computed when a value needs it, and kept: the declarations of the head, the nodes of JSON-LD, the
headings of the first level, and `Markup`, which takes longer than all others together.
"""

from __future__ import annotations

from ncleaner.metadata.controls import without_controls
from ncleaner.metadata.found import NOTHING, Found
from ncleaner.metadata.head import collect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.metadata.jsonld import Nodes
    from ncleaner.metadata.markup import Markup
    from ncleaner.page.blocks import Blocks
    from ncleaner.page.page import Page

BEFORE = 800  # characters of text before the heading that are near it
AFTER = 5_000  # characters after it
LONGEST_PART = 2_000_000  # bytes of the source that have all this


def _in_source(blocks: Blocks) -> Blocks:
    """Return the blocks of a page without the text after them that it only declares (`ncleaner.page.declared`)."""
    items = blocks.items
    if not items or items[-1].start >= 0 or items[0].start < 0:
        return blocks
    from ncleaner.page.blocks import Blocks

    shown = [block for block in items if block.start >= 0]
    tables = blocks.elements, blocks.inline_tags, blocks.langs, blocks.names, blocks.head_spans
    return Blocks(blocks.source, blocks.buffer, shown, *tables, blocks.warnings, blocks.is_xml)


class Facts:
    """The declarations of a page."""

    def __init__(self, page: Page, blocks: Blocks) -> None:
        self.page = page
        self.blocks = _in_source(blocks)
        self._declared: dict[str, list[str]] | None = None
        self._nodes: Nodes | None = None
        self._markup: Markup | None = None
        self._relations: Markup | None = None
        self._headings: list[Found] | None = None
        self._heading: Found | None = NOTHING
        self._hidden = -1
        self._chosen: dict[str, list[Found]] = {}

    @property
    def declared(self) -> dict[str, list[str]]:
        """The declarations of the head, by their keys."""
        if self._declared is None:
            declared: dict[str, list[str]] = {}
            for key, value in collect(self.blocks.source, self.blocks.head_spans):
                if key != "json-ld":
                    value = without_controls(value)
                if value:
                    declared.setdefault(key, []).append(value)
            self._declared = declared
        return self._declared

    @property
    def nodes(self) -> Nodes:
        """The nodes of JSON-LD."""
        if self._nodes is None:
            from ncleaner.metadata.jsonld import Nodes

            self._nodes = Nodes(self.declared.get("json-ld", []), self.value("url"))
        return self._nodes

    @property
    def markup(self) -> Markup:
        """The declarations near the title, which those of authors and dates must be."""
        if self._markup is None:
            from ncleaner.metadata.markup import Markup

            self._markup = Markup(self.blocks.source, *self._around_title())
        return self._markup

    @property
    def relations(self) -> Markup:
        """The declarations anywhere in the body that need not be near the title."""
        if self._relations is None:
            from ncleaner.metadata.markup import Markup
            from ncleaner.metadata.signs import RELATIONS, has_relations

            end = len(self.blocks.source) if self.page.kind == "html" and has_relations(self.blocks.source) else 0
            self._relations = Markup(self.blocks.source, 0, end, RELATIONS)
        return self._relations

    def _around_title(self) -> tuple[int, int]:
        """Return the part of the source that has the text near the heading."""
        items = self.blocks.items
        if self.page.kind != "html" or not items:
            return 0, 0
        heading = self.heading
        first = last = heading.first if heading is not None else 0
        before = after = 0
        while first > 0 and before < BEFORE:
            first -= 1
            before += items[first].chars
        while last < len(items) and after < AFTER:
            after += items[last].chars
            last += 1
        start = max(items[first].start, 0) if first else 0
        end = items[last].start if last < len(items) else len(self.blocks.source)
        return start, min(end, start + LONGEST_PART)

    @property
    def hidden(self) -> int:
        """The state bits of blocks that readers cannot see."""
        if self._hidden < 0:
            self._hidden = self.blocks.hidden_bits()
        return self._hidden

    def chosen(self, name: str) -> list[Found]:
        """Return the values of a field; there is more than one only for fields that are lists."""
        if name not in self._chosen:
            from ncleaner.metadata.choice import CHOICES

            chosen = CHOICES[name](self)
            for one in chosen:
                if one.value:
                    one.value = without_controls(one.value)
            self._chosen[name] = [one for one in chosen if one.value]
        return self._chosen[name]

    def value(self, name: str) -> str:
        """Return the value of a field, or the empty string."""
        return next((one.value for one in self.chosen(name)), "")

    @property
    def heading(self) -> Found | None:
        """The heading that is the title, or a block with the same text, or else the first heading."""
        if self._heading is NOTHING:
            from ncleaner.metadata.headings import block_with

            title = next(iter(self.chosen("title")), NOTHING)
            same = title if title.first >= 0 else block_with(title.value, self.blocks, self.hidden)
            self._heading = same or next(iter(self.headings), None)
        return self._heading

    @property
    def headings(self) -> list[Found]:
        """The visible headings of the first level. Those of several lines are joined."""
        if self._headings is None:
            from ncleaner.metadata.headings import read_headings

            self._headings = read_headings(self.blocks, self.hidden)
        return self._headings

    def all_of(self, *keys: str) -> Iterator[Found]:
        """Yield the declarations of the head with these keys, the first key first."""
        for key in keys:
            for value in self.declared.get(key, ()):
                yield Found(value, key)

    def characters(self, start: int, end: int) -> int:
        """Return the number of characters between two offsets of the source."""
        from ncleaner.page.blocks import characters

        return characters(self.blocks.source, start, end)

    def place(self, found: Found) -> tuple[int, int]:
        """Return the offsets of the tag in the head, or of the script, that has a value; -1 if it is in none."""
        wanted = "json-ld" if found.source.startswith("json-ld:") else found.source
        places: list[tuple[int, int]] = []
        for span in self.blocks.head_spans:
            for key, value in collect(self.blocks.source, [span]):
                if key == wanted:
                    if found.value in value:
                        return span[1:]
                    places.append(span[1:])
        return places[0] if places else (-1, -1)
