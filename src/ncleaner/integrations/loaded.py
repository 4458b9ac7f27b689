"""What frameworks send from process to process are options; each process has the cleaner that they stand for once."""

from __future__ import annotations

from functools import cache

from ncleaner.cleaner import Cleaner

cleaner = cache(Cleaner)
"""The `ncleaner.Cleaner` with these options, the same one whenever it is asked for."""
