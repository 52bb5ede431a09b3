"""Which tests call which functions of the product."""

import functools
import gc
import json
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from tests.mutation.faults import Fault

ROOT = Path(__file__).parents[2]
PRODUCT = ("federation", "ratings", "tournaments")
_FOLDERS = tuple(str(ROOT / part) for part in PRODUCT)

Function = tuple[str, str]
"""The file and the qualified name."""


class Called:
    """Records the functions of the product that are called."""

    def __init__(self) -> None:
        self._seen: set[CodeType] = set()

    def follow(self) -> None:
        sys.settrace(self._called)

    def _called(self, frame, event, argument) -> None:
        self._seen.add(frame.f_code)

    def until_now(self) -> set[Function]:
        """Stop recording and return the functions called since the last call."""
        sys.settrace(None)
        seen, self._seen = self._seen, set()
        return {
            (
                str(Path(code.co_filename).relative_to(ROOT)),
                code.co_qualname.split(".<locals>")[0],
            )
            for code in seen
            if code.co_filename.startswith(_FOLDERS)
        }


@dataclass
class Reached:
    """The functions called by each test, by its name, and those called by importing.
    Stored in a file if one is given: then only tests that are not in it are run.
    """

    kept: Path | None
    called: Called
    by_import: set[Function] = field(default_factory=set)
    by_test: dict[str, set[Function]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    items: dict[str, pytest.Item] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.by_import = self.called.until_now()
        if self.kept and self.kept.exists():
            for name, seconds, functions in json.loads(self.kept.read_text()):
                self.seconds[name] = seconds
                self.by_test[name] = {(path, of) for path, of in functions}

    def run(self, session: pytest.Session) -> None:
        """Run every test that is not known yet once, without faults."""
        self.items = {item.nodeid: item for item in session.items}
        unknown = [item for item in session.items if item.nodeid not in self.seconds]
        results = kept_results()
        for item, following in with_following(unknown):
            # Cached results of other tests are dropped, so that this test calls the
            # functions.
            for each in results:
                each.cache_clear()
            began = time.monotonic()
            self.called.follow()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            self.by_test[item.nodeid] = self.called.until_now()
            self.seconds[item.nodeid] = time.monotonic() - began
        _leave_connections()
        if self.kept:
            rows = [(n, s, sorted(self.by_test[n])) for n, s in self.seconds.items()]
            self.kept.write_text(json.dumps(rows))

    def warm_up(self, session: pytest.Session) -> None:
        """Run only the first test: then it is not known which test calls what, and the
        tests of a fault are those whose file imports its module.
        """
        self.items = {item.nodeid: item for item in session.items}
        self.seconds = dict.fromkeys(self.items, 1.0)
        for item, following in list(with_following(session.items))[:1]:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        _leave_connections()

    def is_called_by_importing(self, fault: Fault) -> bool:
        """Return whether the fault is in code that runs before any test."""
        return not fault.function or (str(fault.path), fault.function) in self.by_import

    def tests_of(self, fault: Fault) -> list[pytest.Item]:
        """Return the tests that call the function; for module-level code and functions
        called only by the import, those that call any function of the module or of its
        importers, and those whose file imports one of them.
        """
        function = str(fault.path), fault.function
        if fault.function and self.by_test:
            calling = [
                self.items[name]
                for name, functions in self.by_test.items()
                if function in functions and name in self.items
            ]
            if calling or function not in self.by_import:
                return calling
        direct = self.files_importing({str(fault.path)})
        paths = {str(fault.path), *_importers(fault.path)}
        files = direct if direct and not self.by_test else self.files_importing(paths)
        return [
            item
            for name, item in self.items.items()
            if item.path in files
            or any(path in paths for path, _ in self.by_test.get(name, ()))
        ]

    def files_importing(self, paths: set[str]) -> set[Path]:
        """Return the files of tests that import one of these modules."""
        names = [_dotted(path) for path in paths]
        return {
            file
            for file in {item.path for item in self.items.values()}
            if any(_imports(file.read_text(), name) for name in names)
        }


def kept_results() -> list[Any]:
    """Return the functions of the product that cache their results."""
    return [
        each
        for each in gc.get_objects()
        if type(each) is functools._lru_cache_wrapper
        and each.__module__.split(".")[0] in PRODUCT
    ]


def with_following(items: Sequence[pytest.Item]) -> Iterator[tuple]:
    """Yield each item with its next; the last with the first, so that no fixture is
    torn down.
    """
    for place, item in enumerate(items):
        yield item, items[(place + 1) % len(items)]


@functools.cache
def _importers(path: Path) -> frozenset[str]:
    """Return the modules of the product that import this one or a name of it, directly
    or with its whole folder.
    """
    name = _dotted(path)
    modules = (module for part in PRODUCT for module in Path(part).rglob("*.py"))
    return frozenset(
        str(module)
        for module in modules
        for text in [module.read_text()]
        if _imports(text, name)
        or (module.parent == path.parent and "import_module(" in text)
    )


def _dotted(path: Path | str) -> str:
    return ".".join(Path(path).with_suffix("").parts)


def _imports(text: str, name: str) -> bool:
    package, _, last = name.rpartition(".")
    from_package = re.search(rf"from {re.escape(package)} import .*\b{last}\b", text)
    return f"from {name} import" in text or from_package is not None


def _leave_connections() -> None:
    """Drop database connections, which cannot be shared with a copy of the process."""
    from django.db import connections  # noqa: PLC0415

    connections.close_all()
