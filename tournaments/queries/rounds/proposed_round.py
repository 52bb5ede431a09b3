"""A round as a pairing system pairs it, with the reason for every board."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.enums import SectionPairing
from tournaments.formats.dutch.engine import ENGINE_VERSION, EngineError
from tournaments.queries.rounds.round_pairing import (
    RoundObstacle,
    missing_before,
    pair,
    round_to_pair,
)
from tournaments.queries.rounds.wording_of_pairings import (
    COLOUR_REASONS,
    SYSTEM_NAMES,
    passed_over_words,
)
from tournaments.queries.section_results import read_section_results
from tournaments.queries.section_shown import SectionShown
from tournaments.queries.standings.table import ShownPlayer
from tournaments.queries.wording import Words
from tournaments.rules.pairing.paired import (
    Bracket,
    NoPairingError,
    PairedBoard,
    PairedBye,
    PairedRound,
    PassedOver,
    ScoreGroup,
)


@dataclass(frozen=True, slots=True)
class PassedOverShown:
    player: ShownPlayer
    why: Words


@dataclass(frozen=True, slots=True)
class BoardExplained:
    """A board with its reason: `seeker` got `chosen`, after those in `passed_over` had
    been tried.

    `half_points` are the seeker's and then the other's, before the round; None if the
    round was stored without them.
    """

    white: ShownPlayer
    black: ShownPlayer
    seeker: ShownPlayer
    chosen: ShownPlayer
    colour: Words
    passed_over: tuple[PassedOverShown, ...]
    half_points: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class GroupShown:
    """A score group of the Nordic system, with the half points of its first player."""

    half_points: int | None
    upper: tuple[ShownPlayer, ...]
    lower: tuple[ShownPlayer, ...]
    taken_up: tuple[ShownPlayer, ...]
    exchanged: tuple[ShownPlayer, ...]
    merged: bool


@dataclass(frozen=True, slots=True)
class BracketShown:
    """A score of the Dutch system, with the players who floated down from it."""

    half_points: int
    players: tuple[ShownPlayer, ...]
    floated: tuple[ShownPlayer, ...]


@dataclass(frozen=True, slots=True)
class ByeShown:
    player: ShownPlayer
    passed_over: tuple[PassedOverShown, ...]
    half_points: int | None


@dataclass(frozen=True, slots=True)
class RoundExplained:
    """Boards with their reasons; `allowed` are pairs that should not have met."""

    system: Words
    boards: tuple[BoardExplained, ...]
    bye: ByeShown | None
    groups: tuple[GroupShown, ...]
    brackets: tuple[BracketShown, ...]
    allowed: tuple[tuple[ShownPlayer, ShownPlayer], ...]
    engine_version: str = ENGINE_VERSION
    """The version of the program that pairs by the Dutch system."""


@dataclass(frozen=True, slots=True)
class RoundProposed:
    """The system's proposal, or why there is none: what is missing in earlier rounds,
    players who cannot be paired, or an engine that gave no answer.
    """

    code: str
    system: Words
    explained: RoundExplained | None = None
    missing: RoundObstacle = field(default_factory=RoundObstacle)
    is_impossible: bool = False
    blocked: tuple[ShownPlayer, ...] = ()
    is_bye_missing: bool = False
    is_kept_apart: bool = False
    has_failed: bool = False


def propose_round(shown: SectionShown, number: int, system: str) -> RoundProposed:
    """Return the round by a system of `SYSTEM_NAMES`; nothing is saved."""
    name = SYSTEM_NAMES[system]
    results = read_section_results(shown.section)
    missing = missing_before(results, number)
    if missing:
        return RoundProposed(system, name, missing=missing)
    players = {player.entry.pk: player for player in shown.players}
    try:
        paired = pair(round_to_pair(results, number, system))
    except NoPairingError as refused:
        return RoundProposed(
            system,
            name,
            is_impossible=True,
            blocked=_players(refused.blocked, players),
            is_bye_missing=refused.is_bye_missing,
            is_kept_apart=refused.is_kept_apart,
        )
    except EngineError:
        return RoundProposed(system, name, has_failed=True)
    return RoundProposed(system, name, explained=explain_round(paired, system, players))


def systems_offered() -> list[tuple[str, Words]]:
    """Return codes and names of the systems."""
    return list(SYSTEM_NAMES.items())


def explain_round(
    paired: PairedRound, system: str, players: Mapping[int, ShownPlayer]
) -> RoundExplained:
    """Return a paired round in the reader's language; `players` by entry id."""
    scores = dict(paired.scores)
    return RoundExplained(
        SYSTEM_NAMES.get(system, SectionPairing(system).label),
        boards=tuple(_board(board, players, scores) for board in paired.boards),
        bye=_bye(paired.bye, players, scores) if paired.bye else None,
        groups=tuple(_group(group, players, scores) for group in paired.groups),
        brackets=tuple(_bracket(each, players, paired.bye) for each in paired.brackets),
        allowed=tuple(
            (players[one], players[other]) for one, other in paired.meetings_allowed
        ),
    )


def _board(
    board: PairedBoard, players: Mapping[int, ShownPlayer], scores: Mapping[int, int]
) -> BoardExplained:
    has_scores = board.seeker in scores and board.chosen in scores
    return BoardExplained(
        white=players[board.white],
        black=players[board.black],
        seeker=players[board.seeker],
        chosen=players[board.chosen],
        colour=COLOUR_REASONS[board.colour],
        passed_over=_passed_over(board.passed_over, players),
        half_points=(scores[board.seeker], scores[board.chosen])
        if has_scores
        else None,
    )


def _bye(
    bye: PairedBye, players: Mapping[int, ShownPlayer], scores: Mapping[int, int]
) -> ByeShown:
    return ByeShown(
        players[bye.player],
        _passed_over(bye.passed_over, players),
        scores.get(bye.player),
    )


def _group(
    group: ScoreGroup, players: Mapping[int, ShownPlayer], scores: Mapping[int, int]
) -> GroupShown:
    return GroupShown(
        half_points=scores.get(group.upper[0]),
        upper=_players(group.upper, players),
        lower=_players(group.lower, players),
        taken_up=_players(group.taken_up, players),
        exchanged=_players(group.exchanged, players),
        merged=group.merged,
    )


def _bracket(
    bracket: Bracket, players: Mapping[int, ShownPlayer], bye: PairedBye | None
) -> BracketShown:
    """Return the bracket; a player who floats down and gets the bye is paired with no
    one below.
    """
    rests = bye.player if bye else None
    return BracketShown(
        bracket.half_points,
        _players(bracket.players, players),
        _players([each for each in bracket.floated if each != rests], players),
    )


def _passed_over(
    passed: Iterable[PassedOver], players: Mapping[int, ShownPlayer]
) -> tuple[PassedOverShown, ...]:
    return tuple(
        PassedOverShown(players[each.player], passed_over_words(each))
        for each in passed
    )


def _players(
    ids: Sequence[int], players: Mapping[int, ShownPlayer]
) -> tuple[ShownPlayer, ...]:
    return tuple(players[each] for each in ids)
