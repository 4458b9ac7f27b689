"""What the tests share: where the data for training and measuring are, if they are here at all."""

from __future__ import annotations

import gzip
import os
import signal
from pathlib import Path

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("NCLEANER_DATA", ROOT.parent / "shared" / "data"))

# Neither chance nor the clock decides whether a test passes.
hypothesis.settings.register_profile("ncleaner", deadline=None, derandomize=True)
hypothesis.settings.load_profile("ncleaner")

# Shells without job control make their background commands ignore Ctrl-C, and so would the processes that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Make known what marks tests: ``make test`` leaves those that are marked out of its second run."""
    config.addinivalue_line("markers", "once: what is tested is the same whether the modules are compiled or not")


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of data sets; a test that asks for it is skipped where there is none."""
    if not DATA.is_dir():
        pytest.skip(f"no data at {DATA}; set NCLEANER_DATA to the folder of data sets")
    return DATA


def pages(folder: Path, count: int) -> list[bytes]:
    """The first pages of a data set, as they came from the web."""
    return [gzip.decompress(path.read_bytes()) for path in sorted((folder / "html").glob("*.html.gz"))[:count]]
