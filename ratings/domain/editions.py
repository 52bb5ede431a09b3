"""Which rating system with which parameters holds in a pool on a day."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction

from ratings.domain.numbering import Hand, post
from ratings.enums import Act
from ratings.models import Edition, Period, Pool, RatingList
from ratings.rules import systems
from ratings.rules.protocol import System


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


class EditionNotPossible(Exception):  # noqa: N818 - an answer to a person
    """An approved list was rated by what would change (`approved`), or periods
    that exist would be cut (`periods`).
    """

    def __init__(self, code: str) -> None:
        """Names why not."""
        super().__init__(code)
        self.code = code


@transaction.atomic
def adopt_edition(
    pool_id: int,
    *,
    system: str,
    parameters: dict[str, Any],
    from_date: date,
    hand: Hand,
) -> Edition:
    """From this day the pool is rated by this system with these parameters.

    An edition of the same day is replaced as long as nothing was approved under
    it. Raises KeyError for an unknown system, BadParameters, or
    EditionNotPossible.
    """
    systems.system(system).Parameters.from_json(parameters)
    Pool.objects.select_for_update().get(pk=pool_id)
    if RatingList.objects.filter(
        pool_id=pool_id, period__end_date__gte=from_date
    ).exists():
        raise EditionNotPossible("approved")
    if Period.objects.filter(pool_id=pool_id, end_date__gte=from_date).exists():
        raise EditionNotPossible("periods")
    edition, _ = Edition.objects.update_or_create(
        pool_id=pool_id,
        from_date=from_date,
        defaults={"system": system, "parameters": parameters},
    )
    post(pool_id, Act.EDITION, hand, lambda _number: None)
    return edition
