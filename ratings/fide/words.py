"""Texts about why a file was not imported as FIDE's list, and about faults of lines."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WHY: Mapping[str, Promise] = {
    "empty": _("The file is empty. Download it from FIDE again."),
    "workbook": _(
        "This is an Excel workbook, whatever its name says. Upload the file as "
        "FIDE publishes it, as TXT or XML, zipped or unpacked."
    ),
    "gzip": _("This is a gzip archive. Unpack it first, or upload FIDE's own zip."),
    "archive": _(
        "This is an archive of a kind other than zip. Unpack it first, or upload "
        "FIDE's own zip."
    ),
    "pdf": _("This is a PDF. Upload FIDE's list as TXT or XML, zipped or unpacked."),
    "encoding": _(
        "This is not the text that FIDE publishes: it is saved as UTF-16, or it is "
        "not text at all. Download the file from FIDE and upload it unopened."
    ),
    "header": _(
        "This is not FIDE's rating list: its first line is “%(header)s”, where the list begins with “ID Number”, “Name”, “Fed” and so on."
    ),
    "no_players": _("There is no player in the file. Download it from FIDE again."),
    "which_kind": _(
        "The file has ratings of one kind, and only FIDE's own file name says "
        "which. “%(name)s” contains neither standard, rapid nor blitz: give the "
        "file its FIDE name back."
    ),
    "which_file": _(
        "The zip contains %(count)s lists (files .txt or .xml) where FIDE's "
        "contains one."
    ),
    "many_files": _("The zip contains %(count)s files where FIDE's contains one."),
    "locked": _("The zip is locked with a password. Upload it as FIDE publishes it."),
    "damaged_zip": _("The zip is damaged or incomplete. Download it from FIDE again."),
    "too_much": _(
        "The zip would unpack to far more than a rating list can be (at most %(megabytes)s MB). Nothing more of it was unpacked."
    ),
    "too_large": _(
        "The file is larger than %(megabytes)s MB. Upload FIDE's zip as it is."
    ),
    "cut_short": _(
        "The file stops in the middle of line %(line)s. Download it from FIDE again."
    ),
    "xml": _("The file is not valid XML: line %(line)s cannot be read."),
    "xml_cut_short": _(
        "The file stops before its end, at line %(line)s. Download it from FIDE "
        "again."
    ),
    "doctype": _(
        "The file declares a type of document, which FIDE's list never does. It was not read."
    ),
    "unreadable": _(
        "%(count)s lines cannot be read, the first of them line %(line)s: “%(text)s”. "
        "No FIDE list has that many. Download the file again."
    ),
    "shrunk": _(
        "The file has %(lines)s players, the list of %(month)s had %(before)s. It "
        "looks cut short. Download it from FIDE again."
    ),
    "future": _("There is no list of %(month)s yet."),
    "too_early": _("FIDE has no list of %(month)s."),
    "other_month": _(
        "The file itself says that it is the list of %(named)s, not of %(month)s."
    ),
    "known": _(
        "This very file has been imported before, as the list of %(month)s. Choose "
        "the newest file, or that month."
    ),
    "gave_up": _(
        "The file could not be read in %(tries)s attempts, for an unknown reason. "
        "Details are in the rating office's log. Upload it again."
    ),
}  # fmt: skip
FAULTS: Mapping[str, Promise] = {
    "number": _("no FIDE number"),
    "name": _("no name, or one with characters that no name contains"),
    "rating": _("no rating can be read"),
    "short": _("the line is too short"),
    "twice": _("the FIDE number occurs twice; neither line is used"),
}
_MONTHS = ("month", "named")


def why_not(code: str, facts: Mapping[str, Any]) -> str:
    """Return the text of a refusal; months are written out."""
    values = {
        name: _month(value) if name in _MONTHS else value
        for name, value in facts.items()
    }
    return str(WHY[code] % values) if values else str(WHY[code])


def _month(text: str) -> str:
    return date_format(date.fromisoformat(text), "F Y")
