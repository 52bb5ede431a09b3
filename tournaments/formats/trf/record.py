"""The record for tie-breaks, read from a tournament file of FIDE (TRF16, TRF26)."""

import re

from ratings.files.spellings import NO_RATING
from ratings.imports.formats.trf.reading import ReadTournament, lines_of
from tournaments.formats.trf.field import dutch_field_of, next_round
from tournaments.formats.trf.points import point_system_in
from tournaments.formats.trf.wishes import read_wishes
from tournaments.rules.pairing.dutch import DutchRound, RoundCell
from tournaments.rules.points import PointSystem
from tournaments.rules.results import RoundKind
from tournaments.rules.tiebreaks.lots import draw_lots
from tournaments.rules.tiebreaks.record import PlayerRound, RatingTables, Record

_KINDS = {
    RoundCell.FORFEIT_WON: RoundKind.FORFEIT,
    RoundCell.FORFEIT_LOST: RoundKind.FORFEIT,
    RoundCell.PAIRING_BYE: RoundKind.ALLOCATED_BYE,
    RoundCell.FULL_BYE: RoundKind.FULL_BYE,
    RoundCell.HALF_BYE: RoundKind.HALF_BYE,
    RoundCell.ABSENT: RoundKind.ABSENT,
}
_ROUND_ROBIN = re.compile("robin|berger|alla möter alla", re.IGNORECASE)


def says_round_robin(text: str) -> bool:
    """Return whether the file describes a round robin (lines 092 and 192)."""
    kinds = (line for line in lines_of(text) if line.startswith(("092", "192")))
    return any(_ROUND_ROBIN.search(line) for line in kinds)


def record_in_file(
    tournament: ReadTournament,
    text: str,
    *,
    is_round_robin: bool,
    rating_tables: RatingTables,
    seed: str = "",
) -> Record:
    """Return the rounds up to the last one with a game, with entries by starting
    number.

    `seed` draws the lots. Raises OddPointsError.
    """
    wishes = read_wishes(text, next_round(tournament))
    points = point_system_in(text)
    players = dutch_field_of(tournament, wishes, points).players
    numbers = tuple(player.number for player in players)
    last = wishes.round - 1
    return Record(
        entries=numbers,
        rounds={
            player.number: tuple(
                _round(number, each, points)
                for number, each in enumerate(player.rounds[:last], start=1)
            )
            for player in players
        },
        rounds_played=last,
        rounds_announced=max(wishes.rounds, last),
        is_round_robin=is_round_robin,
        numbers={number: number for number in numbers},
        ratings={
            number: player.rating
            for number, player in tournament.players.items()
            if player.rating != NO_RATING
        },
        rating_tables=rating_tables,
        points=points,
        lots=draw_lots(seed, numbers) if seed else (),
    )


def _round(number: int, each: DutchRound, points: PointSystem) -> PlayerRound:
    halves = points.half_points(each.cell.gain)
    kind = _KINDS.get(each.cell, RoundKind.PLAYED)
    return PlayerRound(number, kind, halves, each.opponent or None, each.colour)
