"""Cleans up after a browser whose parent was killed and could not do so itself.

Strategy: a shell in a session of its own waits for a line from the parent. The parent sends one when it has ended the
browser and removed its files. If the input ends without a line, the parent is dead: then the shell kills all processes
of the browser and removes its folder. It waits for the end of the processes first, because a browser that is shutting
down writes its files once more.
"""

from __future__ import annotations

import subprocess
from contextlib import suppress

# Not every shell understands ``kill -9 -- -1234``. The attempts are bounded, because dead processes that nobody waits
# for, as in containers without an init process, can still be sent signals.
PROGRAM = """
read -r line && exit
for attempt in 1 2 3 4 5 6 7 8 9 10; do
    kill -s KILL -- "-$0" || break
    sleep 0.2
done
for attempt in 1 2 3 4 5; do
    rm -rf -- "$1" && exit
    sleep 1
done
"""


class Watcher:
    """A watcher over a group of processes and their folder."""

    def __init__(self, group: int, folder: str) -> None:
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", PROGRAM, str(group), folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        )

    def dismiss(self) -> None:
        """End the watcher: there is nothing left to clean up."""
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.write(b"\n")
            self.process.stdin.close()
        self.process.wait()

    def abandon(self) -> None:
        """Leave the watcher to the parent of this forked process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.returncode = 0  # it is not our child, so nobody should wait for it
