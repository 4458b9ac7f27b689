"""A runtime on a Ray cluster, through Ray Data, which keeps a pool of actors over all nodes and replaces dead ones.

Strategy: which task comes next depends on earlier results, so the rows of the data set are not tasks but requests for
tasks. The actor that gets a request takes a task from the task queue, which is an actor, too, and returns the result as
a row. A thread collects these rows. Files are moved to their final places by the driver, as on one machine; until then
a task can be done twice without harm.
"""

from __future__ import annotations

import logging
import os
import pickle
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

from ncleaner.corpus.run.cluster_worker import (
    ANSWER,
    NOT_SHARED,
    REPORT_INTERVAL,
    REQUEST,
    ClusterContext,
    ClusterWorker,
)
from ncleaner.corpus.run.pool import POLL_INTERVAL, Limits
from ncleaner.corpus.run.progress_slot import FIELDS
from ncleaner.corpus.run.task import GivenUp, Result, Task, TaskKey
from ncleaner.corpus.run.task_queue import TaskQueue
from ncleaner.corpus.settings import Settings
from ncleaner.errors import NCleanerError, OutputError, WorkerError

# Silence Ray in this process: what matters is raised as well. Ray reads these variables when it is imported.
os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
os.environ.setdefault("RAY_DATA_DISABLE_PROGRESS_BARS", "1")
os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")

import ray
import ray.data
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

STORE = 80 << 20  # bytes of Ray's object store; we need little, and Ray accepts no less
TIMEOUT = 5.0  # seconds to wait for connections, and for running tasks to end
PATIENCE = 30.0  # seconds to wait for the thread: if it still used Ray after the end, Ray would connect again


