"""Drafts that a sender posts: a report with its games, as they will be stored in the
ledger.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from ratings.enums import RatingMethod
from ratings.rules.lask.methods import NOBODY_WON


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
    """What stands for each of White's opponents in an event that is rated as a whole,
    where a person or the opponents' scores say so."""
    black_mean: int | None = None
    length: int | None = field(default=None, repr=False)
    """Of the match that the game is. Not in `repr`, by which a report without any is
    known again."""

    def emptied(self) -> "GameLine":
        """Return the same two of a section, with no game that is rated between them."""
        return replace(self, score=NOBODY_WON, played=False)


def games_among(lines: Sequence[GameLine], method: str) -> list[GameLine]:
    """Return the lines that are games: in a section that is rated on its mean two who
    have no game that is rated stand on an empty line, so that both belong to it.
    """
    if method != RatingMethod.CONCENTRATED:
        return list(lines)
    return [line for line in lines if line.played or line.score != NOBODY_WON]


@dataclass(frozen=True, slots=True)
class AnsweredWarning:
    """An oddity that the sender has explained."""

    kind: str
    rows: tuple[str, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class ReportDraft:
    """Everything that a report will say. `digest` names what was sent in where the
    lines are not just that.
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
