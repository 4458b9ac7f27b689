"""The command line, as a user and a shell see it."""

from __future__ import annotations

import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import ROOT

import ncleaner
from ncleaner import backend
from ncleaner.cli import COMMANDS, main
from ncleaner.engines import DEFAULT_ENGINE, ENGINES
from ncleaner.render import EXTENSIONS, FORMATS
from ncleaner.system import files

PAGE = """<!doctype html><title>Stairs</title>
<p>The keeper counted the stairs every night – ninety-nine.
<p>Home | News | Contact | About
"""
TEXT = "The keeper counted the stairs every night – ninety-nine.\n"
BARS = "Home | News | Contact | About"

Captured = pytest.CaptureFixture[bytes]


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(PAGE, "utf-8")
    return path


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a folder of pages and other files."""
    folder = tmp_path / "site"
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE, "utf-8")
    (folder / "deep" / "a.HTM").write_text(PAGE, "utf-8")
    (folder / "deep" / "er" / "b.xhtml.gz").write_bytes(gzip.compress(PAGE.encode()))
    (folder / "deep" / "notes.txt").write_text("* one\n* two\n", "utf-8")
    (folder / "deep" / "logo.png").write_bytes(b"\x89PNG")
    return folder


def stdin(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def run(*arguments: str | os.PathLike[str]) -> int:
    return main([os.fspath(argument) for argument in arguments])


def written(folder: Path) -> dict[str, str]:
    """Return the content of all files in a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()
    }


class TestOutput:
    def test_a_page_becomes_text(self, page: Path, capsysbinary: Captured) -> None:
        assert run(page) == 0
        assert capsysbinary.readouterr() == (TEXT.encode(), b"")

    def test_the_command_has_a_name(self, page: Path, capsysbinary: Captured) -> None:
        assert run("clean", page) == 0
        assert capsysbinary.readouterr().out == TEXT.encode()

    def test_a_file_with_the_name_of_a_command(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
    ) -> None:
        (tmp_path / "clean").write_text(PAGE, "utf-8")
        monkeypatch.chdir(tmp_path)
        assert run("./clean") == run("--", "clean") == 0
        assert capsysbinary.readouterr().out == 2 * TEXT.encode()

    @pytest.mark.parametrize("arguments", [[], ["-"], ["--format", "txt"]])
    def test_standard_input(
        self, arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
    ) -> None:
        stdin(monkeypatch, PAGE.encode())
        assert run(*arguments) == 0
        assert capsysbinary.readouterr().out == TEXT.encode()

    def test_several_pages_one_after_another(self, page: Path, capsysbinary: Captured) -> None:
        assert run(page, "-f", "txt", page) == 0
        assert capsysbinary.readouterr().out == 2 * TEXT.encode()

    @pytest.mark.parametrize("format", FORMATS)
    def test_all_formats(self, format: str, page: Path, capsysbinary: Captured) -> None:
        assert run("-f", format, page) == 0
        out = capsysbinary.readouterr().out
        assert b"keeper" in out
        assert out.endswith(b"\n")

    def test_dropped_segments_too(self, page: Path, capsysbinary: Captured) -> None:
        assert run("--all", page) == 0
        assert BARS in capsysbinary.readouterr().out.decode()

    def test_another_engine(self, page: Path, capsysbinary: Captured) -> None:
        assert run("--engine", "dump", page) == 0
        assert BARS in capsysbinary.readouterr().out.decode()

    def test_address_and_encoding(self, tmp_path: Path, capsysbinary: Captured) -> None:
        path = tmp_path / "page.html"
        path.write_bytes("<p>Größe und Maß der Treppe</p>".encode("koi8-r", "replace").replace(b"?", b"\xd1"))
        assert run("--url", "https://example.org/", "--encoding", "koi8-r", "-f", "json", path) == 0
        found = json.loads(capsysbinary.readouterr().out)
        assert found["url"] == "https://example.org/"
        assert found["encoding"] == "koi8-r"
        assert "Grяяe" in found["segments"][0]["text"]

    def test_plain_text(self, tmp_path: Path, capsysbinary: Captured) -> None:
        source = "The <b> tag\nstays.\n\n* one\n"
        for name, options in (("dump.txt", []), ("dump", ["--text"])):
            (tmp_path / name).write_text(source, "utf-8")
            assert run("--engine", "heuristics", *options, tmp_path / name) == 0
            assert capsysbinary.readouterr().out == b"The <b> tag stays.\none\n"

    def test_compressed_files_are_known_by_their_content(self, tmp_path: Path, capsysbinary: Captured) -> None:
        path = tmp_path / "page"
        path.write_bytes(gzip.compress(PAGE[:20].encode()) + gzip.compress(PAGE[20:].encode()))
        assert run(path) == 0
        assert capsysbinary.readouterr().out == TEXT.encode()

    def test_an_empty_page(self, tmp_path: Path, capsysbinary: Captured) -> None:
        (tmp_path / "empty.html").touch()
        assert run(tmp_path / "empty.html") == 0
        assert capsysbinary.readouterr() == (b"", b"")


