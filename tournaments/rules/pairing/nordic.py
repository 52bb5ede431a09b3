"""The Nordic system (SSF §14 B)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.rules.pairing.byes import choose_bye
from tournaments.rules.pairing.field import Field, PairingPlayer
from tournaments.rules.pairing.halves import PairedHalves, pair_halves
from tournaments.rules.pairing.meetings import ForbiddenPairs
from tournaments.rules.pairing.paired import (
    ColourReason,
    PairedBoard,
    PairedRound,
    PassedOver,
    ScoreGroup,
)


def pair_nordic(field: Field) -> PairedRound:
    """Return the round of score groups, each paired upper half against lower half.

    An odd group takes up the strongest player of the next group who has not met all of
    its players (3 d, e), a group that cannot be paired takes up the two strongest (3
    i), and the lowest group is merged with the one above until it can be paired.
    Avoided pairs of the field are ignored. Raises NoPairingError.
    """
    meetings = ForbiddenPairs(field)
    bye = choose_bye(field.round, field.in_order, meetings)
    paired = [p for p in field.in_order if bye is None or p.id != bye.player]
    by_id = {player.id: player for player in paired}
    groups = _groups(_score_groups(paired), meetings)
    boards = [
        board
        for group in groups
        for board in _boards(group.halves, by_id, meetings, field.round)
    ]
    return PairedRound(
        field.round, tuple(boards), bye, tuple(_reasons(group) for group in groups)
    )


@dataclass(frozen=True, slots=True)
class _Group:
    halves: PairedHalves
    players: tuple[int, ...]
    taken_up: tuple[int, ...] = ()
    merged: bool = False


def _score_groups(paired: Sequence[PairingPlayer]) -> list[list[int]]:
    by_score = groupby(paired, key=lambda player: player.half_points)
    return [[player.id for player in group] for _, group in by_score]


def _groups(waiting: list[list[int]], meetings: ForbiddenPairs) -> list[_Group]:
    """Return the groups as they are paired, from the highest; `waiting` is emptied."""
    done: list[_Group] = []
    while any(waiting):
        own, taken_up, merged = waiting.pop(0), list[int](), False
        if not own:
            continue
        if len(own) % 2:
            taken_up.append(_take_up_one(own, waiting, meetings))
        while (halves := pair_halves((*own, *taken_up), meetings)) is None:
            if any(waiting):
                taken_up += [_take_first(waiting), _take_first(waiting)]
            else:
                above = done.pop()
                own, taken_up = [*above.players, *own, *taken_up], []
                merged = True
        done.append(_Group(halves, (*own, *taken_up), tuple(taken_up), merged))
    return done


def _take_up_one(
    own: Sequence[int], waiting: list[list[int]], meetings: ForbiddenPairs
) -> int:
    """Return the strongest player below who has not met all of the group, else the
    strongest.
    """
    for group in waiting:
        for player in group:
            if any(meetings.may_meet(player, other) for other in own):
                group.remove(player)
                return player
    return _take_first(waiting)


def _take_first(waiting: list[list[int]]) -> int:
    return next(group for group in waiting if group).pop(0)


def _boards(
    halves: PairedHalves,
    by_id: Mapping[int, PairingPlayer],
    meetings: ForbiddenPairs,
    number: int,
) -> Iterator[PairedBoard]:
    free = list(halves.lower)
    for stronger, partner in zip(halves.upper, halves.partners, strict=True):
        before = free[: free.index(partner)]
        passed_over = tuple(meetings.why_not(stronger, other) for other in before)
        free.remove(partner)
        yield _board(by_id[stronger], by_id[partner], number, passed_over)


def _board(
    one: PairingPlayer,
    other: PairingPlayer,
    number: int,
    passed: tuple[PassedOver, ...],
) -> PairedBoard:
    """Return the board: White goes to the player who had it less often, else by
    strength and the round's number (3 g, 2 d).
    """
    stronger, weaker = sorted((one, other), key=lambda player: player.number)
    if one.whites != other.whites:
        white = min(one, other, key=lambda player: player.whites)
        why = ColourReason.FEWER_WHITES
    elif number % 2:
        white, why = weaker, ColourReason.WEAKER_IN_ODD_ROUND
    else:
        white, why = stronger, ColourReason.STRONGER_IN_EVEN_ROUND
    black = other if white is one else one
    return PairedBoard(white.id, black.id, one.id, why, passed)


def _reasons(group: _Group) -> ScoreGroup:
    halves = group.halves
    return ScoreGroup(
        upper=halves.upper,
        lower=halves.lower,
        taken_up=group.taken_up,
        merged=group.merged,
        exchanged=halves.exchanged,
        is_reordered=halves.partners != halves.lower,
    )
