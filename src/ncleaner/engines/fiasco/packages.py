"""The error for a missing package that FIASCO needs."""

from __future__ import annotations

from ncleaner.errors import EngineUnavailable, not_installed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType


class requires_package:
    """Context manager that turns a failed import into an `EngineUnavailable` with the package and how to install it."""

    __slots__ = ("package",)

    def __init__(self, package: str) -> None:
        self.package = package

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, ImportError):
            raise EngineUnavailable(not_installed("the engine 'fiasco'", self.package, "fiasco")) from None