class TestFiles:
    def test_to_a_file(self, page: Path, tmp_path: Path, capsysbinary: Captured) -> None:
        target = tmp_path / "new" / "folder" / "clean.md"
        assert run(page, "-o", target, "-f", "markdown") == 0
        assert target.read_text("utf-8") == TEXT
        assert capsysbinary.readouterr() == (b"", b"")
        assert written(target.parent) == {"clean.md": TEXT}

    def test_to_a_directory(self, page: Path, tmp_path: Path) -> None:
        (tmp_path / "there").mkdir()
        assert run(page, "-o", tmp_path / "there") == 0
        assert run(page, "-o", f"{tmp_path}/new/") == 0
        assert written(tmp_path / "there") == written(tmp_path / "new") == {"page.txt": TEXT}

    def test_several_files_to_a_directory(self, page: Path, tmp_path: Path) -> None:
        other = tmp_path / "other.page.htm"
        other.write_text(PAGE, "utf-8")
        assert run(page, other, "-f", "tei", "-o", tmp_path / "out") == 0
        assert sorted(written(tmp_path / "out")) == ["other.page.tei.xml", "page.tei.xml"]

    def test_a_directory_gives_a_directory(self, site: Path, tmp_path: Path, capsysbinary: Captured) -> None:
        assert run(site, "--engine", "heuristics", "-o", tmp_path / "out") == 0
        assert written(tmp_path / "out") == {
            "index.txt": TEXT,
            "deep/a.txt": TEXT,
            "deep/er/b.txt": TEXT,
            "deep/notes.txt": "one\ntwo\n",
        }
        assert capsysbinary.readouterr() == (b"", b"")

    @pytest.mark.parametrize("format", FORMATS)
    def test_files_end_as_their_format_does(self, format: str, site: Path, tmp_path: Path) -> None:
        assert run(site, "-o", tmp_path / "out", "-f", format) == 0
        assert f"index{EXTENSIONS[format]}" in written(tmp_path / "out")

    def test_several_directories_get_a_directory_each(self, site: Path, tmp_path: Path) -> None:
        (tmp_path / "two").mkdir()
        (tmp_path / "two" / "index.html").write_text(PAGE, "utf-8")
        assert run(site, tmp_path / "two", "-o", tmp_path / "out") == 0
        assert {"site/index.txt", "two/index.txt"} <= set(written(tmp_path / "out"))

    def test_the_output_inside_the_input_is_not_cleaned_again(self, site: Path) -> None:
        for _ in range(2):
            assert run(site, "-o", site / "out") == 0
        assert sorted(written(site / "out")) == ["deep/a.txt", "deep/er/b.txt", "deep/notes.txt", "index.txt"]

    def test_pages_whose_results_would_have_one_name(self, site: Path, tmp_path: Path) -> None:
        (site / "index.htm").write_text("<p>Other.", "utf-8")
        assert run(site, "-o", tmp_path / "out") == 0
        found = written(tmp_path / "out")
        assert found["index.html.txt"] == TEXT
        assert found["index.htm.txt"] == "Other.\n"

    def test_a_place_that_is_taken(self, site: Path, tmp_path: Path, capsysbinary: Captured) -> None:
        other = tmp_path / "index.html"
        other.write_text("<p>Other.", "utf-8")
        assert run(site / "index.html", other, "-o", tmp_path / "out") == 1
        assert written(tmp_path / "out") == {"index.html.txt": TEXT}
        assert b"index.html.txt is the result of" in capsysbinary.readouterr().err

    def test_an_input_is_never_overwritten(self, tmp_path: Path, capsysbinary: Captured) -> None:
        path = tmp_path / "dump.txt"
        path.write_text("one\ntwo\n", "utf-8")
        assert run(path, "-o", tmp_path) == run(path, "-o", path) == 1
        assert path.read_text("utf-8") == "one\ntwo\n"
        assert b"would overwrite the input" in capsysbinary.readouterr().err

    def test_a_link_is_followed_and_kept(self, page: Path, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to(tmp_path / "real.txt")
        assert run(page, "-o", tmp_path / "link") == 0
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "real.txt").read_text("utf-8") == TEXT

    def test_nothing_is_left_of_a_file_that_could_not_be_written(
        self, page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
    ) -> None:
        target = tmp_path / "out" / "page.txt"
        target.parent.mkdir()
        target.write_text("as it was", "utf-8")

        def fail(source: str, target: str) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "replace", fail)
        assert run(page, "-o", target) == 1
        assert written(target.parent) == {"page.txt": "as it was"}
        assert capsysbinary.readouterr().err == f"ncleaner: {target}: No space left on device\n".encode()


