"""How fast pages are read and cleaned."""

from __future__ import annotations

from dataclasses import dataclass

_SHORTEST = 0.001  # seconds


@dataclass(frozen=True, slots=True)
class Speed:
    """Pages per second, and megabytes of pages per second, after decompression."""

    pages: float
    megabytes: float

    @classmethod
    def of(cls, pages: int, bytes: int, seconds: float) -> Speed:
        """Return the speed of a run that took so long for these pages."""
        seconds = max(seconds, _SHORTEST)
        return cls(pages / seconds, bytes / 1e6 / seconds)

    def values(self) -> dict[str, float]:
        """Return the speed as values for JSON."""
        return {"pages_per_second": round(self.pages, 1), "megabytes_per_second": round(self.megabytes, 2)}

    def __str__(self) -> str:
        return f"{self.pages:,.0f}/s, {self.megabytes:.1f} MB/s"
