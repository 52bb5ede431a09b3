"""A paired round as plain data, to be stored with its reasons and read again."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from tournaments.rules.pairing.paired import (
    Bracket,
    ColourReason,
    PairedBoard,
    PairedBye,
    PairedRound,
    PassedOver,
    ScoreGroup,
    WhyNot,
)


def as_data(paired: PairedRound) -> dict[str, Any]:
    """Return the round as numbers, strings, lists and dictionaries only."""
    return asdict(paired)


def from_data(data: Mapping[str, Any]) -> PairedRound:
    """Return the round that `as_data` wrote, also after it went through JSON."""
    bye = data["bye"]
    return PairedRound(
        number=data["number"],
        boards=tuple(
            PairedBoard(
                white=board["white"],
                black=board["black"],
                seeker=board["seeker"],
                colour=ColourReason(board["colour"]),
                passed_over=_passed_over(board["passed_over"]),
            )
            for board in data["boards"]
        ),
        bye=bye and PairedBye(bye["player"], _passed_over(bye["passed_over"])),
        groups=tuple(ScoreGroup(**_tuples(group)) for group in data["groups"]),
        brackets=tuple(Bracket(**_tuples(each)) for each in data["brackets"]),
        meetings_allowed=tuple((one, other) for one, other in data["meetings_allowed"]),
        scores=tuple((one, points) for one, points in data.get("scores", ())),
    )


def renumbered(paired: PairedRound, ids: Mapping[int, int]) -> PairedRound:
    """Return a round of the Dutch system with other numbers for its players."""
    return replace(
        paired,
        boards=tuple(
            replace(
                board,
                white=ids[board.white],
                black=ids[board.black],
                seeker=ids[board.seeker],
                passed_over=_renumbered(board.passed_over, ids),
            )
            for board in paired.boards
        ),
        bye=paired.bye
        and PairedBye(ids[paired.bye.player], _renumbered(paired.bye.passed_over, ids)),
        brackets=tuple(
            Bracket(
                each.half_points,
                tuple(ids[player] for player in each.players),
                tuple(ids[player] for player in each.floated),
            )
            for each in paired.brackets
        ),
        scores=tuple((ids[player], points) for player, points in paired.scores),
    )


def _renumbered(
    passed: Sequence[PassedOver], ids: Mapping[int, int]
) -> tuple[PassedOver, ...]:
    return tuple(replace(each, player=ids[each.player]) for each in passed)


def _passed_over(data: Sequence[Mapping[str, Any]]) -> tuple[PassedOver, ...]:
    return tuple(
        PassedOver(each["player"], WhyNot(each["why"]), each["round"]) for each in data
    )


def _tuples(data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in data.items()
    }