class TestFailures:
    def test_the_others_go_on(self, page: Path, tmp_path: Path, capsysbinary: Captured) -> None:
        assert run(tmp_path / "none.html", page) == 1
        out, err = capsysbinary.readouterr()
        assert out == TEXT.encode()
        assert err == f"ncleaner: {tmp_path}/none.html: No such file or directory: check the name\n".encode()

    def test_quietly(self, tmp_path: Path, capsysbinary: Captured) -> None:
        assert run("-q", tmp_path / "none.html") == 1
        assert capsysbinary.readouterr() == (b"", b"")

    def test_a_directory_without_pages(self, site: Path, tmp_path: Path, capsysbinary: Captured) -> None:
        (tmp_path / "bare").mkdir()
        assert run(tmp_path / "bare", site, "-o", tmp_path / "out") == 1
        assert b"bare: no pages" in capsysbinary.readouterr().err
        assert "site/index.txt" in written(tmp_path / "out")

    def test_a_place_where_one_cannot_write(self, page: Path, capsysbinary: Captured) -> None:
        assert run(page, "-o", page / "inside.txt") == 1
        assert b"page.html is not a directory" in capsysbinary.readouterr().err

    @pytest.mark.parametrize("damage", ["cut off", "damaged", "more than 0 MB"])
    def test_bad_compressed_files(
        self, damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
    ) -> None:
        zipped = gzip.compress(PAGE.encode())
        if damage == "cut off":
            zipped = zipped[:-20]
        elif damage == "damaged":
            zipped = zipped[:20] + b"\xff" * 20 + zipped[40:]
        else:
            monkeypatch.setattr(files, "LARGEST_UNZIPPED", 10)
        (tmp_path / "page.gz").write_bytes(zipped)
        assert run(tmp_path / "page.gz") == 1
        assert damage.encode() in capsysbinary.readouterr().err

    def test_verbose(self, page: Path, tmp_path: Path, capsysbinary: Captured) -> None:
        (tmp_path / "lies.html").write_bytes(b'<meta charset="utf-8"><p>Gr\xfc\xdfe aus K\xf6ln')
        assert run("-v", page, tmp_path / "lies.html") == 0
        lines = capsysbinary.readouterr().err.decode().splitlines()
        assert lines[0].startswith(f"ncleaner: {page}: 1 of 2 segments kept by forest, utf-8, confidence 0.")
        assert len(lines) > 2
        assert all(line.startswith("ncleaner: ") for line in lines)


