"""The database as the owner of its tables: for what changes tables, and nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections


@contextmanager
def connected_as_owner() -> Iterator[str]:
    """Return the name of the role that the office runs as; until the end, this thread
    is its tables' owner. Empty, and nothing changes, where no owner is set.
    """
    owner = settings.DATABASE_OWNER
    if not owner:
        yield ""
        return
    with connected(USER=owner["USER"], PASSWORD=owner["PASSWORD"]) as usual:
        yield usual


@contextmanager
def connected(**account: Any) -> Iterator[str]:
    """Make the connection of this thread another account's until the end; return the
    name of the usual one.
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
