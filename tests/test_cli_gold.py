"""``ncleaner agreement`` and ``ncleaner merge``, as annotators and a shell see them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from annotating import taking, write_folder
from conftest import ROOT

from ncleaner.cli import main

pytestmark = pytest.mark.once

Captured = pytest.CaptureFixture[str]

ANNA: dict[str, str | bytes] = {
    "1.txt": "<h>Storm\n<p>Rain\n",
    "2.txt": "\ufeff<p>Sun\r\n",
    "3.txt": "<p>Mine\n",
    "10.txt": "",
}
BEN: dict[str, str | bytes] = {"1.txt": "<h>Storm\n<p>Snow\n<l>Hail\n", "2.txt": "<p> Sun", "10.txt": "<p>Fog\n"}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_folder(tmp_path / "anna", ANNA)
    write_folder(tmp_path / "ben", BEN)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*arguments: str) -> int:
    return main(list(arguments))


def merge() -> int:
    return call("merge", "anna", "ben", "-o", "merged")


def complaint(captured: Captured) -> str:
    """Return the only line that was printed, which must be on standard error."""
    out, err = captured.readouterr()
    assert out == ""
    assert err.startswith("ncleaner: ")
    assert err.count("\n") == 1
    return err


@pytest.mark.usefixtures("place")
class TestAgreement:
    @pytest.fixture(autouse=True)
    def needs_rapidfuzz(self) -> None:
        pytest.importorskip("rapidfuzz", reason="edit distances need rapidfuzz")

    def test_tables(self, capsys: Captured) -> None:
        assert call("agreement", "anna", "ben/") == 0
        out, err = capsys.readouterr()
        assert out.startswith("anna and ben: 3 pages\n")
        assert out.index("\n10  ") < out.index("\n1   ") < out.index("\n2   ")
        assert out.endswith("\n1 file has no partner: anna/3.txt\n")
        assert "\x1b" not in out
        assert err == ""

    def test_json(self, capsys: Captured) -> None:
        assert call("agreement", "anna", "ben", "--json") == 0
        found = json.loads(capsys.readouterr().out)
        assert [page["page"] for page in found["each"]] == ["10", "1", "2"]
        assert found["agreement"]["words"]["max"] == 100

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["anna", "nowhere"], "there is no folder nowhere"),
            (["anna", "ben/1.txt"], "ben/1.txt is a file, not a folder"),
            (["anna", "others"], "the two folders have no file of the same name: anna has 1.txt, 2.txt, 3.txt, …"),
            (["anna", "empty"], "no gold texts in empty"),
            (["anna", "twice"], "two files in twice have the id 1"),
            (["anna", "broken"], "broken/1.txt has unresolved conflicts, the first in line 1"),
            (["anna", "link"], "link/2.txt cannot be read"),
        ],
    )
    def test_what_cannot_be_compared(self, arguments: list[str], message: str, place: Path, capsys: Captured) -> None:
        write_folder(place / "others", {"x.txt": ""})
        write_folder(place / "empty", {"1.html": ""})
        write_folder(place / "twice", {"1.txt": "", "1.txt.gz": ""})
        write_folder(place / "broken", {"1.txt": "<<<<<<< anna\n"})
        (write_folder(place / "link", {"1.txt": ""}) / "2.txt").symlink_to(place / "gone")
        assert call("agreement", *arguments) == 2
        assert message in complaint(capsys)


class TestMerge:
    def test_files_and_what_is_said_of_them(self, place: Path, capsys: Captured) -> None:
        assert merge() == 0
        out, err = capsys.readouterr()
        assert out == (
            "merged/1.txt: 1 conflict\nmerged/10.txt: 1 conflict\n"
            "3 pages merged; 1 without conflicts, 2 with 2 conflicts\n"
        )
        assert err == "ncleaner: 1 file has no partner: anna/3.txt\n"
        assert sorted(path.name for path in (place / "merged").iterdir()) == ["1.txt", "10.txt", "2.txt"]
        assert (place / "merged/1.txt").read_text("utf-8") == (
            "<h>Storm\n<<<<<<< anna\n<p>Rain\n=======\n<p>Snow\n<l>Hail\n>>>>>>> ben\n"
        )

    def test_what_agrees_is_the_file_of_the_first_to_the_byte(self, place: Path) -> None:
        assert merge() == 0
        assert (place / "merged/2.txt").read_bytes() == (place / "anna/2.txt").read_bytes()

    @pytest.mark.parametrize("data", [b"<p>\xdcber uns\r\n", "\ufeff<p>Über".encode("utf-16"), b"", b"\n=======\n"])
    def test_a_file_with_itself_to_the_byte(self, data: bytes, place: Path) -> None:
        write_folder(place / "one", {"a.txt": data})
        assert call("merge", "one", "one", "-o", "merged") == 0
        assert (place / "merged/a.txt").read_bytes() == data

    def test_conflicts_are_in_utf_8_whatever_the_encodings_were(self, place: Path) -> None:
        write_folder(place / "one", {"a.txt": "<p>Über\n".encode("cp1252")})
        write_folder(place / "two", {"a.txt": "\ufeff<p>\u96e8\n".encode("utf-16le")})
        assert call("merge", "one", "two", "-o", "merged") == 0
        text = (place / "merged/a.txt").read_text("utf-8")
        assert (taking(text, 0), taking(text, 1)) == ("<p>Über\n", "<p>\u96e8\n")

    @pytest.mark.parametrize("edit", ["<h>Storm\n<p>Snow\n", "", "<h>Storm\n<<<<<<< anna\n"])
    def test_what_somebody_has_begun_to_resolve_is_left_alone(self, edit: str, place: Path, capsys: Captured) -> None:
        assert merge() == 0
        (place / "merged/1.txt").write_text(edit, "utf-8")
        capsys.readouterr()
        assert merge() == 0
        out, err = capsys.readouterr()
        assert out.endswith("; 1 left as it was\n")
        assert "ncleaner: merged/1.txt: left as it is" in err
        assert (place / "merged/1.txt").read_text("utf-8") == edit

    def test_unless_that_is_wanted(self, place: Path) -> None:
        assert merge() == 0
        before = (place / "merged/1.txt").read_bytes()
        (place / "merged/1.txt").write_text("<p>Snow", "utf-8")
        assert call("merge", "--force", "anna", "-o", "merged", "ben") == 0
        assert (place / "merged/1.txt").read_bytes() == before

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["anna", "ben"], "name two folders to merge and one to write to"),
            (["anna", "-o", "merged"], "name two folders to merge and one to write to"),
            ([], "name two folders to merge and one to write to"),
            (["anna", "ben", "-o", "ben/1.txt"], "this is a file, name a folder"),
            (["anna", "ben", "-o", "anna/../ben", "--force"], "the annotations are there"),
            (["anna", "ben", "-o", "links", "--force"], "links/1.txt is a link to an annotation"),
            (["anna", "ben/1.txt", "-o", "merged"], "is a file, not a folder"),
            (["--check", "merged", "anna"], "--check reads one folder and writes nothing"),
            (["--check", "nowhere"], "there is no folder nowhere"),
        ],
    )
    def test_misuse_writes_nothing(self, arguments: list[str], message: str, place: Path, capsys: Captured) -> None:
        (place / "links").mkdir()
        (place / "links/1.txt").symlink_to(place / "ben/1.txt")
        assert call("merge", *arguments) == 2
        assert message in complaint(capsys)
        assert not (place / "merged").exists()
        assert (place / "ben/1.txt").read_text("utf-8") == BEN["1.txt"]

    def test_an_annotation_with_conflicts_stops_it_before_anything_is_written(
        self, place: Path, capsys: Captured
    ) -> None:
        (place / "ben/10.txt").write_text("<<<<<<< anna\n", "utf-8")
        assert merge() == 2
        assert "ben/10.txt has unresolved conflicts" in complaint(capsys)
        assert not (place / "merged").exists()

    def test_a_file_that_cannot_be_written_does_not_stop_the_others(self, place: Path, capsys: Captured) -> None:
        (place / "merged/1.txt").mkdir(parents=True)
        assert merge() == 1
        out, err = capsys.readouterr()
        assert "ncleaner: merged/1.txt: Is a directory\n" in err
        assert out.endswith("2 pages merged; 1 without conflicts, 1 with 1 conflict\n")

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no limits of files here")
    def test_a_full_disk_leaves_no_halves(self, place: Path) -> None:
        write_folder(place / "ben", {"1.txt": "<p>" + "Snow " * 4000})
        code = (
            "import resource, signal, sys\n"
            "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
            "from ncleaner.cli import main\n"
            "sys.exit(main(['merge', *sys.argv[1:3], '-o', sys.argv[3]]))\n"
        )
        command = [sys.executable, "-B", "-c", code, *(str(place / name) for name in ("anna", "ben", "merged"))]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
        assert done.returncode == 1
        assert "merged/1.txt: File too large" in done.stderr
        assert sorted(path.name for path in (place / "merged").iterdir()) == ["10.txt", "2.txt"]


@pytest.mark.usefixtures("place")
class TestCheck:
    def test_conflicts_that_are_left(self, capsys: Captured) -> None:
        assert merge() == 0
        capsys.readouterr()
        assert call("merge", "--check", "merged") == 1
        out, err = capsys.readouterr()
        assert out == ("merged/1.txt:2: anna or ben\nmerged/10.txt:1: anna or ben\n2 conflicts left in 2 of 3 files\n")
        assert err == ""

    def test_none_left(self, place: Path, capsys: Captured) -> None:
        assert merge() == 0
        for path in (place / "merged").iterdir():
            path.write_bytes(taking(path.read_bytes().decode(), 1).encode())
        capsys.readouterr()
        assert call("merge", "--check", "merged") == 0
        assert capsys.readouterr().out == "no conflicts left in 3 files\n"

    def test_lines_that_were_forgotten(self, place: Path, capsys: Captured) -> None:
        write_folder(place / "merged", {"a.txt": "<p>Rain\n=======\n"})
        assert call("merge", "--check", "merged") == 1
        out = capsys.readouterr().out
        assert out.startswith("merged/a.txt:2: a line ======= is left over\n")
        assert "put a space before it" in out
