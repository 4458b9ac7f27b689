"""Damaged model files, made from a valid one: wrong bits, fields, types, numbers, lengths and engines.

Most mutants have a valid layout, so that they reach the checks of the engine instead of those of the file format.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from ncleaner.engines import ENGINES
from ncleaner.models.format import CODES, METADATA, SIZES

VALUES: tuple[Any, ...] = (
    *(None, True, False, "", "x", "\0", "é" * 300, [], {}, [1], [[]], ["a", "a"], {"a": 1}, [None], [{}]),
    *(0, 1, -1, 2, 3, 8, 9, 255, 256, 1 << 15, 1 << 30, 1 << 31, -(1 << 31), 1 << 53, 1 << 63, -(1 << 63), 10**300),
    *(0.0, -0.0, 0.5, -0.5, 1.5, 5e-324, -5e-324, 1e-300, 1e9, -1e9, 1e18, 1e300, -1e300, 1.7976931348623157e308),
)
"""What a field of the header is replaced with."""

FLOATS = (0.0, -0.0, -1.0, 1.5, 5e-324, 1e-300, 1e30, -1e30, 1e308, -1e308, float("inf"), float("-inf"), float("nan"))

Edit = Callable[["ModelFile", Random], None]


class ModelFile:
    """The parts of a model file: the fields of its header, and the type and the bytes of each array."""

    def __init__(self, data: bytes) -> None:
        end = 8 + int.from_bytes(data[:8], "little")
        entries = json.loads(data[8:end])
        self.fields: dict[str, Any] = {}
        for name, text in entries.pop(METADATA).items():
            self.fields[name] = text if name in {"format", "schema", "engine"} else json.loads(text)
        self.arrays: dict[str, tuple[str, bytearray]] = {}
        for name, entry in entries.items():
            begin, stop = entry["data_offsets"]
            self.arrays[name] = entry["dtype"], bytearray(data[end + begin : end + stop])

    def packed(self) -> bytes:
        """Return the bytes of the file; the layout is valid as far as the parts permit it."""
        metadata = {name: _text(name, value) for name, value in self.fields.items()}
        entries: dict[str, Any] = {METADATA: metadata}
        end = 0
        for name, (dtype, body) in sorted(self.arrays.items(), key=lambda item: (-SIZES[item[1][0]], item[0])):
            del body[len(body) // SIZES[dtype] * SIZES[dtype] :]
            begin, end = end, end + len(body)
            entries[name] = {"dtype": dtype, "shape": [len(body) // SIZES[dtype]], "data_offsets": [begin, end]}
        header = json.dumps(entries, separators=(",", ":")).encode()
        header += b" " * (-len(header) % 8)
        bodies = [self.arrays[name][1] for name in entries if name != METADATA]
        return b"".join([len(header).to_bytes(8, "little"), header, *bodies])


def _text(name: str, value: Any) -> Any:
    is_plain = name in {"format", "schema", "engine"}
    return value if is_plain else json.dumps(value, separators=(",", ":"))


def mutants(data: bytes, rng: Random) -> Iterator[bytes]:
    """Yield damaged copies of a model file, without end."""
    while True:
        if rng.random() < 0.15:
            yield _with_wrong_bytes(data, rng)
            continue
        file = ModelFile(data)
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            rng.choice(EDITS)(file, rng)
        yield file.packed()


def _with_wrong_bytes(data: bytes, rng: Random) -> bytes:
    """Return a file with flipped bits, cut off, or with more bytes at its end."""
    kind = rng.randrange(4)
    if kind == 0:
        return data[: rng.randrange(len(data))]
    if kind == 1:
        return data + rng.randbytes(rng.randrange(1, 64))
    wrong = bytearray(data)
    header = 8 + int.from_bytes(data[:8], "little")
    for _ in range(rng.choice((1, 1, 2, 16))):
        wrong[rng.randrange(header if kind == 2 else len(data))] ^= 1 << rng.randrange(8)
    return bytes(wrong)


# The header


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Return all pairs of a container and a key in it, at any depth."""
    places: list[tuple[Any, Any]] = []
    stack = [value]
    while stack:
        container = stack.pop()
        keys = list(container) if isinstance(container, dict) else range(len(container))
        places += [(container, key) for key in keys]
        stack += [container[key] for key in keys if isinstance(container[key], dict | list)]
    return places


def _place(file: ModelFile, rng: Random) -> tuple[Any, Any]:
    """Return a random place in the header, often in its parameters."""
    parameters = file.fields.get("parameters")
    within = parameters if isinstance(parameters, dict) and parameters and rng.random() < 0.7 else file.fields
    return rng.choice(_places(within)) if within else (file.fields, "parameters")


