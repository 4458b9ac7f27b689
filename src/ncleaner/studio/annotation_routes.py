"""The routes of annotating: the pages of a project, one page as an annotator has decided it, and strokes on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from importlib.resources import files
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ncleaner.errors import UsageError
from ncleaner.studio.annotation import everything, nothing
from ncleaner.studio.bodies import Fields, answered, number, text
from ncleaner.studio.merging import TAKE, taking
from ncleaner.studio.pages import OpenPage
from ncleaner.studio.progress import DONE, UNOPENED, UNUSABLE, CleanedPage, Current
from ncleaner.studio.project import FOLDER_ORDER, Project
from ncleaner.studio.strokes import Stroke, replacing, requested
from ncleaner.studio.units import changes, described, page_facts

GUIDELINES = "guidelines"
LONGEST_GUIDELINES = 100_000  # characters
BEGINNINGS = ("suggestion", "everything", "nothing")


class AnnotationRoutes:
    """The routes of annotating the pages of a project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._store = project.store

    def routes(self) -> list[Route]:
        """Return the routes."""
        page = "/api/pages/{page}"
        posts: dict[str, Callable[[Request, Fields], Response]] = {
            "/api/annotators": self.add_annotator,
            f"{page}/strokes": self.stroke,
            f"{page}/undo": self.undo,
            f"{page}/redo": self.redo,
            f"{page}/restart": self.restart,
            f"{page}/state": self.state,
        }
        return [
            Route("/api/project", self.project),
            Route(f"{page}/annotation", self.annotation),
            Route(f"{page}/text", self.text),
            Route("/api/guidelines", answered(self.guidelines), methods=["PUT"]),
            *(Route(path, answered(function), methods=["POST"]) for path, function in posts.items()),
        ]

    def add_annotator(self, request: Request, fields: Fields) -> Response:
        """Add an annotator."""
        self._store.add_annotator(text(fields, "name"))
        return JSONResponse({"annotators": self._store.annotators()})

    def project(self, request: Request) -> Response:
        """Return the pages with the progress of an annotator."""
        annotator = self._annotator(request.query_params)
        statuses = self._store.statuses(annotator)
        pages = []
        for page in self._project.pages.of_files.values():
            status = statuses.get(page.name, UNOPENED)
            progress = {"state": status.state, "reason": status.reason, "changes": status.changes}
            pages.append({"id": page.id, "name": page.name, "bytes": page.size, **progress})
        states = [page["state"] for page in pages]
        order = request.query_params.get("order") or FOLDER_ORDER
        following = self._project.next_page(annotator, order)
        counts = {"done": states.count(DONE), "unusable": states.count(UNUSABLE)}
        return JSONResponse({"pages": pages, **counts, "next": following})

    def annotation(self, request: Request) -> Response:
        """Return the units of a page as an annotator has decided them; the annotation begins if there is none yet."""
        page, annotator = self._page(request), self._annotator(request.query_params)
        cleaned, current = self._project.current(page, annotator)
        return JSONResponse(described_annotation(self._project, page, annotator, cleaned, current))

    def text(self, request: Request) -> Response:
        """Return the text that an annotator keeps, in Markdown."""
        document = self._project.annotated(self._page(request), self._annotator(request.query_params))
        return JSONResponse({"markdown": document.to("markdown")})

    def stroke(self, request: Request, fields: Fields) -> Response:
        """Apply a stroke."""
        page, annotator = self._page(request), self._annotator(fields)
        if fields.get("op") == TAKE:
            return self._apply(page, annotator, fields, taking(self._project, page, annotator, fields))
        return self._apply(page, annotator, fields, requested(fields))

    def restart(self, request: Request, fields: Fields) -> Response:
        """Put the suggestion, everything or nothing in the place of an annotation; it is a stroke like any other."""
        page, annotator = self._page(request), self._annotator(fields)
        beginning = text(fields, "from")
        if beginning not in BEGINNINGS:
            raise UsageError(f"a page cannot be started from {beginning!r}, only from: {', '.join(BEGINNINGS)}")
        cleaned = self._project.cleaned(page, annotator)
        if beginning == "suggestion":
            annotation = self._store.suggestion(cleaned, annotator)
        else:
            annotation = everything(cleaned.document) if beginning == "everything" else nothing(cleaned.document)
        return self._apply(page, annotator, fields, replacing(annotation))

    def _apply(self, page: OpenPage, annotator: str, fields: Fields, change: Stroke) -> Response:
        cleaned = self._project.cleaned(page, annotator)
        version, request = number(fields, "version"), text(fields, "stroke", "")
        return _changed(cleaned, self._store.apply(cleaned, annotator, change, version=version, request=request))

    def undo(self, request: Request, fields: Fields) -> Response:
        """Undo the last stroke."""
        return self._move(request, fields, self._store.undo)

    def redo(self, request: Request, fields: Fields) -> Response:
        """Redo the stroke that was undone last."""
        return self._move(request, fields, self._store.redo)

    def _move(self, request: Request, fields: Fields, move: Callable[..., Current]) -> Response:
        annotator = self._annotator(fields)
        cleaned = self._project.cleaned(self._page(request), annotator)
        moved = move(cleaned, annotator, version=number(fields, "version"), request=text(fields, "stroke", ""))
        return _changed(cleaned, moved)

    def state(self, request: Request, fields: Fields) -> Response:
        """Say that a page is started, done or unusable."""
        page, annotator = self._page(request), self._annotator(fields)
        cleaned, _ = self._project.current(page, annotator)
        reason = text(fields, "reason", "")
        status = self._store.set_state(cleaned, annotator, text(fields, "state"), reason)
        return JSONResponse({"status": asdict(status)})

    def guidelines(self, request: Request, fields: Fields) -> Response:
        """Store the project's guidelines; an empty text brings back ours."""
        given = text(fields, "text")
        if len(given) > LONGEST_GUIDELINES:
            raise UsageError(f"guidelines can have at most {LONGEST_GUIDELINES} characters, not {len(given)}")
        self._store.set_setting(GUIDELINES, given.strip() and given)
        return JSONResponse({"guidelines": guidelines(self._project)})

    def _page(self, request: Request) -> OpenPage:
        return self._project.page(request.path_params["page"])

    def _annotator(self, fields: Mapping[str, Any]) -> str:
        """Return the annotator that a request names."""
        return known_annotator(self._project, text(fields, "annotator"))


