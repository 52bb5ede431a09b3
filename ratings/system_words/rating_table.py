"""Words for the rating table that SSF and LASK share, and for their minimum time."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ratings.system_words.definition import ParameterWords

SHARED_PARAMETERS: Mapping[str, ParameterWords] = {
    "minutes": ParameterWords(
        _("Thinking time"), _("Minimum minutes for each player and 60 moves.")
    ),
    "table": ParameterWords(
        _("Rating table"),
        _(
            "Its name, or its rows: the lowest difference and the compensation, such "
            "as 0: 0, 6: 1, 18: 2."
        ),
    ),
}
FAULTS: Mapping[str, Promise] = {
    "unknown_table": _("There is no such table."),
    "not_table": _(
        "The rows of a table begin with the difference 0 and ascend; a compensation is"
        " from 0 to 16."
    ),
    "not_bands": _("Enter pairs of whole numbers, such as 1000: 20, 1200: 10."),
}
