"""Reasons, in words, why a phone code does not open or is not given out."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

PHONE_REFUSALS: dict[str, Promise] = {
    "phone_unknown": gettext_lazy(
        "There is no such code. Look at the card and type it again."
    ),
    "phone_revoked": gettext_lazy(
        "This code has been revoked. Ask the organiser for a new one."
    ),
    "phone_expired": gettext_lazy(
        "This code is no longer valid: it has expired. Ask the organiser for a new one."
    ),
    "phone_not_started": gettext_lazy(
        "The start of this section has been taken back, so it takes no results now."
        " Ask the organiser."
    ),
    "phone_closed": gettext_lazy(
        "The results of this tournament are closed: they have been sent in, or the tournament is cancelled. Ask the organiser."
    ),
    "phone_giver": gettext_lazy(
        "The person who gave out this code no longer runs the tournament. Ask the "
        "organiser for a new one."
    ),
    "phone_section": gettext_lazy(
        "This board belongs to a section other than that of your code."
    ),
    "phone_round": gettext_lazy(
        "This board does not belong to the round that is being played. Load the list "
        "of boards again."
    ),
    "phone_board": gettext_lazy("Your code is for other boards than this one."),
    "phone_until": gettext_lazy(
        "Choose a time in the future, within a year, until which the code is valid."
    ),
    "phone_boards": gettext_lazy("Give the boards from the lowest to the highest."),
    "phone_many": gettext_lazy(
        "This section already has %(most)s valid codes. Revoke some first."
    ),
}
