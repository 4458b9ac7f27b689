"""A project: a folder of pages, what its annotators have done, the models trained on it, and the current suggester.

Everything that the studio writes is in the folder: the store (`ncleaner.studio.store`) and a folder of models
(`ncleaner.studio.own_models`). The files of pages are never written.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

from ncleaner.engines.base import Engine
from ncleaner.engines.registry import DEFAULT_ENGINE
from ncleaner.errors import NCleanerError, UsageError
from ncleaner.page.document import Document
from ncleaner.studio.annotated import annotated_document
from ncleaner.studio.annotation import Annotation, suggested
from ncleaner.studio.own_models import OwnModels, is_own
from ncleaner.studio.pages import OpenPage, Pages
from ncleaner.studio.progress import DONE, NEW, STARTED, CleanedPage, Current, Status
from ncleaner.studio.settings import ViewSettings
from ncleaner.studio.store import Store

SHIPPED = ViewSettings(DEFAULT_ENGINE, None, ())
FOLDER_ORDER = "folder"
SUGGESTER = "suggester"  # the name of the setting in the store

Order = Callable[["Project", str], list[str]]
"""Returns the ids of the pages that an annotator is to annotate next, the first one first."""


class Project:
    """A folder of pages with its store and its models. Threads may share it.

    ``orders`` are the orders in which pages can be annotated, by the names that requests use. `Project` itself knows
    that of the folder, which also takes the place of orders that are not there.
    """

    def __init__(self, folder: str, pages: Pages, store: Store, models: OwnModels) -> None:
        self.folder = folder
        self.pages = pages
        self.store = store
        self.own_models = models
        self.orders: dict[str, Order] = {FOLDER_ORDER: _in_folder_order}

    @property
    def suggester(self) -> ViewSettings:
        """The engine and model that suggest the annotation of pages that are opened from now on."""
        id = self.store.setting(SUGGESTER)
        return self.settings(id) if id and id in self.own_models.ids() else SHIPPED

    def set_suggester(self, model: str) -> ViewSettings:
        """Let a model of the project suggest from now on; the empty string stands for the shipped model."""
        settings = self.settings(model)
        self.pages.cleaner(settings)  # fails here and now if the file is damaged
        self.store.set_setting(SUGGESTER, model)
        return settings

    def settings(self, model: str) -> ViewSettings:
        """Return the settings to clean pages with a model of the project, or with the shipped one if it is empty."""
        if not model:
            return SHIPPED
        return ViewSettings(self.own_models.description(model)["engine"], model, ())

    def models(self) -> list[dict[str, Any]]:
        """Return the descriptions of the project's models, the oldest first; damaged ones are left out."""
        found = []
        for id in self.own_models.ids():
            try:
                found.append(self.own_models.description(id))
            except NCleanerError:
                continue
        return found

    def page(self, id: str) -> OpenPage:
        """Return a page of the folder; raise `UsageError` if there is none of that id."""
        page = self.pages.of_files.get(id)
        if page is None:
            raise UsageError("only pages in the folder that was opened can be annotated: save this page there first")
        return page

    def status(self, page: OpenPage, annotator: str) -> Status:
        """Return how far an annotator is with a page."""
        return self.store.status(page.name, annotator)

    def next_page(self, annotator: str, order: str = FOLDER_ORDER) -> str | None:
        """Return the id of the page that an annotator is to do next, or ``None`` if all are done."""
        return next(iter(self.orders.get(order, _in_folder_order)(self, annotator)), None)

    def cleaned(self, page: OpenPage, annotator: str) -> CleanedPage:
        """Return a page as the engine cleans it that has made the suggestion for the annotator.

        Before the page is begun, this is the current suggester; if the model is gone, the shipped one.
        """
        status = self.status(page, annotator)
        settings = self._settings_of(status) if status.engine else self.suggester
        return CleanedPage(page.name, self.pages.digest(page), self.pages.document(page, settings))

    def engine_of(self, status: Status) -> Engine:
        """Return the engine whose scores are shown with an annotation: the one that has made the suggestion."""
        return self.pages.cleaner(self._settings_of(status)).engine

    def _settings_of(self, status: Status) -> ViewSettings:
        if is_own(status.model) and status.model in self.own_models.ids():
            return self.settings(status.model)
        return SHIPPED

    def current(self, page: OpenPage, annotator: str) -> tuple[CleanedPage, Current]:
        """Return a page and its annotation, which begins now with a suggestion if the annotator had not begun."""
        cleaned = self.cleaned(page, annotator)
        if self.status(page, annotator).engine:
            return cleaned, self.store.current(cleaned, annotator)
        settings = self.suggester
        return cleaned, self.store.begin(
            cleaned, annotator, suggested(cleaned.document), engine=settings.engine, model=settings.model or ""
        )

    def annotation(self, page: OpenPage, annotator: str) -> tuple[CleanedPage, Annotation]:
        """Return a page and its annotation; raise `UsageError` if the annotator has not begun with it."""
        cleaned = self.cleaned(page, annotator)
        return cleaned, self.store.current(cleaned, annotator).annotation

    def annotated(self, page: OpenPage, annotator: str) -> Document:
        """Return a page with the decisions of an annotator who has begun with it."""
        cleaned, annotation = self.annotation(page, annotator)
        return annotated_document(cleaned.document, annotation)

    def pages_in(self, annotator: str, *states: str) -> Iterator[OpenPage]:
        """Yield the pages that are in one of the states for an annotator, in the order of the folder."""
        statuses = self.store.statuses(annotator)
        for page in self.pages.of_files.values():
            state = statuses[page.name].state if page.name in statuses else NEW
            if state in states:
                yield page

    def annotated_documents(self, annotator: str) -> Iterator[tuple[OpenPage, Document]]:
        """Yield the pages that an annotator has done, with the annotator's decisions, in the order of the folder.

        Raises `InputError` at a page whose file has changed since it was annotated.
        """
        for page in self.pages_in(annotator, DONE):
            yield page, self.annotated(page, annotator)


def _in_folder_order(project: Project, annotator: str) -> list[str]:
    return [page.id for page in project.pages_in(annotator, NEW, STARTED)]


def is_writable(folder: str) -> bool:
    """Return whether files can be created in a folder."""
    return os.access(folder, os.W_OK | os.X_OK)
