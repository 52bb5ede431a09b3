"""Why a file was not taken in as FIDE's list, and what is wrong with a line of it."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WHY: Mapping[str, Promise] = {
    "empty": _("The file is empty. Fetch it from FIDE again."),
    "workbook": _(
        "This is an Excel workbook, whatever its name says. Bring the file as FIDE gives it out, as TXT or XML, in its zip or unpacked."
    ),
    "gzip": _("This is a gzip archive. Unpack it first, or bring FIDE's own zip."),
    "archive": _(
        "This is an archive of another kind than zip. Unpack it first, or bring FIDE's own zip."
    ),
    "pdf": _("This is a PDF. Bring FIDE's list as TXT or XML, in its zip or unpacked."),
    "encoding": _(
        "This is not the text that FIDE gives out: it is saved as UTF-16, or it is no text at all. Fetch the file from FIDE and bring it unopened."
    ),
    "header": _(
        "This is not FIDE's rating list: its first line is “%(header)s”, where the list begins with “ID Number”, “Name”, “Fed” and so on."
    ),
    "no_players": _("There is no player in the file. Fetch it from FIDE again."),
    "which_kind": _(
        "The file holds ratings of one kind, and only FIDE's own name tells which. “%(name)s” has neither standard, rapid nor blitz in it: give the file FIDE's name back."
    ),
    "which_file": _(
        "The zip holds %(count)s lists (files .txt or .xml) where FIDE's holds one."
    ),
    "many_files": _("The zip holds %(count)s files where FIDE's holds one."),
    "locked": _("The zip is locked with a password. Bring it as FIDE gives it out."),
    "damaged_zip": _("The zip is damaged or not whole. Fetch it from FIDE again."),
    "too_much": _(
        "The zip would unpack to far more than a rating list can be (at most %(megabytes)s MB). Nothing more of it was unpacked."
    ),
    "too_large": _(
        "The file is larger than %(megabytes)s MB. Bring FIDE's zip as it is."
    ),
    "cut_short": _(
        "The file stops in the middle of line %(line)s. Fetch it from FIDE again."
    ),
    "xml": _("The file is not right XML: line %(line)s cannot be read."),
    "xml_cut_short": _(
        "The file stops before its end, at line %(line)s. Fetch it from FIDE again."
    ),
    "doctype": _(
        "The file declares a type of document, which FIDE's list never does. It was not read."
    ),
    "unreadable": _(
        "%(count)s lines cannot be read, the first of them line %(line)s: “%(text)s”. So many are not in any list of FIDE's. Fetch the file again."
    ),
    "shrunk": _(
        "The file has %(lines)s players, the list of %(month)s had %(before)s. It looks cut short. Fetch it from FIDE again."
    ),
    "future": _("There is no list of %(month)s yet."),
    "too_early": _("FIDE has no list of %(month)s."),
    "other_month": _(
        "The file says itself that it is the list of %(named)s, not of %(month)s."
    ),
    "known": _(
        "This very file has been taken in before, as the list of %(month)s. Choose the newest file, or that month."
    ),
    "gave_up": _(
        "The file could not be read in %(tries)s attempts, and it is not known why. The rating office's log tells. Bring it again."
    ),
}  # fmt: skip
FAULTS: Mapping[str, Promise] = {
    "number": _("no FIDE number"),
    "name": _("no name, or one with signs that no name holds"),
    "rating": _("no rating can be read"),
    "short": _("the line is too short"),
    "twice": _("the FIDE number stands twice; neither line is taken"),
}
_MONTHS = ("month", "named")


def why_not(code: str, facts: Mapping[str, Any]) -> str:
    """A refusal in words; months are written out."""
    said = {
        name: _month(value) if name in _MONTHS else value
        for name, value in facts.items()
    }
    return str(WHY[code] % said) if said else str(WHY[code])


def _month(text: str) -> str:
    return date_format(date.fromisoformat(text), "F Y")
