"""Words for the tables of the ledger, for people who read their own data."""

from django.utils.translation import gettext_lazy as _

from federation.queries.personal_data import LEFT_OUT
from federation.queries.personal_words import NAMED, PRINTED, Printed
from ratings.models import Pool

NAMED |= {Pool}

PRINTED |= {
    "ratings.Game": Printed(
        _("Games"),
        {
            "played_date": _("Day"),
            "white_id": _("White"),
            "black_id": _("Black"),
            "score": _("White’s half points"),
            "white_birth_year": _("White’s year of birth, as it counted"),
            "black_birth_year": _("Black’s year of birth, as it counted"),
        },
    ),
    "ratings.ListEntry": Printed(
        _("Lines in published lists"),
        {
            "list_id": _("number of the list"),
            "rank": _("place"),
            "rating": _("Rating"),
            "games": _("games"),
            "player_class": _("Class"),
            "age_group": _("age group"),
            "gender": _("Gender"),
        },
    ),
    "ratings.EarlierLine": Printed(
        _("Lines in earlier lists waiting to be approved"),
        {"valid_from": _("Valid from"), "rating": _("Rating"), "games": _("games")},
    ),
    "ratings.CurrentRating": Printed(
        _("Today’s ratings"), {"pool_id": _("Pool"), "rating": _("Rating")}
    ),
    "ratings.Change": Printed(
        _("Changes of the rating"),
        {
            "ended_on": _("Day"),
            "before": _("before"),
            "change": _("change"),
            "after": _("after"),
        },
    ),
    "ratings.LivePlace": Printed(_("Places in the live list"), {"rank": _("place")}),
    "ratings.ListStep": Printed(_("Working behind published lists"), {}),
    "ratings.ReturnLine": Printed(
        _("Lines in a club’s annual return"), {"rating": _("Rating")}
    ),
    "ratings.BoardNotice": Printed(_("Levels that were reported to the board"), {}),
    "ratings.ClaimAnswer": Printed(
        _("Answers to correction requests"), {"at": _("Day"), "text": _("answer")}
    ),
    "ratings.FideRating": Printed(
        _("Lines kept from FIDE’s lists"),
        {"fide_id": _("FIDE number"), "name": _("name")},
    ),
    "ratings.FideLine": Printed(
        _("The line in FIDE’s newest list"),
        {"fide_id": _("FIDE number"), "name": _("name")},
    ),
    "ratings.ImportPlayer": Printed(
        _("What files of earlier games say"),
        {
            "number": _("player number"),
            "first_name": _("first name"),
            "last_name": _("last name"),
            "birth_year": _("year of birth"),
        },
    ),
}
LEFT_OUT |= {
    f"ratings.{rows}.player_id": "what the view of the current slot shows"
    for rows in ("ChangeRow", "LivePlaceRow")
}
