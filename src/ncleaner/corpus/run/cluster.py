"""The same job on a Ray cluster, through Ray Data: it keeps a pool of actors over all nodes, and replaces dead ones.

Strategy: which task is the next one depends on results, so the rows of the data set are not the tasks, but turns. The
actor that gets a turn asks for its task at the desk, which is an actor, too, and answers with the result, which comes
back as a row. A thread gathers these rows. Files are moved to their places here, as on one machine; until then a task
can be done twice without harm.
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

from ncleaner.corpus.run.desk import Desk, Key
from ncleaner.corpus.run.pool import LOOK, Limits
from ncleaner.corpus.run.seat import ANSWER, INTERVAL, NOT_SHARED, TURN, House, Seat
from ncleaner.corpus.run.slot import FIELDS
from ncleaner.corpus.run.work import Result, Task
from ncleaner.corpus.settings import Settings
from ncleaner.errors import NCleanerError, OutputError, WorkerError

# Of what Ray says in this process, all that matters is raised, too. It looks at these when it is imported.
os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
os.environ.setdefault("RAY_DATA_DISABLE_PROGRESS_BARS", "1")
os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")

import ray
import ray.data
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

STORE = 80 << 20  # bytes of memory for what is handed around; little enough, and Ray wants no less
PATIENCE = 5.0  # seconds for what is at hand to end


class Cluster:
    """The workers of a cluster, which is started on this machine if there is no ``address``.

    ``count`` may be 0, for as many as the cluster has processors. A program that is connected to a cluster stays so,
    and its workers are there.
    """

    def __init__(
        self, settings: Settings, output: str, count: int, limits: Limits, tasks: int, *, address: str | None = None
    ) -> None:
        self._house = House.here(settings, output, limits)
        self._count = count
        self._turns = tasks
        self._address = address
        self._at_hand: dict[Key, Task] = {}
        self._notes: dict[Key, list[int]] = {}
        self._asked: Any = None
        self._looked = monotonic()
        self._rows: SimpleQueue[dict[str, Any] | Exception] = SimpleQueue()
        self._is_over = False

    def __enter__(self) -> Cluster:
        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            _connect(self._address, self._count)
        self._count = self._count or int(ray.cluster_resources().get("CPU", 1))
        here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=True)
        actor = ray.remote(Desk).options(num_cpus=0, max_concurrency=2 * self._count + 100, scheduling_strategy=here)
        self._desk = actor.remote()
        self._thread = threading.Thread(target=self._gather, args=(self._data_set(),), daemon=True)
        self._thread.start()
        return self

    def _data_set(self) -> ray.data.Dataset:
        logging.getLogger("ray.data").setLevel(logging.ERROR)
        turns = self._turns + 2 * self._count  # some more, for those that get lost
        rows = ray.data.from_items([{TURN: turn} for turn in range(turns)], override_num_blocks=turns)
        # One turn at a time: an actor that waits for the task of the next turn could not do again what a dead one left.
        strategy = ray.data.ActorPoolStrategy(size=min(self._count, self._turns), max_tasks_in_flight_per_actor=1)
        return rows.map_batches(
            Seat,
            fn_constructor_args=(self._desk, self._house),
            batch_size=1,
            batch_format="pyarrow",
            compute=strategy,
            num_cpus=1,
        )

    def _gather(self, answers: ray.data.Dataset) -> None:
        """In a thread: the rows as they come, and why there are no more."""
        try:
            # Without prefetching, which would hold back a row until the next one is there.
            for batch in answers.iter_batches(batch_size=1, batch_format="pyarrow", prefetch_batches=0):
                for row in batch.to_pylist():
                    self._rows.put(row)
                if self._is_over:
                    return
            self._rows.put(WorkerError("too many workers of the cluster were lost"))
        except Exception as error:  # whatever Ray raises
            self._rows.put(WorkerError(f"the cluster failed: {_first_line(error)}"))

    def __exit__(self, *_: object) -> None:
        with suppress(ray.exceptions.RayError):
            ray.get(self._desk.close.remote(), timeout=PATIENCE)
        self._thread.join(PATIENCE)
        self._is_over = True
        if self._is_ours:
            ray.shutdown()

    @property
    def has_room(self) -> bool:
        """Whether there is an actor that has nothing to do, or could be."""
        return len(self._at_hand) < self._count

    @property
    def at_hand(self) -> list[tuple[Task, list[int]]]:
        """The tasks that are being done, and the last notes on them that are here."""
        return [(task, self._notes.get(key, [0] * FIELDS)) for key, task in self._at_hand.items()]

    def give(self, task: Task) -> None:
        """Have a task done."""
        self._at_hand[task.number, task.survey] = task
        self._desk.give.remote(task)

    def results(self) -> Iterator[Result]:
        """Wait a moment; then what has become of tasks in the meantime."""
        self._look()
        with suppress(Empty):
            row = self._rows.get(timeout=LOOK)
            while True:
                yield from self._received(row)
                row = self._rows.get_nowait()

    def _received(self, row: dict[str, Any] | Exception) -> Iterator[Result]:
        answer = row if isinstance(row, Exception) else pickle.loads(row[ANSWER])
        if isinstance(answer, Exception):
            raise answer
        if answer is None or isinstance(row, Exception):
            return
        result: Result = answer
        key = result.number, result.task.survey
        self._desk.end.remote(row[TURN], key)
        if self._at_hand.pop(key, None) is None:  # somebody was faster
            return
        check_part(result)
        yield result

    def _look(self) -> None:
        """Get the notes on what is at hand, without waiting for them."""
        if self._asked is None and monotonic() - self._looked > INTERVAL:
            self._asked, self._looked = self._desk.notes.remote(), monotonic()
        if self._asked is not None and ray.wait([self._asked], timeout=0)[0]:
            try:
                self._notes = ray.get(self._asked)
            except ray.exceptions.RayError as error:
                raise WorkerError(f"the cluster failed: {_first_line(error)}") from None
            self._asked = None


def check_part(result: Result) -> None:
    """Refuse a shard that was written on another machine, and not to a file system that is this one's, too."""
    if not all(os.path.exists(os.path.join(result.folder, name)) for name in result.outputs):
        raise OutputError(f"{NOT_SHARED}, and there is no {result.folder} here")


def _connect(address: str | None, count: int) -> None:
    """Be a driver of a cluster, and a quiet one."""
    local: dict[str, Any] = {}
    if address is not None:
        _knock(address)
    else:
        local = {"num_cpus": count or None, "include_dashboard": False, "object_store_memory": STORE}
    try:
        with _no_standard_error():
            ray.init(address=address or "local", logging_level=logging.ERROR, log_to_driver=False, **local)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise NCleanerError(f"there is no Ray cluster at {address}: {_first_line(error)}") from None


def _knock(address: str) -> None:
    """See whether anybody is there at all, for which Ray would wait a quarter of an hour."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if port.isdigit():
        try:
            socket.create_connection((host, int(port)), PATIENCE).close()
        except OSError as error:
            raise NCleanerError(f"there is no Ray cluster at {address}: {error.strerror or error}") from None


@contextmanager
def _no_standard_error() -> Iterator[None]:
    """Nothing is written there in the meantime, be it from C: Ray even says that it will say nothing."""
    try:
        kept = os.dup(2)
    except OSError:  # it is closed
        yield
        return
    if sys.stderr is not None:
        sys.stderr.flush()
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
