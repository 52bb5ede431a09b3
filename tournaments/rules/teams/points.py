"""The table of teams: match points, board points, mutual matches, lots."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby

from tournaments.rules.tiebreaks.lots import lot_of


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """What a match is worth to a team."""

    win: int = 2
    draw: int = 1
    loss: int = 0

    def of(self, own: int, other: int) -> int:
        """Return the match points of a team with so many half points on the boards."""
        if is_drawn(own, other):
            return self.draw
        return self.win if own > other else self.loss


def is_drawn(own: int, other: int) -> bool:
    """Return whether the teams have equal points on the boards.

    If neither team has any, by forfeits on all boards, the match is no draw but lost by
    both.
    """
    return own == other > 0


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Two teams by their numbers, and the half points of each on the boards."""

    home: int
    away: int
    home_half: int
    away_half: int

    def sides(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """Return each team's number, its half points and its opponents'."""
        return (
            (self.home, self.home_half, self.away_half),
            (self.away, self.away_half, self.home_half),
        )


class TeamOrder(StrEnum):
    """The criterion that separates two teams of the table."""

    MATCH_POINTS = "match_points"
    BOARD_POINTS = "board_points"
    MUTUAL = "mutual"
    LOTS = "lots"


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team's line of the table; `parted_by`: the criterion that separates it from the
    one above.
    """

    number: int
    place: int
    won: int
    drawn: int
    lost: int
    match_points: int
    half_points: int
    mutual_points: int = 0
    mutual_half: int = 0
    parted_by: TeamOrder | None = None

    @property
    def played(self) -> int:
        """The number of matches that count."""
        return self.won + self.drawn + self.lost


def rank_teams(
    numbers: Iterable[int],
    matches: Sequence[MatchScore],
    points: MatchPoints,
    seed: str,
) -> tuple[TeamStanding, ...]:
    """Return the teams from first to last.

    Teams that are level in match points and board points are separated by the matches
    against each other: match points, then board points; then by the lots drawn from
    `seed`.
    """
    counted = [_counted(number, matches, points) for number in numbers]
    counted.sort(key=lambda row: (-row.match_points, -row.half_points))
    ranked: list[TeamStanding] = []
    for _level, rows in groupby(counted, lambda r: (r.match_points, r.half_points)):
        ranked.extend(_parted(list(rows), matches, points, seed))
    return tuple(_placed(ranked))


def _counted(
    number: int, matches: Iterable[MatchScore], points: MatchPoints
) -> TeamStanding:
    own = [
        (half, other)
        for match in matches
        for team, half, other in match.sides()
        if team == number
    ]
    return TeamStanding(
        number=number,
        place=0,
        won=sum(half > other for half, other in own),
        drawn=sum(is_drawn(half, other) for half, other in own),
        lost=sum(half < other or half == other == 0 for half, other in own),
        match_points=sum(points.of(half, other) for half, other in own),
        half_points=sum(half for half, _other in own),
    )


def _parted(
    rows: list[TeamStanding],
    matches: Sequence[MatchScore],
    points: MatchPoints,
    seed: str,
) -> list[TeamStanding]:
    level = {row.number for row in rows}
    mutual = [match for match in matches if {match.home, match.away} <= level]
    found: list[TeamStanding] = []
    for row in rows:
        among = _counted(row.number, mutual, points)
        found.append(
            replace(
                row, mutual_points=among.match_points, mutual_half=among.half_points
            )
        )
    return sorted(
        found,
        key=lambda r: (-r.mutual_points, -r.mutual_half, lot_of(seed, r.number)),
    )


def _placed(ranked: Sequence[TeamStanding]) -> Iterator[TeamStanding]:
    above: TeamStanding | None = None
    for place, row in enumerate(ranked, start=1):
        parted_by = _parted_by(above, row) if above else None
        yield replace(row, place=place, parted_by=parted_by)
        above = row


def _parted_by(above: TeamStanding, row: TeamStanding) -> TeamOrder:
    if above.match_points != row.match_points:
        return TeamOrder.MATCH_POINTS
    if above.half_points != row.half_points:
        return TeamOrder.BOARD_POINTS
    mutual = (above.mutual_points, above.mutual_half)
    if mutual != (row.mutual_points, row.mutual_half):
        return TeamOrder.MUTUAL
    return TeamOrder.LOTS