class TestMisuse:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--nonsense"], "--nonsense"),
            (["--format", "nonsense"], "nonsense"),
            (["--engine", "nonsense", "-"], "there is no engine 'nonsense'"),
            (["--encoding", "nonsense", "-"], "nonsense"),
            (["--model", "nonsense", "-"], "model"),
            (["--url", "https://example.org/", "-", "-"], "--url"),
            (["."], "-o DIR"),
            (["--markdwon"], "there is no option --markdwon: did you mean --markdown?"),
            (["explain", "--ful", "-"], "there is no option --ful of ncleaner explain: did you mean --full?"),
            (["--xyzzy"], "there is no option --xyzzy: ncleaner --help-all lists all options"),
            (["-f", "markdwon"], "--format: there is no format 'markdwon': did you mean 'markdown'? There are: "),
            (["--engine", "forrest", "-"], "there is no engine 'forrest': did you mean 'forest'? There are: "),
            (["--model", "engish", "-"], "there is no model 'engish': did you mean 'english'?"),
            (["--scope", "artcle", "-"], "--scope: there is no value 'artcle': did you mean 'article'?"),
            (["--timeout"], "--timeout needs a value: --timeout SECONDS"),
            (["corpus", "pages"], "missing: --output DIR; ncleaner corpus --help shows the usage"),
            (["explain", "a", "b"], "'b' is one argument too many; ncleaner explain --help shows the usage"),
            (["studio", "--port", "x"], "--port: 'x' is not a whole number"),
            (["evaluate", "nosuchset"], "there is no folder nosuchset: name a folder, or one in the folder that"),
        ],
    )
    def test_is_explained(
        self, arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
    ) -> None:
        stdin(monkeypatch, b"<p>Text")
        assert run(*arguments) == 2
        out, err = capsysbinary.readouterr()
        assert out == b""
        assert message in err.decode()
        assert b"Traceback" not in err

    def test_a_terminal_gets_a_short_help(self, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured) -> None:
        stdin(monkeypatch, b"")
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
        assert run() == 2
        assert b"ncleaner --help" in capsysbinary.readouterr().err

    @pytest.mark.parametrize(
        ("name", "suggestion"),
        [
            ("evalute", "did you mean the command evaluate?"),
            ("explain", "write the command first (ncleaner explain ...)"),
            ("help", "did you mean ncleaner --help?"),
            ("pgae.html", "did you mean page.html?"),
            ("\x1b[31m.html", "check the name"),
        ],
    )
    def test_what_a_missing_file_may_be_meant_for(
        self, name: str, suggestion: str, page: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
    ) -> None:
        monkeypatch.chdir(page.parent)
        assert run("-v", name) == 1
        err = capsysbinary.readouterr().err.decode()
        assert err.endswith(f": No such file or directory: {suggestion}\n")
        assert "\x1b" not in err

    def test_a_set_with_a_similar_name_is_suggested(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
    ) -> None:
        (tmp_path / "weather").mkdir()
        monkeypatch.setenv("NCLEANER_DATA", str(tmp_path))
        assert run("evaluate", "wether") == 2
        assert b"there is no folder wether: did you mean weather?" in capsysbinary.readouterr().err

    def test_a_directory_cannot_go_to_a_file(self, site: Path, page: Path, capsysbinary: Captured) -> None:
        assert run(site, "-o", page) == 2
        assert b"is a file" in capsysbinary.readouterr().err


