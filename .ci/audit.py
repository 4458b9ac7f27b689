"""Looks for known vulnerabilities in the packages of a lock file, where the service for that can be reached."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from typing import Any

SECONDS = 120  # for all packages together
OPTIONS = ("--disable-pip", "--require-hashes", "--progress-spinner", "off", "--timeout", "5", "--format", "json")
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
    command = [sys.executable, "-m", "pip_audit", *OPTIONS, "--requirement", lock]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return skipped(f"pip-audit did not finish within {SECONDS} seconds")
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        if any(name in done.stderr for name in UNREACHABLE):
            return skipped("the service for vulnerabilities cannot be reached")
        print(done.stdout + done.stderr, end="")
        return 1
    return report(packages)


def report(packages: list[dict[str, Any]]) -> int:
    """Print the vulnerabilities of packages, as pip-audit reports them; return 1 if there are any, else 0."""
    audited = [package for package in packages if "vulns" in package]
    if not audited:
        return skipped("the service for vulnerabilities knows none of the packages")
    found = [(package, vulnerability) for package in audited for vulnerability in package["vulns"]]
    for package, vulnerability in found:
        fixed = ", ".join(vulnerability["fix_versions"]) or "no version"
        print(f"{package['name']} {package['version']}: {vulnerability['id']}, fixed in {fixed}")
    print(f"pip-audit: {len(found)} vulnerabilities in {len(audited)} of {len(packages)} packages")
    return int(bool(found))


def skipped(reason: str) -> int:
    """Print why nothing was audited."""
    print(f"pip-audit: skipped: {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
