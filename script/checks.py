"""The checks of the code, and how each is run."""

import secrets
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from script.checkout import ROOT, VENV
from script.office import PYTHON
from script.supervisor import Part, Supervisor

TYPED = ("federation", "ratings", "tournaments", "script")
TESTING = {"RANKBOK_TESTING": "1"}
IN_PARALLEL = "not browser and not alone and not processes"
ONE_BY_ONE = "browser or alone"
OF_PROCESSES = "processes"


@dataclass(frozen=True)
class Check:
    name: str
    command: list[str]
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class CheckOutcome:
    name: str
    passed: bool
    seconds: float
    output: str

    def line(self) -> str:
        verdict = "ok" if self.passed else "FAILED"
        last = self.output.rstrip().rpartition("\n")[2].strip("= ")
        return f"  {verdict:<7} {self.name:<20} {last[:60]:<60} {self.seconds:6.1f} s"


RULES = [f"tests/{app}/rules" for app in ("federation", "ratings", "tournaments")]
SOURCE = [f"tests/architecture/{name}" for name in ("documents", "source", "words")]


def quick_checks() -> Iterator[list[Check]]:
    """Yield the checks that need no server: for everyday use, between two edits."""
    yield _checks_of_code()
    few = ["-n", "2", "--hypothesis-profile=quick", "-m", "not django_db"]
    pytest = [PYTHON, "-m", "pytest", *few, *RULES, *SOURCE]
    yield [Check("rules and source", pytest, TESTING)]


def checks() -> Iterator[list[Check]]:
    """Yield all checks; those of one list run at the same time."""
    pending = ["makemigrations", "--check", "--dry-run"]
    deploy = ["check", "--deploy", "--fail-level", "WARNING"]
    yield [
        *_checks_of_code(),
        Check("pending migrations", [PYTHON, "manage.py", *pending]),
        Check("deployment", [PYTHON, "manage.py", *deploy], _as_in_production()),
        Check("advisories", [PYTHON, "-m", "script.advisories"]),
    ]
    # Use the same examples each time, so that a change is judged by its own faults;
    # docs/testing.md says how to draw new ones.
    pytest = [PYTHON, "-m", "pytest", "--hypothesis-seed=1"]
    yield [Check("tests", [*pytest, "-n", "2", "-m", IN_PARALLEL], TESTING)]
    # These wait for other processes more than they compute, and those of the second
    # check have their own servers.
    yield [
        Check("tests one by one", [*pytest, "-rs", "-m", ONE_BY_ONE], TESTING),
        Check("tests of processes", [*pytest, "-rs", "-m", OF_PROCESSES], TESTING),
    ]


def _checks_of_code() -> list[Check]:
    return [
        Check("format", [PYTHON, "-m", "ruff", "format", "--check", "."]),
        Check("lint", [PYTHON, "-m", "ruff", "check", "."]),
        Check("import contracts", [str(VENV / "bin" / "lint-imports")]),
        Check("types", [PYTHON, "-m", "mypy", *TYPED]),
    ]


def _as_in_production() -> dict[str, str]:
    return {
        "SECRET_KEY": secrets.token_urlsafe(48),
        "ALLOWED_HOSTS": "rankbok.example",
        "BEHIND_TLS": "1",
    }


def carry_out(
    checks: Iterable[Check],
    supervisor: Supervisor,
    env: Mapping[str, str],
    logs: Path,
) -> Iterator[CheckOutcome]:
    """Run the checks at the same time; yield each outcome as soon as it is known."""
    parts = [_part_of(check, env, logs) for check in checks]
    began = time.monotonic()
    for part, status in supervisor.run_together(parts):
        seconds = time.monotonic() - began
        output = part.log.read_text(errors="replace") if part.log else ""
        yield CheckOutcome(part.name, status == 0, seconds, output)


def _part_of(check: Check, env: Mapping[str, str], logs: Path) -> Part:
    log = logs / f"check-{check.name.replace(' ', '-')}.log"
    log.unlink(missing_ok=True)
    return Part(check.name, check.command, log, {**env, **check.env}, cwd=ROOT)
