"""Puts one fault after the other into the product and runs the tests that reach it.

Loaded by hand (docs/testing.md). The tests run once as they are, and each function's
tests are remembered. Then every fault is tried with the tests that reach it.
"""

import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import Phase, settings

from tests.mutation.accepted import accepted
from tests.mutation.faults import Fault, faults_of
from tests.mutation.reach import Called, Reached
from tests.mutation.trying import Trial, Tried, import_with_fault_of_environment

# Only failure or success is needed: hypothesis does not shrink or store examples.
settings.register_profile(
    "mutation",
    phases=[Phase.explicit, Phase.generate],
    database=None,
    deadline=None,
)


# Before the product is imported: pytest imports Django early.
_CALLED = Called()
if any(each.startswith("--faults-in") for each in sys.argv):
    _CALLED.follow()
import_with_fault_of_environment()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mutation testing")
    group.addoption("--faults-in", action="append", default=[], metavar="PATH")
    group.addoption("--fault-seed", type=int, default=1)
    group.addoption("--fault-count", type=int, default=0, help="0: one of every place")
    group.addoption("--fault-jobs", type=int, default=1, help="1 with a database")
    group.addoption("--fault-seconds", type=int, help="of tests, the quick ones")
    group.addoption("--faults-again", type=Path, help="only what a report says lived")
    group.addoption("--fault-report", type=Path, help="a line of JSON for each fault")
    group.addoption("--by-imports", action="store_true", help="instead of --reach")
    group.addoption("--reach", type=Path, help="keeps which test calls what")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("mutation")


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Leave out tests that commit: their rows would make the next copy fail."""
    if config.getoption("--faults-in"):
        left_out = [item for item in items if commits(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    fixtures = getattr(item, "fixturenames", ())
    return bool(
        (marker and marker.kwargs.get("transaction"))
        or {"transactional_db", "live_server"} & {*fixtures}
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    config = session.config
    if not config.getoption("--faults-in"):
        return None
    reached = Reached(config.getoption("--reach"), _CALLED)
    if config.getoption("--by-imports"):
        reached.warm_up(session)
    else:
        reached.run(session)
    if session.testsfailed:
        raise session.Failed("the tests fail without any fault")
    report = Report(config.getoption("--fault-report"))
    tried = (
        Tried(
            fault,
            reached.tests_of(fault),
            reached.files_importing({str(fault.path)}),
            reached.is_called_by_importing(fault),
        )
        for fault in chosen(config)
    )
    trial = Trial.of(
        reached.seconds,
        config.getoption("--fault-jobs"),
        config.getoption("--fault-seconds"),
    )
    for fault, what in trial.run(tried):
        report.add(fault, what)
    report.summary()
    return True


def chosen(config: pytest.Config) -> Iterator[Fault]:
    """Return one fault of each node, or of so many nodes drawn by the seed."""
    lot = random.Random(config.getoption("--fault-seed"))
    by_place = defaultdict(list)
    for path in config.getoption("--faults-in"):
        for module in modules_of(Path(path)):
            for fault in faults_of(module):
                by_place[fault.path, fault.node].append(fault)
    again = config.getoption("--faults-again")
    if again:
        rows = [json.loads(line) for line in again.read_text().splitlines()]
        lived = {row["change"] for row in rows if row["what"] in LIVED}
        every = (each for place in sorted(by_place) for each in by_place[place])
        yield from (each for each in every if each.change in lived)
        return
    drawn = [lot.choice(by_place[place]) for place in sorted(by_place)]
    lot.shuffle(drawn)
    outside = [fault for fault in drawn if not fault.function]
    left_out = set(outside[len(outside) // TIMES_DEARER :])
    drawn = [fault for fault in drawn if fault not in left_out]
    yield from drawn[: config.getoption("--fault-count") or len(drawn)]


def modules_of(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


LIVED = ("survived", "no test")
# A fault in code run by imports needs a new process: many of them are left out.
TIMES_DEARER = 4


@dataclass
class Report:
    """The result of each fault, written as soon as it is known."""

    path: Path | None
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, fault: Fault, what: str) -> None:
        reason = accepted(fault) if what in LIVED else None
        if reason:
            what = "equivalent"
        self.counts[what] += 1
        if what in (*LIVED, "not tried"):
            print(f"\n{what}: {fault.title}", flush=True)
        if self.path:
            with self.path.open("a") as file:
                row = {"title": fault.title, "what": what, "change": fault.change}
                row |= {"path": str(fault.path), "line": fault.line}
                print(json.dumps(row), file=file)

    def summary(self) -> None:
        caught = self.counts["killed"] + self.counts["timed out"]
        missed = self.counts["survived"] + self.counts["no test"]
        share = caught / (caught + missed or 1)
        print(f"\n{dict(self.counts)}: {share:.1%} of the faults were noticed")
