"""Readability.js, the original of readability-lxml, which Firefox uses in its reader view; it runs in Node.js.

Strategy: one Node.js process for each engine object reads pages and returns articles, so that the start is not part of
the time of each page. Its program is ``readability_js.cjs``. Processor time and memory are those of Node.js, too.
"""

from __future__ import annotations

import os

from ncleaner.errors import EngineUnavailable, NCleanerError, not_installed
from ncleaner.evaluate.children import Child
from ncleaner.evaluate.peers import PATH_VARIABLE, Peer, peer_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.peers import Extract

NODE = "node"
MODULES = "node_modules"
PACKAGES = ("@mozilla/readability", "jsdom")
PROGRAM = os.path.join(os.path.dirname(__file__), "readability_js.cjs")


class ReadabilityJs(Peer):
    """The article; Readability.js returns HTML, which html-text converts to text."""

    name = "peer:readability-js"
    package = "Readability.js"

    def extractor(self) -> Extract:
        """Return a function to the text of its article; Node.js starts with the first page."""
        child = Child(self.name, (self._node(), PROGRAM, self._folder()))
        from html_text import extract_text

        def text(html: str) -> str:
            answer = child.ask({"html": html})
            if "error" in answer:
                raise NCleanerError(f"the engine {self.name!r} failed: {answer['error']}")
            return str(extract_text(answer["content"]))

        return text

    def missing(self, error: ImportError) -> str:
        """Return how to install html-text, the only Python package that this needs."""
        return not_installed(f"the engine {self.name!r}", "html-text", "peers")

    @classmethod
    def versions(cls) -> list[str]:
        """Return the names and versions of the npm packages, if they are there."""
        folder = folder_of_packages()
        return [] if folder is None else [f"{package} {_version(folder, package)}" for package in PACKAGES]

    def _node(self) -> str:
        import shutil

        node = shutil.which(NODE)
        if node is None:
            raise EngineUnavailable(
                f"the engine {self.name!r} needs the program {NODE}, which is not in PATH: install Node.js"
            )
        return node

    def _folder(self) -> str:
        folder = folder_of_packages()
        if folder is None:
            raise EngineUnavailable(
                f"the engine {self.name!r} needs the npm packages {' and '.join(PACKAGES)}, which are in none of the"
                f" folders of --peer-path and {PATH_VARIABLE}: npm install --prefix DIR {' '.join(PACKAGES)}, and say"
                " --peer-path DIR"
            )
        return folder


def folder_of_packages() -> str | None:
    """Return the first folder of the path that has all npm packages below ``node_modules``, or ``None``."""
    for folder in peer_path():
        if all(os.path.isfile(_description(folder, package)) for package in PACKAGES):
            return folder
    return None


def _version(folder: str, package: str) -> str:
    import json

    with open(_description(folder, package), encoding="utf-8") as file:
        return str(json.load(file).get("version", "of unknown version"))


def _description(folder: str, package: str) -> str:
    return os.path.join(folder, MODULES, *package.split("/"), "package.json")
