"""A worker for tests: writes the features of a page, with another layout of the tables if it is told to.

With the argument ``changed``, each group of columns gets one more column in its middle, and each table of containers
too, before anything else is imported. The answer is a JSON object of all columns by name.
"""

from __future__ import annotations

import ast
import json
import sys
from array import array
from importlib.util import find_spec
from types import ModuleType

from forest_examples import PROSE
from ngram_examples import CLEAN
from ngram_examples import model as ngram_model

CARDS = "".join(f"<li class=card><h3>Boat {n}</h3><p>{CLEAN[n]}</p><p>$ {n}9</p></li>" for n in range(4))
PAGE = f"""<html><head><title>Boats in the rain</title><meta property="og:type" content="article"></head><body>
<nav class=menu><a href=1>Home</a> <a href=2><b>News</b></a></nav><h1>Boats in the rain</h1>
<main><article class=story><header><p>By nobody, today:</p></header><p>{PROSE}</p><h2>Later <a href=5>on</a></h2>
<p>{PROSE}</p><p>{CLEAN[0]}<br>{CLEAN[1]}!</p></article>
<ul class=cards>{CARDS}</ul></main><aside aria-hidden=true>Home</aside>
<table><tr><td>Home</td><td>A, B</td></tr></table><blockquote>QUOTED</blockquote>
<pre>x = 1</pre><p><b>Bold</b><p>Home | News | Sport<footer><a href=3>Log in</a></footer>"""
NAMES = {"story": 60, "menu": -50, "card": 20}


class Inserted(ast.NodeTransformer):
    """Inserts a name into the middle of tuples of names, and of tuples of constants that a range is assigned to."""

    def __init__(self) -> None:
        self.count = 0

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        target, value = node.targets[0], node.value
        if isinstance(value, ast.Tuple) and all(isinstance(name, ast.Constant) for name in value.elts):
            if isinstance(target, ast.Name) and target.id not in {"LEVELS", "COPIED"}:
                value.elts.insert(len(value.elts) // 2, ast.Constant(f"new {self._next()}"))
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Call):
            target.elts.insert(len(target.elts) // 2, ast.Name(f"NEW_{self._next()}", ast.Store()))
            value.args = [ast.Constant(len(target.elts))]
        return node

    def _next(self) -> int:
        self.count += 1
        return self.count


def change(name: str) -> int:
    """Import a module with further columns, and return their number."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    with open(spec.origin, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    inserted = Inserted()
    code = compile(ast.fix_missing_locations(inserted.visit(tree)), spec.origin, "exec")
    module = ModuleType(name)
    sys.modules[name] = module
    exec(code, module.__dict__)
    return inserted.count


def main() -> None:
    """Write all columns."""
    package = "ncleaner.engines.forest"
    counts = []
    if "changed" in sys.argv[1:]:
        counts = [change(f"{package}.{name}") for name in ("columns", "layout", "kind_columns")]
    from ncleaner import backend
    from ncleaner.engines.forest.columns import COLUMNS
    from ncleaner.engines.forest.comments import KEEP
    from ncleaner.engines.forest.context import add_context
    from ncleaner.engines.forest.features import Features
    from ncleaner.engines.forest.kind_columns import KIND_COLUMNS
    from ncleaner.engines.forest.kinds import KeptTable
    from ncleaner.engines.forest.name_weights import MIDDLE, NO_WEIGHTS, NameWeights
    from ncleaner.engines.forest.trees import EDGE
    from ncleaner.engines.ngram.scorer import Scorer
    from ncleaner.read.html.reader import read

    weights = bytearray(NO_WEIGHTS)
    for word, weight in NAMES.items():
        blocks = read(f"<div class={word}>x".encode())
        names = NameWeights()
        names.slots = []
        names.read(blocks.source, blocks.elements, 2)
        weights[names.slots[0]] = MIDDLE + weight
    blocks = read(PAGE.encode())
    features = Features(blocks, Scorer(ngram_model()), NameWeights(bytes(weights)), KEEP, True, blocks.hidden_bits())
    features.set_scope(1)
    add_context(features, array("i", [3000 - 700 * (row % 9) for row in range(features.count)]))
    kept = KeptTable(blocks, features, bytes([0]) + bytes([1]) * (len(blocks) - 1))

    def values(data: bytearray, stride: int, columns: tuple[str, ...], count: int) -> dict[str, list[int]]:
        starts = (number * stride + EDGE for number in range(len(columns)))
        return {name: list(data[start : start + count]) for name, start in zip(columns, starts, strict=True)}

    answer = {
        "backend": backend.name(),
        "counts": counts,
        "features": values(features.data, features.stride, COLUMNS, features.count),
        "kinds": values(kept.data, kept.stride, KIND_COLUMNS, kept.count),
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
