"""The words of an explanation."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ORIGINS: dict[str, Promise] = {
    "decision": _("start, decided"),
    "outside": _("outside"),
    "default": _("start by the rules"),
    "section": _("mean"),
}


OUTSIDE: dict[str, Promise] = {"fide": _("FIDE"), "estimate": _("estimate")}


REASONS: dict[str, Promise] = {
    "forfeit": _("forfeit, not rated"),
    "no_game": _("no game that is rated, but of the same section"),
    "too_short": _("too short a game to be rated"),
    "outside": _("not a member here, not rated"),
    "opponent_unrated": _("opponent without a rating, not rated"),
    "unrated": _("without a rating of one’s own, not rated"),
}


def reason_words(code: str | None) -> Promise | str:
    """Return why a game is not rated: a code without words is returned as it is, None
    as an empty text.
    """
    return "" if code is None else REASONS.get(code, code.replace("_", " "))
