"""The structures of a Markdown document, as a parser of CommonMark with GitHub's tables reads them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ncleaner.errors import MissingPackage
from ncleaner.evaluate.structure.forms import (
    Code,
    Formula,
    Heading,
    Items,
    Quote,
    Structures,
    Table,
    is_note_sign,
    plain,
    plain_cell,
    plain_lines,
    plain_tex,
    trimmed,
    without_empty_ends,
)
from ncleaner.evaluate.structure.source import read_source
from ncleaner.evaluate.structure.tree import Tree

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_DISPLAY = re.compile(r"\$\$(.+?)\$\$", re.DOTALL)
_INLINE = re.compile(r"\$(?![\s$])((?:[^$\\]|\\.)*?)(?<!\s)\$(?!\d)", re.DOTALL)
_NOTE = re.compile(r"^\[\^(?=[^\]\s]+\]:)", re.MULTILINE)
_NOTE_REFERENCE = re.compile(r"\[\^[\w*†‡-]+\]")
_BOX = re.compile(r"\[([ xX])\]\s+")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def read_markdown(text: str, *, formulas: bool = True) -> Structures:
    """Return the structures of a Markdown document; without ``formulas``, a dollar is just a dollar."""
    reader = _Reader()
    for token in _parser(formulas).parse(_NOTE.sub(r"\\[^", text)):
        reader.read(token)
    reader.found.tables = [trimmed(table) for table in reader.found.tables]
    return reader.found


def _parser(formulas: bool) -> MarkdownIt:
    try:
        from markdown_it import MarkdownIt
    except ImportError:
        raise MissingPackage("evaluate --structure", "markdown-it-py", "evaluate") from None
    parser = MarkdownIt("commonmark", {"maxNesting": 100}).enable(["table", "strikethrough"])
    if formulas:
        parser.inline.ruler.before("escape", "formula", _formula)
    return parser


def _formula(state: StateInline, silent: bool) -> bool:
    """Read a formula as one token, so that the TeX in it is no Markdown."""
    match = _DISPLAY.match(state.src, state.pos) or _INLINE.match(state.src, state.pos)
    if match is None or match.end() > state.posMax:
        return False
    if not silent:
        token = state.push("formula", "", 0)
        token.content = match[1]
        token.markup = match[0][:2] if match.re is _DISPLAY else "$"
    state.pos = match.end()
    return True


class _Reader:
    """Collects structures from the tokens of a document."""

    def __init__(self) -> None:
        self.found = Structures()
        self._lists: list[Items] = []  # around the current token
        self._quotes: list[Quote] = []  # around the current token
        self._is_quote: list[bool] = []  # of each list and quotation around it
        self._level = 0
        self._table: Table | None = None

    def read(self, token: Token) -> None:
        """Read the next token."""
        name = token.type
        if name.endswith(("_list_open", "_list_close", "blockquote_open", "blockquote_close")):
            self._container(name)
        elif name == "list_item_open":
            self._lists[-1].add(int(token.info) if token.info else None)
        elif name in ("heading_open", "heading_close"):
            self._level = int(token.tag[1]) if token.nesting > 0 else 0
        elif name in ("table_open", "table_close"):
            self._table = [] if token.nesting > 0 else None
            if self._table is not None:
                self.found.tables.append(self._table)
        elif name == "tr_open" and self._table is not None:
            self._table.append([])
        elif name == "inline":
            self._inline(token)
        elif name in ("fence", "code_block"):
            self._code(token)
        elif name == "html_block":
            self._html(token.content)

    def _container(self, name: str) -> None:
        """Begin or end a list or a quotation."""
        is_quote = name.startswith("blockquote")
        if name.endswith("_close"):
            self._is_quote.pop()
            (self._quotes if is_quote else self._lists).pop()
            return
        self._is_quote.append(is_quote)
        if is_quote:
            self._quotes.append(Quote(len(self._quotes) + 1))
            self.found.quotes.append(self._quotes[-1])
        else:
            self._lists.append(Items(len(self._lists) + 1))
            self.found.lists.append(self._lists[-1])

    def _inline(self, token: Token) -> None:
        text = self._text(token)
        self.found.texts += text.split("\n")
        if self._table is not None:
            self._table[-1].append(plain_cell(text))
            return
        if self._level:
            self.found.headings.append(Heading(self._level, plain(text)))
        if self._is_quote and self._is_quote[-1]:
            self._quotes[-1].text += plain(text)
        if self._lists:
            items = self._lists[-1]
            box = _BOX.match(token.content) if not items.texts[-1] else None
            if box:
                items.boxes[-1] = box[1] != " "
            self._add_to_item(text[len(box[0]) :] if box else text)

    def _add_to_item(self, text: str) -> None:
        texts = self._lists[-1].texts
        texts[-1] = "\n".join(filter(None, [texts[-1], plain_lines(text)]))

    def _text(self, token: Token) -> str:
        """Return the text of a line or paragraph, without formulas, images and the signs of notes."""
        pieces: list[str] = []
        link = (0, "")  # where the text of a link begins, and its address
        for child in token.children or []:
            if child.type in ("softbreak", "hardbreak") or (
                child.type == "html_inline" and _BREAK.match(child.content)
            ):
                pieces.append("\n")
            elif child.type == "formula":
                self.found.formulas.append(Formula(plain_tex(child.content), display=child.markup == "$$"))
            elif child.type == "link_open":
                link = len(pieces), str(child.attrs.get("href", ""))
            elif child.type == "link_close":
                start, address = link
                if "#" in address and is_note_sign("".join(pieces[start:])):
                    del pieces[start:]
            elif child.type == "text":
                pieces.append(_NOTE_REFERENCE.sub("", child.content))
            elif child.type == "code_inline":
                pieces.append(child.content)
        return "".join(pieces)

    def _code(self, token: Token) -> None:
        lines = without_empty_ends(token.content.split("\n"))
        self.found.texts += lines
        self.found.code.append(Code(token.info.strip(), lines))

    def _html(self, html: str) -> None:
        """Read a table that is written as HTML."""
        inside = read_source(html, all_tables=True)
        self.found.tables += inside.tables
        self.found.code += inside.code
        tree = Tree(html)
        self.found.texts += tree.text(tree.nodes[0]).split("\n")
