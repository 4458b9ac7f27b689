"""Models by name: those that come with ncleaner are the ``*.model`` files beside this one, others are any files."""

from __future__ import annotations

import os

from ncleaner.errors import ModelError, UnknownNameError
from ncleaner.models.format import Model as Model
from ncleaner.models.format import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    ModelSource = str | os.PathLike[str] | Model
    """The name of a model that is installed, the path of a file, or a model that was made otherwise."""

FOLDER = os.path.dirname(os.path.abspath(__file__))
ENDING = ".model"


def installed() -> list[str]:
    """The names of the models that come with ncleaner."""
    return sorted(name[: -len(ENDING)] for name in os.listdir(FOLDER) if name.endswith(ENDING))


def find(name: str | os.PathLike[str]) -> str:
    """Where the model of that name is; what is no name of one is a path. A file called like a model is ``./name``."""
    name = os.fspath(name)
    if name in installed():
        return os.path.join(FOLDER, name + ENDING)
    if os.path.exists(name):
        return name
    if name != os.path.basename(name) or name.endswith(ENDING) or not installed():
        raise ModelError(f"there is no model file {name!r}")
    raise UnknownNameError("model", name, installed())


def load(source: ModelSource) -> Model:
    """The model of that name, or in that file."""
    if isinstance(source, Model):
        return source
    name = os.fspath(source)
    return read(find(name), name)
