"""A corpus in TEI P5: a ``teiCorpus`` with a header and one ``TEI`` element per page."""

from __future__ import annotations

from ncleaner.corpus.cleaned import Cleaned
from ncleaner.corpus.run.part import Part
from ncleaner.corpus.sinks import PAGES, SinkOptions
from ncleaner.corpus.sinks.lines import Lines
from ncleaner.render.tei import NAMESPACE

BEGINNING = f"""\
<?xml version="1.0"?>
<teiCorpus xmlns="{NAMESPACE}">
<teiHeader>
<fileDesc>
<titleStmt><title>Web pages</title></titleStmt>
<publicationStmt><p>The texts of web pages, without their boilerplate.</p></publicationStmt>
<sourceDesc><p>Each text has its own source.</p></sourceDesc>
</fileDesc>
</teiHeader>
"""
END = "</teiCorpus>\n"


class TeiCorpus:
    """One well-formed file."""

    def __init__(self, part: Part, options: SinkOptions) -> None:
        self._lines = Lines(part, PAGES, f"{part.name}.tei.xml")
        self._all = options.all

    def add(self, page: Cleaned) -> None:
        """Write a page."""
        if not self._lines.is_open:
            self._lines.write(BEGINNING)
        text = page.document.to("tei", all=self._all, id=page.id)
        self._lines.write(text.partition("\n")[2])  # without the XML declaration, which is in `BEGINNING`

    def close(self) -> None:
        """Finish the file."""
        if self._lines.is_open:
            self._lines.write(END)
        self._lines.close()


open_shard = TeiCorpus
