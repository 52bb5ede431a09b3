"""What an edition may choose within the FIDE rating system, and FIDE's own choices."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ratings.rules.calendar import MONTHS, Starts, read_starts
from ratings.rules.elo.bonus_rules import (
    BonusRule,
    BonusRules,
    fault_of_bonus,
    read_bonus_rules,
)
from ratings.rules.elo.k_rules import (
    FIDE_K,
    HIGHEST_RATING,
    MOST_GAMES,
    KRule,
    KRules,
    fault_of,
    read_flag,
    read_k_rules,
)
from ratings.rules.parameters import ParametersBase, parameter, read_whole, whole

MOST_DECIMALS = 2
"""Ratings have at most this many decimals."""
MOST_MINUTES = 1440
"""No category requires more thinking time than this."""


def _optional(default: int | None, low: int, high: int) -> int | None:
    """Return a field that holds a whole number from low to high, or None."""

    def read(value: object) -> int | None:
        return None if value is None else read_whole(value, low, high)

    number: int | None = parameter(default, read)
    return number


def read_categories(value: object) -> tuple[str, ...]:
    """Read the names of categories of games, without repetitions. Raises ValueError
    with not_categories.
    """
    if not isinstance(value, list | tuple):
        raise ValueError("not_categories")  # noqa: TRY004 - as read_whole
    names = tuple(value)
    if not all(isinstance(name, str) and name for name in names):
        raise ValueError("not_categories")
    if len(set(names)) != len(names):
        raise ValueError("not_categories")
    return names


def read_category_minutes(value: object) -> tuple[int, ...]:
    """Read the least minutes of each category, descending to 0, so that every game has
    one.

    ValueError with not_minutes, or with the codes of `read_whole`.
    """
    if not isinstance(value, list | tuple):
        raise ValueError("not_minutes")  # noqa: TRY004 - as read_whole
    minutes = tuple(read_whole(part, 0, MOST_MINUTES) for part in value)
    if minutes and (minutes[-1] != 0 or list(minutes) != _descending(minutes)):
        raise ValueError("not_minutes")
    return minutes


def _descending(minutes: tuple[int, ...]) -> list[int]:
    return sorted(set(minutes), reverse=True)


@dataclass(frozen=True, slots=True)
class EloParameters(ParametersBase):
    """The numbers of the FIDE rating system; the defaults are those of October 2025."""

    period_starts: Starts = parameter(MONTHS, read_starts)  # noqa: RUF009 - a field
    """(month, day) of every rating period's first day: a list each month (7.2)."""
    logistic: int | None = _optional(None, 50, HIGHEST_RATING)
    """The difference at which the odds are ten to one, for expectations by the exact
    logistic curve; None: by table 8.1.2."""
    decimals: int = whole(0, 0, MOST_DECIMALS)
    """The number of decimals of ratings."""
    match_length: bool = parameter(False, read_flag)  # noqa: FBT003 - a field
    """Whether a game is a match of some length: the square root of the length
    multiplies the difference and K, as in backgammon."""
    cap: int | None = _optional(400, 1, HIGHEST_RATING)
    """A greater difference counts as this one (8.3.1); None: every difference counts
    whole.
    """
    cap_exempt_from: int | None = _optional(2650, 0, HIGHEST_RATING)
    """Own rating from which every difference counts whole (8.3.1); None: no rating."""
    cap_once: bool = parameter(False, read_flag)  # noqa: FBT003 - a field
    """Whether the higher-rated player has the cap only in one game of a tournament, the
    one with the greatest difference (8.3.1 of 2022)."""
    categories: tuple[str, ...] = parameter((), read_categories)
    """Categories of games that `k_rules` may distinguish; FIDE has none."""
    category_minutes: tuple[int, ...] = parameter((), read_category_minutes)
    """The least thinking time per player of each category, in minutes for 60 moves, in
    their order: a game belongs to the first for which it is long enough."""
    k_rules: KRules = parameter(FIDE_K, read_k_rules)  # noqa: RUF009 - a field
    """The development coefficients (8.3.3); the first rule whose conditions are met
    applies.
    """
    k_limit: int | None = _optional(700, 1, 100_000)
    """K times the games of a period is at most this (8.3.3); None: no limit."""
    floor: int = whole(1400, 0, HIGHEST_RATING)
    """No rating below this is published (7.1.4, 7.2.1)."""
    first_games: int = whole(5, 1, 100)
    """Games against rated opponents that are required for a first rating (7.1.4)."""
    first_periods: int = whole(26, 1, 600)
    """Consecutive rating periods, months, whose results are pooled (7.1.4)."""
    first_draws: int = whole(2, 0, 100)
    """Draws against hypothetical opponents that are added (8.2.2)."""
    first_draws_rating: int = whole(1800, 0, HIGHEST_RATING)
    """The rating of those opponents (8.2.2)."""
    first_over_half: int | None = _optional(None, 0, 400)
    """Points for each half point above 50 % instead of dp (8.2.3 of 2022); None: dp is
    used above 50 % as below."""
    first_highest: int | None = _optional(2200, 0, HIGHEST_RATING)
    """No first rating is above this (8.2.3); None: there is no limit."""
    performance_points: int | None = _optional(None, 1, HIGHEST_RATING)
    """If set, first ratings and provisional ratings are the mean of the opponents'
    ratings, each increased by this number for a win and reduced by it for a loss; None:
    first ratings use dp as above."""
    provisional_games: int | None = _optional(None, 1, MOST_GAMES)
    """A rating of fewer games than this is provisional: the mean of all its games;
    None: no rating is provisional."""
    bonus_rules: BonusRules = parameter((), read_bonus_rules)  # noqa: RUF009 - a field
    """The bonuses for a change that is far above the usual one; the first rule whose
    conditions are met applies."""

    def to_json(self) -> dict[str, object]:
        """Return every field, in the form that `from_json` reads."""
        plain = ParametersBase.to_json(self)
        return plain | {
            "k_rules": [rule.to_json() for rule in self.k_rules],
            "bonus_rules": [rule.to_json() for rule in self.bonus_rules],
        }

    def contradictions(self) -> dict[str, str]:
        """Return the codes of `elo.k_rules.fault_of` and `fault_of_bonus`, and others.

        without_cap: a part of the cap's rule is set without a cap. too_low: the
        highest first rating is below the floor. not_minutes: not one thinking time
        for each category. without_performance: a provisional rating or a bonus without
        the points by which a performance is computed. two_formulas: two ways to a first
        rating above half of the points. without_logistic: lengths of matches with
        expectations by the table.
        """
        checks = {
            "category_minutes": _if(
                "not_minutes", len(self.category_minutes) != len(self.categories)
            ),
            "cap_exempt_from": _if(
                "without_cap", self.cap is None and self.cap_exempt_from is not None
            ),
            "cap_once": _if("without_cap", self.cap is None and self.cap_once),
            "k_rules": fault_of(self.k_rules, self.categories),
            "match_length": _if(
                "without_logistic", self.match_length and self.logistic is None
            ),
            "first_over_half": _if(
                "two_formulas",
                self.first_over_half is not None
                and self.performance_points is not None,
            ),
            "provisional_games": _if(
                "without_performance",
                self.provisional_games is not None and self.performance_points is None,
            ),
            "bonus_rules": fault_of_bonus(self.bonus_rules)
            or _if(
                "without_performance",
                bool(self.bonus_rules) and self.performance_points is None,
            ),
            "first_highest": _if(
                "too_low",
                self.first_highest is not None and self.first_highest < self.floor,
            ),
        }
        return {name: code for name, code in checks.items() if code is not None}


