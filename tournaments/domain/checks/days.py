"""Checks whether the games can have been played on their days."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise

from tournaments.domain.checks.findings import FindingRow, game_row, public_name
from tournaments.domain.report_material import PlannedGame, ReportMaterial

MANY_A_DAY = 3
"""From this number of games of one player in a day on, their length is added up."""
FULL_DAY = timedelta(hours=12)
"""Total length of a player's games from which they fill a day.

The rules of the pools give no number, so this is our own. FIDE's rating regulations
(B.02) allow no player more than three rounds and twelve hours in a day; three games of
two hours for each player take all of that. Long games are usually announced two a day.
Three games a day of 90 minutes for each player are not reported.
"""


def outside_days(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the games on a day outside the tournament."""
    for game in material.lines:
        if not material.is_inside(game):
            yield game_row(game, game.day.isoformat())


def games_to_come(material: ReportMaterial, today: date) -> Iterator[FindingRow]:
    """Find the played games on days after today; a forfeit may be known before its
    round.
    """
    for game in material.lines:
        if game.result.is_played and game.day > today:
            yield game_row(game, game.day.isoformat())


def games_after_pool(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the games that would count after the pool's last day."""
    ends_on = material.tournament.pool.ends_on
    for game in material.lines:
        if ends_on is not None and material.counted_on(game) > ends_on:
            yield game_row(game, game.day.isoformat())


def rounds_out_of_order(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the rounds whose day is before that of the previous round."""
    for results in material.sections:
        days = material.round_days.get(results.section.pk, {})
        for earlier, later in pairwise(sorted(days)):
            if days[later] < days[earlier]:
                text = f"{later}. {days[later]} < {earlier}. {days[earlier]}"
                yield FindingRow(results.section.name, text)


def full_days(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the days on which the games of one player fill the day or exceed it."""
    played: dict[tuple[date, int], list[PlannedGame]] = defaultdict(list)
    for game in material.lines:
        if game.result.is_played:
            for entry in game.sides:
                played[game.day, entry.player_id].append(game)
    minutes = material.tournament.minutes
    lasting = timedelta(minutes=2 * minutes)
    for (day, player_id), games in played.items():
        if len(games) >= MANY_A_DAY and len(games) * lasting >= FULL_DAY:
            entry = next(e for e in games[0].sides if e.player_id == player_id)
            text = f"{public_name(entry)}, {day}: {len(games)} × {minutes} min"
            yield FindingRow(games[0].section.name, text)
