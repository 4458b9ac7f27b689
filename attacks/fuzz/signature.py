"""The signature of a finding: a rule and a message without numbers, so that one bug is found once."""

from __future__ import annotations

import re
import traceback

SUMMARY = re.compile(r"SUMMARY: (.+)|(\S+\.c:\d+:\d+: runtime error: .+)|==\d+== ERROR: (libFuzzer: .+)")
FRAME = re.compile(r"#\d+ 0x[0-9a-f]+ in (__pyx\w+)")
NUMBERS = re.compile(r"\d+")
QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")


def signature(error: BaseException) -> tuple[str, str]:
    """Return the rule that an exception breaks, and where: the last function of the package on the way to it."""
    from attacks.fuzz.broken import Broken

    if isinstance(error, Broken):
        return error.rule, shortened(str(error).partition(": ")[2])
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "ncleaner" in frame.filename]
    place = f"{frames[-1].filename.rpartition('ncleaner/')[2]}:{frames[-1].name}" if frames else "?"
    return f"{type(error).__name__} in {place}", shortened(str(error))


def crash_signature(log: str, status: int) -> tuple[str, str]:
    """Return the rule ``crash``, and what a sanitizer or libFuzzer wrote last about it."""
    found = [next(filter(None, match)) for match in SUMMARY.findall(log)]
    function = FRAME.search(log)
    where = f" in {function[1]}" if function else ""
    return "crash", shortened(found[-1] + where if found else f"status {status}")


def shortened(message: str) -> str:
    """Return a message without what differs between inputs."""
    return NUMBERS.sub("N", QUOTED.sub("…", message))[:200]
