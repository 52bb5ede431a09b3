"""The texts of the board's page."""

from django.utils.translation import gettext_lazy

REFUSALS = {
    "moved": gettext_lazy(
        "This level is no longer waiting: it has been decided, or the results were "
        "corrected. What is waiting now is listed below."
    ),
    "four_eyes": gettext_lazy(
        "You sent in these results or accepted them: another member of the board has to"
        " decide."
    ),
    "own": gettext_lazy("You cannot decide about your own level."),
    "level": gettext_lazy(
        "The level is at most what the rules give, and at least what the player had."
    ),
    "reason": gettext_lazy(
        "Say why you decide a level other than the one the rules give."
    ),
}
