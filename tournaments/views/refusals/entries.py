"""Refusals of the entries that players make themselves, and of their organiser's answers
and settings, in words.
"""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

ENTRY_REFUSALS: Mapping[str, Promise] = MappingProxyType(
    {
        "not_open": gettext_lazy(
            "Players do not enter this section themselves. Ask the organiser."
        ),
        "opens_later": gettext_lazy("Entries open on %(day)s."),
        "entries_over": gettext_lazy(
            "The last day to enter was %(day)s. Ask the organiser."
        ),
        "entries_started": gettext_lazy(
            "The section has started. Ask the organiser whether you can still play."
        ),
        "leave_started": gettext_lazy(
            "The section has started. Tell the organiser that you are leaving."
        ),
        "asked_already": gettext_lazy("You have entered this section already."),
        "plays_beside": gettext_lazy(
            "You are already entered in %(section)s of this tournament. Withdraw "
            "there first, or ask the organiser to move you."
        ),
        "card_left": gettext_lazy(
            "The register says that you have left. Ask your club’s secretary."
        ),
        "suspended": gettext_lazy(
            "You are suspended on days of this tournament, so you cannot enter."
        ),
        "other_class": gettext_lazy(
            "The section is for class %(wanted)s, and you are in class %(held)s. Ask "
            "the organiser if you still want to play here."
        ),
        "too_old": gettext_lazy(
            "The section is for those born in %(year)s or later. If the register has"
            " your year of birth wrong, ask your club’s secretary."
        ),
        "entry_days": gettext_lazy(
            "Entries open no later than the last day to enter, and close no later "
            "than the tournament’s last day, %(last)s."
        ),
        "entries_open": gettext_lazy(
            "Players enter this section themselves. Close it for entries before it is"
            " played by teams."
        ),
        "answered": gettext_lazy("This entry has been answered already."),
        "other_tournament": gettext_lazy("Choose another section of this tournament."),
    }
)
