"""The manual page: ``python -m ncleaner.cli.manual > ncleaner.1`` makes it from the parsers of all commands.

The page is roff with the macros of ``man``. All text is escaped, so that no text is taken for a request.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator

from ncleaner import __version__
from ncleaner.cli import DEFAULT_COMMAND
from ncleaner.cli.clean_options import OTHER_COMMANDS
from ncleaner.cli.parser import Examples, Parser
from ncleaner.cli.reference import parsers

_HEADING = re.compile(r"([a-z][^:]*):$")
_ROW = re.compile(r"  (\S+(?: \S+)*?) {2,}(\S.*)")


def manual() -> str:
    """Return the page."""
    found = parsers()
    main = found.pop(DEFAULT_COMMAND)
    lines = [
        f'.TH NCLEANER 1 "" "ncleaner {escaped(__version__)}" "User Commands"',
        ".SH NAME",
        rf"ncleaner \- {escaped(_decapitalised(main.summary))}",
        ".SH SYNOPSIS",
        *_synopsis(main),
        ".br",
        r"\fBncleaner\fR \fICOMMAND\fR [\fIOPTIONS\fR] ...",
        ".SH DESCRIPTION",
        *_paragraphs(main.details),
        ".SH EXAMPLES",
        *_examples(main.examples),
        ".SH OPTIONS",
        *_options(main),
        *_epilog(main, ".SH"),
        ".SH COMMANDS",
        *(line for name, parser in found.items() for line in _command(name, parser)),
    ]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Return a text in which roff sees no request and no escape, with minus signs that can be copied."""
    text = (
        text.replace("\\", r"\e").replace("-", r"\-").replace("`", r"\(ga").replace("'", r"\(aq").replace("^", r"\(ha")
    )
    text = text.replace("~", r"\(ti")
    return "\n".join(rf"\&{line}" if line.startswith(".") else line for line in text.split("\n"))


def _decapitalised(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:].rstrip(".")


def _command(name: str, parser: Parser) -> Iterator[str]:
    yield f".SS ncleaner {escaped(name)}"
    yield escaped(parser.summary)
    yield ".PP"
    yield from _synopsis(parser)
    yield from _paragraphs(parser.details, first=".PP")
    yield ".PP"
    yield from _examples(parser.examples)
    yield from _options(parser)
    yield from _epilog(parser, ".PP")


def _synopsis(parser: Parser) -> Iterator[str]:
    """Yield the usages of a command."""
    for number, usage in enumerate((parser.usage or "").split("\n")):
        if number:
            yield ".br"
        words = usage.strip().removeprefix(parser.prog)
        yield rf"\fB{escaped(parser.prog)}\fR{escaped(words)}"


def _paragraphs(text: str, first: str = "") -> Iterator[str]:
    """Yield paragraphs; indented lines stay as they are."""
    start = first
    for paragraph in filter(None, text.strip("\n").split("\n\n")):
        if start:
            yield start
        start = ".PP"
        for line in paragraph.split("\n"):
            if line.startswith("  "):
                yield ".br"
            yield escaped(line.strip())


def _examples(examples: Examples) -> Iterator[str]:
    for command, what in examples:
        yield ".TP"
        yield rf"\fB{escaped(command)}\fR"
        yield escaped(f"{what[:1].upper()}{what[1:]}." if what else "")


def _options(parser: Parser) -> Iterator[str]:
    """Yield the options of a command, by their groups."""
    for group in parser._action_groups:
        actions = [action for action in group._group_actions if action.option_strings]
        shown = [action for action in actions if action.help != argparse.SUPPRESS]
        if shown:
            yield ".PP"
            yield rf"\fI{escaped(_capitalised(group.title or ''))}\fR"
        for action in shown:
            yield ".TP"
            flags = ", ".join(rf"\fB{escaped(flag)}\fR" for flag in action.option_strings)
            yield flags + _value(action)
            yield escaped(_capitalised((action.help or "").replace("%%", "%")) + ".")


def _value(action: argparse.Action) -> str:
    """Return the placeholder for the value of an option, with a blank before it."""
    if action.nargs == 0:
        return ""
    if isinstance(action.metavar, str):
        name = rf"\fI{escaped(action.metavar)}\fR"
    else:
        name = "|".join(escaped(str(choice)) for choice in action.choices or (action.dest.upper(),))
    return f" [{name}]" if action.nargs == "?" else f" {name}"


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _epilog(parser: Parser, section: str) -> Iterator[str]:
    """Yield the end of the help of a command: paragraphs, and tables below headings."""
    for part in filter(None, (parser.epilog or "").strip("\n").split("\n\n")):
        lines = part.split("\n")
        heading = _HEADING.fullmatch(lines[0])
        if heading and heading[1] == OTHER_COMMANDS:
            continue  # each has a section of its own
        if heading and all(line.startswith("  ") for line in lines[1:2]):
            title = escaped(heading[1])
            yield f".SH {title.upper()}" if section == ".SH" else rf".PP{chr(10)}\fI{_capitalised(title)}\fR"
            yield from _table(lines[1:])
        elif lines[0].startswith("exit status: ") and section == ".SH":
            yield ".SH EXIT STATUS"
            yield escaped("\n".join([_capitalised(lines[0].removeprefix("exit status: ")), *lines[1:]]) + ".")
        else:
            yield ".PP"
            yield escaped("\n".join([_capitalised(lines[0]), *lines[1:]]))


def _table(lines: Iterable[str]) -> Iterator[str]:
    """Yield the rows of a table, a name and a text each; other lines are paragraphs."""
    for line in lines:
        row = _ROW.fullmatch(line)
        if row:
            yield ".TP"
            yield rf"\fB{escaped(row[1])}\fR"
            yield escaped(row[2])
        else:
            if not line.startswith("  "):
                yield ".PP"
            yield escaped(line.strip())


if __name__ == "__main__":
    sys.stdout.write(manual())
