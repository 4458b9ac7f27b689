"""Model files: arrays of numbers and facts about them, and nothing that could be run.

The layout is that of safetensors, whose library can read our files, too::

    8 bytes    the length of the header, little-endian
    header     JSON in UTF-8, filled up with spaces so that the arrays begin at a multiple of eight
    arrays     raw little-endian numbers, one array right behind the other, those with the longest numbers first

The header has an entry for each array, ``"weights": {"dtype": "F32", "shape": [512], "data_offsets": [0, 2048]}``, and
one for everything else, ``"__metadata__"``, whose values must be strings. There ``format`` is always ``ncleaner``,
``schema`` is the version of what is described here, ``engine`` the name of the engine that the model is for, and each
further value is a fact written as JSON:

    parameters    an object: what the engine needs to know besides the arrays
    training      a list of objects, each with the name of a ``set`` that the model has learnt from
    scores        an object: for the name of a set, or a way to test, an object of measures and figures

and whatever else an engine wants to keep. The order of keys is kept and no clock is asked, so that the same facts and
arrays always give the same bytes.

Strategy of reading: believe nothing. The header is read and judged before the rest is. It may be long and have many
parts, but only so many that what becomes of it stays small. The rest is read once, and the arrays are views of it: no
array is copied, unless the machine has its bytes in the other order. Whatever is wrong is a `ModelError`. What the
numbers mean is for the engine to judge; `Model.array` and `Model.parameter` help it to.

``json`` takes longer to import than a page to clean, mostly because of ``re``, which only its error messages and its
interpreted twin need. So the header is read by the compiled scanner below it where there is one.
"""

from __future__ import annotations

import os
import sys

from ncleaner.errors import ModelError
from ncleaner.page.frozen import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Mapping
    from io import BytesIO, FileIO
    from typing import Any, TypeVar

    Buffer = bytes | bytearray | memoryview[Any] | array[Any]
    Numbers = memoryview[Any]
    T = TypeVar("T")

FORMAT = "ncleaner"
SCHEMA = 1
METADATA = "__metadata__"

LENGTH_BYTES = 8
ALIGNMENT = 8
LARGEST_HEADER = 64 * 1024  # bytes
MOST_PARTS = 4096  # commas, colons and brackets in the header: no part of it takes more than some hundred bytes
DEEPEST = 8  # brackets within brackets in a fact

CODES = {
    "F64": "d",
    "U64": "Q",
    "F32": "f",
    "I32": "i",
    "U32": "I",
    "I16": "h",
    "U16": "H",
    "I8": "b",
    "U8": "B",
}
"""The types of numbers, as safetensors and as Python's buffers call them."""

