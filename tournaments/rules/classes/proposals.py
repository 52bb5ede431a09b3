"""The outcome of the class rules for a player, with the reasoning as data."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from tournaments.rules.classes.counting import CountedRounds
from tournaments.rules.classes.ranks import ClassRank
from tournaments.rules.classes.tables import ClassTableRow


class Movement(StrEnum):
    """The four outcomes; the last is left to the rules committee."""

    PROMOTED = "promoted"
    STAYS = "stays"
    RELEGATED = "relegated"
    COMMITTEE = "committee"


class Branch(StrEnum):
    """The branch of the rules that gave the outcome."""

    # No player moves.
    NO_TITLES_HERE = "no_titles_here"
    CLASS_FOR_LIFE = "life_title"
    MASTER_PROTECTED = "master_protected"
    NOTHING_TO_LOSE = "nothing_to_lose"
    # Pure sections and named competitions.
    WON_SECTION = "won_section"
    EIGHTY_PERCENT = "eighty_percent"
    PLACE = "place"
    # Mixed sections.
    FULL_SCORE = "full_score"
    ZERO_POINTS = "zero_points"
    REACHED_PROMOTION = "reached_promotion"
    # Both.
    REACHED_STAYING = "reached_staying"
    BELOW_STAYING = "below_staying"
    # The rules committee decides.
    NOT_COMPLETE = "not_complete"
    CLASS_NOT_CHOSEN = "class_not_chosen"
    OTHER_CLASS = "other_class"
    TOO_FEW_ENTRIES = "too_few_entries"
    TOO_MANY_MASTERS = "too_many_masters"
    SHARED_PLACE = "shared_place"
    NEVER_PLAYED = "never_played"
    OUTSIDE_TABLES = "outside_tables"
    UNRATED_OPPONENT = "unrated_opponent"
    TABLES_DISAGREE = "tables_disagree"


@dataclass(frozen=True, slots=True)
class Reasoning:
    """How an outcome was reached, as numbers and names for a page to show.

    `paragraph` is the one that decided, `places` the first and last place of the
    placing. `class_mean` is Rk, `opponents_mean` the exact Rm, `difference` d.
    Requirements are half points, None if there is nothing to gain or to lose; the rows
    are those of Bilaga 1 that gave them.
    """

    paragraph: str
    branch: Branch
    places: tuple[int, int] | None = None
    counted: CountedRounds | None = None
    class_mean: int | None = None
    opponents_mean: Fraction | None = None
    difference: int | None = None
    promotion_requires: int | None = None
    staying_requires: int | None = None
    promotion_row: ClassTableRow | None = None
    staying_row: ClassTableRow | None = None

    def to_data(self) -> dict[str, Any]:
        """Return the same as JSON stores it; Rm becomes text such as "13511/7"."""
        data = asdict(self)
        if self.opponents_mean is not None:
            data["opponents_mean"] = str(self.opponents_mean)
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Reasoning":
        """Return the reasoning from `to_data`, through JSON or not."""
        values = {**data, "branch": Branch(data["branch"])}
        for name, build in _BUILDERS.items():
            if values.get(name) is not None:
                values[name] = build(values[name])
        return cls(**values)


def _counted_from_data(data: Mapping[str, Any]) -> CountedRounds:
    return CountedRounds(**{**data, "opponents": tuple(data["opponents"])})


_BUILDERS: Mapping[str, Callable[[Any], Any]] = {
    "places": tuple,
    "counted": _counted_from_data,
    "opponents_mean": Fraction,
    "promotion_row": lambda row: ClassTableRow(**row),
    "staying_row": lambda row: ClassTableRow(**row),
}


@dataclass(frozen=True, slots=True)
class RuleOutcome:
    """The outcome of one rule for one player; `title` if it gives a class by name."""

    movement: Movement
    reasoning: Reasoning
    title: ClassRank | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """The outcome of the section for one player's class.

    `from_class` is the register's, `judged_as` the class whose rules were used; they
    differ after a dispensation, a vacancy or a first start, and `movement` is relative
    to the latter. `to_class` is None if the rules committee decides.
    """

    entry: int
    from_class: ClassRank | None
    judged_as: ClassRank | None
    to_class: ClassRank | None
    movement: Movement
    reasoning: Reasoning
