"""A small web archive of the examples, for the tests of other frameworks."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

from conftest import ROOT
from warc_examples import gzip_member, record, response

import ncleaner

NAMES = ("news", "forum", "recipe", "shop")


def write_crawl(folder: Path) -> dict[str, str]:
    """Write a folder ``crawl`` with an archive, and return the clean texts of its pages, with comments, by URL."""
    texts = {}
    members = [gzip_member(record(0, b"software: none\r\n", "warcinfo", "application/warc-fields"))]
    for index, name in enumerate(NAMES, 1):
        page = (ROOT / "examples" / f"{name}.html").read_bytes()
        block = response(page, content_type="text/html; charset=utf-8")
        digest = base64.b32encode(hashlib.sha1(page).digest()).decode()
        members.append(gzip_member(record(index, block, fields=f"WARC-Payload-Digest: sha1:{digest}\r\n")))
        texts[f"https://example.org/{index}"] = ncleaner.clean(page, comments="keep").text.rstrip("\n")
    (folder / "crawl").mkdir()
    (folder / "crawl" / "pages.warc.gz").write_bytes(b"".join(members))
    return texts


def written(folder: Path) -> list[dict[str, Any]]:
    """Return the objects in all compressed JSON Lines files in a folder."""
    packed = sorted(folder.rglob("*.jsonl.gz"))
    return [json.loads(line) for path in packed for line in gzip.decompress(path.read_bytes()).splitlines()]
