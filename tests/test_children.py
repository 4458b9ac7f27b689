"""Programs that engines keep running: questions and answers, crashes, their end, and what they use."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ncleaner import NCleanerError
from ncleaner.evaluate import children
from ncleaner.evaluate.children import Child
from ncleaner.evaluate.scoring import _seconds

pytestmark = pytest.mark.once

PROGRAM = """
import json, os, sys
for line in sys.stdin:
    request = json.loads(line)
    if request == {"crash": True}:
        os._exit(3)
    if request == {"babble": True}:
        print("what?", flush=True)
        continue
    answer = {"pid": os.getpid(), "request": request, "seconds": request.get("seconds", 0), "bytes": 1 << 20}
    print(json.dumps(answer), flush=True)
if sys.argv[1:]:
    open(sys.argv[1], "w").close()
"""


def child(*arguments: object) -> Child:
    return Child("toy", [sys.executable, "-c", PROGRAM, *map(str, arguments)])


def test_one_process_answers_all_requests() -> None:
    program = child()
    request = {"text": "a\nb\u2028c \ud800 ☂" * 100_000}
    answers = [program.ask(request), program.ask({})]
    program.close()
    assert answers[0]["request"] == request
    assert len({answer["pid"] for answer in answers} | {os.getpid()}) == 2


def test_a_program_that_crashes_starts_anew() -> None:
    program = child()
    first = program.ask({})["pid"]
    with pytest.raises(NCleanerError, match=r"the engine 'toy' got no answer: .* ended with status 3"):
        program.ask({"crash": True})
    assert program.ask({})["pid"] != first
    program.close()


def test_a_program_that_has_ended_meanwhile_starts_anew() -> None:
    program = child()
    first = program.ask({})["pid"]
    assert program._process is not None
    program._process.kill()
    program._process.wait()
    assert program.ask({})["pid"] != first
    program.close()


def test_an_interrupted_request_gets_no_answer_later(monkeypatch: pytest.MonkeyPatch) -> None:
    program = child()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(children, "_exchange", interrupted)
        with pytest.raises(KeyboardInterrupt):
            program.ask({"number": 1})
    with pytest.raises(ValueError, match=r"JSON|Expecting"):
        program.ask({"babble": True})
    assert program.ask({"number": 2})["request"] == {"number": 2}
    program.close()


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(NCleanerError, match=r"the engine 'toy' cannot start .*nothing"):
        Child("toy", [str(tmp_path / "nothing")]).ask({})


def test_it_ends_with_its_object(tmp_path: Path) -> None:
    program = child(tmp_path / "ended")
    program.ask({})
    assert not (tmp_path / "ended").exists()
    del program
    assert (tmp_path / "ended").exists()


@pytest.mark.parametrize("end", ["", "os._exit(0)", "os.kill(os.getpid(), 9)"])
def test_it_ends_with_its_parent(end: str, tmp_path: Path) -> None:
    if "kill" in end and os.name == "nt":
        pytest.skip("there are no signals on Windows")
    script = f"""
import os, sys
from ncleaner.evaluate.children import Child
program = Child("toy", [sys.executable, "-c", {PROGRAM!r}, {str(tmp_path / "ended")!r}])
program.ask({{}})
{end}"""
    subprocess.run([sys.executable, "-c", script], check=False)
    deadline = time.monotonic() + 10
    while not (tmp_path / "ended").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert (tmp_path / "ended").exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
def test_a_fork_has_a_program_of_its_own() -> None:
    program = child()
    first = program.ask({})["pid"]
    pid = os.fork()
    if not pid:
        other = program.ask({})["pid"]
        program.close()
        os._exit(int(other == first))
    assert os.waitpid(pid, 0)[1] == 0
    assert program.ask({})["pid"] == first
    program.close()


def test_time_and_memory_count_as_long_as_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "_used", {})  # without programs of other tests
    program, before = child(), _seconds()
    program.ask({"seconds": 50})
    assert 50 <= _seconds() - before < 60
    assert children.peak() == 1 << 20
    program.ask({"seconds": 70})
    assert 70 <= _seconds() - before < 80
    program.close()
    assert _seconds() - before < 10
    assert (children.seconds(), children.peak()) == (0, 0)
