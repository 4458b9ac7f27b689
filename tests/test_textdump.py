"""Plain text: dumps of text browsers, mail messages, and any other text."""

from __future__ import annotations

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from timing import seconds

from ncleaner.page.blocks import LIST, QUOTE, Blocks
from ncleaner.page.segment import KINDS
from ncleaner.read import rules
from ncleaner.read.text.reader import read


def segments(text: str) -> list[tuple[str, str]]:
    """Return the kind and text of every segment."""
    blocks = read(text.encode())
    return [(KINDS[block.kind], blocks.text(index)) for index, block in enumerate(blocks.items)]


def texts(text: str) -> list[str]:
    return [segment for _, segment in segments(text)]


def dropped(text: str) -> dict[str, int]:
    """Return the segments that a rule marks as certain boilerplate, and the rule."""
    blocks = read(text.encode())
    return {blocks.text(index): block.rule for index, block in enumerate(blocks.items) if block.rule}


PROSE = """\
The lighthouse keeper counted the stairs every night, and every night
there was one more of them. He told nobody. The company would have sent
somebody to count them by day, and by day there were ninety-nine.
"""
PROSE_JOINED = " ".join(PROSE.split())


class TestParagraphs:
    def test_the_lines_of_a_paragraph_are_joined_by_single_spaces(self) -> None:
        assert segments(PROSE + "\n" + PROSE) == [("p", PROSE_JOINED), ("p", PROSE_JOINED)]

    def test_hyphenation_is_left_alone(self) -> None:
        assert texts("He was a very old light-\nhouse keeper.") == ["He was a very old light- house keeper."]

    def test_a_deliberate_line_feed_ends_the_paragraph(self) -> None:
        lines = ["Yours,", "The Keeper", "Low Marsh, in September"]
        assert texts("\n".join([PROSE, *lines, "", PROSE])) == [PROSE_JOINED, *lines, PROSE_JOINED]

    def test_one_paragraph_per_line(self) -> None:
        paragraphs = [
            "This paragraph is written on one line, as corpora have it nowadays, however long that line becomes.",
            "Short.",
            "Here is another one of a different length, because no two paragraphs that people write have the same.",
            "And one more.",
            "The last of them is long again; it says nothing that the others did not say, but it takes its time.",
        ]
        assert texts("\n".join(paragraphs)) == paragraphs

    def test_paragraphs_that_begin_with_an_indented_line(self) -> None:
        first = "   The keeper had a cat, and the cat had a chair by the stove, which\nit left only to be fed."
        second = "   It was fed at six, whatever the keeper was doing at that time of day,\nand whatever the weather."
        assert texts(f"{first}\n{second}\n") == [" ".join(first.split()), " ".join(second.split())]

    def test_verses_keep_their_lines(self) -> None:
        verses = ["The fog comes down the hill at night", "on little feet of clay,", "it looks into the harbour light"]
        assert texts("\n".join([*verses, "and walks away."])) == [*verses, "and walks away."]

    def test_a_form_feed_ends_a_paragraph(self) -> None:
        assert texts("the first page\fthe second page") == ["the first page", "the second page"]

    @pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
    def test_all_kinds_of_line_ends(self, newline: str) -> None:
        assert texts(newline.join(["one paragraph", "", "and another"])) == ["one paragraph", "and another"]

    def test_control_and_invalid_characters_are_deleted(self) -> None:
        assert read(b"\xef\xbb\xbfa\x00b\x1b c\xc2\xa0 d\xff e\x7f\xc2\x9f").buffer == b"ab c d e"

    def test_ideographs_are_joined_without_a_space(self) -> None:
        first, second = "灯台守は毎晩階段を数えた。", "そして毎晩一段ずつ増えていた。"
        assert texts(f"{first}\n{second}\n") == [first + second]

    def test_nothing_at_all(self) -> None:
        for empty in ("", "\n", " \t \n\n", "\f", "> \n>\n"):
            assert segments(empty) == []


