"""Reasons, in words, why an act about a player's class at the start was refused."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

CLASS_REFUSALS: dict[str, Promise] = {
    "no_titles": gettext_lazy(
        "Players cannot move between classes in this section, so everybody starts in "
        "their own class."
    ),
    "not_higher": gettext_lazy(
        "The player starts in class %(own)s anyway. Choose a higher class."
    ),
    "two_classes_up": gettext_lazy(
        "A vacancy lifts a player one class at most, to class %(above)s (SSF §\u00a07.6)."
        " Only the rules committee can give dispensation for a higher one."
    ),
    "below_limit": gettext_lazy(
        "The player’s rating is too low: class %(wanted)s needs at least %(limit)s"
        " (SSF §\u00a07.5)."
    ),
    "step_no_class": gettext_lazy("The player has no class in the register."),
    "step_for_life": gettext_lazy("The player has the class for life."),
    "step_lowest": gettext_lazy("There is no class below class %(own)s."),
    "step_played": gettext_lazy(
        "The player has played later than that: in %(name)s, whose last day was "
        "%(day)s. It is therefore possible from %(opens_on)s (SSF §\u00a07.3c)."
    ),
    "step_early": gettext_lazy(
        "The player can step down from %(day)s, seven years after the last competition"
        " (SSF §\u00a07.3c)."
    ),
    "step_undone": gettext_lazy("It has been undone already."),
    "step_later": gettext_lazy(
        "The player has since got another line in the class register, so it stands."
    ),
    "step_begun": gettext_lazy(
        "The player has since begun a tournament in the new class, so it stands."
    ),
    "step_listed": gettext_lazy(
        "An approved rating list shows the player in the new class, so it stands."
    ),
    "committees": gettext_lazy(
        "The rules committee has given dispensation. Only the committee can change it."
    ),
}
