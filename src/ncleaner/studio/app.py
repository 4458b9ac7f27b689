"""The routes of the studio: thin functions over the modules that do the work."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from ncleaner import __version__
from ncleaner.engines.base import ReadingEngine
from ncleaner.errors import NCleanerError, UsageError
from ncleaner.studio.annotation_routes import AnnotationRoutes, guidelines
from ncleaner.studio.exchange_routes import ExchangeRoutes
from ncleaner.studio.files import IMAGE_TYPES
from ncleaner.studio.frame import POLICY, frame
from ncleaner.studio.guard import METHODS, Guard
from ncleaner.studio.learning_routes import routes as learning_routes
from ncleaner.studio.pages import OpenPage, Pages
from ncleaner.studio.project import SHIPPED, Project
from ncleaner.studio.settings import ViewSettings, engines, settings_of
from ncleaner.studio.view import explanation, source, view

STATIC_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
LONGEST_NAME = 200  # characters
_PROJECT_PATHS = tuple(
    f"/api/{name}"
    for name in "agreement annotators export guidelines import learning models project suggester training".split()
)
_PROJECT_ACTIONS = "annotation differences redo restart state strokes text undo".split()
"""Where the routes of projects are: what they begin with, and what is done with pages."""


class Studio:
    """The routes over some pages; ``title`` is the name of the folder or of the page that was opened.

    ``project`` is that of the folder; without one, ``problem`` says why.
    """

    def __init__(self, pages: Pages, title: str, project: Project | None, problem: str) -> None:
        self._pages = pages
        self._title = title
        self._project = project
        self._problem = problem
        self._static = dict(_static_files())

    def routes(self) -> list[Route]:
        """Return all routes: those of looking at pages, and those of the project."""
        if self._project is None:
            return [*self._own_routes(), Route("/api/{path:path}", self.no_project, methods=list(METHODS))]
        return [
            *self._own_routes(),
            *AnnotationRoutes(self._project).routes(),
            *ExchangeRoutes(self._project, self._title).routes(),
            *learning_routes(self._project),
        ]

    def _own_routes(self) -> list[Route]:
        page = "/api/pages/{page}"
        return [
            Route("/", self.index),
            Route("/static/{path:path}", self.static),
            Route("/api/studio", self.studio),
            Route("/api/pages", self.add, methods=["POST"]),
            Route(f"{page}/view", self.view),
            Route(f"{page}/segments/{{index:int}}", self.segment),
            Route(f"{page}/frame", self.frame),
            Route(f"{page}/images/{{path:path}}", self.image),
            Route(f"{page}/source", self.source),
        ]

    def index(self, request: Request) -> Response:
        """Return the document of the interface."""
        return self._file("index.html")

    def static(self, request: Request) -> Response:
        """Return a file of the interface."""
        return self._file(request.path_params["path"])

    def _file(self, name: str) -> Response:
        if name not in self._static:
            raise HTTPException(404, "there is no such file")
        return Response(self._static[name], media_type=STATIC_TYPES[posixpath.splitext(name)[1]])

    def studio(self, request: Request) -> Response:
        """Return what the studio offers: engines and pages, and what belongs to the project."""
        project = self._project
        models = project.models() if project is not None else []
        suggester = project.suggester if project is not None else SHIPPED
        return JSONResponse(
            {
                "version": __version__,
                "title": self._title,
                "is_project": project is not None,
                "problem": self._problem,
                "engines": engines([(model["engine"], model["id"]) for model in models]),
                "pages": [_listed(page) for page in self._pages.of_files.values()],
                "guidelines": guidelines(project),
                "annotators": project.store.annotators() if project is not None else [],
                "models": models,
                "suggester": {"engine": suggester.engine, "model": suggester.model or ""},
            }
        )

    def no_project(self, request: Request) -> Response:
        """Refuse what needs a project."""
        if request.url.path.startswith(_PROJECT_PATHS) or request.url.path.rpartition("/")[2] in _PROJECT_ACTIONS:
            raise UsageError(self._problem)
        raise HTTPException(404, "there is nothing at this address")

    async def add(self, request: Request) -> Response:
        """Open a page that was dropped or pasted."""
        name = request.query_params.get("name", "")[:LONGEST_NAME] or "page.html"
        return JSONResponse(_listed(self._pages.add(name, await request.body())))

    def view(self, request: Request) -> Response:
        """Return the decisions on a page."""
        page, settings = self._page(request), self._settings(request)
        document = self._pages.document(page, settings)
        engine = self._pages.cleaner(settings).engine
        seen = view(document, engine)
        seen["page"] = {"id": page.id, "name": page.name, **seen["page"]}
        own = f"?{request.url.query}" if isinstance(engine, ReadingEngine) else ""
        named = {"engine": settings.engine, "model": settings.model, "frame": f"/api/pages/{page.id}/frame{own}"}
        return JSONResponse({**seen, **named})

    def segment(self, request: Request) -> Response:
        """Return why a segment was kept or dropped."""
        document, settings = self._document(request)
        index = request.path_params["index"]
        if not 0 <= index < len(document.blocks):
            raise HTTPException(404, "the page has no such segment")
        return JSONResponse(explanation(document, self._pages.cleaner(settings).engine, index))

    def frame(self, request: Request) -> Response:
        """Return the page for the frame, with its segments as an engine or an annotator has divided them."""
        page = self._page(request)
        images = f"{request.url.scheme}://{request.url.netloc}/api/pages/{page.id}/images/"
        annotator = request.query_params.get("annotator")
        if annotator and self._project is not None:
            document = self._project.annotated(self._project.page(page.id), annotator)
        else:
            document = self._pages.document(page, self._settings(request))
        shown = frame(document, page.files, images, plain="plain" in request.query_params)
        return HTMLResponse(shown, headers={"Content-Security-Policy": POLICY.format(images=images)})

    def image(self, request: Request) -> Response:
        """Return an image beside a page."""
        local = self._page(request).files
        name = local.image_at(request.path_params["path"]) if local is not None else None
        if local is None or name is None:
            raise HTTPException(404, "there is no such image")
        return Response(local.read(name), media_type=IMAGE_TYPES[posixpath.splitext(name)[1].lower()])

    def source(self, request: Request) -> Response:
        """Return a part of the source of a page."""
        document, _ = self._document(request)
        return JSONResponse(source(document, _number(request, "start"), _number(request, "end")))

    def _page(self, request: Request) -> OpenPage:
        page = self._pages.find(request.path_params["page"])
        if page is None:
            raise HTTPException(404, "this page is not open any more; open it again")
        return page

    def _document(self, request: Request) -> tuple[Any, ViewSettings]:
        settings = self._settings(request)
        return self._pages.document(self._page(request), settings), settings

    def _settings(self, request: Request) -> ViewSettings:
        own = self._project.own_models.ids() if self._project is not None else []
        return settings_of(request.query_params, own)


def application(
    pages: Pages,
    title: str,
    project: Project | None = None,
    problem: str = "",
    *,
    token: str,
    hosts: Iterable[str],
    cookie: str,
) -> Guard:
    """Return the studio as an ASGI application, behind its guard."""
    handlers: dict[Any, Callable[[Request, Any], Response]] = {NCleanerError: _on_error, HTTPException: _on_refusal}
    app = Starlette(routes=Studio(pages, title, project, problem).routes(), exception_handlers=handlers)
    return Guard(app, token=token, hosts=hosts, cookie=cookie)


def _listed(page: OpenPage) -> dict[str, Any]:
    return {"id": page.id, "name": page.name, "bytes": page.size}


def _number(request: Request, name: str) -> int:
    text = request.query_params.get(name, "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0


def _on_error(request: Request, error: NCleanerError) -> Response:
    return JSONResponse({"error": str(error)}, 400)


def _on_refusal(request: Request, error: HTTPException) -> Response:
    return JSONResponse({"error": error.detail}, error.status_code)


def _static_files() -> Iterable[tuple[str, bytes]]:
    """Yield the files of the interface by their names, so that a request can name no others."""
    folders = [("", files("ncleaner.studio").joinpath("static"))]
    while folders:
        prefix, folder = folders.pop()
        for entry in folder.iterdir():
            if entry.is_dir():
                folders.append((f"{prefix}{entry.name}/", entry))
            elif posixpath.splitext(entry.name)[1] in STATIC_TYPES:
                yield prefix + entry.name, entry.read_bytes()