class TestLists:
    def test_bullets(self) -> None:
        rope = "rope, as much of it as there is in the shed, and then as much again"
        assert segments(f"We need:\n\n  * {rope}\n    from the boat\n  * a lamp\n") == [
            ("p", "We need:"),
            ("l", f"{rope} from the boat"),
            ("l", "a lamp"),
        ]

    @pytest.mark.parametrize("bullet", ["*", "-", "+", "•", "·", "▪"])
    def test_a_bullet_is_not_part_of_the_text(self, bullet: str) -> None:
        assert segments(f"{bullet} rope\n{bullet} a lamp\n") == [("l", "rope"), ("l", "a lamp")]

    def test_numbers_that_people_write_are_kept(self) -> None:
        assert segments("1. rope\n2. a lamp\n3) oil\n") == [("l", "1. rope"), ("l", "2. a lamp"), ("l", "3) oil")]
        assert segments("a) rope\nb) a lamp\n") == [("l", "a) rope"), ("l", "b) a lamp")]

    def test_a_further_paragraph_of_an_item_is_an_item(self) -> None:
        assert segments("- rope\n\n  and more of it\n\nThat is all.\n")[1:] == [
            ("l", "and more of it"),
            ("p", "That is all."),
        ]

    def test_dashes_and_dates_in_a_paragraph_are_not_items(self) -> None:
        text = (
            "Everybody who had been there - and that was nearly everybody we knew -\n"
            "- well, nearly - agreed that it had been the finest evening since the\n"
            "3. October of the year before, when the lamp had gone out and nobody\n"
            "minded it.\n"
        )
        assert segments(text) == [("p", " ".join(text.split()))]

    def test_a_copyright_sign_is_not_an_item(self) -> None:
        assert segments("(c) 1998 The Keeper") == [("p", "(c) 1998 The Keeper")]

    def test_items_are_in_a_list(self) -> None:
        assert [block.state & LIST for block in read(b"- rope\n\nThat is all.").items] == [LIST, 0]


class TestHeadings:
    def test_underlined_lines(self) -> None:
        text = f"The Lighthouse\n==============\n\nThe stairs\n----------\n\n{PROSE}"
        blocks = read(text.encode())
        kept = [(block.level, blocks.text(index)) for index, block in enumerate(blocks.items) if not block.rule]
        assert kept == [(1, "The Lighthouse"), (2, "The stairs"), (0, PROSE_JOINED)]

    def test_a_ruler_after_a_paragraph_does_not_make_it_a_heading(self) -> None:
        assert [kind for kind, _ in segments(PROSE + "-" * 72 + "\n")] == ["p", "p"]
        assert [kind for kind, _ in segments("Yes.\n" + "-" * 72 + "\n")] == ["p", "p"]

    def test_short_lines_are_not_headings(self) -> None:
        assert segments(f"Yours sincerely\n\n{PROSE}")[0] == ("p", "Yours sincerely")


DUMP = """\
   #[1]alternate
   IFRAME: [2]banner

   [3]Home | [4]Walks | [5]Huts | [6]Forum

   [logo.gif] [7]Home > [8]Walks > The Salt Road

   Search: ____________________ [Go]
   (BUTTON) Menu

The Salt Road

   For six centuries mules carried salt from the pans over the [9]Grey
   Saddle to the farms on the far side, and butter back again. Later they
   carried [10]letters, and once a piano [1].
   Photograph: R. Achterberg
   Archive no. 17

What to bring

     * [11]Shoes with a hard sole, because the paving is polished and as
       slippery as soap
     * water
          + two litres in summer
          + one in winter
               o or none
     *
    1. coins for the honesty box
    2. patience

   [12]About us
   [13]Contact
     __________________________________________________________________

     The notes on this page are all of them set in the middle, and there
                    are so many that they need two lines.

References

   Visible links:
   1. https://almanac.example.org/feed
   2. https://almanac.example.org/banner
   3. https://almanac.example.org/
  10. https://almanac.example.org/letters

   Hidden links:
  14. https://almanac.example.org/secret
"""


