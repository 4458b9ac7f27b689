"""Files beside a page that the frame may show: images and style sheets in the folder of the page, and nothing else."""

from __future__ import annotations

import os
from urllib.parse import unquote

LARGEST = 10_000_000  # bytes of an image
IMAGE_TYPES = {
    ".avif": "image/avif",
    ".gif": "image/gif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".webp": "image/webp",
}
STYLE_SHEET = ".css"


class LocalFiles:
    """The files below a folder that a page may refer to by relative addresses."""

    def __init__(self, folder: str) -> None:
        self._root = os.path.realpath(folder)

    def image(self, address: str) -> str | None:
        """Return the name of an image relative to the folder, or ``None`` if there is no such image."""
        return self.image_at(_path(address))

    def image_at(self, path: str) -> str | None:
        """Return the name of an image like `image`, for a path that is not written as an address."""
        return self._name(path, tuple(IMAGE_TYPES), LARGEST)

    def style_sheet(self, address: str, longest: int) -> str:
        """Return a style sheet of at most so many bytes, or the empty string."""
        name = self._name(_path(address), (STYLE_SHEET,), longest)
        return self.read(name).decode("utf-8", "replace") if name is not None else ""

    def read(self, name: str) -> bytes:
        """Return the bytes of a file that `image` has named."""
        with open(os.path.join(self._root, name), "rb") as file:
            return file.read(LARGEST)

    def _name(self, path: str, endings: tuple[str, ...], largest: int) -> str | None:
        """Return the name of a regular file below the folder, links followed."""
        if not path.lower().endswith(endings) or "\0" in path or "\\" in path or ":" in path:
            return None
        try:
            real = os.path.realpath(os.path.join(self._root, path.removeprefix("./")))
            inside = os.path.commonpath([self._root, real]) == self._root
            if not inside or not os.path.isfile(real) or os.path.getsize(real) > largest:
                return None
        except (OSError, ValueError):
            return None
        return os.path.relpath(real, self._root).replace(os.sep, "/")


def _path(address: str) -> str:
    """Return the path in a relative address."""
    return unquote(address.strip().partition("?")[0].partition("#")[0])
