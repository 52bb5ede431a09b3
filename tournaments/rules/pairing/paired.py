"""A paired round: its boards, its bye, and the reason for each of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


class WhyNot(StrEnum):
    """Why a player was passed over as an opponent, or for the bye."""

    MET = "met"
    KEPT_APART = "kept_apart"
    REST_CANNOT_BE_PAIRED = "rest"
    HAD_BYE = "had_bye"
    WON_WITHOUT_PLAY = "won_without_play"
    SAME_COLOUR = "same_colour"
    RULES_KEPT_LESS = "rules_kept_less"


class ColourReason(StrEnum):
    """Why a player has White."""

    LOWER_PLACED = "lower_placed"
    FEWER_WHITES = "fewer_whites"
    STRONGER_IN_EVEN_ROUND = "stronger_in_even_round"
    WEAKER_IN_ODD_ROUND = "weaker_in_odd_round"
    BOTH_WISHES = "both_wishes"
    STRONGER_WISH = "stronger_wish"
    ALTERNATED = "alternated"
    WISH_OF_HIGHER = "wish_of_higher"
    FIRST_COLOUR = "first_colour"
    ANOTHER_RULE = "another_rule"


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A player earlier in the order who was not chosen.

    `round` is the one in which they met, or in which the player had the bye or won
    without play.
    """

    player: int
    why: WhyNot
    round: int | None = None


@dataclass(frozen=True, slots=True)
class PairedBoard:
    """Two players, and why they meet with these colours.

    `seeker` is the player whose turn it was to get an opponent, the higher placed of
    the two; `passed_over` are the opponents tried before, in order.
    """

    white: int
    black: int
    seeker: int
    colour: ColourReason
    passed_over: tuple[PassedOver, ...] = ()

    @property
    def chosen(self) -> int:
        """The opponent that the seeker got."""
        return self.black if self.seeker == self.white else self.white


@dataclass(frozen=True, slots=True)
class PairedBye:
    """The player who rests, and the lower placed players who do not."""

    player: int
    passed_over: tuple[PassedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """Players who are paired with each other (SSF §14 B 3), the upper half first.

    `taken_up` are from lower groups, in the order in which they were taken up. `merged`
    says that it is several score groups, since the lowest could not be paired by
    itself. `exchanged` left their half, those of the upper half first; `is_reordered`
    says that the order inside the halves was changed.
    """

    upper: tuple[int, ...]
    lower: tuple[int, ...]
    taken_up: tuple[int, ...] = ()
    merged: bool = False
    exchanged: tuple[int, ...] = ()
    is_reordered: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    """Players of a score of the Dutch system, including those floated down to it.

    `floated` could not be paired in it and go down to the next.
    """

    half_points: int
    players: tuple[int, ...]
    floated: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PairedRound:
    """Boards from the first to the last, each player on one of them or with the bye.

    `groups` are those of the Nordic system, `brackets` those of the Dutch.
    `meetings_allowed` are avoided pairs that meet nevertheless, since the round could
    not be paired otherwise. `scores` are the half points with which each player was
    paired; a round that was stored before scores were has none.
    """

    number: int
    boards: tuple[PairedBoard, ...]
    bye: PairedBye | None = None
    groups: tuple[ScoreGroup, ...] = ()
    brackets: tuple[Bracket, ...] = ()
    meetings_allowed: tuple[tuple[int, int], ...] = ()
    scores: tuple[tuple[int, int], ...] = ()

    @property
    def players(self) -> frozenset[int]:
        """All players who are on a board or rest: the reasons name no others."""
        seated = {player for b in self.boards for player in (b.white, b.black)}
        return frozenset(seated | ({self.bye.player} if self.bye else set()))


class NoPairingError(ValueError):
    """The round cannot be paired.

    `blocked` are the players without any opponent left; it is empty if each player has
    one, but not all of them at the same time. `is_bye_missing` says that the number of
    players is odd and none of them may get the bye; `is_kept_apart` that players who
    are kept apart may be the cause, in addition to those who have met.
    """

    def __init__(
        self,
        number: int,
        blocked: Sequence[int] = (),
        *,
        is_bye_missing: bool = False,
        is_kept_apart: bool = False,
    ) -> None:
        self.number = number
        self.blocked = tuple(blocked)
        self.is_bye_missing = is_bye_missing
        self.is_kept_apart = is_kept_apart
        super().__init__(f"round {number} cannot be paired")

    def renumbered(self, ids: Mapping[int, int]) -> "NoPairingError":
        """Return the same with other numbers for the players."""
        return NoPairingError(
            self.number,
            [ids[each] for each in self.blocked],
            is_bye_missing=self.is_bye_missing,
            is_kept_apart=self.is_kept_apart,
        )
