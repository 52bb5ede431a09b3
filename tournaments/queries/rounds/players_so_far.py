"""What the earlier rounds gave each player, for the organiser who pairs the next."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tournaments.enums import SectionPairing
from tournaments.models import Absence
from tournaments.queries.section_results import points_of
from tournaments.queries.section_shown import BoardShown, SectionShown
from tournaments.queries.standings.table import ShownPlayer
from tournaments.queries.wording import COLOUR_LETTERS, Words
from tournaments.rules.pairing import dutch, field
from tournaments.rules.pairing.field import FULL_BYES
from tournaments.rules.pairing.systems import SYSTEMS
from tournaments.rules.points import PointSystem
from tournaments.rules.results import Colour, Result, half_points

NO_COLOUR = "–"


@dataclass(frozen=True, slots=True)
class _RoundToPair:
    """The round to be paired, the system, and the point system."""

    number: int
    system: str
    points: PointSystem


@dataclass(frozen=True, slots=True)
class PlayerSoFar:
    """A player's earlier rounds.

    `colours` and `opponents` (pairing numbers) are by round, of games that were not
    lost without play; a bye has the opponent None, and in brackets the colour that it
    counts as. `counts_as` are the half points by which the system orders the players:
    unfinished games count as the system says, and the virtual points of accelerated
    rounds are included.
    """

    player: ShownPlayer
    half_points: int
    counts_as: int
    colours: tuple[Words, ...]
    opponents: tuple[int | None, ...]
    bye: str
    """The bye of a player who misses the round; empty for the others."""
    has_left: bool


def players_so_far(
    shown: SectionShown, number: int, absent: Mapping[int, str]
) -> list[PlayerSoFar]:
    """Return all players before round `number`, in the order in which they are paired.

    `absent` are the byes of players who miss it, by entry id.
    """
    points = points_of(shown.section)
    granted = _granted_before(shown, number, points)
    earlier = [board for each in shown.rounds[: number - 1] for board in each.boards]
    to_pair = _RoundToPair(number, shown.section.pairing_system, points)
    found = (_so_far(player, earlier, to_pair) for player in shown.players)
    found_all = [
        replace(
            each,
            half_points=each.half_points + granted[each.player.entry.pk],
            counts_as=each.counts_as
            + granted[each.player.entry.pk]
            + shown.section.virtual_half_points(each.player.number, number),
            bye=absent.get(each.player.entry.pk, ""),
        )
        for each in found
    ]
    return sorted(found_all, key=lambda each: (-each.counts_as, each.player.number))


def _so_far(
    player: ShownPlayer, boards: Iterable[BoardShown], to_pair: _RoundToPair
) -> PlayerSoFar:
    own = [board for board in boards if player in (board.white, board.black)]
    met = [board for board in own if not Result(board.pairing.result).is_forfeit]
    results = [(Result(board.pairing.result), _colour(board, player)) for board in own]
    return PlayerSoFar(
        player,
        half_points=sum(half_points(*each, to_pair.points) for each in results),
        counts_as=sum(_counts_as(to_pair, *each) for each in results),
        colours=tuple(_colour_mark(board, player, to_pair.system) for board in met),
        opponents=tuple(_opponent(board, player) for board in met),
        bye="",
        has_left=player.entry.has_left(to_pair.number),
    )


def _counts_as(to_pair: _RoundToPair, result: Result, colour: Colour) -> int:
    if result is Result.NOT_PLAYED:
        return 0
    if to_pair.system in SYSTEMS:
        return field.half_points_in_order(result, colour, to_pair.points)
    if to_pair.system == SectionPairing.DUTCH_2026:
        return dutch.half_points_in_order(result, colour, to_pair.points)
    return half_points(result, colour, to_pair.points)


def _colour_mark(board: BoardShown, player: ShownPlayer, system: str) -> Words:
    """Return the colour of a round; a bye of the pairing counts as a game with White in
    the federation's systems.
    """
    if board.black is not None:
        return COLOUR_LETTERS[_colour(board, player)]
    is_white = system in SYSTEMS and Result(board.pairing.result) in FULL_BYES
    return f"({COLOUR_LETTERS[Colour.WHITE]})" if is_white else NO_COLOUR


def _granted_before(
    shown: SectionShown, number: int, points: PointSystem
) -> Counter[int]:
    """Return half points for the byes of earlier rounds in which the player has no
    board.
    """
    seated = {
        (each.number, player.entry.pk)
        for each in shown.rounds
        for board in each.boards
        for player in (board.white, board.black)
        if player
    }
    rows = Absence.objects.before_leaving().filter(
        entry__section=shown.section, round__lt=number
    )
    granted: Counter[int] = Counter()
    for round_number, entry, bye in rows.values_list("round", "entry", "bye"):
        if (round_number, entry) not in seated:
            granted[entry] += half_points(Result(bye), Colour.WHITE, points)
    return granted


def _colour(board: BoardShown, player: ShownPlayer) -> Colour:
    return Colour.WHITE if board.white == player else Colour.BLACK


def _opponent(board: BoardShown, player: ShownPlayer) -> int | None:
    if board.black is None:
        return None
    return board.black.number if board.white == player else board.white.number
