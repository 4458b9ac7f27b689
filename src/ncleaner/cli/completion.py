"""Completion for bash, zsh and fish: scripts that are made from the parsers of all commands.

The scripts complete commands, options, and the values of options that are known: choices, engines and models. All other
arguments are completed as names of files.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

from ncleaner.cli import COMMANDS, DEFAULT_COMMAND
from ncleaner.cli.engine_options import ENGINE_FLAG, MODEL_FLAG
from ncleaner.cli.parser import Parser
from ncleaner.cli.reference import parsers
from ncleaner.engines import ENGINES
from ncleaner.models import installed

SHELLS = ("bash", "zsh", "fish")
MODELS = (MODEL_FLAG, "--start-from")
WITH_PEERS = ("evaluate", "compare")

SHOW = "show"
WITH_MODELS = "models"
"""The command whose second argument is a model."""


def script(shell: str) -> str:
    """Return the completion script for a shell, one of `SHELLS`."""
    makers: dict[str, Callable[[], Iterator[str]]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
    return "\n".join([*makers[shell](), ""])


def visible(parser: Parser) -> list[argparse.Action]:
    """Return the options of a command that help shows."""
    return [action for action in parser._actions if action.option_strings and action.help != argparse.SUPPRESS]


def values(command: str, action: argparse.Action) -> list[str]:
    """Return the known values of an option; an empty list if it takes other values, or none."""
    if action.nargs == 0:
        return []
    if action.choices is not None:
        return [str(choice) for choice in action.choices]
    flag = action.option_strings[-1]
    if flag == ENGINE_FLAG:
        return [name for name in ENGINES if ":" not in name or command in WITH_PEERS]
    return installed() if flag in MODELS else []


def _takes_value(action: argparse.Action) -> bool:
    return action.nargs not in (0, "?")


def _help(action: argparse.Action) -> str:
    """Return the help of an option up to the first thing that is said in addition."""
    text = (action.help or "").replace("%%", "%")
    return text.partition(" (")[0].partition(";")[0].partition(", see ")[0]


# bash

_BASH = r"""# Completion of ncleaner for bash. In ~/.bashrc: eval "$(ncleaner --completion bash)"
_ncleaner() {
    local line=${COMP_LINE:0:COMP_POINT} command=clean words= option= cur previous name
    local -a before
    cur=${line##*[[:space:]]}
    read -ra before <<< "${line%"$cur"}"
    previous=${before[${#before[@]}-1]}
    case ${before[1]} in
        @commands@) command=${before[1]} ;;
    esac
    case $cur in
        --*=*) option=${cur%%=*}; cur=${cur#*=} ;;
        *) option=$previous ;;
    esac
    COMPREPLY=()
    case $command:$option in
@values@
        @files@) return ;;
    esac
    if [[ -z $words && $cur == -* ]]; then
        case $command in
@options@
        esac
    elif [[ -z $words && ${#before[@]} -eq 1 ]]; then
        words='@words@'
        while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$cur")
        compopt -o filenames 2> /dev/null
    elif [[ -z $words && $command == models ]]; then
        words='@models@'
    fi
    while IFS= read -r name; do
        [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]] && name=${name#"${cur%"${cur##*:}"}"}
        COMPREPLY+=("$name")
    done < <(compgen -W "$words" -- "$cur")
}
complete -o default -F _ncleaner ncleaner"""


def _bash() -> Iterator[str]:
    known, options, files = [], [], []
    for command, parser in parsers().items():
        flags = [flag for action in visible(parser) for flag in action.option_strings]
        options.append(f"            {command}) words='{' '.join(flags)}' ;;")
        for action in visible(parser):
            patterns = [f"{command}:{flag}" for flag in action.option_strings]
            found = values(command, action)
            if found:
                known.append(f"        {'|'.join(patterns)}) words='{' '.join(found)}' ;;")
            elif _takes_value(action):
                files += patterns
    parts = {
        "commands": "|".join(COMMANDS),
        "values": "\n".join(known),
        "files": "|".join(files),
        "options": "\n".join(options),
        "words": " ".join(COMMANDS),
        "models": " ".join([SHOW, *installed()]),
    }
    script = _BASH
    for name, text in parts.items():
        script = script.replace(f"@{name}@", text)
    yield script


# zsh


def _zsh() -> Iterator[str]:
    yield "#compdef ncleaner"
    yield '# Completion of ncleaner for zsh. In ~/.zshrc, after compinit: eval "$(ncleaner --completion zsh)"'
    yield "_ncleaner() {"
    yield "    local -a commands=("
    yield from (f"        {_quoted(f'{name}:{summary}')}" for name, (_, summary) in COMMANDS.items())
    yield "    )"
    yield "    local command=clean"
    yield f"    if (( CURRENT > 2 )) && [[ $words[2] == ({'|'.join(COMMANDS)}) ]]; then"
    yield "        command=$words[2]"
    yield "        shift words"
    yield "        (( CURRENT -= 1 ))"
    yield "    elif (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then"
    yield "        _describe -t commands command commands"
    yield "    fi"
    yield "    case $command in"
    for command, parser in parsers().items():
        yield f"        {command})"
        yield "            _arguments \\"
        yield from (f"                {_zsh_option(command, action)} \\" for action in visible(parser))
        models = f"*: :({' '.join([SHOW, *installed()])})" if command == WITH_MODELS else "*: :_files"
        yield f"                {_quoted(models)} ;;"
    yield "    esac"
    yield "}"
    yield 'if [[ $funcstack[1] == _ncleaner ]]; then _ncleaner "$@"; else compdef _ncleaner ncleaner; fi'


def _zsh_option(command: str, action: argparse.Action) -> str:
    """Return an option as an argument of zsh's ``_arguments``."""
    flags = action.option_strings
    help = _help(action).translate({ord(char): f"\\{char}" for char in "[]:\\"})
    value = ""
    if action.nargs != 0:
        found = values(command, action)
        colon = "::" if action.nargs == "?" else ":"
        escaped = " ".join(name.replace(":", "\\:") for name in found)
        value = f"{colon} :{f'({escaped})' if found else '_files'}"
    if action.nargs != 0:  # the value follows after a blank or, for the long form, a sign
        flags = [f"{flag}=" if flag.startswith("--") else f"{flag}+" for flag in flags]
    start = f"'({' '.join(action.option_strings)})'{{{','.join(flags)}}}" if len(flags) > 1 else "\\*" + flags[0]
    return start + _quoted(f"[{help}]{value}")


# fish


def _fish() -> Iterator[str]:
    yield "# Completion of ncleaner for fish: ncleaner --completion fish > ~/.config/fish/completions/ncleaner.fish"
    yield f"set -l others {' '.join(name for name in COMMANDS if name != DEFAULT_COMMAND)}"
    for name, (_, summary) in COMMANDS.items():
        yield f"complete -c ncleaner -n __fish_use_subcommand -a {name} -d {_fish_quoted(summary)}"
    for command, parser in parsers().items():
        seen = "not __fish_seen_subcommand_from $others"
        if command != DEFAULT_COMMAND:
            seen = f"__fish_seen_subcommand_from {command}"
        start = f'complete -c ncleaner -n "{seen}"'
        yield from (f"{start} {_fish_option(command, action)}" for action in visible(parser))
        if command == WITH_MODELS:
            yield f"{start} -a {_fish_quoted(' '.join([SHOW, *installed()]))}"


def _fish_option(command: str, action: argparse.Action) -> str:
    """Return the part of fish's ``complete`` that is about an option."""
    parts = [f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in action.option_strings]
    found = values(command, action)
    if found:
        parts.append(f"-x -a {_fish_quoted(' '.join(found))}")
    elif _takes_value(action):
        parts.append("-r")
    return " ".join([*parts, "-d", _fish_quoted(_help(action))])


def _quoted(text: str) -> str:
    """Return a text as one word of a shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def _fish_quoted(text: str) -> str:
    """Return a text as one word of fish, where a backslash escapes quotes and itself."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
