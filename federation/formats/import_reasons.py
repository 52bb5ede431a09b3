"""The reason that an import notes in the ledger: stored once and in English, and
translated when it is shown.
"""

from django.utils.translation import gettext as _

_STORED = "Imported from "


def reason_of_import(file_name: str) -> str:
    """Return the reason as it is stored."""
    return f"{_STORED}{file_name}"


def reason_in_words(reason: str) -> str:
    """Return a reason as it is shown; one that a person wrote is unchanged."""
    if not reason.startswith(_STORED):
        return reason
    return _("Imported from %(file)s") % {"file": reason.removeprefix(_STORED)}
