"""Model files: arrays of numbers and a header that describes them. Nothing in a model file is executable.

The layout is that of safetensors, whose library can read these files::

    8 bytes    the length of the header, little-endian
    header     JSON in UTF-8, padded with spaces so that the arrays begin at a multiple of eight bytes
    arrays     raw little-endian numbers without gaps, arrays with the widest numbers first

The header has an entry for each array, ``"weights": {"dtype": "F32", "shape": [512], "data_offsets": [0, 2048]}``, and
the entry ``"__metadata__"`` for everything else. Its values must be strings. ``format`` is always ``ncleaner``,
``schema`` is the version of this format, and ``engine`` is the name of the engine that the model is for. Each other
value is a field encoded as JSON:

    parameters    an object: settings of the engine
    training      a list of objects, each with the name of a ``set`` that the model was trained on
    scores        an object: for the name of a set or of a test, an object of measures and figures

Engines may add further fields. The order of keys is kept, and there are no timestamps: the same fields and arrays
always give the same bytes.

Strategy of reading: trust nothing. The header is read and validated before the arrays. Its length, its number of parts
and its depth are limited, so the objects parsed from it stay small. The arrays are read in one go; each is a view of
that memory, copied only on big-endian machines. Every defect raises `ModelError`. The engine checks the values of
the numbers; `Model.array` and `Model.parameter` check presence and type.

Importing ``json`` takes longer than cleaning a page, mostly because it imports ``re`` for error messages and for the
pure-Python decoder. So the header is read with ``json``'s compiled scanner, if the interpreter has one.
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
MOST_PARTS = 4096  # commas, colons and brackets in the header; each part needs at most some hundred bytes of memory
DEEPEST = 8  # nested brackets in a field

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
"""The types of numbers: name in safetensors -> format in Python's buffers."""

SIZES = {dtype: int(dtype[1:]) // 8 for dtype in CODES}

SWAPPED = sys.byteorder == "big"


class Model(Frozen):
    """The content of a model file.

    ``header`` has the fields by name; ``arrays`` has flat, read-only views of numbers; ``name`` is the name of an
    installed model or the path of the file.
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
        """The settings of the engine."""
        parameters: dict[str, Any] = self.header.get("parameters", {})
        return parameters

    @property
    def settings(self) -> dict[str, Any]:
        """The parameters to show to users: single values that belong to the whole model."""
        return {
            name: value
            for name, value in self.parameters.items()
            if not isinstance(value, dict | list) and "." not in name and value != ""
        }

    @property
    def training(self) -> list[dict[str, Any]]:
        """The sets that the model was trained on, with further figures."""
        training: list[dict[str, Any]] = self.header.get("training", [])
        return training

    @property
    def scores(self) -> dict[str, dict[str, Any]]:
        """The scores of the model, by the name of the set or test."""
        scores: dict[str, dict[str, Any]] = self.header.get("scores", {})
        return scores

    def array(self, name: str, dtype: str) -> Numbers:
        """Return an array, or raise `ModelError` if it is missing or has another type."""
        if name not in self.arrays:
            raise ModelError(f"{self.name}: the array {name!r} is missing")
        actual = dtype_of(self.arrays[name])
        if actual != dtype:
            raise ModelError(f"{self.name}: the array {name!r} should be of type {dtype}, not {actual}")
        return self.arrays[name]

    def parameter(self, name: str, kind: type[T]) -> T:
        """Return a parameter, or raise `ModelError` if it is missing or has another type; integers become floats."""
        if name not in self.parameters:
            raise ModelError(f"{self.name}: the parameter {name!r} is missing")
        value: Any = self.parameters[name]
        if type(value) is int and kind is float and abs(value) < 1 << 53:
            value = float(value)
        if type(value) is not kind:
            raise ModelError(f"{self.name}: the parameter {name!r} should be of type {kind.__name__}, not {value!r}")
        return value

    def part(self, engine: str) -> Model:
        """Return the model of another engine that is embedded in this one.

        The parameter ``engine`` has its parameters, and the names of its arrays begin with the name of the engine. Its
        own name is that of this model, so that error messages name an existing file.
        """
        prefix = f"{engine}."
        arrays = {name[len(prefix) :]: numbers for name, numbers in self.arrays.items() if name.startswith(prefix)}
        return Model({"engine": engine, "parameters": self.parameter(engine, dict)}, arrays, self.name)

    def __repr__(self) -> str:
        return f"Model(name={self.name!r}, engine={self.engine!r})"


def dtype_of(numbers: Buffer) -> str:
    """Return safetensors' name for the type of the numbers."""
    view = memoryview(numbers)
    for dtype, code in CODES.items():
        if view.format == code:
            return dtype
    raise ModelError(f"a model cannot contain numbers of type {view.format!r}; use one of {', '.join(CODES.values())}")


# Reading


def read(path: str | os.PathLike[str], name: str | None = None) -> Model:
    """Read a model file; ``name`` is by default its path."""
    path = os.fspath(path)
    try:
        with open(path, "rb", buffering=0) as file:
            return _read(file, path if name is None else name)
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror or error}") from None
    except ModelError as error:
        raise ModelError(f"{path}: {error}") from None


