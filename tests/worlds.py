"""Worlds that the tests of a module share: the rows that `@shared` fixtures create are
in an open transaction, created once, and each test gets a savepoint in it and a copy of
the Python objects, as if they had just been read.
"""

import functools
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection, transaction

from federation.shared_pages.memory import memory
from tests import cache_keys

Build = Callable[..., Any]
COMMITTING = {"transactional_db", "live_server", "django_db_reset_sequences"}


def shared(build: Build) -> Any:
    """A fixture whose world is built once for consecutive tests of a module that use
    the same fixtures. It may use only other shared fixtures, and must return a value
    that can be pickled; a test that commits builds its own.
    """

    @functools.wraps(build)
    def given(**used: Any) -> Any:
        if build.__name__ in _of_test:
            return _of_test[build.__name__]
        return build(**used)

    given.builds = build
    return pytest.fixture(given)


@dataclass(frozen=True)
class Layer:
    """What one fixture created, on top of those before it."""

    build: Build
    transaction: transaction.Atomic
    values: bytes
    """The values by the names of the fixtures, up to this one."""


_layers: list[Layer] = []
_of_test: dict[str, Any] = {}


def enter(request: pytest.FixtureRequest) -> None:
    """Build the world of a test before its own transaction begins."""
    wanted = [] if _commits(request) else _builds(request)
    reused = 0
    for layer, build in zip(_layers, wanted, strict=False):
        if layer.build is not build:
            break
        reused += 1
    leave(reused)
    for build in wanted[reused:]:
        _add(build)
    _of_test.clear()
    if _layers:
        _of_test.update(pickle.loads(_layers[-1].values))  # noqa: S301 - our own


def leave(reused: int = 0) -> None:
    """Roll the world back, down to so many layers."""
    while len(_layers) > reused:
        _undo(_layers.pop().transaction)


def _add(build: Build) -> None:
    values = pickle.loads(_layers[-1].values) if _layers else {}  # noqa: S301
    begun = transaction.atomic()
    # Allows acts that must be outermost to be called, as in a test.
    begun._from_testcase = True  # noqa: SLF001
    begun.__enter__()
    try:
        names = _used_by(build)
        values[build.__name__] = build(**{name: values[name] for name in names})
        connection.check_constraints()
        _layers.append(Layer(build, begun, pickle.dumps(values)))
    except BaseException:
        _undo(begun)
        raise
    finally:
        # The test must not find in a cache what only building the world has read.
        cache_keys.begin()
        memory.clear()


def _undo(begun: transaction.Atomic) -> None:
    transaction.set_rollback(True)
    begun.__exit__(None, None, None)


def _used_by(build: Build) -> list[str]:
    return list(build.__code__.co_varnames[: build.__code__.co_argcount])


def _builds(request: pytest.FixtureRequest) -> list[Build]:
    """Return the builds of the test's shared fixtures, each after those that it uses."""
    known = request.node._fixtureinfo.name2fixturedefs  # noqa: SLF001
    found: dict[str, Build] = {}

    def is_shared(name: str) -> bool:
        return name in known and hasattr(known[name][-1].func, "builds")

    def find(name: str) -> None:
        if name not in found:
            build = known[name][-1].func.builds
            for each in _used_by(build):
                find(each)
            found[name] = build

    def place(name: str) -> tuple[bool, int]:
        code = known[name][-1].func.builds.__code__
        return code.co_filename != str(request.node.path), code.co_firstlineno

    # In the order of the module, so that what tests have in common is built first.
    used = filter(is_shared, request.fixturenames)
    for name in sorted(used, key=place):
        find(name)
    return list(found.values())


def _commits(request: pytest.FixtureRequest) -> bool:
    mark = request.node.get_closest_marker("django_db")
    marked = mark is not None and (mark.args or mark.kwargs.get("transaction"))
    return bool(marked or COMMITTING & set(request.fixturenames))
