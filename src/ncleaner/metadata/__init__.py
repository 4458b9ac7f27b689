"""Page metadata: title, URL, author, date and others."""

from ncleaner.metadata.choice import metadata

__all__ = ["metadata"]
