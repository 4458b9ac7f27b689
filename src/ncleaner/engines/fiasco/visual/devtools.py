"""Chromium's DevTools protocol over two pipes.

Strategy: the browser is started with ``--remote-debugging-pipe``. It reads commands from descriptor 3 and writes
responses and events to descriptor 4: JSON messages that end with a zero byte. There is no port that others could
connect to, and the browser exits by itself when the pipes close, even if this process was killed. Python can give a new
process descriptors beyond the first three only by running code between fork and exec, which is not safe in a program
with threads, so a shell moves the pipes.

Every wait has a deadline, and messages have a largest size. A browser that exceeds either is killed and replaced.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from ncleaner.errors import BrowserError

REDIRECT = 'exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null'
CHUNK = 1 << 16
LARGEST = 1 << 28  # bytes of a message; the layout of a page of many tiny blocks may be a hundred times the page
GRACE = 5.0  # seconds that a browser has to exit by itself

Message = dict[str, Any]


class Pipe:
    """A browser that runs in a folder, and the messages to and from it.

    While `receive` or `call` waits, events go to ``on_event``. ``deadline`` limits all waits.
    """

    def __init__(self, command: Sequence[str], folder: str, environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", REDIRECT, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=environment,
            start_new_session=True,  # Ctrl-C reaches only us, and the whole group can be killed
            bufsize=0,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input = self.process.stdin
        self.output = self.process.stdout
        os.set_blocking(self.input.fileno(), False)
        os.set_blocking(self.output.fileno(), False)
        self.on_event: Callable[[Message], None] = _ignore
        self.deadline = monotonic()
        self._lock = threading.Lock()
        self._number = 0
        self._unread: list[bytes] = []
        self._unread_size = 0
        self._complete: deque[bytes] = deque()

    def call(self, method: str, parameters: Message | None = None, session: str | None = None) -> Message:
        """Send a command and return its result."""
        number = self.send(method, parameters, session)
        while True:
            message = self.receive()
            if message.get("id") != number:
                continue
            if "error" in message:
                raise BrowserError(f"{method}: {message['error'].get('message')}")
            result: Message = message["result"]
            return result

    def send(self, method: str, parameters: Message | None = None, session: str | None = None) -> int:
        """Send a command; return its number, which the response repeats."""
        self._number += 1
        message: Message = {"id": self._number, "method": method, "params": parameters or {}}
        if session is not None:
            message["sessionId"] = session
        self._write(json.dumps(message).encode() + b"\0")
        return self._number

    def receive(self) -> Message:
        """Return the next message. If it is an event, ``on_event`` has handled it."""
        while not self._complete:
            self._read()
        message: Message = json.loads(self._complete.popleft())
        if "method" in message:
            self.on_event(message)
        return message

    def _write(self, data: bytes) -> None:
        """Write data, and read messages in the meantime: a browser with a full output pipe may stop reading."""
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self.input.fileno(), rest) :]
            except BlockingIOError:
                if self._wait(writing=True):
                    self._take()
            except OSError:
                raise BrowserError("the browser has ended") from None

    def _read(self) -> None:
        self._wait(writing=False)
        self._take()

    def _wait(self, *, writing: bool) -> bool:
        """Wait until data can be read (or written, if ``writing``); return whether data can be read."""
        with selectors.PollSelector() as selector:
            selector.register(self.output, selectors.EVENT_READ)
            if writing:
                selector.register(self.input, selectors.EVENT_WRITE)
            seconds = self.deadline - monotonic()
            ready = selector.select(seconds) if seconds > 0 else []
        if not ready:
            raise BrowserError("the browser took too long")
        return any(key.fileobj is self.output for key, _ in ready)

    def _take(self) -> None:
        data = os.read(self.output.fileno(), CHUNK)
        if not data:
            raise BrowserError("the browser has ended")
        first, *others = data.split(b"\0")
        self._unread.append(first)
        self._unread_size += len(first)
        for other in others:
            self._complete.append(b"".join(self._unread))
            self._unread = [other]
            self._unread_size = len(other)
        if self._unread_size > LARGEST:
            raise BrowserError(f"the browser sent a message of more than {LARGEST >> 20} MB")

    def kill(self) -> None:
        """Kill the browser and all its processes. Any thread may call this at any time."""
        with self._lock:
            if self.process.returncode is None:  # else the process id may belong to another process
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.process.pid, signal.SIGKILL)

    def close(self) -> None:
        """Ask the browser to exit, kill its processes after `GRACE` seconds, and close the pipes."""
        self.deadline = monotonic() + GRACE
        with suppress(BrowserError):
            self.send("Browser.close")
            while True:
                self._read()
        self.kill()
        with self._lock:
            self.process.wait()
        self.input.close()
        self.output.close()

    def abandon(self) -> None:
        """Leave the browser to the parent of this forked process."""
        self.input.close()
        self.output.close()
        self.process.returncode = 0  # it is not our child, so nobody should wait for it


def _ignore(event: Message) -> None:
    pass
