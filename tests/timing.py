"""How long something takes, whatever else is in the process: frameworks of other tests leave threads and garbage."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable


def seconds(work: Callable[[], object]) -> float:
    """The CPU time of this thread for a call, without collecting garbage."""
    gc.disable()
    try:
        start = time.thread_time()
        work()
        return time.thread_time() - start
    finally:
        gc.enable()
