"""Games that are already in the ledger, from another tournament."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta

from ratings.enums import COUNTING, ReportState
from ratings.ledger.queries.player_aliases import PlayerAliases, aliases_now
from ratings.models import Game
from tournaments.domain.checks.findings import FindingRow, game_row
from tournaments.domain.report_material import PlannedGame, ReportMaterial
from tournaments.queries.reports import SOURCE_KIND

DAYS_APART = timedelta(days=3)
"""How far apart two reports may date the same game: one by the day of its round, the
other by the day on which it was played.

Two players who meet twice within three days, in two tournaments and with the same
result, are reported as well.
"""
STANDING = COUNTING | {ReportState.HELD}

Played = tuple[frozenset[int], int]
"""Two persons, and the half points of the one with the lower number."""


def reported_twice(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the games that another tournament of the pool has probably reported already.

    That is a game between the same two persons, under any of their cards and with
    either colour, with the same result and on the same day or one near it. A day
    outside the tournament is reported as a separate error.
    """
    aliases = aliases_now()
    games = [
        game
        for game in material.lines
        if game.result.is_played and material.is_inside(game)
    ]
    known = _known(material, games, aliases)
    for game in games:
        white, black = (aliases.person(each.player_id) for each in game.sides)
        played = _played(white, black, game.result.white_half_points)
        for line in known.get(played, ()):
            if abs(line.played_date - game.day) <= DAYS_APART:
                report = line.report
                own = report.source_kind == SOURCE_KIND
                number = report.source_number if own else None
                text = f"{report.name}, {line.played_date}"
                yield game_row(game, text, tournament=number)
                break


def _known(
    material: ReportMaterial, games: list[PlannedGame], aliases: PlayerAliases
) -> dict[Played, list[Game]]:
    days = [game.day for game in games]
    if not days:
        return {}
    players = {each.player_id for game in games for each in game.sides}
    cards = aliases.cards(aliases.persons(players).values())
    tournament = material.tournament
    lines = (
        Game.objects.filter(
            pool=tournament.pool_id,
            played=True,
            white__in=cards,
            black__in=cards,
            played_date__range=(min(days) - DAYS_APART, max(days) + DAYS_APART),
            report__state__in=STANDING,
        )
        .exclude(report__source_kind=SOURCE_KIND, report__source_number=tournament.pk)
        .select_related("report")
        .order_by("played_date", "pk")
    )
    known: dict[Played, list[Game]] = defaultdict(list)
    for line in lines:
        white, black = aliases.person(line.white_id), aliases.person(line.black_id)
        known[_played(white, black, line.score)].append(line)
    return known


def _played(white: int, black: int, half_points: int) -> Played:
    lower = half_points if white < black else 2 - half_points
    return frozenset((white, black)), lower