DISCUSSED = """<!doctype html><title>Stairs</title><meta name=author content="Ann Lee"><article><h1>Stairs</h1>
<p>The keeper counted the stairs <a href=http://example.org/>every night</a>, and every night there were ninety-nine of
them, which he wrote into the book that lay upon the table in the hall, below the lamp.
<p>When the inspector came in the spring he counted them too, and there were a hundred, and the keeper was told to write
that down as well, and to count them once more in the morning before the ship sailed.</article>
<div class=comments><div class=comment><p>I counted them as a child, and I am sure there were a hundred.</div></div>
"""


class TestShortForms:
    """Options that are short for others."""

    @pytest.fixture
    def page(self, tmp_path: Path) -> Path:
        path = tmp_path / "stairs.html"
        path.write_text(DISCUSSED, "utf-8")
        return path

    @pytest.mark.parametrize(
        ("short", "long"),
        [
            ("--markdown", "-f markdown"),
            ("--links", "-f markdown"),
            ("--markdown --links", "-f markdown"),
            ("--json", "-f json"),
            ("--no-comments", "--comments drop"),
            ("--precision", "--bias 1"),
            ("--recall", "--bias -2"),
            ("--json --precision --no-comments", "-f json --bias 1 --comments drop"),
        ],
    )
    def test_each_is_the_same_as_the_long_form(self, short: str, long: str, page: Path, capsysbinary: Captured) -> None:
        assert run(*short.split(), page) == 0
        found = capsysbinary.readouterr().out
        assert run(*long.split(), page) == 0
        assert found == capsysbinary.readouterr().out
        assert b"keeper" in found

    def test_other_commands_that_run_an_engine_have_them_too(self, page: Path, capsysbinary: Captured) -> None:
        assert run("explain", "--precision", page) == 0
        found = capsysbinary.readouterr().out
        assert run("explain", "--bias", "1", page) == 0
        assert found == capsysbinary.readouterr().out

    def test_links_have_their_addresses(self, page: Path, capsysbinary: Captured) -> None:
        assert run("--links", page) == 0
        assert b"[every night](http://example.org/)" in capsysbinary.readouterr().out

    def test_images_have_their_addresses(self, tmp_path: Path, capsysbinary: Captured) -> None:
        page = tmp_path / "page.html"
        page.write_text(
            "<p>The boat sailed north on Friday.<p><img src=http://example.org/a.png alt=Vega><p>It is back."
        )
        assert run("--images", "--engine", "dump", str(page)) == 0
        assert b"![Vega](http://example.org/a.png)" in capsysbinary.readouterr().out
        assert run("--images", "-f", "html", "--engine", "dump", str(page)) == 0
        assert b'<img src="http://example.org/a.png" alt="Vega"/>' in capsysbinary.readouterr().out
        assert run("-f", "html", "--engine", "dump", str(page)) == 0
        assert b"<img" not in capsysbinary.readouterr().out

    @pytest.mark.parametrize("format", ["txt", "markdown"])
    def test_metadata_stand_first(self, format: str, page: Path, capsysbinary: Captured) -> None:
        assert run("-f", format, page) == 0
        text = capsysbinary.readouterr().out
        assert run("-f", format, "--with-metadata", page) == 0
        found = capsysbinary.readouterr().out
        assert found.endswith(text)
        assert b"Ann Lee" in found.removesuffix(text)

    @pytest.mark.parametrize("format", ["json", "xml", "tei", "vertical"])
    def test_formats_that_always_have_metadata(self, format: str, page: Path, capsysbinary: Captured) -> None:
        assert run("-f", format, page) == 0
        usual = capsysbinary.readouterr().out
        assert run("-f", format, "--with-metadata", page) == 0
        assert capsysbinary.readouterr().out == usual

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ("--markdown --json", "--json and --markdown contradict each other"),
            ("-f txt --markdown", "--markdown and -f contradict each other"),
            ("--json --format xml", "-f and --json contradict each other"),
            ("--links -f json", "-f and --links contradict each other"),
            ("--precision --recall", "--recall and --precision contradict each other: give one of them"),
            ("--bias 3 --recall", "--recall and --bias contradict each other: give one of them"),
            ("--no-comments --comments keep", "--comments and --no-comments contradict each other: give one of them"),
            ("--precision --engine ngram", "--precision is for the engine forest alone"),
            ("--no-comments --engine dump", "--no-comments is for the engine forest alone"),
            ("--with-metadata -f cleaneval", "--with-metadata cannot be used: cleaneval has no place for metadata"),
            ("--with-metadata -f decisions", "--with-metadata cannot be used: decisions has no place for metadata"),
            ("--images -f tei", "--images cannot be used with tei; use -f markdown or -f html"),
        ],
    )
    def test_contradictions(self, arguments: str, message: str, page: Path, capsysbinary: Captured) -> None:
        assert run(*arguments.split(), page) == 2
        out, err = capsysbinary.readouterr()
        assert out == b""
        assert message in err.decode()

    def test_of_several_formats_the_last_one_counts(self, page: Path, capsysbinary: Captured) -> None:
        assert run("-f", "xml", "--format", "json", "--json", page) == 0
        assert capsysbinary.readouterr().out.startswith(b"{")

    def test_help_shows_what_each_is_short_for(self, capsysbinary: Captured) -> None:
        assert run("--help-all") == 0
        out = " ".join(capsysbinary.readouterr().out.decode().split())
        for words in ("--precision short for --bias 1", "--recall short for --bias -2", "--json short for -f json",
                      "--markdown short for -f markdown", "--no-comments short for --comments drop"):  # fmt: skip
            assert words in out
        assert run("--engine", "ngram", "--help-all") == 0
        assert "--precision" not in capsysbinary.readouterr().out.decode()


