"""Models by name or path. The installed models are the ``*.model`` files in this folder."""

from __future__ import annotations

import os

from ncleaner.errors import ModelError, UnknownNameError
from ncleaner.models.format import Model as Model
from ncleaner.models.format import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    ModelSource = str | os.PathLike[str] | Model
    """The name of an installed model, the path of a model file, or a model."""

FOLDER = os.path.dirname(os.path.abspath(__file__))
ENDING = ".model"


def installed() -> list[str]:
    """Return the names of the installed models."""
    return sorted(name[: -len(ENDING)] for name in os.listdir(FOLDER) if name.endswith(ENDING))


def find(name: str | os.PathLike[str]) -> str:
    """Return the path of an installed model or of a model file.

    Names of installed models take precedence: write ``./name`` for a file of the same name.
    """
    name = os.fspath(name)
    path = os.path.join(FOLDER, name + ENDING)
    if name == os.path.basename(name) and os.path.isfile(path):
        return path
    if os.path.exists(name):
        return name
    if name != os.path.basename(name) or name.endswith(ENDING) or not installed():
        raise ModelError(
            f"there is no model file {name!r}: check the path, or name an installed model (ncleaner models)"
        )
    raise UnknownNameError("model", name, installed())


def load(source: ModelSource) -> Model:
    """Load a model by name or path; return a `Model` unchanged."""
    if isinstance(source, Model):
        return source
    name = os.fspath(source)
    return read(find(name), name)
