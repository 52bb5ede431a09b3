"""Read the boards of a tournament file of FIDE, to be imported as a section."""

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType

from django.utils.translation import gettext_noop as noted

from ratings.files.wording import FileMessage, InvalidField
from ratings.imports.formats.trf.games import SAME_FOR_BOTH, TrfGame, games_of
from ratings.imports.formats.trf.reading import ReadTournament, read_tournament
from tournaments.formats.sections_read import BoardRead, SectionRead
from tournaments.formats.trf.announced import read_announced
from tournaments.formats.trf.field import faults_of
from tournaments.formats.trf.notes import notes_of
from tournaments.formats.trf.own_lines import read_own_lines
from tournaments.formats.trf.points import OddPointsError, point_system_in
from tournaments.formats.trf.record import says_round_robin
from tournaments.formats.trf.wishes import PairingWishes, read_wishes
from tournaments.rules.pairing.dutch import RoundCell
from tournaments.rules.points import PointSystem
from tournaments.rules.results import Colour, Result

_BYES = MappingProxyType(
    {
        "U": Result.BYE, "+": Result.BYE, "1": Result.BYE, "F": Result.FULL_BYE,
        "H": Result.HALF_BYE, "=": Result.HALF_BYE,
    }
)  # fmt: skip
"""Letters of a round without an opponent; any other letter, such as Z, is a round
without a board.
"""
_GRANTED = MappingProxyType(
    {RoundCell.FULL_BYE: Result.FULL_BYE, RoundCell.HALF_BYE: Result.HALF_BYE}
)


def _by_letters() -> Mapping[str, Result]:
    """Return the result of a board by White's and Black's letters; of several results
    with the same letters the first.
    """
    found: dict[str, Result] = {}
    for result in Result:
        if not result.is_bye:
            letters = result.letter(Colour.WHITE) + result.letter(Colour.BLACK)
            found.setdefault(letters, result)
    return MappingProxyType(found | {"LL": Result.DOUBLE_LOSS})


_RESULTS = _by_letters()
_SAME = frozenset(2 * letter for letter in SAME_FOR_BOTH) & _RESULTS.keys()


def read_section(text: str, home: str) -> SectionRead:
    """Read a file; `home` is the federation whose player numbers are those of our
    register. Raises InvalidField if there is no line of a player, or if points (162)
    are not multiples of a half.
    """
    tournament = read_tournament(text, home)
    wishes = read_wishes(text, max(tournament.announced, 1))
    awaited = _awaited_games(tournament)
    boards = tuple(_boards(tournament, wishes, awaited))
    paired = {board.round for board in boards}
    rounds = max(tournament.announced, max(paired, default=0))
    own = read_own_lines(text, tournament.players, rounds)
    planned = own.planned[0] if own.planned else tournament.announced
    announced = read_announced(text, tournament, wishes, boards, planned)
    return SectionRead(
        name=tournament.name,
        rounds=rounds,
        is_round_robin=says_round_robin(text),
        players={rank: tournament.person(rank) for rank in sorted(tournament.players)},
        lines={rank: player.line for rank, player in tournament.players.items()},
        fide_ratings={
            rank: player.rating
            for rank, player in tournament.players.items()
            if player.rating > 0
        },
        boards=boards,
        days=tournament.days,
        span=(tournament.start, tournament.end),
        points=_points(text),
        faults=tuple(_faults_besides(tournament, awaited)),
        notes=notes_of(text, tournament, wishes, paired, own, announced),
        never_meet=tuple(_never_meet(tournament, wishes)),
        says_rounds=bool(tournament.announced),
        withdrawn=own.withdrawn,
        planned=own.planned,
        system=announced.system,
        first_colour=announced.first_colour,
        last_accelerated=announced.last_accelerated,
        tie_breaks=(announced.tie_breaks if own.tie_breaks is None else own.tie_breaks),
    )


def _awaited_games(tournament: ReadTournament) -> tuple[BoardRead, ...]:
    """Return the games about which the lines of both players agree: round, opponent,
    opposite colours and no result.
    """
    colours = {
        (game.round, rank, game.opponent): game.colour
        for rank, player in tournament.players.items()
        for game in player.without_result
    }
    return tuple(
        BoardRead(number, rank, opponent, Result.NOT_PLAYED)
        for (number, rank, opponent), colour in sorted(colours.items())
        if colour == "w" and colours.get((number, opponent, rank)) == "b"
    )


