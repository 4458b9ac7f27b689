"""What the oracle raises."""

from __future__ import annotations


class Broken(Exception):
    """A promise that does not hold: ``rule`` names it, the message says how."""

    def __init__(self, rule: str, detail: str) -> None:
        super().__init__(f"{rule}: {detail}")
        self.rule = rule