def unpack(data: bytes, name: str = "") -> Model:
    """Read a model from the bytes of a file."""
    from io import BytesIO

    return _read(BytesIO(data), name)


def _read(file: FileIO | BytesIO, name: str) -> Model:
    entries = _entries(_header_bytes(file))
    header = _header(entries.pop(METADATA, None))
    spans = _array_spans(entries)
    body = memoryview(file.read())
    actual, expected = len(body), spans[-1][2] if spans else 0
    if actual < expected:
        raise ModelError(f"the file is truncated: its arrays should have {expected} bytes, but it has only {actual}")
    if actual > expected:
        raise ModelError(f"the file has {actual - expected} bytes after the end of the model")
    return Model(header, {array: _array(body[begin:end], code) for array, begin, end, code in spans}, name)


def _header_bytes(file: FileIO | BytesIO) -> bytes:
    start = _read_up_to(file, LENGTH_BYTES)
    if len(start) < LENGTH_BYTES:
        raise ModelError(f"this is not a model: it has only {len(start)} bytes")
    length = int.from_bytes(start, "little")
    if length > LARGEST_HEADER:
        raise ModelError(f"this is not a model: its header would be longer than {LARGEST_HEADER} bytes")
    header = _read_up_to(file, length)
    if len(header) < length:
        raise ModelError(f"the file is truncated: its header should have {length} bytes, but has only {len(header)}")
    if (LENGTH_BYTES + length) % ALIGNMENT:
        raise ModelError(f"this is not a model: the arrays do not begin at a multiple of {ALIGNMENT} bytes")
    return header


def _read_up_to(file: FileIO | BytesIO, size: int) -> bytes:
    """Read ``size`` bytes, or fewer at the end of the file. Pipes need several reads."""
    data = b""
    while len(data) < size:
        more = file.read(size - len(data))
        if not more:
            break
        data += more
    return data


def _entries(header: bytes) -> dict[str, Any]:
    try:
        text = header.decode("utf-8")
    except UnicodeDecodeError:
        raise ModelError("this is not a model: its header is not UTF-8") from None
    entries = _parse_json(text.rstrip(" "), "the header")
    if type(entries) is not dict:
        raise ModelError("this is not a model: its header is not a JSON object")
    return entries


def _header(metadata: Any) -> dict[str, Any]:
    """Parse and validate the fields."""
    if type(metadata) is not dict or metadata.get("format") != FORMAT:
        raise ModelError("this is not a model of ncleaner, but a safetensors file of another program")
    if not all(type(value) is str for value in metadata.values()):
        raise ModelError(f"the values of {METADATA} must be strings")
    _check_schema(metadata.pop("schema", ""))
    del metadata["format"]
    engine = metadata.pop("engine", "")
    if not engine:
        raise ModelError("the model does not name its engine")
    header = {"engine": engine}
    for name, text in metadata.items():
        header[name] = _parse_json(text, f"the header field {name!r}")
        _check_depth(name, header[name], DEEPEST)
    _check_fields(header)
    return header


