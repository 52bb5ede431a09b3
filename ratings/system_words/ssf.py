"""Words for the SSF rating of 2008."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ratings.rules.ssf.parameters import SsfParameters
from ratings.system_words.definition import ParagraphText, ParameterWords, SystemWords
from ratings.system_words.rating_table import FAULTS, SHARED_PARAMETERS

PARAMETERS: Mapping[str, ParameterWords] = {
    **SHARED_PARAMETERS,
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


def _halving(numbers: SsfParameters) -> str:
    return gettext(
        "From a base rating of %(halving_from)d the change is halved; when the new"
        " period begins a half point is rounded up."
    ) % {"halving_from": numbers.halving_from}


def _time(numbers: SsfParameters) -> str:
    return gettext(
        "Only games played with at least %(minutes)d minutes of thinking time for "
        "each player are rated; forfeits and byes are not."
    ) % {"minutes": numbers.minutes}


def _start(numbers: SsfParameters) -> str:
    return gettext(
        "The start rating of a newcomer: by decision, or by age, %(adult)d from the age"
        " of %(age)d and %(young)d before."
    ) % {
        "adult": numbers.adult_start,
        "age": numbers.adult_age,
        "young": numbers.young_start,
    }


def _inactivity(numbers: SsfParameters) -> str:
    return ngettext(
        "A year without a game costs %(points)d points, at most %(times)d time.",
        "A year without a game costs %(points)d points, at most %(times)d times.",
        numbers.deductions,
    ) % {"points": numbers.deduction, "times": numbers.deductions}


def _low(numbers: SsfParameters) -> str:
    return gettext(
        "Where the district has adopted it: %(bonus)s; below %(common)d, %(minutes)d"
        " minutes are enough, and no rating is lower than %(lowest)d."
    ) % {
        "bonus": _bonus(numbers.bonus_bands),
        "common": numbers.common_from,
        "minutes": numbers.low_minutes,
        "lowest": numbers.lowest,
    }


def _bonus(bands: Sequence[tuple[int, int]]) -> str:
    if not bands:
        return gettext("no bonus for games")
    points = [
        gettext("%(points)d points below %(below)d")
        % {"below": below, "points": points}
        for below, points in bands
    ]
    return gettext(
        "a bonus for each game by the rating brought to it (%(points)s), which ends as"
        " soon as that rating has reached %(end)d, within a period too"
    ) % {"points": ", ".join(points), "end": max(below for below, _points in bands)}


PARAGRAPHS: Mapping[str, ParagraphText] = {
    "SSF rating, point 3": _(
        "The change of a game: 16 points up or down, adjusted by the table of compensation for the difference between the two base ratings."
    ),
    "SSF rating, point 4": _halving,
    "SSF rating, point 5": _(
        "The new rating is the base plus the period's changes, bonuses, deductions and decisions."
    ),
    "SSF rating, point 6": _time,
    "SSF rating, point 7": _(
        "An opponent without a rating here counts with the FIDE rating, or failing "
        "that with an estimate."
    ),
    "SSF rating, point 9": _start,
    "SSF rating, point 10": _inactivity,
    "SSF rating, Below 1200": _low,
}  # fmt: skip
WORDS = SystemWords(
    system="ssf_2008",
    order=1,
    label=_("SSF rating of 2008"),
    parameters=PARAMETERS,
    faults=FAULTS,
    paragraphs=PARAGRAPHS,
    numbers=SsfParameters,
    titles={"Below 1200": _("Below 1200")},
)