def described_annotation(
    project: Project, page: OpenPage, annotator: str, cleaned: CleanedPage, current: Current
) -> dict[str, Any]:
    """Return a page with its units for JSON."""
    from urllib.parse import urlencode

    engine = project.engine_of(current.status)
    return {
        "page": {"id": page.id, "name": page.name, **page_facts(cleaned.document)},
        "status": asdict(current.status),
        "units": described(cleaned.document, current.annotation, engine.uncertain_bits),
        "frame": f"/api/pages/{page.id}/frame?{urlencode({'annotator': annotator})}",
        "warnings": list(cleaned.document.warnings),
    }


def known_annotator(project: Project, name: str) -> str:
    """Return the name of an annotator; raise `UsageError` if the project has none of that name."""
    if name not in project.store.annotators():
        raise UsageError(f"there is no annotator {name!r} in this project: add the name first")
    return name


def guidelines(project: Project | None) -> str:
    """Return the guidelines of a project, or ours if it has none of its own."""
    own = project.store.setting(GUIDELINES) if project is not None else ""
    return own or files("ncleaner.studio").joinpath("guidelines.md").read_text("utf-8")


def _changed(cleaned: CleanedPage, current: Current) -> Response:
    """Answer a stroke: what has changed, or that the page is to be loaded again because its units have."""
    changed = changes(cleaned.document, current.before, current.annotation)
    reload = changed is None or current.is_repeated or not current.was_newest
    answer = {"status": asdict(current.status), "changed": [] if reload else changed}
    return JSONResponse({**answer, "reload": reload, "was_newest": current.was_newest})
