"""The models that were trained in a project: the files ``ncleaner-studio/own-N.model``, each described in JSON."""

from __future__ import annotations

import json
import os
import re
from typing import Any

from ncleaner.errors import UsageError

FOLDER = "ncleaner-studio"
MODEL_ENDING, DESCRIPTION_ENDING = ".model", ".json"
_ID = re.compile(r"own-[1-9][0-9]{0,5}")


class OwnModels:
    """The models of a project. Requests name them by ids, such as ``own-3``, never by paths."""

    def __init__(self, project: str | os.PathLike[str]) -> None:
        self.folder = os.path.join(os.fspath(project), FOLDER)

    def ids(self) -> list[str]:
        """Return the ids of all models that have a file, the oldest first."""
        try:
            names = os.listdir(self.folder)
        except (FileNotFoundError, NotADirectoryError):
            return []
        found = [name.removesuffix(MODEL_ENDING) for name in names if name.endswith(MODEL_ENDING)]
        return sorted((id for id in found if _ID.fullmatch(id)), key=_number)

    def next_id(self) -> str:
        """Return the id that the next model gets; no model had it before, unless all newer ones were deleted."""
        ids = self.ids()
        return f"own-{_number(ids[-1]) + 1 if ids else 1}"

    def path(self, id: str) -> str:
        """Return the path of a model; raise `UsageError` if there is no model of that id."""
        if id not in self.ids():
            raise UsageError(f"there is no model {id!r} in this project; there are: {', '.join(self.ids()) or 'none'}")
        return self.path_of(id, MODEL_ENDING)

    def path_of(self, id: str, ending: str) -> str:
        """Return the path of a model or its description, which need not exist yet."""
        return os.path.join(self.folder, id + ending)

    def description(self, id: str) -> dict[str, Any]:
        """Return what is written beside a model, but at least its ``id`` and its ``engine``."""
        from ncleaner import models

        path = self.path(id)
        try:
            with open(self.path_of(id, DESCRIPTION_ENDING), encoding="utf-8") as file:
                described = json.load(file)
        except (OSError, ValueError):
            described = None
        if not isinstance(described, dict) or not isinstance(described.get("engine"), str):
            described = {"engine": models.load(path).engine}
        return {**described, "id": id}


def is_own(id: str) -> bool:
    """Return whether a name of a model has the form of those of projects."""
    return _ID.fullmatch(id) is not None


def _number(id: str) -> int:
    return int(id.removeprefix("own-"))
