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


@dataclass(frozen=True, slots=True)
class Reign:
    """The days, the last one excluded, through which one system holds in a pool."""

    from_date: date
    until: date


@dataclass(frozen=True, slots=True)
class EditionsOfPool:
    """All editions of a pool, the oldest first; it holds before its first day too."""

    lines: tuple[tuple[date, EditionInForce], ...]

    @classmethod
    def of(cls, pool_id: int) -> "EditionsOfPool":
        """As they stand."""
        editions = Edition.objects.filter(pool_id=pool_id).order_by("from_date")
        return cls(tuple((each.from_date, in_force(each)) for each in editions))

    def holding(self, day: date) -> EditionInForce:
        """The edition that holds on a day."""
        held = [edition for from_date, edition in self.lines if from_date <= day]
        return held[-1] if held else self.lines[0][1]

    def reign(self, day: date) -> Reign:
        """For how long the system of a day holds without a break, whatever its
        parameters.
        """
        from_date = date.min
        name = self.lines[0][1].system.name
        for begins, edition in self.lines[1:]:
            if edition.system.name == name:
                continue
            if begins > day:
                return Reign(from_date, begins)
            from_date, name = begins, edition.system.name
        return Reign(from_date, date.max)

    def units(self) -> list[tuple[date, bool]]:
        """From which day on events are rated each as a whole, or are not."""
        units = [
            (from_date, edition.system.unit == "tournament")
            for from_date, edition in self.lines
        ]
        return [(date.min, by_tournament) for _day, by_tournament in units[:1]] + units


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
