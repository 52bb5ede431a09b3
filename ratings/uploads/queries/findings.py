"""Query the findings in a file, as the review asks about them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    Case,
    Count,
    Exists,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
)

from ratings.enums import NOTED, FileFindingKind, FindingAnswer
from ratings.models import ImportEvent, ImportFile, ImportFinding, ImportPlayer

_LEFT_OUT = ImportFinding.objects.filter(
    file=OuterRef("file"), event=OuterRef("event"), answer=FindingAnswer.LEAVE_OUT
)
WAITING = (
    Q(answer=FindingAnswer.OPEN) & ~Q(kind__in=sorted(NOTED)) & ~Q(Exists(_LEFT_OUT))
)
"""Findings that wait for an answer; none of an event that is left out."""
_AT_ONCE = ~Q(kind=FileFindingKind.FIRST_DAY)


@dataclass(frozen=True, slots=True)
class FindingWithEvent:
    """A finding with its event, the names of the players concerned, by place, and
    whether the event is left out.
    """

    finding: ImportFinding
    event: ImportEvent
    names: Mapping[int, str]
    is_left_out: bool


def findings_of(file: ImportFile) -> "QuerySet[ImportFinding]":
    """Return a file's findings: waiting ones first, then days with unusual spellings."""
    rank = Case(
        When(WAITING, then=Value(0)),
        When(kind=FileFindingKind.READ_AS, answer=FindingAnswer.OPEN, then=Value(1)),
        When(kind=FileFindingKind.NOTES, then=Value(3)),
        default=Value(2),
        output_field=IntegerField(),
    )
    return ImportFinding.objects.filter(file=file).order_by(rank, "event", "pk")


def count_findings(file: ImportFile) -> tuple[int, int]:
    """Return how many findings a file has, and how many of them wait for an answer."""
    counted = ImportFinding.objects.filter(file=file).aggregate(
        all=Count("pk"), waiting=Count("pk", filter=WAITING)
    )
    return counted["all"], counted["waiting"]


def waiting_by_kind(file: ImportFile) -> dict[FileFindingKind, int]:
    """Return how many findings of each kind can be accepted together."""
    waiting = ImportFinding.objects.filter(WAITING, _AT_ONCE, file=file)
    counts = waiting.values("kind").annotate(count=Count("pk"))
    found = {each["kind"]: each["count"] for each in counts}
    return {kind: found[kind] for kind in FileFindingKind if kind in found}


def with_events(
    file: ImportFile, some: Sequence[ImportFinding]
) -> list[FindingWithEvent]:
    """Return each finding with its event and the names of its players."""
    events = ImportEvent.objects.filter(
        file=file, place__in={each.event for each in some}
    )
    by_place = {each.place: each for each in events}
    players = ImportPlayer.objects.filter(
        file=file, place__in={place for each in some for place in _places(each)}
    )
    names = {each.place: str(each) for each in players}
    out = ImportFinding.objects.filter(
        file=file, event__in=by_place, answer=FindingAnswer.LEAVE_OUT
    )
    left_out = set(out.values_list("event", flat=True))
    return [
        FindingWithEvent(
            each,
            by_place[each.event],
            {place: names.get(place, "") for place in _places(each)},
            each.event in left_out,
        )
        for each in some
    ]


def later_namesakes(file_id: int, places: Sequence[int]) -> dict[int, int]:
    """Return, of these players of a file (by place), each one with the name of an earlier
    one, with the place of the first player of that name.
    """
    rows = ImportPlayer.objects.filter(file=file_id, place__in=places).order_by("place")
    first: dict[str, int] = {}
    found = {}
    for row in rows:
        name = str(row).casefold()
        if first.setdefault(name, row.place) != row.place:
            found[row.place] = first[name]
    return found


def _places(finding: ImportFinding) -> list[int]:
    of_games: list[Any] = [
        game[colour] for game in finding.games for colour in ("white", "black")
    ]
    return [*finding.players, *of_games]
