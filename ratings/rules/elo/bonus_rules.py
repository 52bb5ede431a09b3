"""The bonus for players who gain far more than usual, as an edition defines it.

An edition has a list of rules; the first whose every condition is met applies, and if
none is there is no bonus. The Irish Chess Union's rule has two lines, for K 40 and 32.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import combinations
from typing import TypeAlias

from ratings.rules.elo.k_rules import HIGHEST_K, HIGHEST_RATING, MOST_GAMES
from ratings.rules.parameters import read_whole

BonusRules: TypeAlias = "tuple[BonusRule, ...]"

MOST_PERCENT = 1000
"""No bonus is more than ten times the part of the change above the threshold."""


@dataclass(frozen=True, slots=True)
class BonusRule:
    """One bonus and the conditions for it; 0 and None mean no condition."""

    percent: int
    """Per cent of the part of the change above the threshold, both rounded to whole
    points."""
    from_k: int = 0
    """K is at least this."""
    over_games: int = 0
    """There are more rated games in the period than this."""
    over_change: int = 0
    """The change is above this."""
    threshold: int = 0
    """Change above which there is a bonus, in `over_games` games."""
    per_game: int = 0
    """Added to the threshold for every further game."""
    below_rating: int | None = None
    """The base rating is below this, also with the change; the base and the bonus,
    without the change, are at most this."""

    def covers(self, other: "BonusRule") -> bool:
        """Return whether this rule applies wherever the other does."""
        return (
            self.from_k <= other.from_k
            and self.over_games <= other.over_games
            and self.over_change <= other.over_change
            and (
                self.below_rating is None
                or (
                    other.below_rating is not None
                    and other.below_rating <= self.below_rating
                )
            )
        )

    def to_json(self) -> dict[str, object]:
        """Return the percentage, and all fields that set a condition or limit."""
        values = {part.name: getattr(self, part.name) for part in fields(self)}
        return {
            name: value
            for name, value in values.items()
            if name == "percent" or value not in {0, None}
        }


_HIGHEST: Mapping[str, int] = {
    "percent": MOST_PERCENT,
    "from_k": HIGHEST_K,
    "over_games": MOST_GAMES,
    "over_change": HIGHEST_RATING,
    "threshold": HIGHEST_RATING,
    "per_game": HIGHEST_RATING,
    "below_rating": HIGHEST_RATING,
}


def read_bonus_rules(value: object) -> BonusRules:
    """Read rules as an edition stores them: [{"percent": 100, "from_k": 25}, …].

    Raises ValueError with the code not_bonus_rules, not_whole, too_low or too_high.
    """
    if not isinstance(value, list | tuple):
        raise ValueError("not_bonus_rules")  # noqa: TRY004 - as read_whole
    return tuple(_read_rule(rule) for rule in value)


def _read_rule(value: object) -> BonusRule:
    if not isinstance(value, Mapping):
        raise ValueError("not_bonus_rules")  # noqa: TRY004 - as read_whole
    if not {"percent"} <= value.keys() <= _HIGHEST.keys():
        raise ValueError("not_bonus_rules")
    return BonusRule(
        **{
            str(name): read_whole(number, 1, _HIGHEST[name])
            for name, number in value.items()
        }
    )


def fault_of_bonus(rules: BonusRules) -> str | None:
    """Return never_reached if an earlier rule applies wherever a later one would."""
    if any(first.covers(later) for first, later in combinations(rules, 2)):
        return "never_reached"
    return None
