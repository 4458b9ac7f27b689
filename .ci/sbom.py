"""Writes a bill of materials beside each wheel, in CycloneDX's JSON: the package, its requirements and its models.

Everything comes from the wheel itself, so the same wheel always gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import uuid
from email.message import Message
from email.parser import BytesParser
from pathlib import Path
from typing import Any
from zipfile import ZipFile

SPEC_VERSION = "1.6"
MODEL = ".model"


def main(*wheels: str) -> int:
    """Write ``NAME.whl.cdx.json`` beside each wheel."""
    for wheel in map(Path, wheels):
        target = wheel.with_name(wheel.name + ".cdx.json")
        target.write_text(json.dumps(bill(wheel), indent=1) + "\n")
        print(target)
    return 0


def bill(wheel: Path) -> dict[str, Any]:
    """Return the bill of materials of a wheel."""
    with ZipFile(wheel) as file:
        metadata = next(name for name in file.namelist() if name.endswith(".dist-info/METADATA"))
        facts = BytesParser().parsebytes(file.read(metadata))
        models = [model(name, file.read(name)) for name in sorted(file.namelist()) if name.endswith(MODEL)]
    package = component(facts, hashlib.sha256(wheel.read_bytes()).hexdigest())
    requirements = [requirement(line) for line in facts.get_all("Requires-Dist", [])]
    required = [one["bom-ref"] for one in requirements if one["scope"] == "required"]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": SPEC_VERSION,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, package['purl'] + package['hashes'][0]['content'])}",
        "version": 1,
        "metadata": {"component": package},
        "components": requirements + models,
        "dependencies": [{"ref": package["bom-ref"], "dependsOn": required + [one["bom-ref"] for one in models]}],
    }


def component(facts: Message, digest: str) -> dict[str, Any]:
    """Return the entry of the package itself."""
    name, version = facts["Name"], facts["Version"]
    return {
        "type": "library",
        "bom-ref": name,
        "name": name,
        "version": version,
        "licenses": [{"expression": facts["License-Expression"]}],
        "purl": f"pkg:pypi/{name}@{version}",
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }


def requirement(line: str) -> dict[str, Any]:
    """Return the entry of a required package; packages of extras are optional."""
    name = re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0]
    return {
        "type": "library",
        "bom-ref": line,
        "name": name,
        "scope": "optional" if "extra ==" in line else "required",
        "purl": f"pkg:pypi/{re.sub('[-_.]+', '-', name).lower()}",
        "properties": [{"name": "ncleaner:requirement", "value": line}],
    }


def model(name: str, data: bytes) -> dict[str, Any]:
    """Return the entry of a model file."""
    return {
        "type": "machine-learning-model",
        "bom-ref": name,
        "name": name,
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(data).hexdigest()}],
    }


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
