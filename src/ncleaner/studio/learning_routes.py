"""The routes of learning: trainings, the models that came out, and which of them suggests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from ncleaner.errors import UsageError
from ncleaner.gold.sets import Pair
from ncleaner.page.document import Document
from ncleaner.studio.bodies import Fields, answered, text
from ncleaner.studio.choosing import LEARNING_ORDER, learning_order
from ncleaner.studio.learning import NEEDED, SHIPPED_MODELS, STARTS, Task
from ncleaner.studio.pages import OpenPage
from ncleaner.studio.project import Project
from ncleaner.studio.store import DONE
from ncleaner.studio.training_process import Training
from ncleaner.train.examples import Example
from ncleaner.tree.links import source_url

LISTED = ("id", "engine", "start", "annotator", "pages", "made", "f", "low", "high", "shipped_f", "measure")
"""What a list says of a model; the rest of its description is asked for one by one."""


def routes(project: Project) -> list[Route]:
    """Return the routes of learning in a project, and let its pages be annotated in the order of learning."""
    project.orders[LEARNING_ORDER] = learning_order
    return LearningRoutes(project).routes()


class LearningRoutes:
    """The routes over a project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._training = Training(project.own_models)

    def routes(self) -> list[Route]:
        """Return all routes."""
        return [
            Route("/api/learning", self.learning),
            Route("/api/training", self.training),
            Route("/api/training", answered(self.train), methods=["POST"]),
            Route("/api/training/stop", answered(self.stop), methods=["POST"]),
            Route("/api/models/{model}", self.model),
            Route("/api/models/{model}/file", self.file),
            Route("/api/suggester", answered(self.suggest), methods=["POST"]),
        ]

    def learning(self, request: Request) -> Response:
        """Return what there is to learn from, what has been learnt, and the training that runs."""
        annotator = request.query_params.get("annotator", "")
        annotated = sum(1 for _ in self._project.pages_in(annotator, DONE)) if annotator else 0
        return JSONResponse(
            {
                "annotated": annotated,
                "needed": NEEDED,
                "models": [_listed(model) for model in self._project.models()],
                "suggester": self._suggester(),
                "job": self._job(),
            }
        )

    def training(self, request: Request) -> Response:
        """Return how far the training is."""
        return JSONResponse(self._job())

    def train(self, request: Request, fields: Fields) -> Response:
        """Start a training on the pages that an annotator has done."""
        annotator, engine, start = (text(fields, name) for name in ("annotator", "engine", "start"))
        if engine not in SHIPPED_MODELS:
            raise UsageError(f"{engine!r} cannot be trained in the studio; these can: {', '.join(SHIPPED_MODELS)}")
        if start not in STARTS:
            raise UsageError(f"a training starts from one of {', '.join(STARTS)}, not from {start!r}")
        examples = tuple(examples_of(self._project.annotated_documents(annotator)))
        if len(examples) < NEEDED:
            missing = NEEDED - len(examples)
            raise UsageError(
                f"{missing} more {'page' if missing == 1 else 'pages'} must be done before a model can be trained and"
                f" measured: {annotator} has done {len(examples)} of {NEEDED}"
            )
        about = {"engine": engine, "start": start, "annotator": annotator}
        self._training.start(Task(engine, start, examples), about)
        return JSONResponse(self._job())

    def stop(self, request: Request, fields: Fields) -> Response:
        """Stop the training."""
        self._training.stop()
        return JSONResponse(self._job())

    def model(self, request: Request) -> Response:
        """Return a model with its figures."""
        described = self._described(request)
        worst = [{**page, **self._named(page.get("page", ""))} for page in described.get("worst", ())]
        return JSONResponse({**described, "worst": [page for page in worst if page["name"]]})

    async def file(self, request: Request) -> Response:
        """Return the file of a model as a download."""
        id = (await run_in_threadpool(self._described, request))["id"]
        return FileResponse(
            self._project.own_models.path(id), media_type="application/octet-stream", filename=f"{id}.model"
        )

    def suggest(self, request: Request, fields: Fields) -> Response:
        """Let a model suggest from now on."""
        self._project.set_suggester(text(fields, "model"))
        return JSONResponse({"suggester": self._suggester()})

    def _described(self, request: Request) -> dict[str, Any]:
        id = request.path_params["model"]
        if id not in self._project.own_models.ids():
            raise HTTPException(404, "the project has no such model")
        return self._project.own_models.description(id)

    def _named(self, id: str) -> dict[str, Any]:
        page = self._project.pages.of_files.get(id)
        return {"page": id, "name": page.name if page is not None else ""}

    def _suggester(self) -> dict[str, str]:
        suggester = self._project.suggester
        return {"engine": suggester.engine, "model": suggester.model or ""}

    def _job(self) -> dict[str, Any] | None:
        job = self._training.job
        return None if job is None else asdict(job)


def examples_of(annotated: Iterable[tuple[OpenPage, Document]]) -> Iterable[Example]:
    """Yield annotated pages as examples: what a person kept of a page is its gold text."""
    for page, document in annotated:
        pair = Pair(page.id, "", "", url=source_url(document) or page.url)
        site = pair.site if pair.url else ""
        yield Example(page.id, page.read(), document.to("cleaneval"), page.kind, site=site)


def _listed(model: dict[str, Any]) -> dict[str, Any]:
    return {name: model.get(name) for name in LISTED}
