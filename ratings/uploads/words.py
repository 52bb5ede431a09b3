"""Texts about an import, for the officer who reviews it."""

import re
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from ratings.enums import ImportKind, ImportState
from ratings.files.column_names import name_in
from ratings.files.text_tables import MISSING
from ratings.models import ImportFault, ImportFile
from ratings.uploads.list_words import from_lists, imported_lists_words
from ratings.uploads.queries.imports import MatchStatus, PlayerCounts

REFUSALS = {
    "file_empty": gettext_lazy("The file is empty, and is not kept."),
    "file_too_large": gettext_lazy(
        "The file is larger than 256 megabytes. Split it by event, or import it "
        "with the command (import_games), which takes any size."
    ),
    "not_sure": gettext_lazy("Tick that you have read what is lost."),
    "import_is_posting": gettext_lazy("The file is being posted just now."),
    "import_is_gone": gettext_lazy("The file has already been deleted."),
    "import_not_ready": gettext_lazy(
        "The file is being read or checked just now. Try again when that is done."
    ),
    "import_choose": gettext_lazy("Choose what to do with the file."),
    "import_settled": gettext_lazy(
        "This has changed since you opened the page: it is no longer waiting."
    ),
    "import_asked": gettext_lazy(
        "The file is waiting for somebody else: take that back first, or reject it."
    ),
    "import_answer": gettext_lazy(
        "Say why it is not to be posted: the person who asked for it will read it."
    ),
    "four_eyes": gettext_lazy(
        "You asked for this yourself: somebody else has to look at it and approve it."
    ),
    "import_moved": gettext_lazy(
        "Something else was chosen in the meantime. Look at the figures again, then "
        "post."
    ),
    "import_minutes": gettext_lazy(
        "First say how much time each player had in the games without a time control."
    ),
    "minutes_said": gettext_lazy("The file gives the time control of every game."),
    "undo_reason": gettext_lazy("Say why it is undone: it is kept in the ledger."),
    "undo_not_posted": gettext_lazy("Only a file that is posted can be undone."),
    "undo_replaced": gettext_lazy(
        "A later file has replaced an event of this one. Undo that file first."
    ),
    "undo_approved": gettext_lazy(
        "An approved list is based on its games or its start ratings: it cannot be "
        "undone as a whole. Withdraw or correct single events instead."
    ),
    "undo_large": gettext_lazy(
        "The file has more than 10,000 events and start ratings together: too many to "
        "be undone in one go."
    ),
    "nothing_to_post": gettext_lazy("There is nothing in the file to be posted."),
    "clubs_are_in": gettext_lazy(
        "Players of that club are in the register already: change their memberships"
        " there. Nothing was saved."
    ),
    "columns_settled": gettext_lazy("The file no longer asks for columns."),
    "columns_missing": gettext_lazy("A column that is needed is not chosen."),
    "columns_twice": gettext_lazy("One column is chosen for two things."),
    "columns_two_times": gettext_lazy(
        "Choose one of the two columns for the thinking time."
    ),
    "nameless": gettext_lazy(
        "A player without a name in the file cannot be added as a new player. "
        "Nothing was saved."
    ),
}
OF_GAMES = {
    "date": gettext_lazy("Day of the game"),
    "score": gettext_lazy("Result, White's"),
    "event": gettext_lazy("Event"),
    "white": gettext_lazy("White, by player number"),
    "white_name": gettext_lazy("White, by name"),
    "white_birth_year": gettext_lazy("White's year of birth"),
    "white_fide_id": gettext_lazy("White's FIDE number"),
    "black": gettext_lazy("Black, by player number"),
    "black_name": gettext_lazy("Black, by name"),
    "black_birth_year": gettext_lazy("Black's year of birth"),
    "black_fide_id": gettext_lazy("Black's FIDE number"),
    "round": gettext_lazy("Round"),
    "time_control": gettext_lazy("Time control"),
    "minutes": gettext_lazy("Thinking time in minutes"),
    "length": gettext_lazy("Length of the match"),
    "forfeit": gettext_lazy("Forfeit"),
    "white_rating": gettext_lazy("White's rating"),
    "black_rating": gettext_lazy("Black's rating"),
}
OF_PLAYERS = {
    "id": gettext_lazy("Player number"),
    "name": gettext_lazy("Name"),
    "birth_year": gettext_lazy("Year of birth"),
    "gender": gettext_lazy("Gender"),
    "club": gettext_lazy("Club"),
    "start_rating": gettext_lazy("Start rating"),
    "fide_id": gettext_lazy("FIDE number"),
}
_LABELS = {**OF_PLAYERS, **OF_GAMES}
_COLOURS = {"white": gettext_lazy("White"), "black": gettext_lazy("Black")}
STATUSES = {
    MatchStatus.UNDECIDED: gettext_lazy("To be decided (%(count)d)"),
    MatchStatus.NAMED: gettext_lazy("By name (%(count)d)"),
    MatchStatus.NUMBERED: gettext_lazy("By number (%(count)d)"),
    MatchStatus.NEW: gettext_lazy("New (%(count)d)"),
    MatchStatus.LEFT_OUT: gettext_lazy("Left out (%(count)d)"),
}
STATES = {
    ImportState.READING: "running",
    ImportState.COLUMNS: "waiting",
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
    """Return a text that says why a row is not imported."""
    every = [(fault.about, fault.text, fault.facts)]
    every += [
        (each["column"], each["text"], each["facts"])
        for each in fault.facts.get("also", ())
    ]
    return "; ".join(_one_fault(*each) for each in every)


def _one_fault(column: str, text: str, facts: dict[str, Any]) -> str:
    words, label = translated(text, facts), _COLOURS.get(column, column)
    return f"{label}: {words}" if label else words


def translated(text: str, facts: dict[str, Any]) -> str:
    """Return a text that was stored in English in the reader's language."""
    return _(text) % facts if facts else _(text)


def problem_words(problem: dict[str, Any]) -> str:
    """Return a text that says why a file cannot be read; columns are given by their
    names on the page, with the names that a header may have for them.
    """
    facts = dict(problem["facts"])
    if "columns" in facts and problem["text"] == MISSING:
        facts["columns"] = _columns_words(facts["columns"])
    return translated(problem["text"], facts)


def _columns_words(named: str) -> str:
    """Return the texts for columns given as `date, event`, or as
    `white (white_fide_id, white_name)`, of which any one is enough.
    """
    names = re.findall(r"\w+", named)
    written = [name_in(get_language() or "", name) for name in names]
    if "(" in named:
        return f"{_COLOURS[names[0]]} ({', '.join(written)})"
    labels = (_LABELS.get(name, name) for name in names)
    return ", ".join(
        f"{label} ({name})" for label, name in zip(labels, written, strict=True)
    )


def progress_words(file: ImportFile) -> str:
    """Return a text about the progress of the worker."""
    figures = {
        "done": number_format(file.done, force_grouping=True),
        "total": number_format(file.total, force_grouping=True),
    }
    match file.state:
        case ImportState.READING:
            share = 100 * file.done // max(file.total, 1)
            return _("The file is being read: %(share)d per cent.") % {"share": share}
        case ImportState.MATCHING:
            text = _("Looking for players in the register: %(done)s of %(total)s.")
        case _posting:
            text = _("Games are being posted: %(done)s of %(total)s.")
            if file.listed:
                text = _("Players and games are being posted: %(done)s of %(total)s.")
    return text % figures


def posting_effects(file: ImportFile, sums: PlayerCounts) -> list[str]:
    """Return texts about what posting would do, shown above the button."""
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
                "%(count)d game is not included: something about its players or its"
                " event is not decided.",
                "%(count)d games are not included: something about their players or"
                " their events is not decided.",
                file.waiting_games,
            )
            % {"count": file.waiting_games}
        )
    if file.known_games:
        lines.append(
            ngettext(
                "%(count)d game is already in the ledger: nothing is duplicated.",
                "%(count)d games are already in the ledger: nothing is duplicated.",
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
    """Return a text about what has been posted to the ledger."""
    if file.kind == ImportKind.PLAYERS:
        return imported_lists_words(file)
    games = _games_posted(file)
    return f"{imported_lists_words(file)}. {games}" if file.listed else games


def _games_posted(file: ImportFile) -> str:
    return ngettext(
        "In the ledger: %(games)s of %(count)d event",
        "In the ledger: %(games)s of %(count)d events",
        file.posted_events,
    ) % {"games": _games(file.posted_games), "count": file.posted_events}


def _games(count: int) -> str:
    return ngettext("%(count)d game", "%(count)d games", count) % {"count": count}


def part_labels(file: ImportFile, findings: int, waiting: int) -> dict[str, str]:
    """Return the labels of the parts of a file's review; `waiting` is the number of its
    open findings.
    """
    labels = {}
    if findings:
        labels["questions"] = _("Questions (%(count)d)") % {"count": waiting}
    labels["players"] = _("Players")
    if file.clubs:
        labels["clubs"] = _("Clubs (%(count)d)") % {"count": file.clubs}
    labels["rows"] = _("Rows not included (%(count)d)") % {"count": file.refused}
    if file.kind != ImportKind.PLAYERS:
        labels["events"] = _("Events (%(count)d)") % {"count": file.events}
    return labels


def unchanged_words(file: ImportFile) -> str:
    """Return a text that no choice was changed, and why where the file is posted."""
    if file.state == ImportState.POSTED:
        return _("The file is posted already, so nothing was changed.")
    return _("Nothing was changed.")


def saved_words(part: str, changed: int) -> str:
    """Return a text about how many choices of a part were changed."""
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
