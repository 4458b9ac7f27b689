"""Pages as spaCy documents, and the positions of their tokens in the source."""

from __future__ import annotations

import html
import re
from pathlib import Path

import documented
import pytest
from conftest import ROOT

import ncleaner

pytest.importorskip("spacy")

import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from ncleaner.integrations.spacy import make_doc, pipe
from ncleaner.page.document import Document

PAGES = [path.read_bytes() for path in sorted((ROOT / "examples").glob("*.html"))]
HIDDEN = (
    b"<p>Ships <!-- of old --><span hidden>ships a</span><script>ships</script>"
    b"sailed <b>a</b>cross &lt;wide&nbsp;seas&gt;.</p>"
)


@pytest.fixture
def nlp() -> Language:
    return spacy.blank("xx")


def without_markup(source: str) -> str:
    return html.unescape(re.sub("<[^>]*>", "", source))


def lines(document: Document) -> str:
    """Return the kept text with a line for each segment, also for those in the cells of a table."""
    return document.blocks.lines(document.decisions.keep).decode().rstrip("\n")


@pytest.mark.parametrize("page", PAGES)
def test_every_token_has_its_position_in_the_source(nlp: Language, page: bytes) -> None:
    document = ncleaner.clean(page)
    source = document.page.text
    doc = make_doc(nlp, document)
    assert doc.text == lines(document)
    for token in doc:
        start, end = doc[token.i : token.i + 1]._.source_span
        assert start == token._.source_offset
        assert token.is_space or without_markup(source[start:end]) == token.text


def test_hidden_text_is_skipped(nlp: Language) -> None:
    document = ncleaner.clean(HIDDEN, engine="dump")
    doc = make_doc(nlp, document)
    assert doc.text == "Ships sailed across <wide seas>."
    source = document.page.text
    sources = [source[slice(*doc[i : i + 1]._.source_span)] for i in range(len(doc))]
    assert sources == ["Ships", "sailed", "a</b>cross", "&lt;", "wide", "seas", "&gt;", "."]


def test_segments_are_spans_that_begin_sentences(nlp: Language) -> None:
    document = ncleaner.clean(PAGES[0])
    doc = nlp(make_doc(nlp, document))
    spans = doc.spans["segments"]
    kept = [segment for segment in document.segments if segment.keep]
    assert "\n".join(span.text for span in spans) == doc.text
    assert [span.label_ for span in spans] == [segment.kind for segment in kept if not segment.continues]
    assert [sentence.start for sentence in doc.sents] == [span.start for span in spans]
    for span in spans:
        start, end = span._.source_span
        assert any(segment.start <= start < end for segment in kept)


def test_a_sentencizer_splits_segments_but_never_joins_them(nlp: Language) -> None:
    nlp.add_pipe("sentencizer")
    page = b"<h1>A day at the sea</h1><p>It rained all day. We stayed at home.</p><p>The sea was rough</p>"
    (doc,) = pipe(nlp, [page], engine="dump")
    assert [sentence.text.strip() for sentence in doc.sents] == [
        "A day at the sea", "It rained all day.", "We stayed at home.", "The sea was rough",
    ]  # fmt: skip


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")  # spaCy forks after numpy has started threads
def test_several_processes_give_the_same_documents_as_one(nlp: Language) -> None:
    one = list(pipe(nlp, PAGES, comments="keep"))
    two = list(pipe(nlp, PAGES, comments="keep", n_process=2, batch_size=3))
    assert [doc.text for doc in two] == [lines(ncleaner.clean(page, comments="keep")) for page in PAGES]
    for a, b in zip(one, two, strict=True):
        assert a.to_bytes() == b.to_bytes()
        assert a._.ncleaner == b._.ncleaner


def test_documents_can_be_stored(nlp: Language) -> None:
    stored = DocBin(store_user_data=True, docs=list(pipe(nlp, PAGES[:2]))).to_bytes()
    first, second = DocBin().from_bytes(stored).get_docs(nlp.vocab)
    assert second._.ncleaner["title"] == ncleaner.clean(PAGES[1]).metadata.title
    assert first[3]._.source_offset == next(pipe(nlp, PAGES))[3]._.source_offset


def test_offsets_survive_the_merging_of_tokens(nlp: Language) -> None:
    (doc,) = pipe(nlp, [b"<p>The <i>night ferry</i> sails again.</p>"], engine="dump")
    last = doc[-1]._.source_offset
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[1:3])
    assert doc[-1]._.source_offset == last


def test_documents_without_a_source_have_no_offsets(nlp: Language) -> None:
    assert nlp("Not a page.")[0]._.source_offset is None
    empty = make_doc(nlp, ncleaner.clean(b""))
    assert len(empty) == 0
    assert len(empty.spans["segments"]) == 0


def test_plain_text_has_offsets(nlp: Language) -> None:
    document = ncleaner.clean("One line,\nand  another one.\n", kind="text", engine="dump")
    doc = make_doc(nlp, document)
    for token in doc:
        assert token.is_space or document.page.text.startswith(token.text, token._.source_offset)


def test_the_documented_lines_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pages").mkdir()
    news = (ROOT / "examples" / "news.html").read_bytes()
    (tmp_path / "pages" / "news.html").write_bytes(news)
    monkeypatch.chdir(tmp_path)
    first, second = documented.blocks("docs/how-to/frameworks.md", "spaCy")
    exec(first, {})
    name, *segments = capsys.readouterr().out.splitlines()
    assert name.startswith("news.html After 41 years")
    assert len(segments) == sum(s.keep and not s.continues for s in ncleaner.clean(news, comments="keep").segments)
    exec(second, {})
    assert capsys.readouterr().out == "harbour 45 har</b>bour\n"


def test_documents_are_plain_spacy_documents(nlp: Language) -> None:
    assert type(make_doc(nlp, ncleaner.clean(PAGES[0]))) is Doc
