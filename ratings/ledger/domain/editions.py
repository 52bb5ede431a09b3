"""The rating system and parameters that hold in a pool on a day."""

from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max

from federation.agreements import Matter
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import carries_out
from federation.domain.refusal import Refusal
from ratings.enums import ApprovalState, PostingType
from ratings.models import Approval, Edition, Period, Pool, RatingList
from ratings.pools.domain.postings import post
from ratings.rules import systems
from ratings.rules.calendar import Starts, period_of
from ratings.rules.conversion import Conversion
from ratings.rules.protocol import System, SystemParameters, system_of_edition


class NoEdition(Exception):
    """No edition of the pool holds on the day."""


@dataclass(frozen=True, slots=True)
class EditionInForce:
    """A rating system with its parameters, ready to compute."""

    system: System[Any]
    parameters: SystemParameters

    @property
    def calendar(self) -> Starts:
        """The days of the year on which its periods begin."""
        return self.parameters.period_starts


def edition_in_force(pool_id: int, day: date) -> EditionInForce:
    """Return the edition that holds on the day. Raises NoEdition before the first one:
    nothing is entered for such a day. What is in the ledger already is computed by
    `EditionsOfPool`, which has an edition for every day.
    """
    edition = Edition.objects.filter(pool_id=pool_id).in_force(day).first()
    if edition is None:
        raise NoEdition(day)
    return in_force(edition)


def in_force(edition: Edition) -> EditionInForce:
    """Return the edition's system with its parameters read."""
    return read_edition(edition.system, edition.parameters)


def read_edition(system: str, parameters: dict[str, Any]) -> EditionInForce:
    """Return a system by name with its parameters; raises KeyError or BadParameters."""
    found = systems.system(system)
    read = found.Parameters.from_json(parameters)
    return EditionInForce(system_of_edition(found, read), read)


@dataclass(frozen=True, slots=True)
class SystemDays:
    """The days, the last one excluded, through which one system holds in a pool."""

    from_date: date
    until: date


class RatedAsWhole(NamedTuple):
    """Whether events that begin on this day or later are rated as a whole."""

    from_date: date
    whole: bool


@dataclass(frozen=True, slots=True)
class EditionsOfPool:
    """All editions of a pool, the oldest first, for computing. The first one holds before
    its first day too, unlike in `edition_in_force`. `conversions`: how ratings are carried over to the editions that have a
    conversion, by first day.
    """

    lines: tuple[tuple[date, EditionInForce], ...]
    conversions: tuple[tuple[date, Conversion], ...] = ()

    @classmethod
    def of(cls, pool_id: int) -> "EditionsOfPool":
        """Return the editions of a pool as they are now."""
        editions = list(Edition.objects.filter(pool_id=pool_id).order_by("from_date"))
        return cls(
            tuple((each.from_date, in_force(each)) for each in editions),
            tuple(
                (each.from_date, Conversion.from_json(each.conversion))
                for each in editions[1:]
                if each.conversion is not None
            ),
        )

    @property
    def exact(self) -> bool:
        """Whether any of the systems stores unrounded ratings."""
        return any(edition.system.fractional for _day, edition in self.lines)

    def in_force(self, day: date) -> EditionInForce:
        """Return the edition that holds on a day."""
        held = [edition for from_date, edition in self.lines if from_date <= day]
        return held[-1] if held else self.lines[0][1]

    def system_days(self, day: date) -> SystemDays:
        """Return the days around `day` for which one system holds without a break,
        whatever its parameters.
        """
        from_date = date.min
        name = self.lines[0][1].system.name
        for begins, edition in self.lines[1:]:
            if edition.system.name == name:
                continue
            if begins > day:
                return SystemDays(from_date, begins)
            from_date, name = begins, edition.system.name
        return SystemDays(from_date, date.max)

    def units(self) -> list[RatedAsWhole]:
        """Return from which days on events are rated as a whole, or not."""
        units = [
            RatedAsWhole(from_date, edition.system.unit == "tournament")
            for from_date, edition in self.lines
        ]
        return [unit._replace(from_date=date.min) for unit in units[:1]] + units


