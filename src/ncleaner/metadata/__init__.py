"""What a page says of itself: title, address, author, date and the like."""

from ncleaner.metadata.choice import metadata

__all__ = ["metadata"]
