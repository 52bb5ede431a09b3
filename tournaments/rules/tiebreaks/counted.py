"""The record of a section that is played in this office."""

from collections.abc import Iterator, Mapping

from tournaments.rules.results import RoundKind
from tournaments.rules.scores import CountedSection, OwnGame
from tournaments.rules.tiebreaks.record import PlayerRound, RatingTables, Record


def record_of(
    counted: CountedSection,
    *,
    ratings: Mapping[int, int] | None = None,
    rating_tables: RatingTables | None = None,
    lots: tuple[int, ...] = (),
) -> Record:
    """Return the rounds up to the last one with a result, of all players with a place.

    A game that is not finished is no round yet. In a Swiss section a player was absent
    from a round without a board.
    """
    last = _last_round(counted)
    every_round = 0 if counted.section.is_berger else last
    return Record(
        entries=counted.ranked,
        rounds={
            entry: _rounds(counted.games[entry], every_round)
            for entry in counted.ranked
        },
        rounds_played=last,
        rounds_announced=max(counted.section.rounds, last),
        is_round_robin=counted.section.is_berger,
        numbers={entry.id: entry.number for entry in counted.section.entries},
        ratings=ratings or {},
        rating_tables=rating_tables,
        points=counted.section.points,
        lots=lots,
    )


def _last_round(counted: CountedSection) -> int:
    return max(
        (
            game.round
            for entry in counted.ranked
            for game in counted.games[entry]
            if game.counts
        ),
        default=0,
    )


def _rounds(games: tuple[OwnGame, ...], every_round: int) -> tuple[PlayerRound, ...]:
    if len(games) == every_round and all(game.counts for game in games):
        return tuple(map(_round, games))
    by_round: dict[int, list[OwnGame]] = {n: [] for n in range(1, every_round + 1)}
    for game in games:
        by_round.setdefault(game.round, []).append(game)
    return tuple(
        own
        for number in sorted(by_round)
        for own in _of_round(number, by_round[number])
    )


def _of_round(number: int, games: list[OwnGame]) -> Iterator[PlayerRound]:
    if not games:
        yield PlayerRound(number, RoundKind.ABSENT, 0)
    for game in games:
        if game.counts:
            yield _round(game)


def _round(game: OwnGame) -> PlayerRound:
    kind = game.result.kind or RoundKind.ABSENT
    return PlayerRound(game.round, kind, game.half_points, game.opponent, game.colour)
