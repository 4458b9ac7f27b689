"""A training in a process of its own: a crash or a stop there harms neither the studio nor its files.

The process writes the model and its figures into a folder of its own inside the folder of models. Only when both are
there does the studio move them to their place, the figures first: a model that has a file is complete. What a stopped
or killed training leaves behind is deleted, at once or when the studio starts again.

The current or last job is in a file, too, so that a studio that was killed says afterwards that the training has
stopped. The process ends itself if the studio is gone. While a training runs, its studio holds a lock, so two studios
on one folder do not train at the same time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timezone
from multiprocessing import get_context
from multiprocessing.connection import Connection
from shutil import rmtree
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO

from ncleaner.errors import NCleanerError, OutputError, UsageError
from ncleaner.studio.own_models import DESCRIPTION_ENDING, MODEL_ENDING, OwnModels
from ncleaner.system.files import write_bytes
from ncleaner.system.locks import lock
from ncleaner.system.processes import end_with_parent, ignore_interrupts

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

    from ncleaner.studio.learning import Task

RUNNING, DONE, FAILED, STOPPED = "running", "done", "failed", "stopped"
JOB_FILE = "training.json"
LOCK_FILE = "training.lock"
UNFINISHED = "training"
"""The folder, in that of the models, that an unfinished training writes into."""

MODEL, FIGURES = "model" + MODEL_ENDING, "model" + DESCRIPTION_ENDING
STEP, END = "step", "end"
NICE = 5  # the studio comes first
DIED = "the training ended without a result; perhaps there was too little memory"


@dataclass(frozen=True, slots=True)
class Job:
    """A training as it is now: its state, the current step in words, and how many of its models are done."""

    id: str
    state: str
    step: str = ""
    done: int = 0
    total: int = 0
    seconds: float = 0.0
    error: str = ""
    model: str | None = None


class Training:
    """The trainings of a project, one at a time. Threads may share it."""

    def __init__(self, models: OwnModels) -> None:
        self._models = models
        self._lock = Lock()
        self._process: SpawnProcess | None = None
        self._held: BinaryIO | None = None
        self._began = 0.0
        self._job = self._last_job()

    @property
    def job(self) -> Job | None:
        """The training that runs or, if none does, the last one."""
        with self._lock:
            if self._job is not None and self._job.state == RUNNING:
                return replace(self._job, seconds=self._passed())
            return self._job

    def start(self, task: Task, about: dict[str, Any]) -> Job:
        """Start a training; ``about`` is written beside the model.

        Raises `UsageError` if one is running, and `OutputError` if the folder of models cannot be written.
        """
        with self._lock:
            if self._process is not None:
                raise UsageError("a training is running: wait until it is done, or stop it")
            try:
                self._prepare()
            except OSError as error:
                raise OutputError(f"nothing can be written to {self._models.folder}: {error.strerror}") from None
            receiver, process = _started(task, self._folder)
            self._process, self._began = process, monotonic()
            number = int(self._job.id.rpartition("-")[2]) + 1 if self._job is not None else 1
            self._set(Job(f"training-{number}", RUNNING, "Starting"))
            Thread(target=self._follow, args=(receiver, process, about), daemon=True).start()
            return self._job  # type: ignore[return-value]  # it has just been set

    def stop(self) -> Job | None:
        """Stop the training at once, if one is running."""
        with self._lock:
            if self._process is not None:
                self._end(replace(self._running, state=STOPPED))
        return self.job

    def _prepare(self) -> None:
        """Lock the folder of models, and make an empty folder in it to train in."""
        os.makedirs(self._models.folder, exist_ok=True)
        self._held = self._locked()
        if self._held is None:
            raise UsageError("another studio trains on these pages: wait until it is done, or stop it there")
        self._clear()
        os.makedirs(self._folder)

    def _locked(self) -> BinaryIO | None:
        """Return a file that locks the folder of models until it is closed, or nothing if another studio trains."""
        file = open(os.path.join(self._models.folder, LOCK_FILE), "ab")  # noqa: SIM115
        if lock(file):
            return file
        file.close()
        return None

    @property
    def _folder(self) -> str:
        return os.path.join(self._models.folder, UNFINISHED)

    @property
    def _running(self) -> Job:
        assert self._job is not None
        return replace(self._job, seconds=self._passed())

    def _passed(self) -> float:
        return round(monotonic() - self._began, 1)

    def _follow(self, receiver: Connection, process: SpawnProcess, about: dict[str, Any]) -> None:
        """Take the messages of a process until it ends; runs in a thread."""
        error = DIED
        with receiver, suppress(EOFError, OSError):
            while True:
                kind, *values = receiver.recv()
                if kind == END:
                    (error,) = values
                    break
                step, done, total = values
                with self._lock:
                    if self._process is process:
                        self._job = replace(self._running, step=step, done=done, total=total)
        with self._lock:
            if self._process is process:
                self._finish(error, about)

    def _finish(self, error: str, about: dict[str, Any]) -> None:
        """Put the model in its place, if there is one, and end the job."""
        if not error:
            try:
                model = self._placed(about)
                self._end(replace(self._running, state=DONE, done=self._running.total, model=model))
                return
            except (OSError, ValueError) as problem:
                error = f"the model cannot be stored in {self._models.folder}: {problem}"
        self._end(replace(self._running, state=FAILED, error=error))

    def _placed(self, about: dict[str, Any]) -> str:
        """Move model and figures to their place, and return the id of the model."""
        id = self._models.next_id()
        with open(os.path.join(self._folder, FIGURES), encoding="utf-8") as file:
            figures = json.load(file)
        made = datetime.now(timezone.utc).isoformat(timespec="seconds")
        described = {"id": id, **about, "made": made, **figures}
        write_bytes(self._models.path_of(id, DESCRIPTION_ENDING), json.dumps(described, indent=1).encode())
        os.replace(os.path.join(self._folder, MODEL), self._models.path_of(id, MODEL_ENDING))
        return id

    def _end(self, job: Job) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.join()
        self._clear()
        self._set(job)
        if self._held is not None:
            self._held.close()

    def _clear(self) -> None:
        rmtree(self._folder, ignore_errors=True)

    def _set(self, job: Job) -> None:
        self._job = job
        with suppress(OSError):  # a full disk must not stop the training: only its end would be forgotten
            write_bytes(os.path.join(self._models.folder, JOB_FILE), json.dumps(asdict(job)).encode())

    def _last_job(self) -> Job | None:
        """Return the last job of this project; one that was running has been stopped with its studio.

        Nothing is known of a job that another studio runs.
        """
        try:
            with open(os.path.join(self._models.folder, JOB_FILE), encoding="utf-8") as file:
                job = Job(**json.load(file))
                int(job.id.rpartition("-")[2])
        except (OSError, ValueError, TypeError, AttributeError):
            return None
        if job.state != RUNNING:
            return job
        locked = self._locked()
        if locked is None:
            return None
        with locked:
            self._clear()
        return replace(job, state=STOPPED)


def _started(task: Task, folder: str) -> tuple[Connection, SpawnProcess]:
    """Start the process; return the end of the pipe that its messages come from, and the process."""
    context = get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=run, args=(sender, task, folder), daemon=True)
    with ignore_interrupts():
        process.start()
    sender.close()
    return receiver, process


def run(sender: Connection, task: Task, folder: str) -> None:
    """Train, write model and figures, and send messages; runs in a process of its own."""
    from ncleaner.models.format import write
    from ncleaner.studio.learning import learned

    end_with_parent()
    _make_nice()
    error = ""
    try:
        model, figures = learned(task, _teller(sender))
        write(os.path.join(folder, MODEL), model.header, model.arrays)
        write_bytes(os.path.join(folder, FIGURES), json.dumps(figures).encode())
    except NCleanerError as problem:
        error = str(problem)
    except Exception as problem:
        error = f"{type(problem).__name__}: {problem}".rstrip(": ")
    sender.send((END, error))


def _teller(sender: Connection) -> Callable[[str, int, int], None]:
    return lambda step, done, total: sender.send((STEP, step, done, total))


def _make_nice() -> None:
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICE)
