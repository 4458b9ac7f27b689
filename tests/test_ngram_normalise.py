"""Normalisation of text to the codes of a small alphabet."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ncleaner.engines.ngram.normalise import BLANK, EDGE, LONGEST, MODES, Normaliser, alphabet, decoded

MODE_NUMBERS = range(len(MODES))


def normal(text: str | bytes, mode: int) -> str:
    """Return a normalised text; the edge after it is a line feed."""
    return decoded(Normaliser(mode).text(text), mode)


class TestModes:
    def test_bytes_are_kept_in_mode_0(self) -> None:
        assert normal("Größe 漢字 สวัสดี", 0) == "Größe 漢字 สวัสดี\n"

    def test_characters_beyond_ascii_are_one_tilde_each_in_mode_1(self) -> None:
        assert normal("Größe: 漢字 ~ “x” 😀", 1) == "Gr~~e: ~~ ~ ~x~ ~\n"

    def test_the_example_of_the_papers_in_mode_3(self) -> None:
        assert normal("The answer is 42.", 3) == "aaa aaaaaa aa 00.\n"

    def test_the_example_of_the_papers_in_mode_2(self) -> None:
        assert normal("The answer is 42.", 2) == "tta atttat at 00.\n"

    @pytest.mark.parametrize("text", ["Größe", "Ελλάδα", "Россия", "שלום", "한국어", "हिन्दी"])
    def test_letters_of_all_scripts_with_blanks_are_letters_in_mode_3(self, text: str) -> None:
        assert set(normal(text, 3)) == {"a", "\n"}

    @pytest.mark.parametrize("mode", [2, 3])
    def test_letters_of_scripts_without_blanks_are_letters_of_their_own(self, mode: int) -> None:
        assert normal("漢字𠀀々 สวัสดี ພາສາ မြန်မာ ខ្មែរ", mode).replace(" ", "").strip("h") == "\n"
        assert normal("ひらカタ漢", mode) == "kkkkh\n"

    @pytest.mark.parametrize("text", ["٤٢", "४२", "４２", "½²"])
    def test_digits_of_all_scripts_are_digits_in_mode_3(self, text: str) -> None:
        assert set(normal(text, 3)) == {"0", "\n"}

    @pytest.mark.parametrize(
        ("text", "expected"),
        [("“a”", '"a"'), ("it’s", "aa'a"), ("–—", "--"), ("好。", "h."), ("！（", "!("), ("©😀", "~~")],
    )
    def test_punctuation_beyond_ascii_is_that_of_ascii_in_mode_3(self, text: str, expected: str) -> None:
        assert normal(text, 3) == expected + "\n"

    @pytest.mark.parametrize(("text", "expected"), [("Äpfel", "attat"), ("Мир", "tat"), ("αβγ", "att")])
    def test_vowels_of_other_scripts_are_vowels_in_mode_2(self, text: str, expected: str) -> None:
        assert normal(text, 2) == expected + "\n"

    @pytest.mark.parametrize(
        ("mode", "digest"),
        [
            (2, "939558dbc288177b"),
            (3, "4e2662ce434905bf"),
        ],
    )
    def test_all_characters_become_the_same_in_every_version_of_python(self, mode: int, digest: str) -> None:
        characters = (f"-{chr(point)}-" for point in range(0x80, 0x20000) if not 0xD800 <= point < 0xE000)
        normaliser = Normaliser(mode)
        found = b"".join(normaliser.text(text.encode()) for text in characters)
        assert sha256(found).hexdigest()[:16] == digest

    @pytest.mark.parametrize(("text", "expected"), [("ৎൺ", "aa"), ("🙂₹⭐", "~~~"), ("ⲁ", "a")])
    def test_characters_after_unicode_3_2_are_letters_or_symbols(self, text: str, expected: str) -> None:
        assert normal(text, 3) == expected + "\n"


@pytest.mark.parametrize("mode", MODE_NUMBERS)
class TestWhiteSpace:
    def test_runs_of_white_space_and_controls_are_one_blank(self, mode: int) -> None:
        assert normal(b"-\t\r\n -\x00\x01 \x7f-", mode) == "- - -\n"

    def test_blanks_at_the_ends_are_removed(self, mode: int) -> None:
        assert normal(b"  \n- -   ", mode) == "- -\n"

    def test_white_space_of_a_string_may_be_of_any_script(self, mode: int) -> None:
        assert normal("-\u00a0\u3000-", mode) == "- -\n"

    @pytest.mark.parametrize("text", [b"", b" ", b"\n\n\n\t        \n\n"])
    def test_an_empty_text_is_only_the_edge(self, mode: int, text: bytes) -> None:
        assert Normaliser(mode).text(text) == bytes([EDGE])


@pytest.mark.parametrize("mode", MODE_NUMBERS)
def test_alphabets_are_small_and_begin_with_edge_and_blank(mode: int) -> None:
    signs = alphabet(mode)
    assert signs[EDGE - 1 : BLANK] == b"\n "
    assert len(set(signs)) == len(signs) <= 211


@pytest.mark.parametrize("mode", MODE_NUMBERS)
def test_a_normaliser_keeps_no_state_between_texts(mode: int) -> None:
    normaliser = Normaliser(mode)
    long, short = "Long ago, longer than you think. " * 1000, "Now"
    first = normaliser.text(short)
    assert len(normaliser.text(long)) == len(long)  # the edge in place of the last blank
    assert normaliser.text(short) == first


def test_a_span_is_normalised_as_the_text_alone() -> None:
    normaliser = Normaliser(1)
    end = normaliser.run(b"one two three", 4, 7)
    assert (end - (LONGEST - 1), normaliser.length) == (4, 4)
    assert normaliser.run(b"one", 2, 99) - (LONGEST - 1) == 2  # the end is clamped to the buffer
    assert normaliser.run(b"one", 50, 99) - (LONGEST - 1) == 1


def test_the_length_of_a_text_is_in_characters_whatever_the_script() -> None:
    normaliser = Normaliser(0)
    normaliser.text("漢字 é")
    assert normaliser.length == 5


def simple(text: str, mode: int) -> str:
    """A simple implementation of modes 0 and 1."""
    words = "".join(" " if char < " " or char == "\x7f" else char for char in text).split(" ")
    joined = " ".join(word for word in words if word)
    return (joined if mode == 0 else "".join(char if char < "\x80" else "~" for char in joined)) + "\n"


TEXT = st.text(st.sampled_from("ab  ~. \t\x00\x7fé漢😀\u2028"), max_size=60)


@given(TEXT, st.sampled_from([0, 1]), st.integers(0, 7))
def test_spans_are_normalised_as_by_the_simple_implementation(text: str, mode: int, shift: int) -> None:
    data = b"x" * shift + text.encode() + b" y"
    normaliser = Normaliser(mode)
    end = normaliser.run(data, shift, len(data) - 2)
    alone = Normaliser(mode).text(text.encode())
    assert decoded(alone, mode) == simple(text, mode)
    assert (end - (LONGEST - 1), normaliser.length) == (len(alone), len(simple(text, mode)))


@given(st.binary(max_size=80), st.sampled_from(list(MODE_NUMBERS)))
def test_any_bytes_become_codes(data: bytes, mode: int) -> None:
    codes = Normaliser(mode).text(data)
    assert codes[-1] == EDGE
    assert EDGE not in codes[:-1]
    assert all(1 <= code <= len(alphabet(mode)) for code in codes)
    assert bytes([BLANK, BLANK]) not in codes
