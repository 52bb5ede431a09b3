"""Drafts that a sender posts: a report with its games, as they will be stored in the
ledger.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from ratings.enums import RatingMethod


@dataclass(frozen=True, slots=True)
class Side:
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
    white: Side
    black: Side
    score: int
    played: bool
    minutes: int
    white_mean: int | None = None
    """What stands for each of White's opponents in an event that is rated as a whole,
    where a person or the opponents' scores say so."""
    black_mean: int | None = None


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
