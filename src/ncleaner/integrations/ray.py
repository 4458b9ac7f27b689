"""For Ray Data: ``ds.map_batches(clean_batch)`` cleans the pages of a data set, wherever its blocks are.

Ray itself is not imported: it is Ray that calls. A page that hangs or takes all memory is a matter of the framework
here; ``ncleaner corpus --runtime ray`` keeps pages under limits.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from ncleaner.corpus.record import Columns
from ncleaner.integrations.rows import cleaned

__all__ = ["Columns", "clean_batch"]


def clean_batch(batch: Any, *, columns: Columns | None = None, **options: Any) -> pa.Table:
    """Clean the pages of a batch in any format of Ray Data, of which ``"pyarrow"`` costs least.

    The columns are ``html`` (bytes or text; or ``text``, for plain text) and, if they are there, ``url``, ``id`` and
    ``date``; ``columns`` has other names for them. Further arguments are those of `ncleaner.Cleaner`. Give both as
    ``fn_kwargs`` of ``map_batches``. There is a row for each page, with the columns of the Parquet sink.
    """
    return pa.Table.from_batches([cleaned(batch, columns, options)])
