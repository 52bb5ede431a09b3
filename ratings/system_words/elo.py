"""Words for FIDE's Elo and its relatives."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ratings.rules.elo.parameters import EloParameters
from ratings.system_words.definition import ParameterWords, SystemWords
from ratings.system_words.elo_paragraphs import PARAGRAPHS

PARAMETERS: Mapping[str, ParameterWords] = {
    "logistic": ParameterWords(
        _("Exact curve: points for odds of ten to one"),
        _(
            "400 is Elo’s own curve, in place of the printed table and its whole"
            " hundredths. Empty: by the table."
        ),
    ),
    "decimals": ParameterWords(
        _("Decimals of a rating"), _("0: whole points. At most 2 are kept.")
    ),
    "match_length": ParameterWords(
        _("Games are matches of a stated length"),
        _(
            "The square root of the length multiplies the difference and K, as in"
            " backgammon (2000 points for odds of ten to one, K 4)."
        ),
    ),
    "performance_points": ParameterWords(
        _("First and provisional ratings: points for a win"),
        _(
            "Each is the mean of the opponents’ ratings, with so many points more for a"
            " win and less for a loss, such as 400. Empty: first ratings by FIDE’s"
            " table."
        ),
    ),
    "provisional_games": ParameterWords(
        _("Games under which a rating is provisional"),
        _(
            "Until then it is the mean of all games, and K does not count. For "
            "example 20. Empty: no rating is provisional."
        ),
    ),
    "bonus_rules": ParameterWords(
        _("Bonus for a great gain"),
        _(
            "One rule per line; the first that applies counts. The percentage of what the"
            " change is above the threshold, then: K at least, games over, change over,"
            " threshold, for each game more, rating under. For example: 125, K at least"
            " 40, games over 4, change over 35, threshold 32, for each game more 3,"
            " rating under 2100. Empty: no bonus."
        ),
    ),
    "cap": ParameterWords(
        _("Greatest difference that counts"),
        _("Empty: every difference counts in full."),
    ),
    "cap_exempt_from": ParameterWords(
        _("Every difference counts in full from a rating of"), _("Empty: for nobody.")
    ),
    "cap_once": ParameterWords(_("The cap applies to one game of a tournament only")),
    "categories": ParameterWords(
        _("Categories of games"), _("Names with commas between, such as A, B, C.")
    ),
    "category_minutes": ParameterWords(
        _("Thinking time of the categories"),
        _("Minimum minutes for each of them in that order, such as 120, 60, 0."),
    ),
    "k_rules": ParameterWords(
        _("Coefficients K"),
        _(
            "One rule per line; the first that applies counts. K, then its "
            "conditions: games under, years under (since the first rating), age at "
            "most, rating under (and highest ever: the highest rating there was), "
            "category. For example: 40, games under 30, rating under 2300, highest "
            "ever. The last line is K alone."
        ),
    ),
    "k_limit": ParameterWords(_("K times the games is at most"), _("Empty: no limit.")),
    "floor": ParameterWords(_("Lowest rating that is published")),
    "first_games": ParameterWords(_("Games needed for a first rating")),
    "first_periods": ParameterWords(_("Periods whose games make a first rating")),
    "first_draws": ParameterWords(_("Draws that are added to a first rating")),
    "first_draws_rating": ParameterWords(_("Against an opponent of")),
    "first_over_half": ParameterWords(
        _("Points for each half point above half"), _("Empty: by the table.")
    ),
    "first_highest": ParameterWords(_("Highest first rating"), _("Empty: no limit.")),
}
CONDITIONS: Mapping[str, Promise] = {
    "under_games": _("games under"),
    "under_years": _("years under"),
    "until_age": _("age at most"),
    "below_rating": _("rating under"),
    "sticky": _("highest ever"),
    "category": _("category"),
    "from_k": _("K at least"),
    "over_games": _("games over"),
    "over_change": _("change over"),
    "threshold": _("threshold"),
    "per_game": _("for each game more"),
}
"""The conditions of an edition's rules for K and for a bonus, as a form writes them."""

FAULTS: Mapping[str, Promise] = {
    "not_categories": _("Enter names with commas between, each of them once."),
    "not_minutes": _("One number for each category, descending, and 0 as the last."),
    "not_rules": _("A rule is K, a number, and conditions with commas between."),
    "not_bonus_rules": _(
        "A rule is a percentage, a number, and conditions with commas between."
    ),
    "no_last_rule": _("The last rule has to apply to everybody: K alone."),
    "unknown_category": _("A rule names a category that is not among them."),
    "sticky_without_rating": _("A sticky rule needs below_rating."),
    "never_reached": _(
        "A rule is never reached: an earlier one applies wherever it would."
    ),
    "without_performance": _(
        "This needs the points for a win, by which a first rating is computed."
    ),
    "two_formulas": _(
        "There are two formulas for a first rating: leave this or the points for a win"
        " empty."
    ),
    "without_logistic": _("Lengths of matches need the exact curve."),
    "without_cap": _("Without a greatest difference this says nothing."),
}


WORDS = SystemWords(
    system="elo",
    order=3,
    label=_("FIDE Elo"),
    parameters=PARAMETERS,
    faults=FAULTS,
    measures={
        "career_games": _("Rated games in all"),
        "highest": _("Highest rating so far"),
        "performance": _("Performance in these games"),
    },
    period_bonus=_("Bonus for a great gain"),
    paragraphs=PARAGRAPHS,
    numbers=EloParameters,
    titles={
        "logistic curve": _("logistic curve"),
        "first rating": _("first rating"),
        "provisional rating": _("provisional rating"),
        "bonus": _("bonus"),
        "decimals": _("decimals"),
    },
)
