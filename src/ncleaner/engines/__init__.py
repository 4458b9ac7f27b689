"""Engines decide which blocks of a page to keep. They are looked up by name and imported on demand.

A new engine is a module with a subclass of `Engine` and an entry in `ncleaner.engines.registry`.
"""

from ncleaner.engines.base import Engine, ModelEngine, ReadingEngine
from ncleaner.engines.option import Option
from ncleaner.engines.registry import (
    DEFAULT_ENGINE,
    ENGINES,
    Entry,
    default_model,
    find,
    find_entry,
    load,
    model_engine,
)

__all__ = [
    "DEFAULT_ENGINE",
    "ENGINES",
    "Engine",
    "Entry",
    "ModelEngine",
    "Option",
    "ReadingEngine",
    "default_model",
    "find",
    "find_entry",
    "load",
    "model_engine",
]