def _faults_besides(
    tournament: ReadTournament, awaited: Collection[BoardRead]
) -> list[tuple[int, FileMessage]]:
    """Return the faults of the file, but not that these games have no result."""
    seats = {
        (game.round, *pair)
        for game in awaited
        for pair in ((game.white, game.black), (game.black, game.white))
    }
    expected = {
        (player.line, game.message)
        for rank, player in tournament.players.items()
        for game in player.without_result
        if (game.round, rank, game.opponent) in seats
    }
    return [fault for fault in faults_of(tournament) if fault not in expected]


def _points(text: str) -> PointSystem:
    try:
        return point_system_in(text)
    except OddPointsError as odd:
        raise InvalidField(
            noted("line %(line)d: points that are no halves"), line=odd.line
        ) from odd


def _never_meet(
    tournament: ReadTournament, wishes: PairingWishes
) -> Iterator[tuple[int, int]]:
    """Yield pairs of players who are kept apart until the last round."""
    for pair in sorted(map(sorted, wishes.forbidden)):
        if tournament.players.keys() >= {*pair}:
            yield pair[0], pair[1]


def _boards(
    tournament: ReadTournament, wishes: PairingWishes, awaited: Collection[BoardRead]
) -> Iterator[BoardRead]:
    """Yield boards by round, those of the lowest starting numbers first, then the byes."""
    games = {*_games(tournament), *_same_for_both(tournament), *awaited}
    yield from sorted(games, key=lambda game: (game.round, _lower(game)))
    seated = {
        (each, game.round) for game in awaited for each in (game.white, game.black)
    }
    granted = _granted_byes(tournament, wishes).items()
    byes = {seat: bye for seat, bye in granted if seat not in seated}
    byes |= _byes(tournament)
    yield from sorted(byes.values(), key=lambda bye: (bye.round, bye.white))


def _lower(game: BoardRead) -> int:
    return min(game.white, game.black or game.white)


def _games(tournament: ReadTournament) -> Iterator[BoardRead]:
    for game in games_of(tournament):
        if not isinstance(game, TrfGame):
            continue
        sides = (game.white, game.black)
        letters = "".join(
            tournament.players[rank].cells[game.round - 1][2] for rank in sides
        )
        if letters in _RESULTS:
            yield BoardRead(game.round, game.white, game.black, _RESULTS[letters])


def _same_for_both(tournament: ReadTournament) -> Iterator[BoardRead]:
    """Yield, once each, the boards of which both players have the same letter and which
    are not games for the rating.
    """
    for rank, player in tournament.players.items():
        for number, (opponent, colour, letter) in enumerate(player.cells, start=1):
            other = tournament.players.get(opponent)
            theirs = other.cells[number - 1 : number] if other else ()
            is_same = any(cell[::2] == (rank, letter) for cell in theirs)
            if is_same and rank < opponent and 2 * letter in _SAME:
                pair = (opponent, rank) if colour == "b" else (rank, opponent)
                yield BoardRead(number, *pair, _RESULTS[2 * letter])


def _byes(tournament: ReadTournament) -> Mapping[tuple[int, int], BoardRead]:
    """Return byes in the players' own lines, by starting number and round."""
    return {
        (rank, number): BoardRead(number, rank, None, _BYES[letter])
        for rank, player in tournament.players.items()
        for number, (opponent, _colour, letter) in enumerate(player.cells, start=1)
        if not opponent and letter in _BYES
    }


def _granted_byes(
    tournament: ReadTournament, wishes: PairingWishes
) -> Mapping[tuple[int, int], BoardRead]:
    """Return byes of lines 240, for rounds about which the player's own line says
    nothing.
    """
    last = max((len(each.cells) for each in tournament.players.values()), default=0)
    return {
        (rank, number): BoardRead(number, rank, None, _GRANTED[cell])
        for (number, rank), cell in wishes.byes.items()
        if number <= last and cell in _GRANTED and _is_free(tournament, rank, number)
    }


def _is_free(tournament: ReadTournament, rank: int, number: int) -> bool:
    player = tournament.players.get(rank)
    cells = player.cells[number - 1 : number] if player else None
    return cells is not None and not any(cell[2].strip() for cell in cells)
