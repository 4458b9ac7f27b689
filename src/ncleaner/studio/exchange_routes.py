"""The routes of working together: agreement, merging, import and export."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO
from urllib.parse import quote

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from ncleaner.studio.agreeing import both_of, described_agreement
from ncleaner.studio.annotation_routes import described_annotation, known_annotator
from ncleaner.studio.bodies import Fields, answered, text
from ncleaner.studio.exporting import export
from ncleaner.studio.importing import import_gold
from ncleaner.studio.merging import begin_merging, described_differences
from ncleaner.studio.project import Project

CHUNK = 1 << 18  # bytes
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


class ExchangeRoutes:
    """The routes about what annotators have done on the pages of a project; ``title`` names the downloads."""

    def __init__(self, project: Project, title: str) -> None:
        self._project = project
        self._title = title

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/agreement", self.agreement),
            Route("/api/pages/{page}/differences", self.differences),
            Route("/api/export", self.export),
            Route("/api/import", answered(self.import_gold), methods=["POST"]),
        ]

    def agreement(self, request: Request) -> Response:
        """Return how well two annotators agree."""
        a, b = self._annotator(request, "a"), self._annotator(request, "b")
        return JSONResponse(described_agreement(self._project, a, b))

    def differences(self, request: Request) -> Response:
        """Return the annotation of a third person, and where the two others differ."""
        project = self._project
        page = project.page(request.path_params["page"])
        a, b, annotator = (self._annotator(request, name) for name in ("a", "b", "annotator"))
        cleaned, current = begin_merging(project, page, a, b, annotator)
        pieces = both_of(project, page, a, b).pieces
        found = described_differences(pieces, current.annotation, cleaned.document)
        return JSONResponse({**described_annotation(project, page, annotator, cleaned, current), "differences": found})

    def export(self, request: Request) -> Response:
        """Return what an annotator has done, as a download."""
        annotator = self._annotator(request, "annotator")
        content, type, ending = export(self._project, annotator, request.query_params.get("format", ""))
        headers = {"Content-Disposition": _disposition(f"{self._title}-{annotator}", ending)}
        return StreamingResponse(
            _chunks(content), media_type=type, headers=headers, background=BackgroundTask(content.close)
        )

    def import_gold(self, request: Request, fields: Fields) -> Response:
        """Import the gold texts beside the pages."""
        return JSONResponse(import_gold(self._project, known_annotator(self._project, text(fields, "annotator"))))

    def _annotator(self, request: Request, field: str) -> str:
        return known_annotator(self._project, request.query_params.get(field, ""))


def _chunks(content: IO[bytes]) -> Iterator[bytes]:
    while chunk := content.read(CHUNK):
        yield chunk


def _disposition(name: str, ending: str) -> str:
    """Return the header that names a download: in ASCII, and as it is for browsers that know how."""
    plain = _UNSAFE.sub("-", name).strip("-") or "export"
    return f"attachment; filename=\"{plain}{ending}\"; filename*=UTF-8''{quote(name + ending, safe='')}"
