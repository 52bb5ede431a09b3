"""Which rating system with which parameters holds in a pool on a day."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from ratings.models import Edition
from ratings.rules import systems
from ratings.rules.step import System


class NoEdition(Exception):  # noqa: N818 - the office's word for it
    """No edition of the pool holds on the day."""


@dataclass(frozen=True, slots=True)
class EditionInForce:
    """A rating system with its parameters, ready to compute."""

    system: System[Any]
    parameters: Any


def edition_in_force(pool_id: int, day: date) -> EditionInForce:
    """The edition that holds on the day; raises NoEdition."""
    edition = Edition.objects.filter(pool_id=pool_id).in_force(day).first()
    if edition is None:
        raise NoEdition(day)
    return in_force(edition)


def in_force(edition: Edition) -> EditionInForce:
    """The edition's system with its parameters read."""
    system = systems.system(edition.system)
    return EditionInForce(system, system.Parameters.from_json(edition.parameters))
