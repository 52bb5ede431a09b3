"""The tables of tournaments, in words for people who read their own data."""

from django.utils.translation import gettext_lazy as _

from federation.queries.personal_words import PRINTED, Printed

PRINTED |= {
    "tournaments.Entry": Printed(
        _("Entries in tournaments"),
        {
            "section_id": _("number of the section"),
            "rating": _("Rating"),
            "class_at_start": _("Class"),
        },
    ),
    "tournaments.Pairing": Printed(
        _("Boards in tournaments"),
        {"round": _("round"), "board": _("board"), "result": _("result")},
    ),
}
