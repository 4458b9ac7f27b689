"""What is measured in a process of its own: ``python -m benchmarks.worker NAME ARGUMENT…`` prints one figure or line.

Some print a figure for each line that they read, so that they can take turns with others.

The imports are inside the functions, so that a process holds only what it is measured for.
"""

from __future__ import annotations

import sys

WARM_UP = 5  # times through all pages; the holes that pages of all sizes leave in the heap settle by then


def resident(name: str) -> int:
    """Bytes that this process holds (``VmRSS``) or held at most (``VmHWM``).

    Linux only. The ``resource`` module would not do there: the maximum it reports is inherited from the parent.
    """
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


def peak(file: str) -> int:
    """Peak memory of cleaning the page in a file."""
    from ncleaner import clean

    with open(file, "rb") as stream:
        page = stream.read()
    assert clean(page, engine="heuristics").text is not None
    return resident("VmHWM")


def long_run(count: str) -> int:
    """Growth of memory over many pages, after what they need at most has been allocated."""
    from benchmarks.pages import assorted
    from ncleaner import clean

    pages = assorted()
    for page in pages * WARM_UP:
        clean(page, engine="heuristics").to("json")
    before = resident("VmRSS")
    for number in range(int(count)):
        clean(pages[number % len(pages)], engine="heuristics").to("json")
    return resident("VmRSS") - before


def command(file: str) -> int:
    """Peak memory of the command ``ncleaner FILE``, whose output comes before the figure."""
    from ncleaner.cli import main

    sys.argv = ["ncleaner", file]
    try:
        main()
    except SystemExit as status:
        if status.code:
            raise
    return resident("VmHWM")


def packages() -> str:
    """The packages outside the standard library that ``import ncleaner`` brings in.

    Not counted are those that compiled modules make up to share their types: nothing is installed for them.
    """
    before = set(sys.modules)
    __import__("ncleaner")
    added = {name.partition(".")[0] for name in set(sys.modules) - before}
    ours = {"ncleaner", "cython_runtime", *(name for name in added if name.startswith("_cython_"))}
    return " ".join(sorted(added - set(sys.stdlib_module_names) - ours))


def seconds(label: str, name: str, count: str, rounds: str) -> float:
    """The time that a contender needs for pages of a set."""
    from benchmarks import scan
    from benchmarks.pages import load

    return scan.seconds(label, load(name, int(count)), int(rounds))


def crawl(label: str, archive: str) -> str:
    """The time that a contender needs from an archive to Parquet, whenever it is asked."""
    from benchmarks import crawl

    for _, time in zip(sys.stdin, crawl.seconds(label, archive), strict=False):
        print(time, flush=True)
    return ""


WORK = {function.__name__: function for function in (peak, long_run, command, packages, seconds, crawl)}

if __name__ == "__main__":
    print(WORK[sys.argv[1]](*sys.argv[2:]))
