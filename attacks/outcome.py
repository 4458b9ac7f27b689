"""The result of one line of an attack."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was tried (``tried`` of ``what``), what must hold (``rule``), and each case in which it did not.

    ``note`` is a figure to show beside the number of findings. ``skipped`` says why nothing was tried.
    """

    what: str
    tried: int
    rule: str
    findings: tuple[str, ...] = ()
    note: str = ""
    skipped: str = ""

    @property
    def is_red(self) -> bool:
        """Whether something was found."""
        return bool(self.findings)

    @property
    def result(self) -> str:
        """The number of findings with the note, or the reason why nothing was tried."""
        if self.skipped:
            return f"skipped: {self.skipped}"
        return f"{len(self.findings)} ({self.note})" if self.note else str(len(self.findings))


def skipped(what: str, rule: str, reason: str) -> Outcome:
    """Return the line of an attack that cannot be made here."""
    return Outcome(what, 0, rule, skipped=reason)
