"""The players passed over, in a round that the engine of the Dutch system has paired.

The engine says which pairs it chooses and not what it refused. The reasons here follow
from the rules (C.04.3): the order in which pairings of a bracket are tried, and the
criteria that no pairing may break. If none of these prevented a pairing, another one
was better by the rest of the criteria, and the reason says no more.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from tournaments.rules.pairing.dutch import DutchField, DutchPlayer, RoundCell
from tournaments.rules.pairing.paired import (
    Bracket,
    NoPairingError,
    PairedBoard,
    PairedBye,
    PairedRound,
    PassedOver,
    WhyNot,
)
from tournaments.rules.results import Colour

_BARS_FROM_BYE = {
    RoundCell.PAIRING_BYE: WhyNot.HAD_BYE,
    RoundCell.FULL_BYE: WhyNot.WON_WITHOUT_PLAY,
    RoundCell.FORFEIT_WON: WhyNot.WON_WITHOUT_PLAY,
}


def with_reasons(paired: PairedRound, field: DutchField) -> PairedRound:
    """Return the same round with scores, and with the players passed over on every
    board and for the bye; all by pairing numbers.
    """
    reasons = _Reasons(paired, field)
    return replace(
        paired,
        boards=tuple(reasons.of(board) for board in paired.boards),
        bye=paired.bye and reasons.of_bye(paired.bye),
        scores=tuple((number, reasons.scores[number]) for number in reasons.ranked),
    )


def no_pairing(field: DutchField) -> NoPairingError:
    """Return why the rules give no round: players without a possible opponent, or that
    no player may rest.
    """
    present = [each for each in field.players if len(each.rounds) < field.number]
    is_odd = len(present) % 2 == 1
    if is_odd and all(_bar_from_bye(player) for player in present):
        return NoPairingError(field.number, is_bye_missing=True)
    numbers = {player.number for player in present}
    met = {
        player.number: {each.opponent for _, each in player.games} for player in present
    }
    apart = {
        one: {n for pair in field.forbidden if one in pair for n in pair}
        for one in numbers
    }
    blocked = sorted(n for n in numbers if numbers <= {n} | met[n] | apart[n])
    is_kept_apart = any(apart[n] & numbers - {n} for n in blocked or numbers)
    return NoPairingError(field.number, blocked, is_kept_apart=is_kept_apart)


def absolute_colour(player: DutchPlayer) -> Colour | None:
    """Return the colour that the player must get (C.04.3 1.7), if there is one.

    It is due after at least two games more with the other colour than with this one, or
    after the other colour in the last two games.
    """
    colours = [played.colour for _number, played in player.games]
    more_whites = colours.count(Colour.WHITE) - colours.count(Colour.BLACK)
    if abs(more_whites) > 1:
        return Colour.BLACK if more_whites > 0 else Colour.WHITE
    *_earlier, last_but_one, last = [None, None, *colours]
    return last.other if last and last is last_but_one else None


def _bar_from_bye(player: DutchPlayer) -> PassedOver | None:
    """Return why the player may not get the bye (C.04.3 C 2)."""
    for number, played in enumerate(player.rounds, start=1):
        if played.cell in _BARS_FROM_BYE:
            return PassedOver(player.number, _BARS_FROM_BYE[played.cell], number)
    return None


class _Reasons:
    def __init__(self, paired: PairedRound, field: DutchField) -> None:
        self.scores = field.scores
        self.ranked = sorted(
            paired.players, key=lambda number: (-self.scores[number], number)
        )
        self._field = field
        self._players = {player.number: player for player in field.players}
        self._met = {
            number: {played.opponent: met for met, played in player.games}
            for number, player in self._players.items()
        }
        self._tried = dict(self._tried_in(paired))

    def of(self, board: PairedBoard) -> PairedBoard:
        tried = self._tried.get(board.seeker, ())
        reasons = tuple(self._why_not(board.seeker, other) for other in tried)
        return replace(board, passed_over=reasons)

    def of_bye(self, bye: PairedBye) -> PairedBye:
        """Return the bye with the lower ranked players who were passed over: by C 2, C
        5 and the rest.
        """
        before = takewhile(lambda each: each != bye.player, reversed(self.ranked))
        return replace(
            bye, passed_over=tuple(self._why_no_bye(each, bye) for each in before)
        )

    def _why_no_bye(self, number: int, bye: PairedBye) -> PassedOver:
        if bar := _bar_from_bye(self._players[number]):
            return bar
        if self.scores[number] < self.scores[bye.player]:
            return PassedOver(number, WhyNot.REST_CANNOT_BE_PAIRED)
        return PassedOver(number, WhyNot.RULES_KEPT_LESS)

    def _why_not(self, one: int, other: int) -> PassedOver:
        if other in self._met[one]:
            return PassedOver(other, WhyNot.MET, self._met[one][other])
        if frozenset((one, other)) in self._field.forbidden:
            return PassedOver(other, WhyNot.KEPT_APART)
        if self._must_get_the_same(one, other):
            return PassedOver(other, WhyNot.SAME_COLOUR)
        return PassedOver(other, WhyNot.RULES_KEPT_LESS)

    def _must_get_the_same(self, one: int, other: int) -> bool:
        """Return whether both players must get the same colour.

        False in the last round, in which the top scorers may get another colour than
        the one that is due to them (C 3).
        """
        due = absolute_colour(self._players[one])
        is_last = self._field.number >= self._field.rounds
        return (
            not is_last
            and due is not None
            and due is absolute_colour(self._players[other])
        )

    def _tried_in(self, paired: PairedRound) -> Iterator[tuple[int, list[int]]]:
        left = list(paired.boards)
        for bracket in reversed([each for each in paired.brackets if each.players]):
            staying = set(bracket.players) - set(bracket.floated)
            own = [board for board in left if {board.white, board.black} <= staying]
            left = [board for board in left if board not in own]
            yield from self._tried_in_bracket(bracket, own)

    def _tried_in_bracket(
        self, bracket: Bracket, boards: Sequence[PairedBoard]
    ) -> Iterator[tuple[int, list[int]]]:
        """Yield the partners tried: players who floated down get the first of the
        bracket's own players; of the others the upper half gets the lower, or its own
        players if that is not possible.
        """
        own = [each for each in self.ranked if each in bracket.players]
        residents = [each for each in own if self.scores[each] == self.scores[own[-1]]]
        came_down = [board for board in boards if board.seeker not in residents]
        rest = [board for board in boards if board.seeker in residents]
        got = {board.chosen for board in came_down}
        remaining = [each for each in residents if each not in got]
        upper, lower = remaining[: len(rest)], remaining[len(rest) :]
        yield from self._tried_by(came_down, residents)
        yield from self._tried_by(
            [board for board in rest if board.seeker in upper], lower, upper
        )

    def _tried_by(
        self,
        boards: Sequence[PairedBoard],
        partners: Sequence[int],
        exchanged: Collection[int] = (),
    ) -> Iterator[tuple[int, list[int]]]:
        """Yield for each seeker the free partners before the chosen one; all free ones
        if the chosen one was `exchanged` into the other half.
        """
        taken: set[int] = set()
        for board in sorted(boards, key=lambda each: self.ranked.index(each.seeker)):
            free = [each for each in partners if each not in taken]
            if board.chosen in free:
                yield board.seeker, free[: free.index(board.chosen)]
            elif board.chosen in exchanged:
                yield board.seeker, free
            taken |= {board.seeker, board.chosen}
