"""A mark for slow tests of frameworks, which run only once and not also with interpreted modules."""

from __future__ import annotations

import os
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import ncleaner

_IS_SECOND = "NCLEANER_PURE" in os.environ and any(Path(ncleaner.__file__).parent.glob(f"*{EXTENSION_SUFFIXES[0]}"))

once = pytest.mark.skipif(_IS_SECOND, reason="tested with the compiled modules")
