"""Cleaners in other processes: pickled, forked while threads clean, and without a network."""

from __future__ import annotations

import os
import pickle
import pkgutil
import subprocess
import sys

import pytest

import ncleaner
from ncleaner import Cleaner, EngineUnavailable
from ncleaner.engines import ENGINES
from ncleaner.evaluate.peers import PEERS

PAGE = "<ul><li><a href=x>Home</a></ul><h1>Rain</h1>" + "<p>It rained all day, and the harbour was empty.</p>" * 20
SECONDS = 120  # a child that hangs never ends


def cleaner_of(engine: str) -> Cleaner:
    try:
        return Cleaner(engine=engine)
    except EngineUnavailable as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("engine", sorted(ENGINES | PEERS))
def test_a_pickled_cleaner_gives_the_same_output(engine: str) -> None:
    cleaner = cleaner_of(engine)
    before = cleaner.clean(PAGE).to("json")
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        copy = pickle.loads(pickle.dumps(cleaner, protocol))
        assert copy.clean(PAGE).to("json") == before


FORKING = """
import os, sys, threading
from ncleaner import Cleaner
cleaner, page = Cleaner(engine=sys.argv[1]), sys.argv[2]
expected = cleaner.clean(page).text
is_running = True
def work():
    while is_running:
        cleaner.clean(page)
threads = [threading.Thread(target=work, daemon=True) for _ in range(3)]
for thread in threads:
    thread.start()
for _ in range(int(sys.argv[3])):
    child = os.fork()
    if not child:
        os._exit(cleaner.clean(page).text != expected)
    if os.waitpid(child, 0)[1]:
        os._exit(1)
os._exit(0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("engine", ["forest", "ngram", "ice-tree-plus", "fiasco"])
def test_a_child_forked_while_threads_clean_cleans_too(engine: str) -> None:
    cleaner_of(engine)
    command = [sys.executable, "-W", "ignore", "-c", FORKING, engine, PAGE * 5, "25"]
    assert subprocess.run(command, check=False, timeout=SECONDS).returncode == 0


OFFLINE = """
import importlib, socket, sys
def refuse(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "socket.bind"):
        raise RuntimeError(f"{event} {arguments}")
sys.addaudithook(refuse)
for name in sys.argv[2].split():
    try:
        importlib.import_module(name)
    except ImportError as error:  # of a package that is not installed
        assert not str(error.name).startswith("ncleaner"), error
from ncleaner import Cleaner, EngineUnavailable
from ncleaner.engines import ENGINES
from ncleaner.render import FORMATS
for engine in ENGINES:
    try:
        document = Cleaner(engine=engine).clean(sys.argv[1], url="http://site.example/page")
    except EngineUnavailable:
        continue
    for format in FORMATS:
        document.to(format)
"""

FRAMEWORKS = "ncleaner.integrations."  # import other programs, some of which look for their cluster


def module_names() -> list[str]:
    found = pkgutil.walk_packages(ncleaner.__path__, "ncleaner.")
    names = (module.name for module in found)
    return [name for name in names if not name.startswith(FRAMEWORKS) and not name.endswith("__main__")]


@pytest.mark.once
def test_neither_imports_nor_engines_use_the_network() -> None:
    command = [sys.executable, "-W", "ignore", "-c", OFFLINE, PAGE, " ".join(module_names())]
    done = subprocess.run(command, check=False, timeout=SECONDS, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
