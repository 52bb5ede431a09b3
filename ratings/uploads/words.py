"""Words for an import, for the officer who reviews it."""

from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ratings.enums import ImportKind, ImportState
from ratings.models import ImportFault, ImportFile
from ratings.uploads.list_words import from_lists, left_open, posted_of_lists
from ratings.uploads.queries.imports import MatchStatus, Sums

REFUSALS = {
    "file_empty": gettext_lazy("The file is empty: nothing is kept of it."),
    "file_too_large": gettext_lazy(
        "The file is larger than 256 megabytes. Divide it by events, or import it with"
        " the command (import_games), which takes any size."
    ),
    "import_is_posting": gettext_lazy("The file is being posted just now."),
    "import_is_gone": gettext_lazy("The file was put away already."),
    "import_not_ready": gettext_lazy(
        "The file is being read or checked just now. Try again when that is done."
    ),
    "import_choose": gettext_lazy("Choose what to do with the file."),
    "import_settled": gettext_lazy("Somebody else was faster: it waits no longer."),
    "import_asked": gettext_lazy(
        "The file waits for somebody else: take that back first, or reject it."
    ),
    "import_answer": gettext_lazy(
        "Say why it is not to be posted: whoever asked for it reads it."
    ),
    "four_eyes": gettext_lazy(
        "You asked for this yourself: somebody else has to look at it and approve it."
    ),
    "import_moved": gettext_lazy(
        "Something else was chosen meanwhile. Look at the figures again, then post."
    ),
    "import_minutes": gettext_lazy(
        "Say first how long each player could think in the games without a time"
        " control."
    ),
    "minutes_said": gettext_lazy("The file says the time control of every game."),
    "undo_reason": gettext_lazy("Say why it is undone: the ledger keeps it."),
    "undo_not_posted": gettext_lazy("Only a file that is posted can be undone."),
    "undo_starts": gettext_lazy(
        "Start ratings of the file hold. Revoke them first, which two people do."
    ),
    "undo_replaced": gettext_lazy(
        "A later file has replaced an event of this one. Undo that file first."
    ),
    "undo_approved": gettext_lazy(
        "An approved list rests on its games: it cannot be undone whole. Withdraw or"
        " correct single events instead."
    ),
    "undo_large": gettext_lazy(
        "The file has more than 2,000 events: too many to be undone in one act."
    ),
    "nothing_to_post": gettext_lazy("There is nothing in the file to be posted."),
    "clubs_are_in": gettext_lazy(
        "Players of that club are in the register already: change their memberships"
        " there. Nothing was saved."
    ),
    "nameless": gettext_lazy(
        "Somebody who stands in the file without a name cannot be entered as a new"
        " player. Nothing was saved."
    ),
}
STATUSES = {
    MatchStatus.UNDECIDED: gettext_lazy("To be decided (%(count)d)"),
    MatchStatus.NAMED: gettext_lazy("By name (%(count)d)"),
    MatchStatus.NUMBERED: gettext_lazy("By number (%(count)d)"),
    MatchStatus.NEW: gettext_lazy("New (%(count)d)"),
    MatchStatus.LEFT_OUT: gettext_lazy("Left out (%(count)d)"),
}
STATES = {
    ImportState.READING: "running",
    ImportState.MATCHING: "running",
    ImportState.REVIEW: "waiting",
    ImportState.ASKED: "waiting",
    ImportState.POSTING: "running",
    ImportState.POSTED: "accepted",
    ImportState.REFUSED: "refused",
    ImportState.DROPPED: "withdrawn",
    ImportState.UNDONE: "withdrawn",
}


def fault_words(fault: ImportFault) -> str:
    """Why a row does not go in."""
    words = said(fault.text, fault.facts)
    return f"{fault.about}: {words}" if fault.about else words


def said(text: str, facts: dict[str, Any]) -> str:
    """What was noted in English, in the reader's language."""
    return _(text) % facts if facts else _(text)


def progress_words(file: ImportFile) -> str:
    """How far a worker has come."""
    figures = {
        "done": number_format(file.done, force_grouping=True),
        "total": number_format(file.total, force_grouping=True),
    }
    match file.state:
        case ImportState.READING:
            share = 100 * file.done // max(file.total, 1)
            return _("The file is being read: %(share)d per cent.") % {"share": share}
        case ImportState.MATCHING:
            text = _("Players are looked for in the register: %(done)s of %(total)s.")
        case _posting:
            text = _("Games are being posted: %(done)s of %(total)s.")
            if file.listed:
                text = _("Players and games are being posted: %(done)s of %(total)s.")
    return text % figures