class TestDumps:
    def test_headings_begin_left_of_the_text(self) -> None:
        assert [text for kind, text in segments(DUMP) if kind == "h"] == [
            "The Salt Road",
            "What to bring",
            "References",
        ]

    def test_paragraphs_lose_the_numbers_of_links_but_not_those_of_the_author(self) -> None:
        assert (
            "For six centuries mules carried salt from the pans over the Grey Saddle to the farms on the far side, and "
            "butter back again. Later they carried letters, and once a piano [1]."
        ) in texts(DUMP)

    def test_line_breaks_of_the_page_end_segments(self) -> None:
        assert {"Photograph: R. Achterberg", "Archive no. 17", "About us", "Contact"} <= set(texts(DUMP))

    def test_lists_lose_the_bullets_and_numbers_of_the_browser(self) -> None:
        assert [text for kind, text in segments(DUMP) if kind == "l"][:7] == [
            "Shoes with a hard sole, because the paving is polished and as slippery as soap",
            "water",
            "two litres in summer",
            "one in winter",
            "or none",
            "coins for the honesty box",
            "patience",
        ]

    def test_images_and_buttons_leave_nothing_behind(self) -> None:
        assert "Home > Walks > The Salt Road" in texts(DUMP)
        assert "Menu" in texts(DUMP)

    def test_boilerplate_is_marked(self) -> None:
        marked = dropped(DUMP)
        assert marked["Home | Walks | Huts | Forum"] == rules.RULE_BARS
        assert marked["Search: ____________________ [Go]"] == rules.RULE_FORM
        assert marked["_" * 66] == rules.RULE_RULER
        assert marked["#alternate"] == marked["IFRAME: banner"] == rules.RULE_REFERENCES

    def test_the_list_of_links_is_marked_to_its_end(self) -> None:
        blocks = read(DUMP.encode())
        start = texts(DUMP).index("References")
        assert {block.rule for block in blocks.items[start:]} == {rules.RULE_REFERENCES}
        assert "Hidden links:" in texts(DUMP)[start:]

    def test_centred_lines_are_joined(self) -> None:
        assert (
            "The notes on this page are all of them set in the middle, and there are so many that they need two lines."
        ) in texts(DUMP)

    def test_linked_words_are_counted(self) -> None:
        blocks = read(DUMP.encode())
        facts = {blocks.text(index): block for index, block in enumerate(blocks.items)}
        assert facts["About us"].link_chars == len("Aboutus")
        assert facts["water"].link_chars == 0
        prose = next(block for text, block in facts.items() if text.startswith("For six"))
        assert (prose.links, prose.link_chars) == (2, len("Grey") + len("letters,"))

    def test_numbers_in_brackets_are_kept_in_other_texts(self) -> None:
        text = "Stairs grow by night [1], as others have found [2, 3] before [4].\n\n[1] The Keeper, 1898.\n"
        assert texts(text) == [line for line in text.split("\n") if line]

    def test_a_list_of_addresses_in_a_letter_is_not_boilerplate(self) -> None:
        assert dropped("Look at these:\n\n1. http://one.example.org/\n2. http://two.example.org/\n") == {}

    def test_arrows_before_links_are_not_quotations(self) -> None:
        text = DUMP.replace("   [12]About us\n", "   > [12]About us\n")
        assert not any(block.state & QUOTE for block in read(text.encode()).items)

    def test_two_dashes_on_a_page_are_not_a_signature(self) -> None:
        text = DUMP[: DUMP.index("References")] + "   --\n\n   Rosalind walks and writes.\n"
        assert dropped(text)["--"] == rules.RULE_RULER
        assert "Rosalind walks and writes." not in dropped(text)

    def test_blanks_to_fill_in_are_text(self) -> None:
        assert dropped("The mule carried salt over the Grey __________ and butter back.") == {}


