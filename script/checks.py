"""What must hold, and how one sees whether it does."""

import secrets
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from script.checkout import ROOT, VENV
from script.office import PYTHON
from script.supervisor import Part, Supervisor

TYPED = ("federation", "ratings", "tournaments", "script")
TESTING = {"RANKBOK_TESTING": "1"}
IN_PARALLEL = "not browser and not processes"
ONE_BY_ONE = "browser or processes"


@dataclass(frozen=True)
class Check:
    name: str
    command: list[str]
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    name: str
    passed: bool
    seconds: float
    output: str

    def line(self) -> str:
        verdict = "ok" if self.passed else "FAILED"
        last = self.output.rstrip().rpartition("\n")[2].strip("= ")
        return f"  {verdict:<7} {self.name:<20} {last[:60]:<60} {self.seconds:6.1f} s"


RULES = [f"tests/{app}/rules" for app in ("federation", "ratings", "tournaments")]


def quick_checks() -> Iterator[Check]:
    """What needs no server: for every day, between two edits."""
    yield from _of_the_code()
    few = ["-n", "2", "--hypothesis-profile=quick"]
    yield Check("rules", [PYTHON, "-m", "pytest", *few, *RULES], TESTING)


def checks() -> Iterator[Check]:
    yield from _of_the_code()
    pending = ["makemigrations", "--check", "--dry-run"]
    yield Check("pending migrations", [PYTHON, "manage.py", *pending])
    deploy = ["check", "--deploy", "--fail-level", "WARNING"]
    yield Check("deployment", [PYTHON, "manage.py", *deploy], _as_in_production())
    yield Check("advisories", [PYTHON, "-m", "script.advisories"])
    # The same examples each time: a change is judged by its own faults, and how to draw
    # fresh ones is said in docs/testing.md.
    pytest = [PYTHON, "-m", "pytest", "--hypothesis-seed=1"]
    yield Check("tests", [*pytest, "-n", "2", "-m", IN_PARALLEL], TESTING)
    yield Check("tests one by one", [*pytest, "-rs", "-m", ONE_BY_ONE], TESTING)


def _of_the_code() -> Iterator[Check]:
    yield Check("format", [PYTHON, "-m", "ruff", "format", "--check", "."])
    yield Check("lint", [PYTHON, "-m", "ruff", "check", "."])
    yield Check("import contracts", [str(VENV / "bin" / "lint-imports")])
    yield Check("types", [PYTHON, "-m", "mypy", *TYPED])


def _as_in_production() -> dict[str, str]:
    return {
        "SECRET_KEY": secrets.token_urlsafe(48),
        "ALLOWED_HOSTS": "rankbok.example",
        "BEHIND_TLS": "1",
    }


def carry_out(
    check: Check, supervisor: Supervisor, env: Mapping[str, str], logs: Path
) -> Outcome:
    log = logs / f"check-{check.name.replace(' ', '-')}.log"
    log.unlink(missing_ok=True)
    began = time.monotonic()
    part = Part(check.name, check.command, log, {**env, **check.env}, cwd=ROOT)
    status = supervisor.run(part)
    seconds = time.monotonic() - began
    return Outcome(check.name, status == 0, seconds, log.read_text(errors="replace"))
