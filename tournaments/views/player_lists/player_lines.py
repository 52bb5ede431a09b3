"""Lines of a list of players, each with the players who match and a newcomer's form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from federation.domain.players import DuplicateCheck, MatchesFound
from federation.queries.members import shown_in_full
from federation.requests import OfficeRequest
from federation.rules.birth_years import FIRST_BIRTH_YEAR
from ratings.enums import OutsideKind
from tournaments.domain.entering import levels_of_tournament
from tournaments.formats.pasted_players import PastedPlayer
from tournaments.forms.playing import NewcomerForm
from tournaments.models import Section
from tournaments.queries.player_lists.pasted_entries import PastedEntry, find_pasted
from tournaments.queries.suggestions import Suggestion, suggested_matches
from tournaments.views.planning.newcomer import is_id

NEWCOMER, LEFT_OUT = "new", "out"


@dataclass(slots=True)
class PlayerLineShown:
    """A line of the review: the choice (a player's id, NEWCOMER or LEFT_OUT), a
    newcomer's form, and what is wrong.
    """

    found: PastedEntry
    newcomer: NewcomerForm
    chosen: str = ""
    wrong: str = ""
    others: list[Suggestion] = field(default_factory=list)
    """Similar players who were found when the newcomer was to be registered."""

    @property
    def line(self) -> int:
        return self.found.pasted.line

    @property
    def suggestions(self) -> list[Suggestion]:
        shown = {each.player_id: each for each in self.found.suggestions}
        return [*shown.values(), *(x for x in self.others if x.player_id not in shown)]

    @property
    def wrong_birth(self) -> str:
        """What is wrong with the line's year of birth; empty if nothing is."""
        text = self.found.wrong_birth
        return words_of_wrong_birth(text, self.newcomer.today) if text else ""

    @property
    def is_clear(self) -> bool:
        """Return whether the user need not look at the line."""
        return self.found.sure is not None and not self.wrong

    @property
    def is_other(self) -> bool:
        """Return whether another player is chosen than the one who clearly matches."""
        sure = self.found.sure
        return sure is not None and self.chosen != str(sure.player_id)


def words_of_wrong_birth(text: str, today: date) -> str:
    """Return what is wrong with a text that should be a year or day of birth."""
    return _(
        "“%(text)s” is no possible year or day of birth: from %(first)d to %(last)d."
    ) % {"text": text, "first": FIRST_BIRTH_YEAR, "last": today.year}


def player_lines(
    request: OfficeRequest, found: Section, pasted: Sequence[PastedPlayer]
) -> list[PlayerLineShown]:
    """Return each line with what the user sent for it, also when a corrected text is
    read again; by default with the player who clearly matches.
    """
    sent = request.POST if {"enter", "again"} & request.POST.keys() else None
    entries = find_pasted(found, pasted, request.actor, request.today)
    club = found.tournament.organiser
    form_arguments = {
        "levels": levels_of_tournament(found.tournament),
        "with_fide": bool(found.tournament.pool.fide_tempo),
        "club": club.name if club else "",
        "today": request.today,
    }
    return [_line(each, sent, form_arguments) for each in entries]


def _line(
    entry: PastedEntry,
    sent: Mapping[str, str] | None,
    form_arguments: Mapping[str, Any],
) -> PlayerLineShown:
    line = entry.pasted.line
    chosen = (sent or {}).get(f"who-{line}", _proposed(entry))
    newcomer = NewcomerForm(
        sent if chosen == NEWCOMER else None,
        prefix=f"new-{line}",
        initial=_facts_of(entry.pasted),
        **form_arguments,
    )
    return PlayerLineShown(entry, newcomer, chosen)


def _facts_of(pasted: PastedPlayer) -> dict[str, object]:
    """Return the data of the line; a rating without a FIDE number beside it need not be
    FIDE's and is taken as an estimate.
    """
    first, last = pasted.names
    facts: dict[str, object] = {
        "first_name": first,
        "last_name": last,
        "birth_year": pasted.birth_year,
        "country": pasted.country,
        "fide_id": pasted.fide_id,
        "outside_rating": pasted.fide_rating,
    }
    if pasted.fide_rating and not pasted.fide_id:
        facts |= {
            "outside_kind": OutsideKind.ESTIMATE,
            "estimate_reason": _("The rating in the tournament file."),
        }
    return facts


def _proposed(entry: PastedEntry) -> str:
    if entry.sure is None:
        return ""
    return LEFT_OUT if entry.sure.is_entered else str(entry.sure.player_id)


def similar_players_seen(
    request: OfficeRequest, line: PlayerLineShown
) -> DuplicateCheck:
    """Return the similar players who were shown beside the line."""
    seen = request.POST.getlist(f"looked-{line.line}")
    others = frozenset(int(each) for each in seen if is_id(each))
    return DuplicateCheck(others, shown_in_full(request.actor, request.today))


def show_similar_players(
    request: OfficeRequest,
    found: Section,
    line: PlayerLineShown,
    known: MatchesFound,
) -> None:
    """Show the similar players whom the user has not looked at yet."""
    ids = [match.player.pk for match in known.matches]
    line.others = suggested_matches(found, ids, request.actor, request.today)
    line.wrong = _(
        "There is somebody similar in the register. Choose, or enter the newcomer"
        " again if it is somebody else."
    )


def is_newcomer_complete(line: PlayerLineShown) -> bool:
    """Return whether the newcomer can be registered; otherwise note that in the line."""
    if line.newcomer.is_valid():
        return True
    line.wrong = _("Something is missing about the newcomer.")
    return False
