"""Labels of the fields that the audit log shows and whose models give them none."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as noted

FIELDS = {
    "answer": noted("why it was not agreed to"),
    "answered_by": noted("not agreed to by"),
    "approved_at": noted("approved"),
    "approved_by": noted("approved by"),
    "black": noted("Black"),
    "brought_in": noted("added later"),
    "comment": noted("public comment"),
    "confirmed_at": noted("confirmed"),
    "confirmed_by": noted("confirmed by"),
    "digest": noted("fingerprint of the file"),
    "games": noted("games"),
    "input_digest": noted("checksum of the results"),
    "kept": noted("of them in the register"),
    "kind": noted("kind"),
    "lines": noted("players in the file"),
    "listed": noted("players on the list"),
    "minutes": noted("thinking time"),
    "period": noted("period"),
    "played": noted("played or not"),
    "played_date": noted("day"),
    "players": noted("players with games"),
    "pool": noted("pool"),
    "posted_at": noted("asked to be posted"),
    "posted_by": noted("asked to be posted by"),
    "posting_number": noted("up to posting number"),
    "published_at": noted("published"),
    "rated": noted("of them with a rating"),
    "refused": noted("lines left out"),
    "replaces": noted("replaces what was imported before"),
    "score": noted("result"),
    "state": noted("state"),
    "subject": noted("number of what it concerns"),
    "taken_at": noted("uploaded"),
    "taken_by": noted("uploaded by"),
    "to_black": noted("Black, corrected"),
    "to_date": noted("day, corrected"),
    "to_played": noted("played or not, corrected"),
    "to_score": noted("result, corrected"),
    "to_white": noted("White, corrected"),
    "undone_at": noted("undone"),
    "undone_by": noted("undone by"),
    "unknown_clubs": noted("clubs not in the register"),
    "uploaded_at": noted("uploaded"),
    "uploaded_by": noted("uploaded by"),
    "white": noted("White"),
}

SOURCES = {
    "tournament": gettext_lazy("tournament"),
    "import": gettext_lazy("imported file"),
}
CODES: dict[str, Mapping[str, str | Promise]] = {"source_kind": SOURCES}
"""Labels of the codes in fields whose models list no choices. The apps above add theirs
when they are loaded.
"""


def code_label(name: str, value: object) -> object:
    """Return how the log shows a value of a field: the label of a code, or the value."""
    words = CODES.get(name, {}).get(str(value))
    return str(words) if words else value


def field_label(name: str, verbose_name: object) -> str:
    """Return how the log labels a field: the model's name for it, or one of those
    above.
    """
    if not isinstance(verbose_name, Promise) and name in FIELDS:
        words = _(FIELDS[name])
    else:
        words = str(verbose_name)
    return words[:1].upper() + words[1:]
