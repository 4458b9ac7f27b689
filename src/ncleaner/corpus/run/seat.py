"""A worker of a cluster: an actor of Ray that has a process do the work, as the pool of one machine has.

So that the limits on pages hold here, too, and no page can end the actor, pages are cleaned in a process below it.
Ray is imported where it is used: those who give out seats have something to say before that.
"""

from __future__ import annotations

import os
import pickle
import sys
from time import monotonic
from typing import Any, NamedTuple

import pyarrow as pa

from ncleaner import __version__
from ncleaner.corpus.run.desk import Key
from ncleaner.corpus.run.part import STATE
from ncleaner.corpus.run.pool import Limits, Pool
from ncleaner.corpus.run.work import Result, Task
from ncleaner.corpus.settings import Settings
from ncleaner.engines import ENGINES, Entry
from ncleaner.errors import NCleanerError, OutputError

INTERVAL = 1.0  # seconds between two notes on how far a task is

TURN = "turn"
ANSWER = "answer"
"""The columns of the data set."""


class House(NamedTuple):
    """What has to be the same for everyone who works on a job."""

    settings: Settings
    output: str
    limits: Limits
    engines: dict[str, Entry]
    folder: str
    version: str

    @classmethod
    def here(cls, settings: Settings, output: str, limits: Limits) -> House:
        """As it is in this process; names of files mean what they mean here."""
        return cls(settings, output, limits, dict(ENGINES), os.getcwd(), __version__)


class Seat:
    """Does the task of each turn that it gets as a row of a data set."""

    def __init__(self, desk: Any, house: House) -> None:
        self._desk = desk
        self._problem = problem(house)
        ENGINES.update(house.engines)
        # Else every process below this one would run the main module of Ray again, and import all of Ray.
        vars(sys.modules["__main__"]).pop("__file__", None)
        self._pool = Pool(house.settings, house.output, 1, house.limits, 1)

    def __call__(self, rows: pa.Table) -> pa.Table:
        """What has become of the tasks of these turns."""
        answers = [self._answer(turn) for turn in rows[TURN].to_pylist()]
        return rows.append_column(ANSWER, pa.array(map(pickle.dumps, answers), pa.binary()))

    def _answer(self, turn: int) -> Result | Exception | None:
        if self._problem is not None:
            return self._problem
        task: Task | None = _answer(self._desk.take.remote(turn))
        if task is None:
            return None
        try:
            return self._done(task)
        except NCleanerError as error:
            return error

    def _done(self, task: Task) -> Result | None:
        """The result of a task, unless somebody wants all to end."""
        self._pool.give(task)
        key: Key = task.number, task.survey
        told = monotonic()
        while True:
            for result in self._pool.results():
                return result
            if monotonic() - told > INTERVAL:
                told = monotonic()
                notes = [values for _, values in self._pool.at_hand]
                if not _answer(self._desk.note.remote(key, *notes)):
                    self._pool.__exit__()
                    return None


def _answer(call: Any) -> Any:
    """What another actor answers."""
    import ray

    return ray.get(call)


def problem(house: House) -> Exception | None:
    """Why nobody can work on the job here, if so. What is relative to the folder of the driver becomes so here, too."""
    import ray

    node = ray.util.get_node_ip_address()
    if house.version != __version__:
        return NCleanerError(f"ncleaner is {__version__} on the node {node}, and {house.version} here")
    try:
        os.chdir(house.folder)
        os.stat(os.path.join(house.output, STATE))
    except OSError as error:
        return OutputError(f"{NOT_SHARED}, and on {node} there is no {error.filename}")
    return None


NOT_SHARED = "input and output must be where all nodes of the cluster see them by the same names"
