"""The functions of trafilatura, with ncleaner behind them: `extract`, `bare_extraction` and `extract_metadata`.

They take the parameters of trafilatura 2.3, in its order and with its meaning. What cannot be meant here raises
`ncleaner.errors.UsageError`, which says what to do instead. Beside these, each takes ``engine``, ``model`` and the
options of the engine.
"""

from __future__ import annotations

from ncleaner.dropin.extracted import Extracted
from ncleaner.dropin.functions import bare_extraction, extract, extract_metadata

__all__ = ["Extracted", "bare_extraction", "extract", "extract_metadata"]
