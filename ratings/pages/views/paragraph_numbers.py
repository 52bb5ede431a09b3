"""Words for paragraphs with numbers that an edition may choose, with the numbers that
were in force.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ratings.rules.elo.bonus_rules import BonusRule
from ratings.rules.elo.k_rules import KRule
from ratings.rules.elo.parameters import EloParameters
from ratings.rules.ssf.parameters import SsfParameters


def _halving(numbers: Any) -> str:
    return _(
        "From a base rating of %(halving_from)d the change is halved; when the new"
        " period begins a half point is rounded up."
    ) % {"halving_from": numbers.halving_from}


def _time(numbers: Any) -> str:
    return _(
        "Only games played with at least %(minutes)d minutes of thinking time for "
        "each player are rated; forfeits and byes are not."
    ) % {"minutes": numbers.minutes}


def _start(numbers: Any) -> str:
    return _(
        "The start rating of a newcomer: by decision, or by age, %(adult)d from the age"
        " of %(age)d and %(young)d before."
    ) % {
        "adult": numbers.adult_start,
        "age": numbers.adult_age,
        "young": numbers.young_start,
    }


def _inactivity(numbers: Any) -> str:
    return ngettext(
        "A year without a game costs %(points)d points, at most %(times)d time.",
        "A year without a game costs %(points)d points, at most %(times)d times.",
        numbers.deductions,
    ) % {"points": numbers.deduction, "times": numbers.deductions}


def _low(numbers: Any) -> str:
    return _(
        "Where the district has adopted it: %(bonus)s; below %(common)d %(minutes)d"
        " minutes are time enough, and no rating is lower than %(lowest)d."
    ) % {
        "bonus": _bonus(numbers.bonus_bands),
        "common": numbers.common_from,
        "minutes": numbers.low_minutes,
        "lowest": numbers.lowest,
    }


def _bonus(bands: Sequence[tuple[int, int]]) -> str:
    if not bands:
        return _("no bonus for games")
    points = [
        _("%(points)d points below %(below)d") % {"below": below, "points": points}
        for below, points in bands
    ]
    return _(
        "a bonus for each game by the rating brought to it (%(points)s), which ends as"
        " soon as that rating has reached %(end)d, within a period too"
    ) % {"points": ", ".join(points), "end": max(below for below, _points in bands)}


def _first(numbers: Any) -> str:
    facts = {
        "games": numbers.first_games,
        "draws": numbers.first_draws,
        "rating": numbers.first_draws_rating,
    }
    if not numbers.first_draws:
        return (
            _(
                "A first rating is computed from at least %(games)d games against "
                "rated opponents."
            )
            % facts
        )
    return (
        _(
            "A first rating is computed from at least %(games)d games against "
            "rated opponents and %(draws)d draws against %(rating)d."
        )
        % facts
    )


def _cap(numbers: Any) -> str:
    if numbers.cap is None:
        return _("Every difference counts in full.")
    facts = {"cap": numbers.cap, "exempt": numbers.cap_exempt_from}
    counts = _("A difference of more than %(cap)d points counts as %(cap)d.") % facts
    if numbers.cap_once:
        but = _("For the higher-rated player in only one game per tournament.")
    elif numbers.cap_exempt_from is not None:
        but = _("For a player rated %(exempt)d or higher, differences count in full.")
    else:
        return counts
    return f"{counts} {but % facts}"


def _coefficients(numbers: Any) -> str:
    facts = "; ".join(_rule(rule) for rule in numbers.k_rules)
    if numbers.k_limit is None:
        return _("K, the first that applies: %(rules)s.") % {"rules": facts}
    return _(
        "K, the first that applies: %(rules)s. In one period K times the games is "
        "at most %(limit)d."
    ) % {"rules": facts, "limit": numbers.k_limit}


def _rule(rule: KRule) -> str:
    options = [
        (rule.category, _("category %(category)s") % {"category": rule.category}),
        (rule.under_games, _("under %(n)s games") % {"n": rule.under_games}),
        (
            rule.under_years,
            _("under %(n)s years since the first rating") % {"n": rule.under_years},
        ),
        (rule.until_age, _("aged %(n)s or under") % {"n": rule.until_age}),
        (rule.below_rating, _below(rule)),
    ]
    conditions = [words for value, words in options if value is not None]
    return f"{rule.k} ({', '.join(conditions)})" if conditions else str(rule.k)


def _below(rule: KRule) -> str:
    if rule.sticky:
        return _("never at %(n)s or above") % {"n": rule.below_rating}
    return _("below %(n)s") % {"n": rule.below_rating}


def _floor(numbers: Any) -> str:
    return _("Nobody has a rating below %(floor)d.") % {"floor": numbers.floor}


def _logistic(numbers: Any) -> str:
    says = _(
        "What is expected is 1 / (1 + 10^(−difference / %(points)d)); the change is K"
        " times the score less that."
    ) % {"points": numbers.logistic or 0}
    if not numbers.match_length:
        return says
    return "{} {}".format(
        says,
        _(
            "The square root of the length of the match multiplies the difference and"
            " the change."
        ),
    )


def _mean(numbers: Any) -> str:
    facts = {"games": numbers.first_games, "points": numbers.performance_points or 0}
    return (
        ngettext(
            "A first rating is made of at least %(games)d game against a rated"
            " opponent: the mean of the opponents’ ratings, each with %(points)d points"
            " more for a win and less for a loss.",
            "A first rating is made of at least %(games)d games against rated opponents:"
            " the mean of their ratings, each with %(points)d points more for a win and"
            " less for a loss.",
            numbers.first_games,
        )
        % facts
    )


def _provisional(numbers: Any) -> str:
    return _(
        "Under %(games)d games a rating is provisional: the mean of all games so far,"
        " the new ones as the opponent’s rating with %(points)d points more for a win"
        " and less for a loss. The change of a game is its part in that."
    ) % {
        "games": numbers.provisional_games or 0,
        "points": numbers.performance_points or 0,
    }


def _decimals(numbers: Any) -> str:
    return ngettext(
        "The change is rounded once a period, to %(decimals)d decimal, halves away from"
        " zero.",
        "The change is rounded once a period, to %(decimals)d decimals, halves away"
        " from zero.",
        numbers.decimals,
    ) % {"decimals": numbers.decimals}


def _gain(numbers: Any) -> str:
    return _(
        "A bonus, the first that applies: %(rules)s. With the bonus the base is at "
        "most the performance: the mean of the opponents’ ratings, each with "
        "%(points)d points more for a win and less for a loss."
    ) % {
        "rules": "; ".join(_bonus_rule(rule) for rule in numbers.bonus_rules),
        "points": numbers.performance_points or 0,
    }


def _bonus_rule(rule: BonusRule) -> str:
    facts = asdict(rule)
    part = (
        _(
            "%(percent)d %% of what the change is above %(threshold)d, and %(per_game)d"
            " for every game over %(over_games)d"
        )
        % facts
    )
    options = [
        (rule.from_k, _("K %(from_k)d or more")),
        (rule.over_games, _("more than %(over_games)d games")),
        (rule.over_change, _("a change above %(over_change)d")),
        (
            rule.below_rating,
            _("below %(below_rating)d, with the change too, and at most that with it"),
        ),
    ]
    conditions = [words % facts for value, words in options if value]
    return f"{part} ({', '.join(conditions)})" if conditions else part


SAYS: Mapping[type[Any], Mapping[str, Callable[[Any], str]]] = {
    SsfParameters: {
        "SSF rating, point 4": _halving,
        "SSF rating, point 6": _time,
        "SSF rating, point 9": _start,
        "SSF rating, point 10": _inactivity,
        "SSF rating, Below 1200": _low,
    },
    EloParameters: {
        "FIDE B.02, 8.2": _first,
        "FIDE B.02, 8.3.1": _cap,
        "FIDE B.02, 8.3.3": _coefficients,
        "FIDE B.02, 7.2.1": _floor,
        "Elo, logistic curve": _logistic,
        "Elo, first rating": _mean,
        "Elo, provisional rating": _provisional,
        "Elo, bonus": _gain,
        "Elo, decimals": _decimals,
    },
}


def with_numbers(name: str, parameters: object = None) -> str | None:
    """Return the paragraph with the edition's numbers, or without an edition with the
    system's defaults; None for a paragraph without such numbers.
    """
    for kind, paragraphs in SAYS.items():
        if name in paragraphs:
            numbers = parameters if isinstance(parameters, kind) else kind()
            return paragraphs[name](numbers)
    return None
