"""Words for LASK of 1970."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ratings.system_words import rating_table
from ratings.system_words.definition import ParagraphText, ParameterWords, SystemWords

PARAMETERS: Mapping[str, ParameterWords] = {
    **rating_table.SHARED_PARAMETERS,
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
FAULTS: Mapping[str, Promise] = {
    **rating_table.FAULTS,
    "not_a_base_date": _("This has to be a day on which a period begins."),
    "same_day": _("Season and summer begin on different days."),
    "base_date_in_summer": _(
        "No other base date lies between 1 June and 1 September: the summer’s bonus is"
        " booked at its end."
    ),
}
PARAGRAPHS: Mapping[str, ParagraphText] = {
    "LASK Rankingregel 1": _("The change of a game: 16 points up or down, adjusted by the table of compensation for the difference between the two base ratings."),
    "LASK Rankingregel 2": _("The base ratings count until the next base date; in between the number is only summed."),
    "LASK 4": _("Only long games are rated: about three minutes a move."),
    "LASK 5": _("Forfeits are not rated."),
    "LASK 6": _("On 1 June, too few games since 1 September cost points."),
    "LASK 8": _("The committee rates players from outside."),
    "LASK 10": _("A person decides the rating to start from."),
    "LASK 11a": _(
        "Playing in a large summer tournament brings a bonus on 1 September, once a summer."),
    "LASK text, point 11": _("A concentrated tournament is rated as a whole: the mean of the section stands for every opponent."),
    "LASK text, point 12": _("A Monrad tournament where not all are rated: what the opponents were worth is worked out from their scores and stands for every one of them."),
    "LASK text, point 10": _(
        "A first rating is the average of the class and what the score in it is worth by table 2."
    ),
    "LASK text, point 12, formula 2a": _(
        "The opponents’ mean in a Monrad tournament: M = G + 360 · (2 Kv − N²) / N²."
    ),
    "LASK text, point 12, formula 2b": _(
        "The opponents’ mean in a Monrad tournament of eight rounds: M = G + 11 · (Kv − 32)."
    ),
}  # fmt: skip
TITLES: Mapping[str, Promise] = {
    "LASK Rankingregel 1": _("LASK ranking rule 1"),
    "LASK Rankingregel 2": _("LASK ranking rule 2"),
}
WORDS = SystemWords(
    system="lask_1970",
    order=2,
    label=_("LASK of 1970"),
    parameters=PARAMETERS,
    faults=FAULTS,
    measures={"season_games": _("Long games this season")},
    period_bonus=_("Bonus of the summer"),
    paragraphs=PARAGRAPHS,
    titles=TITLES,
)
