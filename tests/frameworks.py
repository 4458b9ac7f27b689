"""Frameworks take long to start, and whether our modules are compiled makes no difference to them."""

from __future__ import annotations

import os
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import ncleaner

_IS_SECOND = "NCLEANER_PURE" in os.environ and any(Path(ncleaner.__file__).parent.glob(f"*{EXTENSION_SUFFIXES[0]}"))

once = pytest.mark.skipif(_IS_SECOND, reason="this is tested with the compiled modules, which are here")
