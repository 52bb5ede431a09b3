"""Games in which two players met, or which they played at the same time: evidence
against their being one person.
"""

from collections.abc import Collection
from datetime import date

from django.db.models import Count, Q, QuerySet

from ratings.models import Game
from ratings.models.ledger import GameQuerySet

MOST_NAMED = 20


def games_between(some: Collection[int], others: Collection[int]) -> list[Game]:
    """Return games that count now in which one of the first cards met one of the
    others, the latest first and at most a fixed number.
    """
    met = Q(white__in=some, black__in=others) | Q(white__in=others, black__in=some)
    return list(_named(_counting().filter(met))[:MOST_NAMED])


def games_at_once(some: Collection[int], others: Collection[int]) -> list[Game]:
    """Return games that count now which the first cards and the others played in the
    same round of one event on the same day; those of both sides, the latest first and
    at most a fixed number. Events without known rounds are left out.
    """
    ours, theirs = _seats(some), _seats(others)
    seats = _with_rounds(ours.keys() & theirs.keys())
    games = [pk for seat in seats for pk in (*ours[seat], *theirs[seat])]
    return list(_named(Game.objects.filter(pk__in=games))[:MOST_NAMED])


Seat = tuple[int, int, date]
"""A report, a round of it and the day."""


def _seats(cards: Collection[int]) -> dict[Seat, list[int]]:
    seats: dict[Seat, list[int]] = {}
    for game in _counting().of_players(cards):
        seat = game.report_id, game.round, game.played_date
        seats.setdefault(seat, []).append(game.pk)
    return seats


def _with_rounds(seats: Collection[Seat]) -> list[Seat]:
    """Keep the seats of events that have more than one round: where no rounds are
    known, all games have round one.
    """
    with_rounds = (
        _counting()
        .filter(report__in={seat[0] for seat in seats})
        .values("report")
        .annotate(rounds=Count("round", distinct=True))
        .filter(rounds__gt=1)
        .values_list("report", flat=True)
    )
    reports = set(with_rounds)
    return [seat for seat in seats if seat[0] in reports]


def _counting() -> GameQuerySet:
    games = Game.objects.between_players()
    return games.filter(report__countings__span__endswith=None)


def _named(games: "QuerySet[Game]") -> "QuerySet[Game]":
    return games.select_related("report", "white", "black").order_by(
        "-played_date", "report_id", "round", "board", "pk"
    )
