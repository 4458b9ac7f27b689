"""An adapter for Ray Data: ``ds.map_batches(clean_batch)`` cleans the pages of a data set.

This module does not import Ray. It sets no limits on the time and memory of a page;
``ncleaner corpus --runtime ray`` does.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from ncleaner.corpus.record import Columns
from ncleaner.integrations.rows import cleaned

__all__ = ["Columns", "clean_batch"]


def clean_batch(batch: Any, *, columns: Columns | None = None, **options: Any) -> pa.Table:
    """Clean the pages of a batch in any format of Ray Data; ``"pyarrow"`` is the fastest.

    The batch has a column ``html`` (bytes or text), or ``text`` for plain text, and optionally ``url``, ``id`` and
    ``date``; ``columns`` sets other names. ``options`` are the arguments of `ncleaner.Cleaner`. Pass both as
    ``fn_kwargs`` of ``map_batches``. The result has one row per page, with the columns of the Parquet sink.
    """
    return pa.Table.from_batches([cleaned(batch, columns, options)])