class EditionNotPossible(Refusal):
    """An edition cannot begin, or be withdrawn, now.

    `code` is the reason; `facts` are inserted in the sentence. Codes of this module:
    `approved`, an approved list was rated by the edition that would change; `periods`,
    existing periods would be cut.
    """


@dataclass(frozen=True, slots=True)
class EditionDraft:
    """A proposed edition. Without `conversion` the ratings are carried over unchanged;
    `replaces`: it replaces the edition of the same day.
    """

    pool_id: int
    from_date: date
    system: str
    parameters: dict[str, Any]
    conversion: dict[str, Any] | None = None
    reason: str = ""
    replaces: bool = False


@transaction.atomic
@carries_out(Matter.EDITION)
def adopt_draft(draft: EditionDraft, *, acting: ActionContext) -> Edition:
    """Store the edition of the draft: from its day on the pool is rated by it.

    An edition of the same day is replaced as long as nothing was approved under it.
    Raises KeyError for an unknown system, BadParameters, or EditionNotPossible.
    """
    read = read_edition(draft.system, draft.parameters)
    if draft.conversion is not None:
        Conversion.from_json(draft.conversion)
    lock_periods(draft.pool_id, draft.from_date)
    Pool.objects.select_for_update().get(pk=draft.pool_id)
    refuse_approved(draft.pool_id, draft.from_date)
    refuse_cut_periods(draft.pool_id, draft.from_date, read)
    edition, _ = Edition.objects.update_or_create(
        pool_id=draft.pool_id,
        from_date=draft.from_date,
        defaults={
            "system": draft.system,
            "parameters": draft.parameters,
            "conversion": draft.conversion,
            "reason": draft.reason,
        },
    )
    post(draft.pool_id, PostingType.EDITION, acting, reason=draft.reason)
    return edition


def refuse_approved(pool_id: int, from_date: date) -> None:
    """Raise EditionNotPossible `approved` if a list of this day or a later one is
    approved; `last` is the last day that such a list covers.
    """
    of_day = {"period__pool_id": pool_id, "period__end_date__gte": from_date}
    requested = Approval.objects.filter(state=ApprovalState.REQUESTED, **of_day)
    lists = RatingList.objects.filter(**of_day)
    ends = [
        each.aggregate(last=Max("period__end_date"))["last"]
        for each in (requested, lists)
    ]
    if any(ends):
        raise EditionNotPossible("approved", last=max(filter(None, ends)))


def lock_periods(pool_id: int, from_date: date) -> None:
    """Lock the pool's periods as an approval does: wait for an approval in progress,
    and keep another from beginning before the transaction ends. Before the pool's row:
    building a list and withdrawing results take both in this order.
    """
    periods = Period.objects.filter(pool_id=pool_id, end_date__gte=from_date)
    list(periods.locked().values_list("pk"))


def refuse_cut_periods(pool_id: int, from_date: date, read: EditionInForce) -> None:
    """Raise EditionNotPossible `periods` where an existing period does not fit the
    calendar that would hold; `first` and `last` are its days.
    """
    for period in periods_held(pool_id, from_date):
        if not _fits(period, from_date, read):
            raise EditionNotPossible(
                "periods", first=period.start_date, last=period.end_date
            )


def periods_held(pool_id: int, from_date: date) -> list[Period]:
    """Return the periods that exist from this day until the next edition begins."""
    after = Edition.objects.filter(pool_id=pool_id).after(from_date).first()
    periods = Period.objects.filter(pool_id=pool_id, end_date__gte=from_date)
    if after is not None:
        periods = periods.filter(start_date__lt=after.from_date)
    return list(periods.order_by("start_date"))


def _fits(period: Period, from_date: date, read: EditionInForce) -> bool:
    """Return whether the calendar contains this period, the beginning of which may be
    cut by the beginning of the edition.
    """
    if period.start_date < from_date:
        return False
    made = period_of(period.start_date, read.calendar)
    return (period.start_date, period.end_date) == (
        max(made.first_date, from_date),
        made.last_date,
    )
