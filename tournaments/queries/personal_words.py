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
            "starts_in": _("starts in class"),
        },
    ),
    "tournaments.EntryRequest": Printed(
        _("Tournaments you asked to play in"),
        {
            "section_id": _("number of the section"),
            "state": _("State"),
            "asked_at": _("asked"),
            "reason": _("Reason"),
        },
    ),
    "tournaments.LineUpPlace": Printed(_("Line-ups of teams"), {"board": _("board")}),
    "tournaments.Pairing": Printed(
        _("Boards in tournaments"),
        {"round": _("round"), "board": _("board"), "result": _("result")},
    ),
}