def _check_schema(schema: str) -> None:
    if not (schema.isascii() and schema.isdigit() and len(schema) < 10 and int(schema) > 0):
        raise ModelError(f"the schema {schema[:20]!r} is not a version number")
    if int(schema) > SCHEMA:
        raise ModelError(
            f"the model was made by a newer ncleaner: its schema is {int(schema)}, and this version reads schemas up to"
            f" {SCHEMA}; update ncleaner"
        )


def _check_depth(name: str, value: Any, deepest: int) -> None:
    if type(value) is dict or type(value) is list:
        if not deepest:
            raise ModelError(f"the header field {name!r} is nested more than {DEEPEST} levels deep")
        for part in value.values() if type(value) is dict else value:
            _check_depth(name, part, deepest - 1)


def _check_fields(header: dict[str, Any]) -> None:
    """Check the shape of the fields that all engines share."""
    training, scores = header.get("training", []), header.get("scores", {})
    if type(header.get("parameters", {})) is not dict:
        raise ModelError("the header field 'parameters' must be a JSON object")
    if type(training) is not list or not all(type(item) is dict and type(item.get("set")) is str for item in training):
        raise ModelError("the header field 'training' must be a list of objects that each name a set")
    if type(scores) is not dict or not all(type(item) is dict for item in scores.values()):
        raise ModelError("the header field 'scores' must be an object of objects")


def _array_spans(entries: dict[str, Any]) -> list[tuple[str, int, int, str]]:
    """Return name, begin, end and Python's type code of each array, in the order of the file."""
    spans = [(name, *_array_span(name, entry)) for name, entry in entries.items()]
    spans.sort(key=lambda span: (span[1], span[2]))
    previous_end = 0
    for name, begin, end, _ in spans:
        if begin != previous_end:
            raise ModelError(f"the array {name!r} should begin at byte {previous_end}, where the previous one ends")
        previous_end = end
    return spans


def _array_span(name: str, entry: Any) -> tuple[int, int, str]:
    if type(entry) is not dict or set(entry) != {"dtype", "shape", "data_offsets"}:
        raise ModelError(f"the entry of the array {name!r} should have a dtype, a shape and data_offsets")
    dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if type(dtype) is not str or dtype not in CODES:
        raise ModelError(
            f"the array {name!r} has the unknown type {_shortened(dtype)}; known types are {', '.join(CODES)}"
        )
    if not _are_sizes(shape, 1):
        raise ModelError(f"the array {name!r} has the shape {_shortened(shape)}; it should be flat")
    if not _are_sizes(offsets, 2):
        raise ModelError(f"the array {name!r} has the offsets {_shortened(offsets)}; they should be two numbers")
    begin, end = offsets
    size = SIZES[dtype]
    if end - begin != shape[0] * size:
        raise ModelError(f"the array {name!r} has {shape[0]} numbers of {size} bytes, but {end - begin} bytes")
    if begin % size:
        raise ModelError(f"the array {name!r} begins at byte {begin}, which is not a multiple of {size}")
    return begin, end, CODES[dtype]


def _are_sizes(value: Any, length: int) -> bool:
    """Return whether the value is a list of ``length`` integers that can be sizes or offsets in a file."""
    return (
        type(value) is list
        and len(value) == length
        and all(type(number) is int and 0 <= number < 1 << 62 for number in value)
    )


