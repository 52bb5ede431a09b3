"""Pools: sets of games that are rated together."""

from datetime import date
from typing import Any

from django.db import transaction

from ratings.models import Computation, Edition, LiveList, Pool
from ratings.models.partitions import add_partitions
from ratings.rules import systems


class PoolExists(Exception):  # noqa: N818 - an answer to a person
    """There is a pool of that code."""


class UnknownSystem(LookupError):  # noqa: N818 - an answer to a person
    """No rating system, or more than one, answers to a name; `names` are all."""

    def __init__(self, asked: str, names: list[str]) -> None:
        """Carries the names that there are."""
        super().__init__(asked)
        self.asked = asked
        self.names = names


def system_called(asked: str) -> str:
    """The name of a rating system by its own name or by a part with which one
    system alone begins or ends: `ssf` is `ssf_2008`. Raises UnknownSystem.
    """
    names = sorted(systems.systems())
    called = _plain(asked)
    meant = [
        name
        for name in names
        if _plain(name).startswith(called) or _plain(name).endswith(called)
    ]
    exact = [name for name in names if _plain(name) == called]
    found = exact or meant
    if not called or len(found) != 1:
        raise UnknownSystem(asked, names)
    return found[0]


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower()))


@transaction.atomic
def create_pool(
    *,
    code: str,
    name: str,
    system: str,
    parameters: dict[str, Any],
    from_date: date,
    fide_tempo: str = "",
) -> Pool:
    """Opens a pool with its first edition and room for its derived rows; beside it
    stands FIDE's rating of a kind of play, if one is named.

    Raises KeyError for a system that does not exist, BadParameters or PoolExists.
    """
    if Pool.objects.filter(code=code).exists():
        raise PoolExists(code)
    systems.system(system).Parameters.from_json(parameters)
    pool = Pool.objects.create(code=code, name=name, fide_tempo=fide_tempo)
    Computation.objects.create(pool=pool)
    LiveList.objects.create(pool=pool)
    Edition.objects.create(
        pool=pool, system=system, parameters=parameters, from_date=from_date
    )
    add_partitions(pool.pk)
    return pool
