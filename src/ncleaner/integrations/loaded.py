"""One cleaner per process and set of options: frameworks send only the options to other processes."""

from __future__ import annotations

from functools import cache

from ncleaner.cleaner import Cleaner

cleaner = cache(Cleaner)
"""Return the `ncleaner.Cleaner` with these options, created at the first call."""