def _delete_field(file: ModelFile, rng: Random) -> None:
    container, key = _place(file, rng)
    if isinstance(container, list) or key in container:
        del container[key]


def _replace_field(file: ModelFile, rng: Random) -> None:
    container, key = _place(file, rng)
    container[key] = json.loads(json.dumps(rng.choice(VALUES)))


def _change_field(file: ModelFile, rng: Random) -> None:
    """Change the value of a field, but keep its type."""
    container, key = _place(file, rng)
    value = container[key] if isinstance(container, list) or key in container else 0
    if isinstance(value, bool):
        container[key] = not value
    elif isinstance(value, int):
        container[key] = value + rng.choice((-value, -1, 1, -100, 1000, 1 << 31, -(1 << 62)))
    elif isinstance(value, float):
        container[key] = rng.choice((-value, 0.0, value / 1e6, value * 1e6, 5e-324, 1e300, -1e300))
    elif isinstance(value, str):
        container[key] = rng.choice((value[::-1], value[:-1], value + value, value.upper(), value + "\0"))
    elif isinstance(value, list):
        container[key] = rng.choice((value[::-1], value[:-1], value + value[:1], [value], value * 2))


def _move_field(file: ModelFile, rng: Random) -> None:
    """Copy the value of one field to another."""
    container, key = _place(file, rng)
    source, other = _place(file, rng)
    if isinstance(source, list) or other in source:
        container[key] = json.loads(json.dumps(source[other]))


def _swap_engine(file: ModelFile, rng: Random) -> None:
    file.fields["engine"] = rng.choice([*ENGINES, "", "x"])


# The arrays


def _change_numbers(file: ModelFile, rng: Random) -> None:
    """Set some numbers of an array to extreme values."""
    if not file.arrays:
        return
    dtype, body = file.arrays[rng.choice(list(file.arrays))]
    size = SIZES[dtype]
    for _ in range(rng.choice((1, 1, 4, 200))):
        if len(body) >= size:
            place = rng.randrange(len(body) // size) * size
            body[place : place + size] = _number(dtype, rng)


def _fill_array(file: ModelFile, rng: Random) -> None:
    """Set all numbers of an array to the same value."""
    if file.arrays:
        dtype, body = file.arrays[rng.choice(list(file.arrays))]
        body[:] = _number(dtype, rng) * (len(body) // SIZES[dtype])


def _number(dtype: str, rng: Random) -> bytes:
    if dtype[0] == "F":
        value = rng.choice(FLOATS)
        return struct.pack("<" + CODES[dtype], value if dtype == "F64" or abs(value) < 1e38 else float("inf"))
    size = SIZES[dtype]
    return rng.choice((bytes(size), b"\xff" * size, b"\x01" + bytes(size - 1), b"\x7f" * size, rng.randbytes(size)))


def _resize_array(file: ModelFile, rng: Random) -> None:
    """Make an array shorter or longer."""
    if not file.arrays:
        return
    dtype, body = file.arrays[rng.choice(list(file.arrays))]
    numbers = rng.choice((1, 1, 4, len(body) // SIZES[dtype] // 2, len(body) // SIZES[dtype]))
    if rng.random() < 0.5:
        del body[max(0, len(body) - numbers * SIZES[dtype]) :]
    else:
        body += rng.choice((bytes(numbers * SIZES[dtype]), body[: numbers * SIZES[dtype]]))


def _shuffle_array(file: ModelFile, rng: Random) -> None:
    """Move a part of an array to another place in it."""
    if file.arrays:
        dtype, body = file.arrays[rng.choice(list(file.arrays))]
        count = len(body) // SIZES[dtype]
        if count:
            cut = rng.randrange(count) * SIZES[dtype]
            body[:] = body[cut:] + body[:cut]


def _retype_array(file: ModelFile, rng: Random) -> None:
    if file.arrays:
        name = rng.choice(list(file.arrays))
        file.arrays[name] = rng.choice(list(CODES)), file.arrays[name][1]


def _delete_array(file: ModelFile, rng: Random) -> None:
    if file.arrays:
        del file.arrays[rng.choice(list(file.arrays))]


def _exchange_arrays(file: ModelFile, rng: Random) -> None:
    if file.arrays:
        one, other = rng.choice(list(file.arrays)), rng.choice(list(file.arrays))
        first, second = file.arrays[one], file.arrays[other]
        file.arrays[one], file.arrays[other] = (second[0], bytearray(second[1])), (first[0], bytearray(first[1]))


EDITS: tuple[Edit, ...] = (
    *(_delete_field, _replace_field, _replace_field, _change_field, _change_field, _move_field, _swap_engine),
    *(_change_numbers, _change_numbers, _change_numbers, _fill_array, _resize_array, _shuffle_array),
    *(_retype_array, _delete_array, _exchange_arrays),
)