def _shortened(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"


def _array(view: memoryview, code: str) -> Numbers:
    if SWAPPED:
        view = memoryview(_swapped(code, view.tobytes()))
    numbers: Numbers = view.cast(code)  # type: ignore[call-overload]
    return numbers


def _swapped(code: str, data: bytes) -> bytes:
    """Reverse the byte order of numbers."""
    from array import array

    numbers = array(code, data)
    numbers.byteswap()
    return numbers.tobytes()


# JSON


def _parse_json(text: str, what: str) -> Any:
    """Parse JSON of limited size; ``what`` names it in error messages."""
    if sum(map(text.count, ",:[{")) > MOST_PARTS:
        raise ModelError(f"{what} has more than {MOST_PARTS} parts")
    try:
        value, end = _scanner()(text, 0)
        if "\\ud" in text.lower():
            _check_strings(value, what)
    except (ValueError, StopIteration):
        raise ModelError(f"{what} is not JSON") from None
    except RecursionError:
        raise ModelError(f"{what} is nested too deeply") from None
    if end != len(text):
        raise ModelError(f"{what} is not JSON: there is text after its end")
    return value


def _check_strings(value: Any, what: str) -> None:
    """Raise `ModelError` if a string has half of a surrogate pair, which no output can contain."""
    if type(value) is str:
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise ModelError(f"{what} has a character that is only half of a surrogate pair") from None
    elif type(value) is list:
        for part in value:
            _check_strings(part, what)
    elif type(value) is dict:
        for key, part in value.items():
            _check_strings(key, what)
            _check_strings(part, what)


class _StrictJson:
    """Options for JSON's scanner that reject duplicate keys, infinities and NaN."""

    strict = True
    object_hook = None
    parse_int = int

    @staticmethod
    def object_pairs_hook(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        values = dict(pairs)
        if len(values) < len(pairs):
            raise ModelError("the header has a duplicate key")
        return values

    @staticmethod
    def parse_float(text: str) -> float:
        number = float(text)
        if number in (float("inf"), float("-inf")):
            raise ModelError(f"the header has a number that is too large: {_shortened(text)}")
        return number

    @staticmethod
    def parse_constant(text: str) -> float:
        raise ModelError(f"the header has a value that is not a finite number: {text}")


def _scanner() -> Callable[[str, int], tuple[Any, int]]:
    try:
        from _json import make_scanner

        scanner: Callable[[str, int], tuple[Any, int]] = make_scanner(_StrictJson)  # type: ignore[arg-type]
    except (ImportError, AttributeError):  # other implementations, and future versions of CPython
        from json import JSONDecoder

        strict_json: Any = _StrictJson
        options = {name: getattr(strict_json, name) for name in ("parse_float", "parse_constant", "object_pairs_hook")}
        scanner = JSONDecoder(**options).raw_decode
    return scanner


# Writing


def build(header: Mapping[str, Any], arrays: Mapping[str, Buffer], name: str = "") -> Model:
    """Return the model that a file with this header and these arrays would contain."""
    return unpack(pack(header, arrays), name)


def write(path: str | os.PathLike[str], header: Mapping[str, Any], arrays: Mapping[str, Buffer]) -> None:
    """Write a model file atomically."""
    from ncleaner.system.files import write_bytes

    write_bytes(os.fspath(path), pack(header, arrays))


def pack(header: Mapping[str, Any], arrays: Mapping[str, Buffer]) -> bytes:
    """Return the bytes of a model file."""
    if type(header.get("engine")) is not str:
        raise ModelError("the header of a model must name its engine")
    metadata = {"format": FORMAT, "schema": str(SCHEMA), "engine": header["engine"]}
    metadata |= {name: _to_json(name, value) for name, value in header.items() if name != "engine"}
    entries: dict[str, Any] = {METADATA: metadata}
    bodies = []
    end = 0
    for name, dtype in sorted(_types(arrays).items(), key=lambda item: (-SIZES[item[1]], item[0])):
        body = _little_endian(arrays[name])
        begin, end = end, end + len(body)
        entries[name] = {"dtype": dtype, "shape": [len(body) // SIZES[dtype]], "data_offsets": [begin, end]}
        bodies.append(body)
    text = _to_json("header", entries).encode()
    text += b" " * (-(LENGTH_BYTES + len(text)) % ALIGNMENT)
    data = b"".join([len(text).to_bytes(LENGTH_BYTES, "little"), text, *bodies])
    unpack(data)  # raises if the file could not be read again
    return data


def _types(arrays: Mapping[str, Buffer]) -> dict[str, str]:
    if METADATA in arrays:
        raise ModelError(f"an array cannot be named {METADATA!r}")
    return {name: dtype_of(array) for name, array in arrays.items()}


def _little_endian(numbers: Buffer) -> bytes:
    view = memoryview(numbers)
    return _swapped(view.format, view.tobytes()) if SWAPPED else view.tobytes()


def _to_json(name: str, value: object) -> str:
    import json

    try:
        return json.dumps(value, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ModelError(f"the header field {name!r} cannot be written as JSON: {error}") from None
