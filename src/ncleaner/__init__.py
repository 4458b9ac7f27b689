"""Web pages in, clean text out.

>>> import ncleaner
>>> print(ncleaner.clean(b"<nav>Home | News | Contact</nav><p>It rained all day.").text, end="")
It rained all day.
"""

# First of all: this decides whether the modules below are the compiled ones.
from ncleaner import backend as _backend  # noqa: F401
from ncleaner.cleaner import Cleaner, clean
from ncleaner.errors import EngineUnavailable, ModelError, NCleanerError, UnknownNameError
from ncleaner.page.document import Document
from ncleaner.page.metadata import Metadata
from ncleaner.page.page import Page
from ncleaner.page.segment import Segment

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.dropin import bare_extraction, extract, extract_metadata
    from ncleaner.fetch import fetch_url
    from ncleaner.sites.site import Site

__all__ = [
    "Cleaner",
    "Document",
    "EngineUnavailable",
    "Metadata",
    "ModelError",
    "NCleanerError",
    "Page",
    "Segment",
    "Site",
    "UnknownNameError",
    "__version__",
    "bare_extraction",
    "clean",
    "extract",
    "extract_metadata",
    "fetch_url",
]

_LATER = {
    "Site": "ncleaner.sites.site",
    "bare_extraction": "ncleaner.dropin",
    "extract": "ncleaner.dropin",
    "extract_metadata": "ncleaner.dropin",
    "fetch_url": "ncleaner.fetch",
}
"""The modules of names that are imported when they are first used: cleaning a page does not need them."""


def __getattr__(name: str) -> object:
    """Import a name of `_LATER` when it is first used."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(__import__(_LATER[name], fromlist=[name]), name)
    globals()[name] = value
    return value
