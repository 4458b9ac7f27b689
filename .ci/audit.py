"""Looks for known vulnerabilities in the packages of a lock file, where the service for that can be reached."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

SECONDS = 120  # for all packages together
UNREACHABLE = (
    "ConnectionError",
    "ConnectionFailure",
    "ServiceError",
    "Max retries",
    "timed out",
    "ProxyError",
    "HTTPError",
)


def main(lock: str) -> int:
    """Return 1 if a package has a known vulnerability or the audit fails, else 0."""
    if importlib.util.find_spec("pip_audit") is None:
        return skipped("pip-audit is not installed")
    options = ["--disable-pip", "--require-hashes", "--progress-spinner", "off", "--timeout", "5"]
    command = [sys.executable, "-m", "pip_audit", *options, "--requirement", str(Path(lock))]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return skipped(f"pip-audit did not finish within {SECONDS} seconds")
    if done.returncode and "vulnerabilit" not in done.stderr and any(name in done.stderr for name in UNREACHABLE):
        return skipped("the service for vulnerabilities cannot be reached")
    print(done.stdout + done.stderr, end="")
    return int(done.returncode != 0)


def skipped(reason: str) -> int:
    """Print why nothing was audited."""
    print(f"pip-audit: skipped: {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
