"""Memory: the peak for large pages, and whether a long run keeps growing. Each figure is of a process of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile

from benchmarks.child import ask
from benchmarks.hostile import GENERATORS
from benchmarks.pages import SETS, missing, one_large
from benchmarks.report import Row, Table
from ncleaner import backend

PAGE_SIZE = 8 << 20
PEAK_LIMIT = 10 * PAGE_SIZE / 1e6 + 32  # MB, the interpreter included
PAGES = 10_000
GROWTH_LIMIT = 5.0  # MB


def peak_row(label: str, page: bytes) -> Row:
    """A line for one large page."""
    with NamedTemporaryFile(suffix=".html") as file:
        file.write(page)
        file.flush()
        megabytes = int(ask("peak", file.name)) / 1e6
    return Row(label, (f"{megabytes:.0f}", f"{megabytes * 1e6 / len(page):.1f}"), megabytes, PEAK_LIMIT)


def peaks() -> Table:
    """Peak memory of a process that cleans one page of 8 MB."""
    table = Table(f"Peak memory for pages of {PAGE_SIZE >> 20} MB ({backend.name()})", ("MB", "times the page"))
    for name in SETS:
        page = one_large(name, PAGE_SIZE)
        if page:
            table.rows.append(peak_row(f"pages of {name}, end to end", page))
        else:
            table.notes.append(missing(name))
    rows = [peak_row(name, generate(PAGE_SIZE)) for name, generate in GENERATORS.items()]
    table.rows += sorted(rows, key=lambda row: -(row.value or 0))
    return table


def growth() -> Table:
    """What a long run adds."""
    megabytes = int(ask("long_run", str(PAGES))) / 1e6
    table = Table(f"Growth over {PAGES} pages ({backend.name()})", ("MB",))
    table.rows.append(Row("once the heap has settled", (f"{megabytes:.1f}",), megabytes, GROWTH_LIMIT))
    return table


def measure() -> Iterator[Table]:
    """Two tables, on Linux."""
    if not Path("/proc/self/status").exists():
        yield Table("Memory", (), notes=["skipped: memory is read from Linux's /proc"])
        return
    yield peaks()
    yield growth()