def default_words(file: ImportFile) -> list[str]:
    """What the file leaves open, and what is taken instead."""
    counts = (
        (_rounds, "round"), (_days, "day"), (_files, "encoding"),
        (_years, "born"),
    )  # fmt: skip
    lines = left_open(file)
    lines += [
        words(file.defaulted[name])
        for words, name in counts
        if file.defaulted.get(name)
    ]
    if file.defaulted.get("minutes"):
        lines.append(_minutes(file.defaulted["minutes"], file.minutes))
    if file.defaulted.get("assumed"):
        text = _(
            "The file is not UTF-8 and does not say what it is: %(name)s is taken."
        )
        lines.append(text % {"name": file.defaulted["assumed"]})
    if file.unread:
        text = _("Columns that nobody reads: %(names)s.")
        lines.append(text % {"names": ", ".join(file.unread)})
    return lines


def _minutes(count: int, minutes: int | None) -> str:
    if minutes is None:
        text = ngettext(
            "%(count)d game has no time control: nothing is posted before you say it.",
            "%(count)d games have no time control: nothing is posted before you say it.",
            count,
        )
        return text % {"count": count}
    return ngettext(
        "%(count)d game has no time control: %(minutes)d minutes were said.",
        "%(count)d games have no time control: %(minutes)d minutes were said.",
        count,
    ) % {"count": count, "minutes": minutes}


def _rounds(count: int) -> str:
    return ngettext(
        "%(count)d game has no round: it stands in round 1.",
        "%(count)d games have no round: they stand in round 1.",
        count,
    ) % {"count": count}


def _days(count: int) -> str:
    return ngettext(
        "%(count)d game has no day of its own: the tournament's first day is taken.",
        "%(count)d games have no day of their own: the tournament's first day is taken.",
        count,
    ) % {"count": count}


def _years(count: int) -> str:
    return ngettext(
        "%(count)d player has a year of birth that cannot be: none is taken.",
        "%(count)d players have years of birth that cannot be: none is taken.",
        count,
    ) % {"count": count}


def _files(count: int) -> str:
    return ngettext(
        "%(count)d file is not UTF-8 and does not say what it is: Windows-1252 is"
        " taken.",
        "%(count)d files are not UTF-8 and do not say what they are: Windows-1252 is"
        " taken.",
        count,
    ) % {"count": count}


def what_happens(file: ImportFile, sums: Sums) -> list[str]:
    """What posting would do, said before the button."""
    lines = list(from_lists(file))
    if file.kind != ImportKind.PLAYERS:
        lines.insert(0, _posted(file))
    new = sums.new_unlisted
    if new:
        lines.append(
            ngettext(
                "%(count)d new player is entered in the register.",
                "%(count)d new players are entered in the register.",
                new,
            )
            % {"count": new}
        )
    if file.waiting_games:
        lines.append(
            ngettext(
                "%(count)d game stays out, as its players are not decided or left out.",
                "%(count)d games stay out, as their players are not decided or left"
                " out.",
                file.waiting_games,
            )
            % {"count": file.waiting_games}
        )
    if file.known_games:
        lines.append(
            ngettext(
                "%(count)d game is in the ledger from before: nothing is doubled.",
                "%(count)d games are in the ledger from before: nothing is doubled.",
                file.known_games,
            )
            % {"count": file.known_games}
        )
    return lines


def _posted(file: ImportFile) -> str:
    if not file.new_games:
        return _("No new game would be posted.")
    return ngettext(
        "To be posted: %(games)s of %(count)d event, as an accepted report.",
        "To be posted: %(games)s of %(count)d events, as accepted reports, one for"
        " each event.",
        file.new_events,
    ) % {"games": _games(file.new_games), "count": file.new_events}


def posted_words(file: ImportFile) -> str:
    """What is in the ledger now."""
    if file.kind == ImportKind.PLAYERS:
        return posted_of_lists(file)
    games = _games_posted(file)
    return f"{posted_of_lists(file)}. {games}" if file.listed else games


def _games_posted(file: ImportFile) -> str:
    return ngettext(
        "In the ledger: %(games)s of %(count)d event",
        "In the ledger: %(games)s of %(count)d events",
        file.posted_events,
    ) % {"games": _games(file.posted_games), "count": file.posted_events}


def _games(count: int) -> str:
    return ngettext("%(count)d game", "%(count)d games", count) % {"count": count}


def part_labels(file: ImportFile) -> dict[str, str]:
    """The parts of the review that a file has."""
    labels = {"players": _("Players")}
    if file.clubs:
        labels["clubs"] = _("Clubs (%(count)d)") % {"count": file.clubs}
    labels["rows"] = _("Rows that stay out (%(count)d)") % {"count": file.refused}
    if file.kind != ImportKind.PLAYERS:
        labels["events"] = _("Events (%(count)d)") % {"count": file.events}
    return labels


def saved_words(part: str, changed: int) -> str:
    """How much of a part was changed."""
    text = (
        ngettext(
            "Saved: %(count)d club changed.", "Saved: %(count)d clubs changed.", changed
        )
        if part == "clubs"
        else ngettext(
            "Saved: %(count)d player changed.",
            "Saved: %(count)d players changed.",
            changed,
        )
    )
    return text % {"count": changed}
