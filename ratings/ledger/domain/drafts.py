"""Drafts of reports: a report with its games, as they will be stored in the ledger."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from ratings.enums import RatingMethod
from ratings.rules.played import EMPTY_LINE_SCORE


@dataclass(frozen=True, slots=True)
class DraftSide:
    """One player of a game, with what the rules need from the register."""

    player_id: int
    is_member: bool
    birth_year: int
    adopts: bool
    outside: int | None = None
    outside_kind: str = ""


@dataclass(frozen=True, slots=True)
class GameLine:
    """One line of a report; `score` is White's half points."""

    key: int
    played_date: date
    base_on: date
    booked_on: date
    round: int
    board: int
    white: DraftSide
    black: DraftSide
    score: int
    played: bool
    minutes: int
    white_mean: int | None = None
    """The rating used for each of White's opponents in an event that is rated as a
    whole, where it was set by a person or follows from the opponents' scores.
    """
    black_mean: int | None = None
    length: int | None = field(default=None, repr=False)
    """The length of the match that the game is. Left out of `repr`, from which the
    digest of a report without matches is computed.
    """

    def emptied(self) -> "GameLine":
        """Return a line with the same two players, and no rated game between them."""
        return replace(self, score=EMPTY_LINE_SCORE, played=False)


def without_empty_lines(lines: Sequence[GameLine], method: str) -> list[GameLine]:
    """Return the lines that are games. In a section that is rated on its mean, two
    players without a rated game have an empty line, so that both belong to it.
    """
    if method != RatingMethod.CONCENTRATED:
        return list(lines)
    return [line for line in lines if line.played or line.score != EMPTY_LINE_SCORE]


@dataclass(frozen=True, slots=True)
class AnsweredWarning:
    """A warning about rows of the report that the sender has answered."""

    kind: str
    rows: tuple[str, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class ReportDraft:
    """Everything that a report will contain. `digest` identifies what was submitted,
    where the lines are not exactly that.
    """

    pool_id: int
    source_kind: str
    source_number: int
    name: str
    organiser_id: int | None
    district_id: int | None
    start_date: date
    end_date: date
    is_final: bool
    lines: Sequence[GameLine]
    warnings: Sequence[AnsweredWarning] = ()
    method: str = RatingMethod.GAMES
    is_large: bool = False
    digest: str = ""
