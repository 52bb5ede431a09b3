"""Texts about data that a file lacks, and about what is read from the file."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ratings.models import ImportFile
from ratings.uploads.list_words import missing_data_words


def default_words(file: ImportFile) -> list[str]:
    """Return texts that say what the file lacks, and what is used instead."""
    of_counts = (
        (_rounds, "round"), (_days, "day"), (_files, "encoding"), (_years, "born"),
    )  # fmt: skip
    lines = missing_data_words(file)
    lines += [
        words(file.defaulted[what])
        for words, what in of_counts
        if file.defaulted.get(what)
    ]
    if file.defaulted.get("minutes"):
        lines.append(_minutes(file.defaulted["minutes"], file.minutes))
    if file.defaulted.get("assumed"):
        text = _(
            "The file is not UTF-8 and does not say what it is: it is read as %(name)s."
        )
        lines.append(text % {"name": file.defaulted["assumed"]})
    for workbook, sheet in file.defaulted.get("sheets", {}).items():
        text = _(
            "The workbook %(file)s has several sheets: only the first, ‘%(sheet)s’, "
            "is read."
        )
        lines.append(text % {"file": workbook, "sheet": sheet})
    if file.defaulted.get("columns"):
        lines.append(_("Its columns are those that were chosen for this header."))
    if file.unread:
        text = _("Columns that are not read: %(names)s.")
        lines.append(text % {"names": ", ".join(file.unread)})
    return lines


def _minutes(count: int, minutes: int | None) -> str:
    if minutes is None:
        text = ngettext(
            "%(count)d game has no time control: nothing is posted until you give one.",
            "%(count)d games have no time control: nothing is posted until you "
            "give one.",
            count,
        )
        return text % {"count": count}
    return ngettext(
        "%(count)d game has no time control: %(minutes)d minutes were given for it.",
        "%(count)d games have no time control: %(minutes)d minutes were given for "
        "them.",
        count,
    ) % {"count": count, "minutes": minutes}


def _rounds(count: int) -> str:
    return ngettext(
        "%(count)d game has no round: it is put in round 1.",
        "%(count)d games have no round: they are put in round 1.",
        count,
    ) % {"count": count}


def _days(count: int) -> str:
    return ngettext(
        "%(count)d game has no day of its own: the tournament's first day is used.",
        "%(count)d games have no day of their own: the tournament's first day is used.",
        count,
    ) % {"count": count}


def _years(count: int) -> str:
    return ngettext(
        "%(count)d player has an impossible year of birth: it is not used.",
        "%(count)d players have impossible years of birth: they are not used.",
        count,
    ) % {"count": count}


def _files(count: int) -> str:
    return ngettext(
        "%(count)d file is not UTF-8 and does not say what it is: it is read as "
        "Windows-1252.",
        "%(count)d files are not UTF-8 and do not say what they are: they are read "
        "as Windows-1252.",
        count,
    ) % {"count": count}
