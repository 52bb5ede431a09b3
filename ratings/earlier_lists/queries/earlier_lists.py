"""Query earlier lists that wait for approval, for the officer who checks them."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max, Min, QuerySet

from ratings.models import EarlierLine, EarlierLists, RatingList


@dataclass(frozen=True, slots=True)
class EarlierList:
    """One of the lists of a file: how many players are on it, and its lowest and
    highest rating; `number` once it is published.
    """

    valid_from: date
    players: int
    highest: float | None = None
    lowest: float | None = None
    number: int | None = None


def newest_files() -> QuerySet[EarlierLists]:
    """Return the files that wait, then the others; of both the newest first."""
    return EarlierLists.objects.waiting_first().select_related("pool")


def lists_of(file: EarlierLists) -> list[EarlierList]:
    """Return the lists of a file, the oldest first; none if it was rejected."""
    if file.approved_at is not None:
        made = RatingList.published.filter(brought_in=file).order_by("valid_from")
        return [
            EarlierList(each.valid_from, each.listed, number=each.number)
            for each in made
        ]
    days = (
        EarlierLine.objects.filter(file=file)
        .values("valid_from")
        .annotate(players=Count("pk"), highest=Max("rating"), lowest=Min("rating"))
        .order_by("valid_from")
    )
    return [EarlierList(**day) for day in days]


def lines_of(file: EarlierLists, day: date) -> QuerySet[EarlierLine]:
    """Return the lines of a list of the file, the highest rating first."""
    lines = EarlierLine.objects.filter(file=file, valid_from=day)
    return lines.select_related("player", "club").order_by(
        "-rating", "player__sort_key", "player_id"
    )
