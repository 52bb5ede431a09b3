"""What changed in a source's results after they were first submitted, for everyone to
read: without reasons, and without anything from the register.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import pairwise

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from federation.permissions import Actor
from ratings.enums import ClaimState
from ratings.ledger.queries.versions import (
    COMPARED,
    GameDifference,
    ShownGame,
    VersionDifference,
    compare,
)
from ratings.models import Claim, Counting, Game, Posting, Report
from ratings.people.queries.names import read_people

PUBLIC = ("score", "players", "day", "place", "played", "minutes", "length")
"""The details of a game that are shown to everyone. The booking day concerns only the
office, and the register's data about a player only the player.
"""
COLUMNS = tuple(column for what in PUBLIC for column in COMPARED[what][1])
OPEN_UNTIL = 20
"""More changes than this are folded on the page."""


@dataclass(frozen=True, slots=True)
class VersionChange:
    """What differed between one version that counted and the next that did.
    `by_office`: it was caused by a correction of the rating office, or by its lifting;
    `is_back`: the version had counted before, and counts again.
    """

    report: Report
    at: datetime
    by_office: bool
    is_back: bool
    differences: tuple[GameDifference, ...]

    @property
    def day(self) -> date:
        """The day in the federation's time zone."""
        return timezone.localdate(self.at)

    @property
    def is_long(self) -> bool:
        return len(self.differences) > OPEN_UNTIL


def changes_since_sent(
    report: Report,
    actor: Actor,
    today: date,
    sections: Callable[[], Mapping[int, str]] = dict,
) -> list[VersionChange]:
    """Return the changes of the report's source, the newest first, with the players as
    this reader may see them. Rounds played since a part was submitted are not changes.
    `sections` returns the names of the sections by the keys of their games, and is
    called only if something differs.
    """
    counted = list(_counted(report)) if report.version > 1 else []
    versions = {each.report_id for each in counted}
    varying = list(_varying(versions)) if len(counted) > 1 else []
    lines = _shown(varying, actor, today, sections() if varying else {})
    found = [_change(old, new, lines) for old, new in pairwise(counted)]
    return [each for each in reversed(found) if each.differences]


def _counted(report: Report) -> QuerySet[Counting]:
    """Return which version counted from which posting on, in that order."""
    posting = Posting.objects.filter(
        pool=OuterRef("pool"), number=OuterRef("span__startswith")
    )
    # An organiser's version may settle a request too, but is no decision of the office.
    made = Q(outcome=OuterRef("report"), state=ClaimState.ALLOWED)
    decided = Claim.objects.filter(made | Q(lifted_in=OuterRef("report")))
    before = Counting.objects.filter(
        report=OuterRef("report"), span__startswith__lt=OuterRef("span__startswith")
    )
    return (
        Counting.objects.filter(report__in=report.versions())
        .annotate(
            at=Subquery(posting.values("at")[:1]),
            by_office=Exists(decided),
            is_back=Exists(before),
        )
        .select_related("report")
        .order_by("span")
    )


def _varying(versions: set[int]) -> QuerySet[Game]:
    """Return the lines of the games that are not the same in all the versions."""
    lines = Game.objects.between_players().filter(report__in=versions)
    same = (
        lines.values("key", *COLUMNS)
        .annotate(versions=Count("report"))
        .filter(versions=len(versions))
    )
    varying = lines.exclude(key__in=same.values("key"))
    return varying.order_by("round", "board", "played_date", "key")


def _shown(
    lines: Sequence[Game], actor: Actor, today: date, sections: Mapping[int, str]
) -> list[ShownGame]:
    ids = {pk for line in lines for pk in (line.white_id, line.black_id)}
    named = read_people(ids, actor, today) if lines else {}
    return [
        ShownGame(
            line,
            named[line.white_id],
            named[line.black_id],
            section=sections.get(line.key, ""),
        )
        for line in lines
    ]


def _change(old: Counting, new: Counting, lines: Sequence[ShownGame]) -> VersionChange:
    before, after = (
        [each for each in lines if each.game.report_id == counting.report_id]
        for counting in (old, new)
    )
    compared = compare(after, before, old.report).differences
    public_parts = (_public_part(each) for each in compared)
    return VersionChange(
        new.report,
        new.at,  # type: ignore[attr-defined]
        new.by_office,  # type: ignore[attr-defined]
        new.is_back,  # type: ignore[attr-defined]
        tuple(
            each
            for each in public_parts
            if each and (old.report.is_final or each.kind != VersionDifference.ADDED)
        ),
    )


def _public_part(difference: GameDifference) -> GameDifference | None:
    """Leave out what is not public; return None where nothing else differs."""
    parts = tuple(each for each in difference.parts if each in PUBLIC)
    if difference.kind == VersionDifference.CHANGED and not parts:
        return None
    return replace(difference, parts=parts)
