"""Which tests call which functions of the product."""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType

import pytest

from tests.mutation.faults import Fault

ROOT = Path(__file__).parents[2]
PRODUCT = ("federation", "ratings", "tournaments")
_FOLDERS = tuple(str(ROOT / part) for part in PRODUCT)

Function = tuple[str, str]
"""The file and the qualified name."""


@dataclass
class Reached:
    """What each test calls, by the test's name, and what importing calls. Kept in a
    file if one is given: then only tests that it does not know run.
    """

    kept: Path | None = None
    by_import: set[Function] = field(default_factory=set)
    by_test: dict[str, set[Function]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    items: dict[str, pytest.Item] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.kept and self.kept.exists():
            for name, seconds, functions in json.loads(self.kept.read_text()):
                self.seconds[name] = seconds
                self.by_test[name] = {(path, of) for path, of in functions}
        self._seen: set[CodeType] = set()
        sys.settrace(self._called)

    def _called(self, frame, event, argument) -> None:
        self._seen.add(frame.f_code)

    def _functions(self) -> set[Function]:
        """The product's functions called since it was asked the last time."""
        seen, self._seen = self._seen, set()
        return {
            (
                str(Path(code.co_filename).relative_to(ROOT)),
                code.co_qualname.split(".<locals>")[0],
            )
            for code in seen
            if code.co_filename.startswith(_FOLDERS)
        }

    def run(self, session: pytest.Session) -> None:
        """Runs every test that is not known yet, once, as it is."""
        sys.settrace(None)
        self.by_import = self._functions()
        self.items = {item.nodeid: item for item in session.items}
        unknown = [item for item in session.items if item.nodeid not in self.seconds]
        for item, following in with_following(unknown):
            began = time.monotonic()
            sys.settrace(self._called)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            sys.settrace(None)
            self.seconds[item.nodeid] = time.monotonic() - began
            self.by_test[item.nodeid] = self._functions()
        _leave_connections()
        if self.kept:
            rows = [(n, s, sorted(self.by_test[n])) for n, s in self.seconds.items()]
            self.kept.write_text(json.dumps(rows))

    def is_called_by_importing(self, fault: Fault) -> bool:
        """Is the fault in what runs before any test does."""
        return not fault.function or (str(fault.path), fault.function) in self.by_import

    def tests_of(self, fault: Fault) -> list[pytest.Item]:
        """Tests that call the function, or for a module any function of it or of what
        imports it.
        """
        path = str(fault.path)
        paths = set() if fault.function else {path, *_importers(fault.path)}
        names = [
            name
            for name, functions in self.by_test.items()
            if name in self.items
            and (
                (path, fault.function) in functions
                or any(where in paths for where, _ in functions)
            )
        ]
        return [self.items[name] for name in names]


def with_following(items: Sequence[pytest.Item]) -> Iterator[tuple]:
    """Each item with its next; the last with the first, so that nothing is shut."""
    for place, item in enumerate(items):
        yield item, items[(place + 1) % len(items)]


def _importers(path: Path) -> Iterator[str]:
    """The product's modules that import something of this one."""
    name = ".".join(path.with_suffix("").parts)
    package, _, last = name.rpartition(".")
    for part in PRODUCT:
        for module in Path(part).rglob("*.py"):
            text = module.read_text()
            if f"from {name} import" in text or (
                f"from {package} import" in text and last in text
            ):
                yield str(module)


def _leave_connections() -> None:
    """A connection to the database cannot be shared with a copy of the process."""
    from django.db import connections  # noqa: PLC0415

    connections.close_all()
