"""Web pages in, clean text out.

>>> import ncleaner
>>> print(ncleaner.clean(b"<nav>Home | News | Contact</nav><p>It rained all day.").text, end="")
It rained all day.
"""

# First of all: this decides whether the modules below are the compiled ones.
from ncleaner import backend as _backend  # noqa: F401
from ncleaner.cleaner import Cleaner, clean, extract
from ncleaner.errors import EngineUnavailable, ModelError, NCleanerError, UnknownNameError
from ncleaner.page.document import Document
from ncleaner.page.metadata import Metadata
from ncleaner.page.page import Page
from ncleaner.page.segment import Segment

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
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
    "clean",
    "extract",
]


def __getattr__(name: str) -> object:
    """Import `Site` when it is first used: cleaning a page does not need it."""
    if name == "Site":
        from ncleaner.sites.site import Site

        globals()[name] = Site
        return Site
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
