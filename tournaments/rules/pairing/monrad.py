"""The Monrad system (SSF §14 A)."""

from collections.abc import Sequence

from tournaments.rules.pairing.byes import choose_bye
from tournaments.rules.pairing.field import Field, PairingPlayer
from tournaments.rules.pairing.meetings import ForbiddenPairs
from tournaments.rules.pairing.paired import (
    ColourReason,
    PairedBoard,
    PairedRound,
    PassedOver,
)


def pair_monrad(field: Field) -> PairedRound:
    """Return the round that the rule's backtracking finds, without searching for it.

    The first in the order meets the nearest following player not met before, the next
    unpaired likewise; going back one pair at a time gives the first complete round in
    this order of trying. It is found here pair by pair: an opponent is chosen if the
    others can still be paired. Avoided pairs of the field are ignored. Raises
    NoPairingError.
    """
    meetings = ForbiddenPairs(field)
    in_order = field.in_order
    bye = choose_bye(field.round, in_order, meetings)
    unpaired = [p for p in in_order if bye is None or p.id != bye.player]
    boards = []
    while unpaired:
        seeker, *others = unpaired
        chosen, passed_over = _opponent(seeker, others, meetings)
        others.remove(chosen)
        boards.append(_board(seeker, chosen, passed_over))
        unpaired = others
    return PairedRound(field.round, tuple(boards), bye)


def _opponent(
    seeker: PairingPlayer, others: Sequence[PairingPlayer], meetings: ForbiddenPairs
) -> tuple[PairingPlayer, tuple[PassedOver, ...]]:
    passed_over: list[PassedOver] = []
    left = {player.id for player in others}
    for other in others:
        if meetings.may_meet(seeker.id, other.id) and meetings.can_be_paired(
            left - {other.id}
        ):
            return other, tuple(passed_over)
        passed_over.append(meetings.why_not(seeker.id, other.id))
    msg = "the players before these left a rest that cannot be paired"
    raise AssertionError(msg)


def _board(
    higher: PairingPlayer, lower: PairingPlayer, passed_over: tuple[PassedOver, ...]
) -> PairedBoard:
    """Return the board of two players: the lower placed has White, unless the other had
    White in fewer games; a bye counts as a game with White.
    """
    if _whites(higher) < _whites(lower):
        white, black, why = higher, lower, ColourReason.FEWER_WHITES
    else:
        white, black, why = lower, higher, ColourReason.LOWER_PLACED
    return PairedBoard(white.id, black.id, higher.id, why, passed_over)


def _whites(player: PairingPlayer) -> int:
    return player.whites + len(player.byes)
