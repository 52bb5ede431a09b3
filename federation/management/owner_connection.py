"""A database connection as the owner of the tables, only for what changes tables."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections


@contextmanager
def connected_as_owner() -> Iterator[str]:
    """Connect this thread as the tables' owner while the context is open, and yield the
    name of the role that the office runs as. If no owner is set nothing changes, and ""
    is yielded.
    """
    owner = settings.DATABASE_OWNER
    if not owner:
        yield ""
        return
    with connected(USER=owner["USER"], PASSWORD=owner["PASSWORD"]) as usual:
        yield usual


@contextmanager
def connected(**account: Any) -> Iterator[str]:
    """Connect this thread with another database account while the context is open;
    yield the name of the usual one.
    """
    usual = connections[DEFAULT_DB_ALIAS]
    other = usual.copy()
    other.settings_dict.update(account)
    connections[DEFAULT_DB_ALIAS] = other
    try:
        yield usual.settings_dict["USER"]
    finally:
        other.close()
        connections[DEFAULT_DB_ALIAS] = usual