class TestHelp:
    def test_the_whole_help_lists_formats_and_engines(self, capsysbinary: Captured) -> None:
        assert run("--help-all") == 0
        out = capsysbinary.readouterr().out.decode()
        for name in [*FORMATS, *(name for name in ENGINES if ":" not in name), "evaluate", "compare"]:
            assert f"\n  {name} " in out
        assert "peer:" not in out
        assert max(map(len, out.splitlines())) <= 80

    def test_version(self, capsysbinary: Captured) -> None:
        assert run("--version") == 0
        runs = f"{backend.name()} backend, default engine {DEFAULT_ENGINE}, model forest"
        assert capsysbinary.readouterr().out.decode() == f"ncleaner {ncleaner.__version__} ({runs})\n"

    def test_every_command_is_there(self) -> None:
        for place, what in COMMANDS.values():
            assert callable(__import__(place, fromlist=["run"]).run)
            assert what


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "ncleaner", *arguments]


def environment(**more: str) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(ROOT / "src")} | more


class TestProcess:
    def test_output_is_utf8_whatever_the_locale(self, page: Path) -> None:
        for settings in ({"LC_ALL": "C", "PYTHONUTF8": "0"}, {"PYTHONIOENCODING": "latin-1"}):
            done = subprocess.run(
                command(str(page)), env=environment(**settings), capture_output=True, check=True, timeout=60
            )
            assert done.stdout == TEXT.encode()

    def test_a_closed_pipe_ends_quietly(self, tmp_path: Path) -> None:
        (tmp_path / "long.html").write_text("<p>One more stair, and one more." * 6000, "utf-8")
        with subprocess.Popen(  # more than fits into the pipe
            command(str(tmp_path / "long.html")), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.read(10)
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait(60) == 0

    @pytest.mark.parametrize(
        "arguments",
        [["--help"], ["--help-all"], ["corpus", "--help"], ["--completion", "zsh"], ["explain", "long.html"]],
        ids=" ".join,
    )
    def test_a_pipe_that_is_closed_at_once(self, arguments: list[str], tmp_path: Path) -> None:
        (tmp_path / "long.html").write_text("<p>One more stair, and one more." * 6000, "utf-8")
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(
            command(*arguments),
            cwd=tmp_path,
            env=environment(),
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
        os.close(writing)
        assert (done.returncode, done.stderr) == (0, b"")

    @pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise here")
    def test_ctrl_c(self) -> None:
        with subprocess.Popen(
            command(), env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdin is not None
            process.stdin.write(b"<p>Text")
            process.stdin.flush()
            wait_until_reading(process)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        assert (process.returncode, out, err) == (130, b"", b"")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
    def test_a_full_disk(self, page: Path) -> None:
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                command(str(page)), env=environment(), stdout=full, stderr=subprocess.PIPE, check=False, timeout=60
            )
        assert done.returncode == 1
        assert done.stderr == b"ncleaner: standard output: No space left on device\n"
        for arguments in (
            ["--help"],
            ["corpus", "--help"],
            ["--version"],
            ["--completion", "bash"],
            ["explain", str(page)],
        ):
            with open("/dev/full", "wb") as full:
                done = subprocess.run(
                    command(*arguments), env=environment(), stdout=full, stderr=subprocess.PIPE, check=False, timeout=60
                )
            assert (done.returncode, done.stderr) == (1, b"ncleaner: standard output: No space left on device\n")
        done = subprocess.run(
            command(str(page), "-o", "/dev/full"), env=environment(), capture_output=True, check=False, timeout=60
        )
        assert done.returncode == 1
        assert done.stderr == b"ncleaner: /dev/full: No space left on device\n"

    @pytest.mark.skipif(os.name != "posix", reason="needs a shell")
    def test_closed_streams(self, page: Path) -> None:
        for redirection, message in (
            (f"'{page}' >&-", "ncleaner: standard output: it is closed\n"),
            ("- <&-", "ncleaner: standard input: it is closed\n"),
        ):
            line = f"'{sys.executable}' -m ncleaner {redirection}"
            done = subprocess.run(["sh", "-c", line], env=environment(), capture_output=True, check=False, timeout=60)
            assert (done.returncode, done.stderr.decode()) == (1, message)

    @pytest.mark.skipif(sys.platform != "linux", reason="file names are characters here, not bytes")
    def test_file_names_that_are_not_utf8(self, tmp_path: Path) -> None:
        folder = os.fsencode(tmp_path)
        with open(folder + b"/p\xe4ge.html", "w", encoding="utf-8") as file:
            file.write(PAGE)
        done = subprocess.run(
            [*map(os.fsencode, command()), folder + b"/p\xe4ge.html", folder + b"/n\xe4.html", b"-o", folder + b"/out"],
            env=environment(),
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 1
        assert [os.fsencode(path.name) for path in (tmp_path / "out").iterdir()] == [b"p\xe4ge.txt"]
        assert b"No such file" in done.stderr
        assert b"Traceback" not in done.stderr

    def test_the_usual_call_imports_little(self, page: Path) -> None:
        script = (
            "import sys; from ncleaner.cli import main; main(sys.argv[1:]);"
            "print(*sorted({'argparse', 'click', 'typing', 'dataclasses', 'difflib', 'ncleaner.cli.terminal',"
            " 'ncleaner.cli.parser', 'pathlib', 'inspect', 'json', 'logging',"
            " 'gzip', 'shutil', 'tempfile', 'urllib', 'datetime', 'subprocess'} & set(sys.modules)))"
        )
        done = subprocess.run(
            [sys.executable, "-S", "-c", script, str(page)],
            env=environment(), capture_output=True, check=True, timeout=60,
        )  # fmt: skip
        assert done.stdout.decode() == TEXT + "\n"


def wait_until_reading(process: subprocess.Popen[bytes]) -> None:
    """Wait until the process waits for its input."""
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():
        time.sleep(3)
        return
    quiet = 0
    while quiet < 10:
        quiet = quiet + 1 if "State:\tS" in status.read_text("utf-8") else 0
        time.sleep(0.05)