MAIL = """\
From anna@example.org Tue Mar  3 10:12:00 2009
From: Anna Berg <anna@example.org>
To: weavers@lists.example.net
Subject: Re: [weavers] Warping a narrow loom
Date: Tue, 3 Mar 2009 10:12:00 +0100
References: <1@example.org>
\t<2@example.org>
X-Loom: table

Hello Tom,

On Mon, Mar 2, 2009 at 7:31 PM, Tom Reed <tom@example.com> wrote:
> I always warp from back to front, but the threads tangle in the reed
> and I lose an hour. A friend said:
>> Front to back is easier for a short warp, and you can see every one
>> of the threads.
>
> Is that true for wool as well?

It is. Wool sticks to itself, so keep the tension low until all of the
threads are through, and lay a stick on either side of the cross.
>From time to time give it a shake.

Anna

--\x20
Anna Berg, weaver
http://anna.example.org/

_______________________________________________
weavers mailing list
weavers@lists.example.net
http://lists.example.net/listinfo/weavers
"""
ANSWER = (
    "It is. Wool sticks to itself, so keep the tension low until all of the threads are through, and lay a stick on "
    "either side of the cross. From time to time give it a shake."
)


class TestMail:
    def test_the_segments_of_a_message_that_are_kept(self) -> None:
        blocks = read(MAIL.encode())
        kept = [blocks.text(index) for index, block in enumerate(blocks.items) if not block.rule]
        assert kept == [
            "Re: [weavers] Warping a narrow loom",
            "Hello Tom,",
            "I always warp from back to front, but the threads tangle in the reed and I lose an hour. A friend said:",
            "Front to back is easier for a short warp, and you can see every one of the threads.",
            "Is that true for wool as well?",
            ANSWER,
            "Anna",
        ]

    def test_the_subject_is_a_heading(self) -> None:
        assert ("h", "Re: [weavers] Warping a narrow loom") in segments(MAIL)

    def test_the_rules_for_the_rest_of_a_message(self) -> None:
        marked = dropped(MAIL)
        assert marked["References: <1@example.org> <2@example.org>"] == rules.RULE_MAIL_HEADER
        assert marked["X-Loom: table"] == rules.RULE_MAIL_HEADER
        assert marked["On Mon, Mar 2, 2009 at 7:31 PM, Tom Reed <tom@example.com> wrote:"] == rules.RULE_MAIL_HEADER
        assert marked["Anna Berg, weaver"] == rules.RULE_SIGNATURE
        assert marked["weavers mailing list"] == rules.RULE_SIGNATURE

    def test_quotations_are_recognised(self) -> None:
        blocks = read(MAIL.encode())
        quoted = [blocks.text(index)[:8] for index, block in enumerate(blocks.items) if block.state & QUOTE]
        assert quoted == ["I always", "Front to", "Is that "]

    def test_headers_of_other_languages(self) -> None:
        text = "-----Ursprüngliche Nachricht-----\nVon: Anna\nGesendet: Montag\nBetreff: Webstuhl\n\nGuten Tag\n"
        assert [segment for segment in texts(text) if segment not in dropped(text)] == ["Webstuhl", "Guten Tag"]

    def test_a_line_with_a_colon_is_not_a_header(self) -> None:
        assert dropped("To: those who read this\n\nSubject: none\n") == {}

    def test_two_dashes_between_long_texts_are_not_a_signature(self) -> None:
        text = PROSE + "\n--\n\n" + (PROSE + "\n") * 6
        assert rules.RULE_SIGNATURE not in dropped(text).values()

    def test_a_sentence_that_introduces_a_quotation_is_kept(self) -> None:
        text = "He had this to say about the stairs, and I agree with every word:\n> There are too many.\n"
        assert dropped(text) == {}

    def test_a_pgp_signature(self) -> None:
        text = PROSE + "\n-----BEGIN PGP SIGNATURE-----\nVersion: 1\n\niD8DBQFJ\n=abcd\n-----END PGP SIGNATURE-----\n"
        blocks = read(text.encode())
        assert [blocks.text(index) for index, block in enumerate(blocks.items) if not block.rule] == [PROSE_JOINED]


class TestBoilerplate:
    @pytest.mark.parametrize("ruler", ["-" * 40, "* * *", "=====", "~~~~~~~~", "· · ·", "─────"])
    def test_rulers(self, ruler: str) -> None:
        assert dropped(f"{PROSE}\n{ruler}\n\n{PROSE}") == {ruler: rules.RULE_RULER}

    @pytest.mark.parametrize("answer", ["?!", "!!!", "42", "é"])
    def test_short_answers_are_not_rulers(self, answer: str) -> None:
        assert dropped(answer) == {}

    def test_the_rows_of_a_table_are_not_navigation(self) -> None:
        text = (
            "| Fruit | Colour | Taste |\n|-------|--------|-------|\n| apple | red | sweet |\n| pear | green | mild |\n"
        )
        assert set(dropped(text).values()) == {rules.RULE_RULER}
        assert set(dropped("Home | News | Contact\n").values()) == {rules.RULE_BARS}