def _if(code: str, fault: bool) -> str | None:  # noqa: FBT001 - reads as a sentence
    return code if fault else None


_IRISH_BONUS: Mapping[str, int] = MappingProxyType(
    {
        "over_games": 4,
        "over_change": 35,
        "threshold": 32,
        "per_game": 3,
        "below_rating": 2100,
    }
)
EDITIONS: Mapping[str, EloParameters] = MappingProxyType(
    {
        "2025-10": EloParameters(),
        "2024-03": EloParameters(cap_exempt_from=None),
        "2022": EloParameters(
            cap_exempt_from=None,
            cap_once=True,
            floor=1000,
            first_draws=0,
            first_over_half=20,
            first_highest=None,
        ),
        "ireland": EloParameters(
            logistic=400,
            cap=None,
            cap_exempt_from=None,
            k_rules=(
                KRule(40, until_age=20, below_rating=2100),
                KRule(32, under_years=8, below_rating=2100),
                KRule(24, below_rating=2100),
                KRule(16),
            ),
            k_limit=None,
            floor=0,
            first_games=1,
            first_draws=0,
            first_highest=None,
            performance_points=400,
            provisional_games=20,
            bonus_rules=(
                BonusRule(125, from_k=40, **_IRISH_BONUS),
                BonusRule(100, from_k=25, **_IRISH_BONUS),
            ),
        ),
        "backgammon": EloParameters(
            logistic=2000,
            match_length=True,
            cap=None,
            cap_exempt_from=None,
            k_rules=(KRule(4),),
            k_limit=None,
            decimals=2,
            floor=0,
            first_games=1,
            first_draws=0,
            first_highest=None,
            performance_points=400,
        ),
    }
)
"""FIDE's editions for standard chess by the day from which they hold: 1 October 2025, 1
March 2024, and 1 January 2022 to 29 February 2024; and those of federations elsewhere:
the Irish Chess Union's rules, and the formula of backgammon servers."""


def edition(name: str) -> EloParameters:
    """Return the parameters of that edition; KeyError where there is none."""
    return EDITIONS[name]
