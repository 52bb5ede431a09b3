"""A player's games from the player's own side, as of a posting number."""

from typing import Any

from django.db.models import (
    BooleanField,
    Case,
    Count,
    F,
    FloatField,
    IntegerField,
    OuterRef,
    Q,
    Subquery,
    Sum,
    When,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from django.db.models.query import QuerySet

from ratings.enums import BaseOrigin
from ratings.ledger.queries.player_aliases import PlayerAliases, aliases_as_of
from ratings.models import Change, Game

WIN, DRAW, LOSS = 2, 1, 0
"""Half points."""

NEWEST_FIRST = ("-played_date", "-event_start_date", "-round", "-board", "-pk")


def own_games(pool_id: int, player_id: int, number: int) -> QuerySet[Any]:
    """Return the games that count as of the number, with `opponent`, `is_white` and the
    player's half points (`own_score`). Games that were not played are included.
    """
    aliases = aliases_as_of(pool_id, number)
    cards = aliases.cards([player_id])
    is_white = Q(white__in=cards)
    games: QuerySet[Any] = (
        Game.objects.between_players()
        .of_players(cards)
        .filter(pool_id=pool_id, report__countings__span__contains=number)
        .annotate(
            is_white=Case(
                When(is_white, then=True), default=False, output_field=BooleanField()
            ),
            opponent=Case(
                When(is_white, then=_counted("black_id", aliases)),
                default=_counted("white_id", aliases),
                output_field=IntegerField(),
            ),
            own_score=Case(
                When(is_white, then=F("score")),
                default=2 - F("score"),
                output_field=IntegerField(),
            ),
        )
    )
    return games


def _counted(column: str, aliases: PlayerAliases) -> Combinable:
    """Return the player for whom the card in a column counts."""
    if not aliases:
        return F(column)
    leads = (When(**{column: gone}, then=to) for gone, to in aliases.leads.items())
    return Case(*leads, default=F(column), output_field=IntegerField())


def totals(games: QuerySet[Any], *by: str) -> QuerySet[Any, Any]:
    """Return the totals of the played games: `games`, `points` (half), `wins`, `draws`
    and `losses`, for each value of `by`.
    """
    rows = games.filter(played=True).order_by().values(*by)
    added: QuerySet[Any, Any] = rows.annotate(
        games=Count("pk"),
        points=Sum("own_score"),
        wins=Count("pk", filter=Q(own_score=WIN)),
        draws=Count("pk", filter=Q(own_score=DRAW)),
        losses=Count("pk", filter=Q(own_score=LOSS)),
    )
    return added


def with_bases(games: QuerySet[Any], player_id: int) -> QuerySet[Any]:
    """Add what each of the two players counted as, as recorded when the game was posted
    and the steps before it were computed: `own_base` and `opponent_base`, None where
    unknown.
    """
    white, black = F("white_outside"), F("black_outside")
    own = Case(When(is_white=True, then=white), default=black)
    theirs = Case(When(is_white=True, then=black), default=white)
    based: QuerySet[Any] = games.annotate(
        own_base=_base(player_id, own),
        opponent_base=_base(OuterRef("opponent"), theirs),
    )
    return based


def _base(player: int | OuterRef, outside: Combinable) -> Combinable:
    """Return the rating of a player before a game: a rating of the pool first, then a
    decided start rating, then the one on the line, then the start by the rules, as in
    `rules.step_ratings`.
    """
    mine = Change.objects.of_pool(OuterRef("pool_id")).filter(player_id=player)
    earlier = mine.filter(ended_on__lt=OuterRef("base_on")).newest_first()
    of_period = Q(
        report_id=0,
        started_on__lte=OuterRef("base_on"),
        ended_on__gte=OuterRef("base_on"),
    )
    # An event that is rated as a whole comes before the period in which it lies.
    in_step = mine.filter(of_period | Q(report_id=OuterRef("report_id"))).order_by(
        "-report_id"
    )
    known = in_step.filter(start_from__in=(BaseOrigin.RATING, BaseOrigin.DECISION))
    return Coalesce(
        Subquery(known.values("before")[:1]),
        Subquery(earlier.values("after")[:1]),
        outside,
        Subquery(in_step.values("before")[:1]),
        output_field=FloatField(),
    )
