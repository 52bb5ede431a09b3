"""A club's annual return, sent to the committee from 1 to 15 June (LASK 7a to 7e)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.whole_numbers import BadEntry, check_rating
from ratings.rules.rating_table import WIN, rating_table


@dataclass(frozen=True, slots=True)
class ClubPlayer:
    """A player of the club, as recorded in the ledger at the end of 31 May."""

    player: str
    rating: int
    """With all games of the season, before the deduction."""
    games: int
    """Ledger games of the season."""
    original: int | None = None
    """The initial rating of a player who is new this year."""


@dataclass(frozen=True, slots=True)
class OutsideGame:
    """A game of the season against a player of another club."""

    player: str
    change: int
    """The change for the club's player."""


@dataclass(frozen=True, slots=True)
class ReturnLine:
    """One player in the return."""

    player: str
    before: int
    games: int
    deduction: int
    """0 or below."""
    rating: int
    """The rating on 1 June, with the deduction (7a)."""
    original: int | None
    """The original rating of a newcomer (7e); None for other players."""


@dataclass(frozen=True, slots=True)
class ClubReturn:
    """A club's return."""

    lines: tuple[ReturnLine, ...]
    total_deduction: int
    """Of the whole club, 0 or below (7b)."""
    games: int
    """N, the games against other clubs' players (7c)."""
    points: int
    """S, the points won or lost in them (7d)."""

    @property
    def newcomers(self) -> tuple[ReturnLine, ...]:
        """The lines of the year's newcomers (7e)."""
        return tuple(line for line in self.lines if line.original is not None)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two numbers of a return that should be equal.

    `code` says which: deduction_of_player, rating_of_player, total_deduction,
    more_outside_games_than_games, points_beyond_games, player_twice; for a comparison
    with the ledger also player_missing, player_unknown, before, season_games, original,
    outside_games and outside_points.
    """

    code: str
    stated: int | None
    expected: int | None
    """For more_outside_games_than_games and points_beyond_games the highest possible
    number.
    """
    player: str | None = None


def make_return(
    players: Sequence[ClubPlayer],
    outside: Sequence[OutsideGame],
    parameters: LaskParameters,
) -> ClubReturn:
    """Return the annual return that follows from the ledger, lines in the order of
    `players`.

    BadEntry for an impossible rating or number of games, a player given twice
    (player_twice), and an outside game of an unknown player (player_unknown).
    """
    known = {player.player for player in players}
    if len(known) != len(players):
        raise BadEntry("players", "player_twice")
    for row, game in enumerate(outside):
        if game.player not in known:
            raise BadEntry(f"outside[{row}].player", "player_unknown")
    lines = tuple(_line(row, player, parameters) for row, player in enumerate(players))
    return ClubReturn(
        lines=lines,
        total_deduction=sum(line.deduction for line in lines),
        games=len(outside),
        points=sum(game.change for game in outside),
    )


def check_return(
    stated: ClubReturn, parameters: LaskParameters
) -> tuple[Disagreement, ...]:
    """Return the contradictions within a return; nothing if there are none.

    BadEntry for a player with fewer than 0 games.
    """
    return (
        *_twice(stated),
        *(found for line in stated.lines for found in _check(line, parameters)),
        *_check_totals(stated, parameters),
    )


def compare_returns(stated: ClubReturn, ledger: ClubReturn) -> tuple[Disagreement, ...]:
    """Return the differences between a return and the ledger's own (`make_return`)."""
    lines = {line.player: line for line in stated.lines}
    expected = {line.player: line for line in ledger.lines}
    return (
        *_absent("player_missing", expected, lines),
        *_absent("player_unknown", lines, expected),
        *(
            found
            for player, line in lines.items()
            if player in expected
            for found in _differences(line, expected[player])
        ),
        *_differ("total_deduction", stated.total_deduction, ledger.total_deduction),
        *_differ("outside_games", stated.games, ledger.games),
        *_differ("outside_points", stated.points, ledger.points),
    )


def _line(row: int, player: ClubPlayer, parameters: LaskParameters) -> ReturnLine:
    check_rating(f"players[{row}].rating", player.rating)
    if player.original is not None:
        check_rating(f"players[{row}].original", player.original)
    if player.games < 0:
        raise BadEntry(f"players[{row}].games", "too_low")
    deduction = parameters.tables.deduction_for(player.games)
    return ReturnLine(
        player=player.player,
        before=player.rating,
        games=player.games,
        deduction=deduction,
        rating=player.rating + deduction,
        original=player.original,
    )


def _check(line: ReturnLine, parameters: LaskParameters) -> Iterator[Disagreement]:
    """Yield contradictions with paragraph 6, then with 7a."""
    due = parameters.tables.deduction_for(line.games)
    yield from _differ("deduction_of_player", line.deduction, due, line.player)
    after = line.before + line.deduction
    yield from _differ("rating_of_player", line.rating, after, line.player)


def _check_totals(
    stated: ClubReturn, parameters: LaskParameters
) -> Iterator[Disagreement]:
    """Yield contradictions with 7b and 7c, and with what 7c allows for 7d."""
    total = sum(line.deduction for line in stated.lines)
    yield from _differ("total_deduction", stated.total_deduction, total)
    played = sum(line.games for line in stated.lines)
    if not 0 <= stated.games <= played:
        yield Disagreement("more_outside_games_than_games", stated.games, played)
    most = stated.games * (WIN + rating_table(parameters.table).rows[-1].compensation)
    if abs(stated.points) > most:
        yield Disagreement("points_beyond_games", stated.points, most)


def _differences(line: ReturnLine, expected: ReturnLine) -> Iterator[Disagreement]:
    player = line.player
    yield from _differ("before", line.before, expected.before, player)
    yield from _differ("season_games", line.games, expected.games, player)
    yield from _differ(
        "deduction_of_player", line.deduction, expected.deduction, player
    )
    yield from _differ("rating_of_player", line.rating, expected.rating, player)
    yield from _differ("original", line.original, expected.original, player)


def _differ(
    code: str, stated: int | None, expected: int | None, player: str | None = None
) -> Iterator[Disagreement]:
    if stated != expected:
        yield Disagreement(code, stated, expected, player)


def _twice(stated: ClubReturn) -> Iterator[Disagreement]:
    named = Counter(line.player for line in stated.lines)
    for player, times in named.items():
        yield from _differ("player_twice", times, 1, player)


def _absent(
    code: str, these: dict[str, ReturnLine], those: dict[str, ReturnLine]
) -> Iterator[Disagreement]:
    for player in these:
        if player not in those:
            yield Disagreement(code, None, None, player)
