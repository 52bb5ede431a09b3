"""Ask the advisory database whether a package that we pin has a known vulnerability.

    python -m script.advisories

Exit status 1 if one has. If the database cannot be reached, this is reported but is no
failure: a machine without a network checks what it can.
"""

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from script.checkout import ROOT
from script.office import PYTHON

LONGEST_WAIT = 120.0
"""Maximum seconds for all requests about one list of packages."""
OPTIONS = (
    "--disable-pip", "--require-hashes", "--format", "json",
    "--progress-spinner", "off", "--timeout", "5",
)  # fmt: skip
Package = Mapping[str, Any]


def main() -> int:
    packages = [
        package
        for pinned in sorted(ROOT.glob("requirements*.txt"))
        for package in look_up_packages(pinned)
    ]
    known = list(weaknesses(packages))
    print("\n".join([*known, summary(packages)]))
    return 1 if known else 0


def look_up_packages(pinned: Path) -> list[Package]:
    """Return what the database says of each package of a list; a package without an
    answer has a `skip_reason`. If there is no answer in time, the list's own name
    stands for all its packages.
    """
    command = [PYTHON, "-m", "pip_audit", *OPTIONS, "-r", str(pinned)]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=LONGEST_WAIT, check=False
        )
        answer = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return [{"name": pinned.name, "skip_reason": "no answer"}]
    return list(answer["dependencies"])


def weaknesses(packages: Sequence[Package]) -> Iterator[str]:
    """Yield a line for each known vulnerability, with the versions that fix it."""
    for package in packages:
        for known in package.get("vulns", ()):
            fixed = ", ".join(known["fix_versions"]) or "no version yet"
            name = f"{package['name']} {package['version']}"
            yield f"{name}: {known['id']}; mended in {fixed}"


def summary(packages: Sequence[Package]) -> str:
    unknown = sum("skip_reason" in package for package in packages)
    known = len(packages) - unknown
    if not known:
        return "the advisory database could not be reached"
    silent = f", {unknown} not found there" if unknown else ""
    return f"{known} packages looked up{silent}"


if __name__ == "__main__":
    raise SystemExit(main())
