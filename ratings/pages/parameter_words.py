"""The names of the rating systems and of their editions' parameters, and the words for
errors in them.

A system or a parameter without an entry here is shown by its own name: a new system
needs no entry, and may have one.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ratings.rules.systems import systems

SYSTEMS: Mapping[str, Promise] = {
    "ssf_2008": _("SSF rating of 2008"),
    "lask_1970": _("LASK of 1970"),
    "elo": _("FIDE Elo"),
    "glicko2": _("Glicko-2"),
    "scrabble": _("Scrabble rating"),
    "renju": _("Renju levels"),
}


@dataclass(frozen=True, slots=True)
class ParameterWords:
    """A parameter's label and an explanation of it."""

    label: str | Promise
    help: str | Promise = ""


ANY: Mapping[str, ParameterWords] = {
    "period_starts": ParameterWords(
        _("Periods begin on"),
        _("Month and day, such as 01-01, 05-01, 09-01; the same every year."),
    ),
}
_SSF_AND_LASK: Mapping[str, ParameterWords] = {
    "minutes": ParameterWords(
        _("Thinking time"), _("Minimum minutes for each player and 60 moves.")
    ),
    "table": ParameterWords(
        _("Rating table"),
        _(
            "Its name, or its rows: the lowest difference and the compensation, such "
            "as 0: 0, 6: 1, 18: 2."
        ),
    ),
}
_SSF: Mapping[str, ParameterWords] = {
    "halving_from": ParameterWords(
        _("Half of the change from"), _("Base rating from which changes count half.")
    ),
    "common_from": ParameterWords(
        _("Common rules from"),
        _("Below this rating the districts choose the rules for beginners."),
    ),
    "low_minutes": ParameterWords(
        _("Thinking time below that"), _("Minutes, where the district adopts it.")
    ),
    "lowest": ParameterWords(_("Lowest rating"), _("Where the district adopts it.")),
    "bonus_bands": ParameterWords(
        _("Bonus for a game"),
        _(
            "Running rating below which it is given: points, such as 1000: 20, 1200: "
            "10."
        ),
    ),
    "adult_age": ParameterWords(_("Adult from the age of")),
    "adult_start": ParameterWords(_("Start rating of an adult")),
    "young_start": ParameterWords(_("Start rating of the young")),
    "deduction": ParameterWords(_("Points lost by a year without a game")),
    "deductions": ParameterWords(_("How many times at most")),
}
_ELO: Mapping[str, ParameterWords] = {
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
_LASK: Mapping[str, ParameterWords] = {
    "deduction_table": ParameterWords(_("Table of deductions")),
    "season_starts": ParameterWords(_("The season begins on"), _("For example 09-01.")),
    "summer_starts": ParameterWords(_("The summer begins on"), _("For example 06-01.")),
    "return_days": ParameterWords(_("Days for the clubs’ return")),
    "summer_bonus": ParameterWords(_("Summer bonus")),
    "supplement_season": ParameterWords(
        _("Season of the supplement"), _("The year in which it begins; 0: none.")
    ),
    "supplement_factor": ParameterWords(_("Factor of the supplement")),
}
_GLICKO: Mapping[str, ParameterWords] = {
    "start_rating": ParameterWords(_("Rating of a new player")),
    "start_rd": ParameterWords(_("Deviation of a new player")),
    "start_volatility": ParameterWords(_("Volatility of a new player")),
    "tau": ParameterWords("τ", _("How far the volatility may change: 0.3 to 1.2.")),
    "most_rd": ParameterWords(_("Greatest deviation")),
    "most_volatility": ParameterWords(_("Greatest volatility")),
    "outside_rd": ParameterWords(_("Deviation of a rating from elsewhere")),
}
_SCRABBLE: Mapping[str, ParameterWords] = {
    "start": ParameterWords(_("Rating of a new player")),
    "spread": ParameterWords(_("Points in one unit of the normal distribution")),
    "factor": ParameterWords(_("Points for one win more than expected")),
}
OF_SYSTEM: Mapping[str, Mapping[str, ParameterWords]] = {
    "ssf_2008": {**_SSF_AND_LASK, **_SSF},
    "lask_1970": {**_SSF_AND_LASK, **_LASK},
    "elo": _ELO,
    "glicko2": _GLICKO,
    "scrabble": _SCRABBLE,
}
"""By system, since another system may use the same name for another parameter."""

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
"""The conditions of an edition's rules, as they are written in a form."""

FAULTS: Mapping[str, Promise] = {
    "not_whole": _("This has to be a whole number."),
    "not_number": _("This has to be a number."),
    "too_low": _("This number is too low."),
    "too_high": _("This number is too high."),
    "unknown_field": _("The system has no number with this name."),
    "unknown_table": _("There is no such table."),
    "not_table": _(
        "The rows of a table begin with the difference 0 and ascend; a compensation is"
        " from 0 to 16."
    ),
    "not_dates": _(
        "Write days as month and day, such as 05-01; 29 February is not allowed."
    ),
    "not_ascending": _("These have to ascend, each of them once."),
    "not_bands": _("Write pairs of whole numbers, such as 1000: 20, 1200: 10."),
    "not_true_or_false": _("This has to be true or false."),
    "not_categories": _("Write names with commas between, each of them once."),
    "not_rules": _("A rule is K, a number, and conditions with commas between."),
    "not_bonus_rules": _(
        "A rule is a percentage, a number, and conditions with commas between."
    ),
    "without_performance": _(
        "This needs the points for a win, by which a first rating is computed."
    ),
    "two_formulas": _(
        "There are two formulas for a first rating: leave this or the points for a win"
        " empty."
    ),
    "without_logistic": _("Lengths of matches need the exact curve."),
    "no_last_rule": _("The last rule has to apply to everybody: K alone."),
    "unknown_category": _("A rule names a category that is not among them."),
    "sticky_without_rating": _("A sticky rule needs below_rating."),
    "never_reached": _(
        "A rule is never reached: an earlier one applies wherever it would."
    ),
    "without_cap": _("Without a greatest difference this says nothing."),
    "not_a_base_date": _("This has to be a day on which a period begins."),
    "same_day": _("Season and summer begin on different days."),
    "base_date_in_summer": _(
        "No other base date lies between 1 June and 1 September: the summer’s bonus is"
        " booked at its end."
    ),
    "not_minutes": _("One number for each category, descending, and 0 as the last."),
    "not_json": _("This is not JSON."),
}


def system_label(name: str) -> str:
    """Return the name of a rating system."""
    return str(SYSTEMS.get(name, name))


def system_choices() -> list[tuple[str, str]]:
    """Return every system, in the order of the names in this module."""
    known = [*SYSTEMS]
    names = sorted(
        systems(),
        key=lambda name: (
            name not in known,
            known.index(name) if name in known else 0,
            name,
        ),
    )
    return [(name, system_label(name)) for name in names]


def words_of(system: str, name: str) -> ParameterWords:
    """Return the words of a parameter of the system's editions."""
    known = {**ANY, **OF_SYSTEM.get(system, {})}
    return known.get(name) or ParameterWords(name.replace("_", " "))


def fault(code: str) -> str:
    """Return the sentence for a code of `BadParameters`."""
    return str(FAULTS.get(code, code.replace("_", " ")))