class Cluster:
    """The workers of a cluster, which is started on this machine if there is no ``address``.

    ``count`` is the number of workers, 0 for as many as the cluster has processors. If the program is already
    connected to a cluster, that one is used and stays connected.
    """

    def __init__(
        self, settings: Settings, output: str, count: int, limits: Limits, tasks: int, *, address: str | None = None
    ) -> None:
        self._context = ClusterContext.capture(settings, output, limits)
        self._count = count
        self._tasks = tasks
        self._address = address
        self._in_progress: dict[TaskKey, Task] = {}
        self._progress: dict[TaskKey, list[int]] = {}
        self._pending_progress: Any = None
        self._asked_at = monotonic()
        self._rows: SimpleQueue[dict[str, Any] | Exception] = SimpleQueue()
        self._is_over = False

    def __enter__(self) -> Cluster:
        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            _connect(self._address, self._count)
        self._count = self._count or int(ray.cluster_resources().get("CPU", 1))
        here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=True)
        actor = ray.remote(TaskQueue).options(
            num_cpus=0, max_concurrency=2 * self._count + 100, scheduling_strategy=here
        )
        self._queue = actor.remote()
        self._thread = threading.Thread(target=self._collect, args=(self._data_set(),), daemon=True)
        self._thread.start()
        return self

    def _data_set(self) -> ray.data.Dataset:
        logging.getLogger("ray.data").setLevel(logging.ERROR)
        requests = self._tasks + 2 * self._count  # some spare ones, for requests of lost workers
        rows = ray.data.from_items([{REQUEST: number} for number in range(requests)], override_num_blocks=requests)
        # One request at a time: an actor that waits for its next task could not take over the task of a dead one.
        strategy = ray.data.ActorPoolStrategy(size=min(self._count, self._tasks), max_tasks_in_flight_per_actor=1)
        return rows.map_batches(
            ClusterWorker,
            fn_constructor_args=(self._queue, self._context),
            batch_size=1,
            batch_format="pyarrow",
            compute=strategy,
            num_cpus=1,
        )

    def _collect(self, answers: ray.data.Dataset) -> None:
        """In a thread: queue the rows as they come, then an exception that says why there are no more."""
        try:
            # Prefetching would hold back each row until the next one has come.
            for batch in answers.iter_batches(batch_size=1, batch_format="pyarrow", prefetch_batches=0):
                for row in batch.to_pylist():
                    self._rows.put(row)
                if self._is_over:
                    return
            self._rows.put(WorkerError("the cluster lost too many workers"))
        except Exception as error:  # Ray raises many types
            self._rows.put(WorkerError(f"the cluster failed: {_first_line(error)}"))

    def __exit__(self, *_: object) -> None:
        self._is_over = True
        with suppress(ray.exceptions.RayError):
            ray.get(self._queue.close.remote(), timeout=TIMEOUT)
        self._thread.join(PATIENCE)
        if self._is_ours:
            ray.shutdown()

    @property
    def has_room(self) -> bool:
        """Whether fewer tasks than workers are in progress."""
        return len(self._in_progress) < self._count

    @property
    def in_progress(self) -> list[tuple[Task, list[int]]]:
        """The tasks in progress, each with the last progress that was reported."""
        return [(task, self._progress.get(key, [0] * FIELDS)) for key, task in self._in_progress.items()]

    def submit(self, task: Task) -> None:
        """Put a task into the queue."""
        self._in_progress[task.key] = task
        self._queue.put.remote(task)

    def results(self) -> Iterator[Result | GivenUp]:
        """Wait a moment, then yield the results that have come in."""
        self._update_progress()
        with suppress(Empty):
            row = self._rows.get(timeout=POLL_INTERVAL)
            while True:
                yield from self._received(row)
                row = self._rows.get_nowait()

    def _received(self, row: dict[str, Any] | Exception) -> Iterator[Result | GivenUp]:
        answer = row if isinstance(row, Exception) else pickle.loads(row[ANSWER])
        if isinstance(answer, Exception):
            raise answer
        if answer is None or isinstance(row, Exception):
            return
        result: Result | GivenUp = answer
        self._queue.finish.remote(row[REQUEST], result.task.key)
        if self._in_progress.pop(result.task.key, None) is None:  # another worker was faster
            return
        if isinstance(result, Result):
            check_part(result)
        yield result

    def _update_progress(self) -> None:
        """Ask the queue for the progress of the tasks now and then, and store the answer once it has come."""
        if self._pending_progress is None and monotonic() - self._asked_at > REPORT_INTERVAL:
            self._pending_progress, self._asked_at = self._queue.progress.remote(), monotonic()
        if self._pending_progress is not None and ray.wait([self._pending_progress], timeout=0)[0]:
            try:
                self._progress = ray.get(self._pending_progress)
            except ray.exceptions.RayError as error:
                raise WorkerError(f"the cluster failed: {_first_line(error)}") from None
            self._pending_progress = None


def check_part(result: Result) -> None:
    """Raise `OutputError` if a shard was written by another machine to a file system that this one does not share."""
    if not all(os.path.exists(os.path.join(result.folder, name)) for name in result.outputs):
        raise OutputError(f"{NOT_SHARED}, but {result.folder} does not exist here")


def _connect(address: str | None, count: int) -> None:
    """Connect to a cluster, or start one, without messages of Ray."""
    local: dict[str, Any] = {}
    if address is not None:
        _check_reachable(address)
    else:
        local = {"num_cpus": count or None, "include_dashboard": False, "object_store_memory": STORE}
    try:
        with _no_standard_error():
            ray.init(address=address or "local", logging_level=logging.ERROR, log_to_driver=False, **local)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise NCleanerError(f"cannot connect to a Ray cluster at {address}: {_first_line(error)}") from None


def _check_reachable(address: str) -> None:
    """Raise `NCleanerError` if nothing listens at an address; Ray would wait for a quarter of an hour."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if port.isdigit():
        try:
            socket.create_connection((host, int(port)), TIMEOUT).close()
        except OSError as error:
            message = f"cannot connect to a Ray cluster at {address}: {error.strerror or error}"
            raise NCleanerError(message) from None


@contextmanager
def _no_standard_error() -> Iterator[None]:
    """Discard standard error meanwhile, even when written from C: Ray announces there that it will be silent."""
    try:
        saved = os.dup(2)
    except OSError:  # it is closed
        yield
        return
    if sys.stderr is not None:
        sys.stderr.flush()
    with open(os.devnull, "wb") as devnull:
        os.dup2(devnull.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
