"""The effect of a paragraph on a player, for a page to explain in its own language."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

Code: TypeAlias = Literal[
    "rough_estimate",
    "settled",
    "nothing_scored",
    "decided",
    "entry_is_final",
    "counted_as_three_away",
    "raised",
    "limited",
    "first_tournament",
    "kept",
    "most_points",
    "lowered",
    "lowest",
    "not_sanctioned",
    "too_few_participants",
    "unfinished_games",
    "no_finished_game",
    "too_few_games",
    "too_few_near_games",
    "later_ranking_higher",
    "later_ranking_lowered",
    "later_ranking_stands",
    "board",
    "decided_by_board",
]

PARAGRAPHS: Final[Mapping[Code, str]] = MappingProxyType({
    "rough_estimate": "Renju 4 §2",
    "settled": "Renju 4 §2",
    "nothing_scored": "Renju 4 §2",
    "decided": "Renju 1 §2",
    "entry_is_final": "Renju 4 §3",
    "counted_as_three_away": "Renju 2 §2c",
    "raised": "Renju 2 §2g",
    "limited": "Renju 3 §4",
    "first_tournament": "Renju 3 §4",
    "kept": "Renju 2 §2g",
    "most_points": "Renju 2 §3",
    "lowered": "Renju 2 §2g",
    "lowest": "Renju 2 §2g",
    "not_sanctioned": "Renju 2 §1",
    "too_few_participants": "Renju 3 §1",
    "unfinished_games": "Renju 2 §2",
    "no_finished_game": "Renju 1 §1",
    "too_few_games": "Renju 3 §2",
    "too_few_near_games": "Renju 3 §2",
    "later_ranking_higher": "Renju 2 §4",
    "later_ranking_lowered": "Renju 2 §4",
    "later_ranking_stands": "Renju 2 §4",
    "board": "Renju 1 §5",
    "decided_by_board": "Renju 1 §5",
})  # fmt: skip
"""The paragraph of each code."""


@dataclass(frozen=True, slots=True)
class RuleStep:
    """One effect of a paragraph; `level` and `count` if the code has them.

    - rough_estimate: `level` R0 from `count` games against ranked players
    - settled: `level` after `count` rounds of the iteration
    - nothing_scored: a new player without a point, `level` 10 kyu
    - decided: `level` that the committee has decided for a new player
    - entry_is_final: `level` is the new player's final ranking too
    - counted_as_three_away: in `count` games the opponent was farther away
    - raised, kept, lowered: the norms give `level`
    - most_points: the keep-norm counts as met, `level` stays
    - lowest: a level below 10 kyu does not exist, `level` stays
    - limited: the norm of `level` is met, but it is more than two units up
    - first_tournament: `level` is more than two units up, as allowed in the first one
    - not_sanctioned; too_few_participants, unfinished_games, too_few_games,
      too_few_near_games: conditions not met, `count` is the actual number
    - no_finished_game: nothing to compute from
    - later_ranking_higher, later_ranking_lowered, later_ranking_stands: the `level`
      after allowing for a ranking that changed during the tournament
    - board: the board has to decide finally about a rise to `level`
    - decided_by_board: `level` that the board has finally decided
    """

    code: Code
    level: int | None = None
    count: int | None = None

    @property
    def paragraph(self) -> str:
        """The paragraph of the regulation, such as `Renju 2 §2g`."""
        return PARAGRAPHS[self.code]
