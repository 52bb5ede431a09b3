"""The development coefficient K that applies to each player, as an edition defines it
(8.3.3).

An edition has a list of rules; the first whose every condition is met applies. The last
rule has no condition, so that every player has a K.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from itertools import combinations
from typing import TypeAlias

from ratings.rules.parameters import read_whole

KRules: TypeAlias = "tuple[KRule, ...]"

HIGHEST_K = 400
"""No K is above this."""
MOST_GAMES = 10_000
"""No rule sets a higher limit of games than this."""
OLDEST = 150
"""No rule sets a higher age than this."""
HIGHEST_RATING = 4000
"""No rating is above this."""


@dataclass(frozen=True, slots=True)
class KRule:
    """One K and the conditions under which it applies; None means no condition."""

    k: int
    under_games: int | None = None
    """The player has fewer rated games than this."""
    until_age: int | None = None
    """The year is at most that of the birthday at which the player reaches this age;
    not met if the birth year is unknown."""
    below_rating: int | None = None
    """The player's rating is below this."""
    sticky: bool = False
    """`below_rating` applies to the highest rating ever published: once that has
    reached the limit, the rule no longer applies to the player."""
    category: str | None = None
    """The game is of this category; None also applies to games without category."""
    under_years: int | None = None
    """Fewer years than this have passed since the player's first rating, counted in
    whole months; not met if that is unknown."""

    @property
    def is_open(self) -> bool:
        """Whether the rule applies to all players."""
        return self == KRule(self.k)

    def covers(self, other: "KRule") -> bool:
        """Return whether this rule applies wherever the other does."""
        return (
            _at_most(other.under_games, self.under_games)
            and _at_most(other.until_age, self.until_age)
            and _at_most(other.below_rating, self.below_rating)
            and _at_most(other.under_years, self.under_years)
            and (other.sticky or not self.sticky)
            and self.category in {None, other.category}
        )

    def to_json(self) -> dict[str, object]:
        """Return K, and the conditions that are set."""
        values = {part.name: getattr(self, part.name) for part in fields(self)}
        return {
            name: value
            for name, value in values.items()
            if value is not None and value is not False
        }


def _at_most(inner: int | None, outer: int | None) -> bool:
    """Return whether everything below `inner` is below `outer`; None is no limit."""
    return outer is None or (inner is not None and inner <= outer)


def read_k_rules(value: object) -> KRules:
    """Read rules as an edition stores them: [{"k": 40, "under_games": 30}, …].

    Raises ValueError with the code not_rules, not_whole, too_low, too_high or
    not_true_or_false.
    """
    if not isinstance(value, list | tuple):
        raise ValueError("not_rules")  # noqa: TRY004 - one kind of error for a form
    return tuple(_read_rule(rule) for rule in value)


def _read_rule(value: object) -> KRule:
    names = {part.name for part in fields(KRule)}
    if not isinstance(value, Mapping) or not {"k"} <= value.keys() <= names:
        raise ValueError("not_rules")
    return KRule(
        k=read_whole(value["k"], 1, HIGHEST_K),
        under_games=_read_limit(value.get("under_games"), MOST_GAMES),
        until_age=_read_limit(value.get("until_age"), OLDEST),
        below_rating=_read_limit(value.get("below_rating"), HIGHEST_RATING),
        sticky=read_flag(value.get("sticky", False)),
        category=_read_category(value.get("category")),
        under_years=_read_limit(value.get("under_years"), OLDEST),
    )


def _read_limit(value: object, highest: int) -> int | None:
    return None if value is None else read_whole(value, 1, highest)


def read_flag(value: object) -> bool:
    """Return true or false; otherwise ValueError with the code not_true_or_false."""
    if not isinstance(value, bool):
        raise ValueError("not_true_or_false")  # noqa: TRY004 - as read_whole
    return value


def _read_category(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise ValueError("not_rules")


def asks_years(rules: KRules) -> bool:
    """Return whether any rule depends on how long a player has had a rating."""
    return any(rule.under_years is not None for rule in rules)


def fault_of(rules: KRules, categories: Iterable[str]) -> str | None:
    """Return the code of a contradiction within or between rules, or None.

    no_last_rule: the last rule has a condition, or there is no rule at all.
    unknown_category: a rule names a category that the edition does not have.
    sticky_without_rating: a rule is sticky but has no rating limit.
    never_reached: an earlier rule applies wherever this one would, so that two
    coefficients are given for the same players or one of them never applies.
    """
    if not rules or not rules[-1].is_open:
        return "no_last_rule"
    if {rule.category for rule in rules} - {None, *categories}:
        return "unknown_category"
    if any(rule.sticky and rule.below_rating is None for rule in rules):
        return "sticky_without_rating"
    if any(first.covers(later) for first, later in combinations(rules, 2)):
        return "never_reached"
    return None


FIDE_K: KRules = (
    KRule(40, until_age=18, below_rating=2300, sticky=True),
    KRule(40, under_games=30, below_rating=2400, sticky=True),
    KRule(20, below_rating=2400, sticky=True),
    KRule(10),
)
"""40, 20 and 10 (8.3.3): standard chess in every edition, and rapid and blitz from
1 October 2022 on."""
