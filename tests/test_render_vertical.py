from __future__ import annotations

import html

import pytest
from hypothesis import given
from render_documents import document, every_second, soups, texts
from timing import seconds

from ncleaner.page.metadata import Metadata
from ncleaner.render.markup import legal
from ncleaner.tokenize.sentences import sentences
from ncleaner.tokenize.tokens import tokens

STRUCTURES = ("<doc", "</doc>", "<p ", "</p>", "<s>", "</s>", "<g/>")


def rejoined(lines: list[str]) -> list[str]:
    """Return the paragraphs of a vertical text as running text."""
    paragraphs: list[str] = []
    glued = True
    for line in lines:
        if line.startswith("<p "):
            paragraphs.append("")
            glued = True
        elif line == "<g/>":
            glued = True
        elif not line.startswith(STRUCTURES):
            paragraphs[-1] += ("" if glued else " ") + html.unescape(line)
            glued = False
    return paragraphs


def folded(text: str) -> str:
    return " ".join(legal(text).split())


def spelled(text: str) -> str:
    """Return the tokens of a text with spaces between them."""
    return " ".join(token.text for token in tokens(text))


@given(soups)
def test_joined_tokens_are_the_text(page: str) -> None:
    cleaned = document(page, drop=every_second)
    for all in (False, True):
        lines = cleaned.to("vertical", all=all).splitlines()
        expected = [folded(segment.text) for segment in cleaned.segments if segment.keep or all]
        assert [text for text in rejoined(lines) if text] == [text for text in expected if text]


@given(texts)
def test_every_line_is_a_token_or_a_known_tag(text: str) -> None:
    page = f"<p>{html.escape(text)}</p>"
    for line in document(page, metadata=Metadata(title=text)).to("vertical").splitlines():
        assert line.startswith(STRUCTURES) or not (set(line) & set("<> \t"))


@given(texts)
def test_no_character_of_a_text_is_lost(text: str) -> None:
    joined = "".join(("" if token.glued else " ") + token.text for token in tokens(text))
    assert joined.strip() == " ".join(text.split())


def test_structures_and_their_attributes() -> None:
    cleaned = document(
        "<h1>So!</h1><p>a &lt;b", drop=lambda block, text: text == "So!", metadata=Metadata(title='A "b"\nc')
    )
    assert cleaned.to("vertical").splitlines() == [
        '<doc title="A &quot;b&quot; c">', '<p type="p">', "<s>", "a", "&lt;", "<g/>", "b", "</s>", "</p>", "</doc>"
    ]  # fmt: skip
    assert cleaned.to("vertical", all=True).splitlines()[1:7] == [
        '<p type="h" keep="no">', "<s>", "So", "<g/>", "!", "</s>"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't stop the well-known ex-wife's dog.", "Don't stop the well-known ex-wife's dog ."),
        ("L’été, c’est “ici”!", "L’été , c’est “ ici ” !"),
        ("1,234.56 and 3.14, 12:30 or 2020-05-12; 50%", "1,234.56 and 3.14 , 12:30 or 2020-05-12 ; 50 %"),
        ("see https://a.example/x_(y)?z=1, or", "see https://a.example/x_(y)?z=1 , or"),
        ("(http://b.example).", "( http://b.example ) ."),
        ("Mail a.b+c@mail.example.org!", "Mail a.b+c@mail.example.org !"),
        ("www.example.org/a and node.js", "www.example.org/a and node.js"),
        ("日本語とABC。", "日 本 語 と ABC 。"),
        ("हिन्दी สวัสดีครับ", "हिन्दी ส วั ส ดี ค รั บ"),
        ("พ.ศ. 2567 เวลา 8 น. ๆ", "พ.ศ. 2567 เ ว ล า 8 น. ๆ"),
        ("ខ្មែរ គឺ ဗုဒ္ဓ။", "ខ្មែ រ គឺ ဗု ဒ္ဓ ။"),
        ("C++ a--b ... ((x)) ====", "C ++ a -- b ... ( ( x ) ) ===="),
        ("👩\u200d💻👍🏽!", "👩\u200d💻 👍🏽 !"),
        ("col·lega MP3 2nd H2O snake_case", "col·lega MP3 2nd H2O snake_case"),
        ("Dr. Who e.g. z.B. U.S.A. etc.", "Dr. Who e.g. z.B. U.S.A. etc."),
        ("Use approx. five", "Use approx . five"),
        ("ca. fünf incl. two", "ca. fünf incl. two"),
        ("end.Next", "end . Next"),
    ],
)  # fmt: skip
def test_tokens(text: str, expected: str) -> None:
    assert spelled(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "One. | Two! | Three? | Four… | Five",
        "He said “Go.” | She went. | (So it was.) | And then?",
        "In the U.S. Army, Dr. J. S. Bach met Mrs. Smith. | Then etc. | More of it.",
        "Am 3. Oktober 1990. | Danach z.B. Nr. 5 und Abs. 300. | Ende.",
        "No. 5 is alive. | No. | I said no.",
        "Wait... what? | Yahoo! for ever. | ¿Qué? | ¡Sí!",
        "京都です。|「静かだ。」と言った。|すごい！|本当?|はい",
        "यह है। | वह है।",
        "„Ja.“ | Er ging. | »Nein!« | Sie blieb.",
        "version 1.2.3 is out. | See www.example.org. | 42 is it.",
    ],
)
def test_sentences(text: str) -> None:
    plain = text.replace("|", "")
    result = []
    for sentence in sentences(plain):
        result.append("".join(("" if token.glued or not at else " ") + token.text for at, token in enumerate(sentence)))
    assert result == [part.strip() for part in text.split("|")]


@pytest.mark.once
@pytest.mark.parametrize(
    "unit",
    ["?!", "A.", "a@", "http://", "(", "1,", "'-", "www.", "3. ", ".", "👩\u200d", "aa.bb.", "x", "日", "Dr. ", "ก",
     "日\u0301"],
)  # fmt: skip
def test_the_time_is_linear(unit: str) -> None:
    sentences(unit * 1000)
    short = min(seconds(lambda: sentences(unit * 2500)) for _ in range(3))
    assert seconds(lambda: sentences(unit * 20_000)) < 8 * 4 * short + 0.25


def test_a_continuing_block_is_in_the_same_paragraph() -> None:
    lines = document("<p>Boats and<p>nets.<p>Ropes", kinds="pPl").to("vertical").splitlines()
    assert lines[1:] == [
        '<p type="p">', "<s>", "Boats", "and", "nets", "<g/>", ".", "</s>", "</p>",
        '<p type="l">', "<s>", "Ropes", "</s>", "</p>", "</doc>",
    ]  # fmt: skip
