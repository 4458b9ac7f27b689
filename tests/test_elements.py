"""The tables of elements: every name has its own number, and no other name has one."""

from __future__ import annotations

import pytest

from ncleaner.page import tags as elements
from ncleaner.page.tags import (
    ATTRIBUTE_CODES,
    ATTRIBUTE_KEYS,
    ATTRIBUTE_SHIFT,
    ATTRIBUTES,
    CODE,
    CODES,
    FLAGS,
    HASH_SHIFT,
    KEYS,
    LONG_NAMES,
    MODELS,
    NAMES,
    pack,
    slot,
)
from ncleaner.read.html.tokenizer import END_TAG, START_TAG, Tokenizer

SHORT_NAMES = [name for name in NAMES if len(name) <= 8]


def code_of(tag: str) -> tuple[int, int]:
    """Return the token kind and element number of the only tag of a page."""
    tokens = Tokenizer(tag.encode())
    return tokens.next(), tokens.tag


def test_no_two_short_names_share_a_slot_of_the_hash() -> None:
    slots = {slot(pack(name.encode())) for name in SHORT_NAMES}
    assert len(slots) == len(SHORT_NAMES)
    assert max(slots) < len(KEYS) == len(CODES) == 1 << (64 - HASH_SHIFT)


def test_no_two_attributes_share_a_slot_of_their_hash() -> None:
    slots = {slot(pack(name.encode()), ATTRIBUTE_SHIFT) for name in ATTRIBUTES[1:]}
    assert len(slots) == len(ATTRIBUTES) - 1
    assert max(slots) < len(ATTRIBUTE_KEYS) == len(ATTRIBUTE_CODES) == 1 << (64 - ATTRIBUTE_SHIFT)


def test_the_slots_of_the_hash_hold_the_short_names_and_nothing_else() -> None:
    assert {NAMES[code] for key, code in zip(KEYS, CODES, strict=True) if key} == set(SHORT_NAMES)


def test_names_too_long_for_the_hash_have_a_table_of_their_own() -> None:
    assert {name.decode() for name in LONG_NAMES} == set(NAMES) - set(SHORT_NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_tokenizer_finds_every_name_in_any_case(name: str) -> None:
    for spelling in (name, name.upper(), name.capitalize()):
        assert code_of(f"<{spelling}>") == (START_TAG, CODE[name])
        assert code_of(f"<{spelling} class=x>") == (START_TAG, CODE[name])
        assert code_of(f"</{spelling}>") == (END_TAG, CODE[name])


@pytest.mark.parametrize("name", NAMES)
def test_names_similar_to_a_known_one_are_unknown(name: str) -> None:
    neighbours = {f"{name}x", f"x{name}", f"zzzzzzzz{name}", name[:-1], f"{name}-", f"{name}\0"} - set(NAMES) - {""}
    for neighbour in neighbours:
        assert code_of(f"<{neighbour}>")[1] >= len(NAMES), neighbour


def test_every_table_has_one_entry_for_each_name() -> None:
    assert len(NAMES) == len(set(NAMES)) == len(CODE) == len(FLAGS) == len(MODELS)
    assert [CODE[name] for name in NAMES] == list(range(len(NAMES)))
    assert all(name == name.lower() for name in NAMES)


def test_no_element_has_contradictory_flags() -> None:
    for name, flags in zip(NAMES, FLAGS, strict=True):
        if flags & elements.VOID:
            assert not flags & (elements.CONTAINER | elements.FORMATTING | elements.HIDES | elements.SCOPE), name
        if flags & elements.FORMATTING:
            assert not flags & (elements.SPECIAL | elements.BREAK), name
        if flags & elements.TABLE_PART:
            assert flags & elements.BREAK, name
            assert flags & elements.SPECIAL, name


def test_the_six_headings_have_consecutive_numbers() -> None:
    first = CODE["h1"]
    assert [CODE[f"h{level}"] for level in range(1, 7)] == list(range(first, first + 6))
