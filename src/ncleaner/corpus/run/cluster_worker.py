"""A worker of a cluster: a Ray actor that processes tasks in a pool of one process.

Pages are cleaned in a process below the actor, so that the limits on pages hold here, too, and no page can end the
actor. Ray is imported inside functions, because `ncleaner.corpus.run.cluster` must set its environment first.
"""

from __future__ import annotations

import os
import pickle
import sys
from time import monotonic
from typing import Any, NamedTuple

import pyarrow as pa

from ncleaner import __version__
from ncleaner.corpus.run.part import STATE
from ncleaner.corpus.run.pool import Limits, Pool
from ncleaner.corpus.run.task import GivenUp, Result, Task
from ncleaner.corpus.settings import Settings
from ncleaner.engines import ENGINES, Entry
from ncleaner.errors import NCleanerError, OutputError

REPORT_INTERVAL = 1.0  # seconds between two reports of a task's progress

REQUEST = "request"
ANSWER = "answer"
"""The columns of the data set."""

NOT_SHARED = "all nodes of the cluster must see input and output under the same paths"


class ClusterContext(NamedTuple):
    """Everything that must be the same for all workers of a job."""

    settings: Settings
    output: str
    limits: Limits
    engines: dict[str, Entry]
    folder: str
    version: str

    @classmethod
    def capture(cls, settings: Settings, output: str, limits: Limits) -> ClusterContext:
        """Return the context of this process, the driver; relative paths are relative to its current directory."""
        return cls(settings, output, limits, dict(ENGINES), os.getcwd(), __version__)


class ClusterWorker:
    """Processes the task of each request that it gets as a row of a data set."""

    def __init__(self, queue: Any, context: ClusterContext) -> None:
        self._queue = queue
        self._problem = find_problem(context)
        ENGINES.update(context.engines)
        # Without this, every process below this one would run the main module of Ray again, and import all of Ray.
        vars(sys.modules["__main__"]).pop("__file__", None)
        self._pool = Pool(context.settings, context.output, 1, context.limits, 1)

    def __call__(self, rows: pa.Table) -> pa.Table:
        """Add a column with the pickled answers to these requests."""
        answers = [self._answer(request) for request in rows[REQUEST].to_pylist()]
        return rows.append_column(ANSWER, pa.array(map(pickle.dumps, answers), pa.binary()))

    def _answer(self, request: int) -> Result | GivenUp | Exception | None:
        if self._problem is not None:
            return self._problem
        task: Task | None = _wait_for(self._queue.get.remote(request))
        if task is None:
            return None
        try:
            return self._process(task)
        except NCleanerError as error:
            return error

    def _process(self, task: Task) -> Result | GivenUp | None:
        """Return the result of a task, or ``None`` if the queue no longer wants it."""
        self._pool.submit(task)
        reported = monotonic()
        while True:
            for result in self._pool.results():
                return result
            if monotonic() - reported > REPORT_INTERVAL:
                reported = monotonic()
                progress = [values for _, values in self._pool.in_progress]
                if not _wait_for(self._queue.report.remote(task.key, *progress)):
                    self._pool.__exit__()
                    return None


def _wait_for(call: Any) -> Any:
    """Return the result of a call of another actor."""
    import ray

    return ray.get(call)


def find_problem(context: ClusterContext) -> Exception | None:
    """Return why this node cannot work on the job, or ``None``. Changes to the current directory of the driver."""
    import ray

    node = ray.util.get_node_ip_address()
    if context.version != __version__:
        return NCleanerError(
            f"the node {node} has ncleaner {__version__}, the driver has {context.version}:"
            " install the same version on all nodes"
        )
    try:
        os.chdir(context.folder)
        os.stat(os.path.join(context.output, STATE))
    except OSError as error:
        return OutputError(f"{NOT_SHARED}, but {error.filename} does not exist on the node {node}")
    return None