SIZES = {dtype: int(dtype[1:]) // 8 for dtype in CODES}

SWAPPED = sys.byteorder == "big"


class Model(Frozen):
    """What is in a model file.

    ``header`` has the facts by their names, ``arrays`` flat, read-only views of numbers; ``name`` is what the model is
    known as: the name of one that is installed, or the path of its file.
    """

    __slots__ = ("header", "arrays", "name")

    header: dict[str, Any]
    arrays: dict[str, Numbers]
    name: str

    def __init__(self, header: dict[str, Any], arrays: dict[str, Numbers], name: str = "") -> None:
        self._fill(header=header, arrays=arrays, name=name)

    @property
    def engine(self) -> str:
        """The name of the engine that the model is for."""
        engine: str = self.header["engine"]
        return engine

    @property
    def parameters(self) -> dict[str, Any]:
        """What the engine needs to know besides the arrays."""
        found: dict[str, Any] = self.header.get("parameters", {})
        return found

    @property
    def settings(self) -> dict[str, Any]:
        """The parameters that people can make sense of: single ones, and none of a part of the model alone."""
        return {
            name: value
            for name, value in self.parameters.items()
            if not isinstance(value, dict | list) and "." not in name and value != ""
        }

    @property
    def training(self) -> list[dict[str, Any]]:
        """What the model has learnt from."""
        found: list[dict[str, Any]] = self.header.get("training", [])
        return found

    @property
    def scores(self) -> dict[str, dict[str, Any]]:
        """How well it did, and on what."""
        found: dict[str, dict[str, Any]] = self.header.get("scores", {})
        return found

    def array(self, name: str, dtype: str) -> Numbers:
        """An array that the engine cannot do without."""
        if name not in self.arrays:
            raise ModelError(f"{self.name}: the array {name!r} is missing")
        found = dtype_of(self.arrays[name])
        if found != dtype:
            raise ModelError(f"{self.name}: the array {name!r} should be of type {dtype}, not {found}")
        return self.arrays[name]

    def parameter(self, name: str, kind: type[T]) -> T:
        """A parameter that the engine cannot do without."""
        if name not in self.parameters:
            raise ModelError(f"{self.name}: the parameter {name!r} is missing")
        value: Any = self.parameters[name]
        if type(value) is int and kind is float and abs(value) < 1 << 53:
            value = float(value)
        if type(value) is not kind:
            raise ModelError(f"{self.name}: the parameter {name!r} is {value!r}, which is no {kind.__name__}")
        return value

    def part(self, engine: str) -> Model:
        """The model of another engine inside this one: its parameters are one of ours, its arrays begin with its name.

        Its name is ours, so that complaints about it name a file that exists.
        """
        prefix = f"{engine}."
        arrays = {name[len(prefix) :]: numbers for name, numbers in self.arrays.items() if name.startswith(prefix)}
        return Model({"engine": engine, "parameters": self.parameter(engine, dict)}, arrays, self.name)

    def __repr__(self) -> str:
        return f"Model(name={self.name!r}, engine={self.engine!r})"


def dtype_of(numbers: Buffer) -> str:
    """The name that safetensors has for the type of numbers."""
    view = memoryview(numbers)
    for dtype, code in CODES.items():
        if view.format == code:
            return dtype
    raise ModelError(
        f"numbers of the type {view.format!r} cannot be in a model; use one of {', '.join(CODES.values())}"
    )


# Reading


def read(path: str | os.PathLike[str], name: str | None = None) -> Model:
    """The model in a file."""
    place = os.fspath(path)
    try:
        with open(place, "rb", buffering=0) as file:
            return _read(file, place if name is None else name)
    except OSError as error:
        raise ModelError(f"{place}: {error.strerror or error}") from None
    except ModelError as error:
        raise ModelError(f"{place}: {error}") from None


def unpack(data: bytes, name: str = "") -> Model:
    """The model in the bytes of a file."""
    from io import BytesIO

    return _read(BytesIO(data), name)


def _read(file: FileIO | BytesIO, name: str) -> Model:
    entries = _entries(_header_bytes(file))
    header = _header(entries.pop(METADATA, None))
    plan = _plan(entries)
    body = memoryview(file.read())
    there, expected = len(body), plan[-1][2] if plan else 0
    if there < expected:
        raise ModelError(f"the file is cut off: its arrays should have {expected} bytes, but only {there} are there")
    if there > expected:
        raise ModelError(f"there are {there - expected} bytes behind the end of the model")
    return Model(header, {array: _array(body[begin:end], code) for array, begin, end, code in plan}, name)


def _header_bytes(file: FileIO | BytesIO) -> bytes:
    start = _up_to(file, LENGTH_BYTES)
    if len(start) < LENGTH_BYTES:
        raise ModelError(f"this is not a model: it has only {len(start)} bytes")
    length = int.from_bytes(start, "little")
    if length > LARGEST_HEADER:
        raise ModelError(f"this is not a model: its header would be longer than {LARGEST_HEADER} bytes")
    header = _up_to(file, length)
    if len(header) < length:
        raise ModelError(
            f"the file is cut off: its header should have {length} bytes, but only {len(header)} are there"
        )
    if (LENGTH_BYTES + length) % ALIGNMENT:
        raise ModelError(f"this is not a model: the arrays do not begin at a multiple of {ALIGNMENT} bytes")
    return header


def _up_to(file: FileIO | BytesIO, size: int) -> bytes:
    """So many bytes, or all that there are; a pipe gives them in pieces."""
    found = b""
    while len(found) < size:
        piece = file.read(size - len(found))
        if not piece:
            break
        found += piece
    return found


def _entries(header: bytes) -> dict[str, Any]:
    try:
        text = header.decode("utf-8")
    except UnicodeDecodeError:
        raise ModelError("this is not a model: its header is not UTF-8") from None
    entries = _parsed(text.rstrip(" "), "the header")
    if type(entries) is not dict:
        raise ModelError("this is not a model: its header is not a JSON object")
    return entries


def _header(metadata: Any) -> dict[str, Any]:
    """The facts."""
    if type(metadata) is not dict or metadata.get("format") != FORMAT:
        raise ModelError("this is not a model of ncleaner, but a safetensors file of somebody else")
    if not all(type(value) is str for value in metadata.values()):
        raise ModelError(f"the values of {METADATA} must be strings")
    _check_schema(metadata.pop("schema", ""))
    del metadata["format"]
    engine = metadata.pop("engine", "")
    if not engine:
        raise ModelError("the model does not say which engine it is for")
    header = {"engine": engine}
    for name, text in metadata.items():
        header[name] = _parsed(text, f"the fact {name!r}")
        _check_depth(name, header[name], DEEPEST)
    _check_facts(header)
    return header


def _check_schema(schema: str) -> None:
    if not (schema.isascii() and schema.isdigit() and len(schema) < 10 and int(schema) > 0):
        raise ModelError(f"the schema is {schema[:20]!r}, which is no version")
    if int(schema) > SCHEMA:
        raise ModelError(
            f"the model was made by a newer ncleaner: its schema is {int(schema)}, and this version knows {SCHEMA}"
            " at most; update ncleaner"
        )


def _check_depth(name: str, value: Any, deepest: int) -> None:
    if type(value) is dict or type(value) is list:
        if not deepest:
            raise ModelError(f"the fact {name!r} is nested more than {DEEPEST} deep")
        for part in value.values() if type(value) is dict else value:
            _check_depth(name, part, deepest - 1)


def _check_facts(header: dict[str, Any]) -> None:
    """See that the facts that are the same for all engines have the shape that they should."""
    training, scores = header.get("training", []), header.get("scores", {})
    if type(header.get("parameters", {})) is not dict:
        raise ModelError("the parameters must be a JSON object")
    if type(training) is not list or not all(type(one) is dict and type(one.get("set")) is str for one in training):
        raise ModelError("the fact 'training' must be a list of objects that each name a set")
    if type(scores) is not dict or not all(type(one) is dict for one in scores.values()):
        raise ModelError("the fact 'scores' must be an object of objects")


def _plan(entries: dict[str, Any]) -> list[tuple[str, int, int, str]]:
    """Where each array is, in the order of the file: name, begin, end and Python's code of the type."""
    places = [(name, *_place(name, entry)) for name, entry in entries.items()]
    places.sort(key=lambda place: (place[1], place[2]))
    before = 0
    for name, begin, end, _ in places:
        if begin != before:
            raise ModelError(f"the array {name!r} should begin at byte {before}, where the one before it ends")
        before = end
    return places


def _place(name: str, entry: Any) -> tuple[int, int, str]:
    if type(entry) is not dict or set(entry) != {"dtype", "shape", "data_offsets"}:
        raise ModelError(f"the entry of the array {name!r} should have a dtype, a shape and data_offsets")
    dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if type(dtype) is not str or dtype not in CODES:
        raise ModelError(f"the array {name!r} has the unknown type {_shown(dtype)}; known are {', '.join(CODES)}")
    if not _are_counts(shape, 1):
        raise ModelError(f"the array {name!r} has the shape {_shown(shape)}; only flat ones are known")
    if not _are_counts(offsets, 2):
        raise ModelError(f"the array {name!r} has the offsets {_shown(offsets)}; they should be two numbers")
    begin, end = offsets
    size = SIZES[dtype]
    if end - begin != shape[0] * size:
        raise ModelError(f"the array {name!r} has {shape[0]} numbers of {size} bytes, but {end - begin} bytes")
    if begin % size:
        raise ModelError(f"the array {name!r} begins at byte {begin}, which is no multiple of {size}")
    return begin, end, CODES[dtype]


def _are_counts(value: Any, length: int) -> bool:
    """Whether this is a list of so many numbers that can be sizes in a file."""
    return (
        type(value) is list and len(value) == length and all(type(one) is int and 0 <= one < 1 << 62 for one in value)
    )


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"


def _array(view: memoryview, code: str) -> Numbers:
    if SWAPPED:
        view = memoryview(_swapped(code, view.tobytes()))
    numbers: Numbers = view.cast(code)  # type: ignore[call-overload]
    return numbers


def _swapped(code: str, data: bytes) -> bytes:
    """Numbers with their bytes in the other order."""
    from array import array

    numbers = array(code, data)
    numbers.byteswap()
    return numbers.tobytes()


# JSON


def _parsed(text: str, what: str) -> Any:
    """What JSON text says, if it is within bounds."""
    if sum(map(text.count, ",:[{")) > MOST_PARTS:
        raise ModelError(f"{what} has more than {MOST_PARTS} parts")
    try:
        value, end = _scanner()(text, 0)
    except (ValueError, StopIteration):
        raise ModelError(f"{what} is not JSON") from None
    except RecursionError:
        raise ModelError(f"{what} is nested too deep") from None
    if end != len(text):
        raise ModelError(f"{what} is not JSON: something follows its end")
    return value


class _Strict:
    """What JSON's scanner asks for: objects without duplicate keys, and only numbers that are numbers."""

    strict = True
    object_hook = None
    parse_int = int

    @staticmethod
    def object_pairs_hook(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise ModelError("a key of the header occurs twice")
        return found

    @staticmethod
    def parse_float(text: str) -> float:
        number = float(text)
        if number in (float("inf"), float("-inf")):
            raise ModelError(f"the header has a number that is too large: {_shown(text)}")
        return number

    @staticmethod
    def parse_constant(text: str) -> float:
        raise ModelError(f"the header has a number that is none: {text}")


def _scanner() -> Callable[[str, int], tuple[Any, int]]:
    try:
        from _json import make_scanner

        scanner: Callable[[str, int], tuple[Any, int]] = make_scanner(_Strict)  # type: ignore[arg-type]
    except (ImportError, AttributeError):  # other Pythons, and ones to come
        from json import JSONDecoder

        strict: Any = _Strict
        options = {name: getattr(strict, name) for name in ("parse_float", "parse_constant", "object_pairs_hook")}
        scanner = JSONDecoder(**options).raw_decode
    return scanner


# Writing


def build(header: Mapping[str, Any], arrays: Mapping[str, Buffer], name: str = "") -> Model:
    """A model as it would be read from the file that it would be written to."""
    return unpack(pack(header, arrays), name)


def write(path: str | os.PathLike[str], header: Mapping[str, Any], arrays: Mapping[str, Buffer]) -> None:
    """Write a model file, all of it or none."""
    from ncleaner.system.files import write_bytes

    write_bytes(os.fspath(path), pack(header, arrays))


def pack(header: Mapping[str, Any], arrays: Mapping[str, Buffer]) -> bytes:
    """The bytes of a model file."""
    if type(header.get("engine")) is not str:
        raise ModelError("the header of a model must name its engine")
    metadata = {"format": FORMAT, "schema": str(SCHEMA), "engine": header["engine"]}
    metadata |= {name: _json(name, value) for name, value in header.items() if name != "engine"}
    entries: dict[str, Any] = {METADATA: metadata}
    bodies = []
    end = 0
    for name, dtype in sorted(_types(arrays).items(), key=lambda item: (-SIZES[item[1]], item[0])):
        body = _little_endian(arrays[name])
        begin, end = end, end + len(body)
        entries[name] = {"dtype": dtype, "shape": [len(body) // SIZES[dtype]], "data_offsets": [begin, end]}
        bodies.append(body)
    text = _json("header", entries).encode()
    text += b" " * (-(LENGTH_BYTES + len(text)) % ALIGNMENT)
    data = b"".join([len(text).to_bytes(LENGTH_BYTES, "little"), text, *bodies])
    unpack(data)  # nobody should be left with a file that cannot be read
    return data


def _types(arrays: Mapping[str, Buffer]) -> dict[str, str]:
    if METADATA in arrays:
        raise ModelError(f"an array cannot be called {METADATA!r}")
    return {name: dtype_of(array) for name, array in arrays.items()}


def _little_endian(numbers: Buffer) -> bytes:
    view = memoryview(numbers)
    return _swapped(view.format, view.tobytes()) if SWAPPED else view.tobytes()


def _json(name: str, value: object) -> str:
    import json

    try:
        return json.dumps(value, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ModelError(f"the fact {name!r} cannot be written as JSON: {error}") from None
