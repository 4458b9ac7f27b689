"""Exit statuses of the commands."""

from __future__ import annotations

OK = 0
FAILED = 1  # an input cannot be read or an output cannot be written
MISUSED = 2  # invalid arguments, as in argparse
INTERRUPTED = 130  # as shells report for a program that Ctrl-C ended
