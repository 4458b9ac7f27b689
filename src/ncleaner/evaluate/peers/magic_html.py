"""magic-html, which finds the element that contains the article. It is not on PyPI, so it runs from a checkout."""

from __future__ import annotations

from ncleaner.errors import not_installed
from ncleaner.evaluate.peers import PATH_VARIABLE, Peer, with_body

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.peers import Extract

ADDRESS = "https://example.org/"  # resolves links, not fetched
MODULE = "magic_html"
REPOSITORY = "opendatalab/magic-html"


class MagicHtml(Peer):
    """The article; magic-html returns HTML, which html-text converts to text."""

    name = "peer:magic-html"
    package = "magic-html"

    def extractor(self) -> Extract:
        """Return its general extractor, which takes a page for an article and wants it to begin like one."""
        from html_text import extract_text
        from magic_html import GeneralExtractor

        magic = GeneralExtractor()

        def text(html: str) -> str:
            return str(extract_text(magic.extract(with_body(html), base_url=ADDRESS)["html"]))

        return text

    def missing(self, error: ImportError) -> str:
        """Return what to install: html-text, a checkout of magic-html, or a package that magic-html needs."""
        user = f"the engine {self.name!r}"
        module = (error.name or MODULE).partition(".")[0]
        if module == "html_text":
            return not_installed(user, "html-text", "peers")
        if module == MODULE:
            return (
                f"{user} needs a checkout of the repository {REPOSITORY}, which is in none of the folders of"
                f" --peer-path and {PATH_VARIABLE}: clone it into a folder DIR and say --peer-path DIR"
            )
        return not_installed(user, module, None)
