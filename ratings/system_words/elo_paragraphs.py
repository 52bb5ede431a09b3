"""What the paragraphs of FIDE's Elo and its relatives say, with an edition's numbers."""

from collections.abc import Mapping
from dataclasses import asdict

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ratings.rules.elo.bonus_rules import BonusRule
from ratings.rules.elo.k_rules import KRule
from ratings.rules.elo.parameters import EloParameters
from ratings.system_words.definition import ParagraphText


def _first(numbers: EloParameters) -> str:
    facts = {
        "games": numbers.first_games,
        "draws": numbers.first_draws,
        "rating": numbers.first_draws_rating,
    }
    if not numbers.first_draws:
        return (
            gettext(
                "A first rating is computed from at least %(games)d games against "
                "rated opponents."
            )
            % facts
        )
    return (
        gettext(
            "A first rating is computed from at least %(games)d games against "
            "rated opponents and %(draws)d draws against %(rating)d."
        )
        % facts
    )


def _cap(numbers: EloParameters) -> str:
    if numbers.cap is None:
        return gettext("Every difference counts in full.")
    facts = {"cap": numbers.cap, "exempt": numbers.cap_exempt_from}
    counts = (
        gettext("A difference of more than %(cap)d points counts as %(cap)d.") % facts
    )
    if numbers.cap_once:
        but = gettext("For the higher-rated player in only one game per tournament.")
    elif numbers.cap_exempt_from is not None:
        but = gettext(
            "For a player rated %(exempt)d or higher, differences count in full."
        )
    else:
        return counts
    return f"{counts} {but % facts}"


def _coefficients(numbers: EloParameters) -> str:
    facts = "; ".join(_rule(rule) for rule in numbers.k_rules)
    if numbers.k_limit is None:
        return gettext("K, the first that applies: %(rules)s.") % {"rules": facts}
    return gettext(
        "K, the first that applies: %(rules)s. In one period K times the games is "
        "at most %(limit)d."
    ) % {"rules": facts, "limit": numbers.k_limit}


def _rule(rule: KRule) -> str:
    options = [
        (rule.category, gettext("category %(category)s") % {"category": rule.category}),
        (rule.under_games, gettext("under %(n)s games") % {"n": rule.under_games}),
        (
            rule.under_years,
            gettext("under %(n)s years since the first rating")
            % {"n": rule.under_years},
        ),
        (rule.until_age, gettext("aged %(n)s or under") % {"n": rule.until_age}),
        (rule.below_rating, _below(rule)),
    ]
    conditions = [words for value, words in options if value is not None]
    return f"{rule.k} ({', '.join(conditions)})" if conditions else str(rule.k)


def _below(rule: KRule) -> str:
    if rule.sticky:
        return gettext("never at %(n)s or above") % {"n": rule.below_rating}
    return gettext("below %(n)s") % {"n": rule.below_rating}


def _floor(numbers: EloParameters) -> str:
    return gettext("Nobody has a rating below %(floor)d.") % {"floor": numbers.floor}


def _logistic(numbers: EloParameters) -> str:
    says = gettext(
        "What is expected is 1 / (1 + 10^(−difference / %(points)d)); the change is K"
        " times the score less that."
    ) % {"points": numbers.logistic or 0}
    if not numbers.match_length:
        return says
    return "{} {}".format(
        says,
        gettext(
            "The square root of the length of the match multiplies the difference and"
            " the change."
        ),
    )


def _mean(numbers: EloParameters) -> str:
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


def _provisional(numbers: EloParameters) -> str:
    return gettext(
        "Under %(games)d games a rating is provisional: the mean of all games so far,"
        " the new ones as the opponent’s rating with %(points)d points more for a win"
        " and less for a loss. The change of a game is its part in that."
    ) % {
        "games": numbers.provisional_games or 0,
        "points": numbers.performance_points or 0,
    }


def _decimals(numbers: EloParameters) -> str:
    return ngettext(
        "The change is rounded once a period, to %(decimals)d decimal, halves away from"
        " zero.",
        "The change is rounded once a period, to %(decimals)d decimals, halves away"
        " from zero.",
        numbers.decimals,
    ) % {"decimals": numbers.decimals}


def _gain(numbers: EloParameters) -> str:
    return gettext(
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
        gettext(
            "%(percent)d %% of what the change is above %(threshold)d, and %(per_game)d"
            " for every game over %(over_games)d"
        )
        % facts
    )
    options = [
        (rule.from_k, gettext("K %(from_k)d or more")),
        (rule.over_games, gettext("more than %(over_games)d games")),
        (rule.over_change, gettext("a change above %(over_change)d")),
        (
            rule.below_rating,
            gettext(
                "below %(below_rating)d, with the change too, and at most that with it"
            ),
        ),
    ]
    conditions = [words % facts for value, words in options if value]
    return f"{part} ({', '.join(conditions)})" if conditions else part


PARAGRAPHS: Mapping[str, ParagraphText] = {
    "FIDE B.02, 7.1": _(
        "Only games that were played between two rated players are rated."),
    "FIDE B.02, 8.2": _first,
    "FIDE B.02, 8.3.1": _cap,
    "FIDE B.02, 8.3.2": _(
        "The change of a game: K times the score less the score that the table expects for the difference."
    ),
    "FIDE B.02, 8.3.3": _coefficients,
    "FIDE B.02, 8.3.4": _("The change is rounded once a period, halves away from zero."),
    "FIDE B.02, 7.2.1": _floor,
    "Elo, logistic curve": _logistic,
    "Elo, first rating": _mean,
    "Elo, provisional rating": _provisional,
    "Elo, bonus": _gain,
    "Elo, decimals": _decimals,
    "FIDE B.02, 7.1.4": _(
        "A first rating needs five games and is not below the floor."),
    "FIDE B.02, 8.2.2": _(
        "Ra is the average of the opponents; since March 2024 two draws against 1800 are added."
    ),
    "FIDE B.02, 8.2.3": _("The first rating is Ra plus the difference for the score."),
    "FIDE B.01, 1.4.8": _(
        "The performance is the average of the opponents plus the difference for the "
        "score."
    ),
}  # fmt: skip