def check(source: bytes, blocks: Blocks) -> None:
    """Check the invariants of the blocks of any text."""
    end = 0
    last = 0
    for index, block in enumerate(blocks.items):
        assert block.text_start == (end + 1 if index else 0)
        end = block.text_end
        text = blocks.text(index)
        assert text == " ".join(text.split()) != ""
        assert block.chars == len(text.replace(" ", ""))
        assert block.words == len(text.split())
        assert 0 <= block.link_chars <= block.chars
        assert last <= block.start < block.end <= len(source)
        last = block.end
    assert end == len(blocks.buffer)
    assert blocks.buffer.count(b"\n") == max(len(blocks) - 1, 0)
    assert len(blocks.spans()) == len(blocks)


PIECES = [
    *("a", "word ", "é", "漢", "\n", "\n\n", "   ", "> ", ">", "* ", "- ", "1. ", "[1]", "[2]x", "[a.gif]", "|", " | "),
    *(
        "--",
        "-- \n",
        "____",
        "=====",
        "From: a@b\n",
        "Subject: x\n",
        "wrote:",
        "References\n",
        "\f",
        "\r",
        "\t",
        "\x00",
    ),
    *("(BUTTON)", "\ufffd", "\u00a0", "\u3000"),
]


@given(st.one_of(st.binary(), st.lists(st.sampled_from(PIECES)).map(lambda pieces: "".join(pieces).encode())))
def test_any_bytes_give_sound_blocks(source: bytes) -> None:
    check(source, read(source))


@pytest.mark.parametrize("name", ["dump.txt", "mail.txt"])
def test_examples_are_sound(name: str) -> None:
    source = (ROOT / "examples" / name).read_bytes()
    blocks = read(source)
    assert len(blocks) > 10
    check(source, blocks)


def test_many_segments_keep_their_order() -> None:
    lines = [f"paragraph {number}" for number in range(10_000)]
    source = "\n\n".join(lines).encode()
    blocks = read(source)
    assert [blocks.text(index) for index in range(len(blocks))] == lines
    check(source, blocks)


@pytest.mark.once
def test_too_many_segments_are_joined_with_a_warning() -> None:
    source = b"a\n\n" * 100_000
    blocks = read(source)
    assert len(blocks) < 100_000
    assert blocks.buffer.count(b"a") == 100_000
    assert any("joined" in warning for warning in blocks.warnings)


HOSTILE = [
    *(b"a", b"\n", b">", b"> ", b">\n", b"[", b"[1]", b"[1]a\n", b"|", b"a | ", b"_", b"-\n", b"--\na\n\n", b"a\n"),
    *(b"From: a\n", b"\t", b"\f", b"\r", b"* a\n", b"1. a\n", b"\0", b"\xff", b"\xe6\xbc\xa2", b"\xc2\xa0", b"[x.gif]"),
    *(b"a wrote:\n> b\n", b" :: ", b"References\n\n   1. http://a\n", b"-----BEGIN PGP SIGNATURE-----\n"),
]


@pytest.mark.once
@pytest.mark.parametrize("piece", HOSTILE, ids=repr)
def test_time_is_linear(piece: bytes) -> None:
    small, large = (piece * (size // len(piece)) for size in (1 << 13, 1 << 17))
    short = min(seconds(lambda: read(small)) for _ in range(3))
    assert seconds(lambda: read(large)) < 16 * 4 * short + 0.25


@pytest.mark.once
@pytest.mark.parametrize("piece", [b"a", b"\n", b">"], ids=repr)
def test_megabytes_of_one_character(piece: bytes) -> None:
    assert len(read(piece * (2 << 20))) <= 1
