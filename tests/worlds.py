"""Worlds that the tests of a module share: what `@shared` fixtures build stands in an
open transaction, built once, and each test gets a savepoint above it and a copy of the
Python objects, as fresh as if they had been read just now.
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
    """A fixture whose world is built once for the tests of a module that follow each
    other and ask for the same. It may ask for other shared fixtures only, and returns
    what can be pickled; a test that commits builds its own.
    """

    @functools.wraps(build)
    def given(**asked: Any) -> Any:
        if build.__name__ in _of_test:
            return _of_test[build.__name__]
        return build(**asked)

    given.builds = build
    return pytest.fixture(given)


@dataclass(frozen=True)
class Storey:
    """What one fixture built, above what those before it had built."""

    build: Build
    transaction: transaction.Atomic
    values: bytes
    """By the names of the fixtures, up to here."""


_storeys: list[Storey] = []
_of_test: dict[str, Any] = {}


def enter(request: pytest.FixtureRequest) -> None:
    """Let the world of a test stand before its own transaction begins."""
    wanted = [] if _commits(request) else _builds(request)
    kept = 0
    for storey, build in zip(_storeys, wanted, strict=False):
        if storey.build is not build:
            break
        kept += 1
    leave(kept)
    for build in wanted[kept:]:
        _add(build)
    _of_test.clear()
    if _storeys:
        _of_test.update(pickle.loads(_storeys[-1].values))  # noqa: S301 - our own


def leave(kept: int = 0) -> None:
    """Take the world away again, down to so many storeys."""
    while len(_storeys) > kept:
        _undo(_storeys.pop().transaction)


def _add(build: Build) -> None:
    values = pickle.loads(_storeys[-1].values) if _storeys else {}  # noqa: S301
    begun = transaction.atomic()
    # Acts that must be outermost may be called, as in a test.
    begun._from_testcase = True  # noqa: SLF001
    begun.__enter__()
    try:
        names = _asked_for(build)
        values[build.__name__] = build(**{name: values[name] for name in names})
        connection.check_constraints()
        _storeys.append(Storey(build, begun, pickle.dumps(values)))
    except BaseException:
        _undo(begun)
        raise
    finally:
        # The test does not find warm what only the building has asked for.
        cache_keys.begin()
        memory.clear()


def _undo(begun: transaction.Atomic) -> None:
    transaction.set_rollback(True)
    begun.__exit__(None, None, None)


def _asked_for(build: Build) -> list[str]:
    return list(build.__code__.co_varnames[: build.__code__.co_argcount])


def _builds(request: pytest.FixtureRequest) -> list[Build]:
    """Of the test's shared fixtures, each after those that it asks for."""
    known = request.node._fixtureinfo.name2fixturedefs  # noqa: SLF001
    found: dict[str, Build] = {}

    def is_shared(name: str) -> bool:
        return name in known and hasattr(known[name][-1].func, "builds")

    def find(name: str) -> None:
        if name not in found:
            build = known[name][-1].func.builds
            for each in _asked_for(build):
                find(each)
            found[name] = build

    def place(name: str) -> tuple[bool, int]:
        code = known[name][-1].func.builds.__code__
        return code.co_filename != str(request.node.path), code.co_firstlineno

    # As the module has them, so that what tests have in common lies below.
    asked = filter(is_shared, request.fixturenames)
    for name in sorted(asked, key=place):
        find(name)
    return list(found.values())


def _commits(request: pytest.FixtureRequest) -> bool:
    mark = request.node.get_closest_marker("django_db")
    marked = mark is not None and (mark.args or mark.kwargs.get("transaction"))
    return bool(marked or COMMITTING & set(request.fixturenames))
