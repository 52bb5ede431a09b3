"""Why an act about the class that somebody starts in was refused, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

CLASS_WORDS: dict[str, Promise] = {
    "no_titles": gettext_lazy(
        "Players cannot move between classes in this section, so everybody starts in"
        " the own class."
    ),
    "not_higher": gettext_lazy(
        "The player starts in class %(own)s without more ado. Choose a higher class."
    ),
    "two_classes_up": gettext_lazy(
        "A vacancy lifts a player one class at most, to class %(above)s (SSF § 7.6)."
        " Only the rules committee can give dispensation for a higher one."
    ),
    "below_limit": gettext_lazy(
        "The player’s rating is too low: class %(wanted)s needs at least %(limit)s"
        " (SSF § 7.5)."
    ),
    "committees": gettext_lazy(
        "The rules committee has given dispensation. Only the committee can change it."
    ),
}
