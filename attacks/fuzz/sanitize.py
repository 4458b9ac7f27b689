"""``make sanitize``: the tests of code that uses pointers, on the modules compiled with sanitizers.

Tests that measure memory or time are left out, because sanitizers change both.
"""

from __future__ import annotations

import os
import subprocess
import sys

from attacks.fuzz import build
from attacks.fuzz.places import ROOT

FILES = ("scan", "decode", "utf8", "octets", "hostile", "ngram_*", "train_ngram", "forest_*", "sites", "regressions")
LEFT_OUT = "not memory and not takes_more and not time and not linear"


def main() -> int:
    """Build and run the tests; return their status, 1 for undefined behaviour, or 2 if nothing can be built."""
    try:
        build.build()
        environment = build.environment()
    except build.CannotBuild as error:
        print(f"make sanitize: {error}", file=sys.stderr)
        return 2
    tests = [str(path) for name in FILES for path in sorted((ROOT / "tests").glob(f"test_{name}.py"))]
    environment["UBSAN_OPTIONS"] += f":log_path={build.FOLDER / 'undefined'}"
    for report in build.FOLDER.glob("undefined.*"):
        report.unlink()
    status = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", LEFT_OUT, *tests],
        cwd=ROOT,
        env={**os.environ, **environment},
        check=False,
    ).returncode
    reports = list(build.FOLDER.glob("undefined.*"))
    for report in reports:
        print(report.read_text(errors="replace"), file=sys.stderr)
    return status or int(bool(reports))


if __name__ == "__main__":
    sys.exit(main())
