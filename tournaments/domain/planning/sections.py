"""Creating, changing and removing sections of a tournament."""

from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import Max

from federation.domain.authorship import ActionContext
from tournaments.domain.entries.entry_letters import EntryNotice, notify_requesters
from tournaments.domain.locking import (
    EDITABLE_STATES,
    count_change,
    lock_section,
    lock_tournament,
)
from tournaments.domain.lots import draw_first_colour
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.removals.keeping import drop_made_cards, keep_section
from tournaments.enums import (
    ROUND_ROBINS,
    Acceleration,
    SectionFormat,
    SectionPairing,
    SectionPoints,
)
from tournaments.models import Round, Section
from tournaments.queries.sanctions.under_way import is_section_under_sanction
from tournaments.rules.sections import TournamentKind
from tournaments.rules.tiebreaks.registry import UnknownTieBreakError, find_tie_breaks
from tournaments.rules.tiebreaks.rule_sets import standard_rules


@dataclass(frozen=True, slots=True)
class SectionDraft:
    """The organiser's data of a section.

    `rounds` of a round robin is set when it starts, from its players. `rounds_reason`
    says why a started section has more or fewer rounds than announced. Without
    `tie_breaks` SSF's own are used, according to the first day of the tournament.
    """

    name: str
    format: str = SectionFormat.ROUND_ROBIN
    rounds: int = 1
    pairing_system: str = SectionPairing.BY_HAND
    tie_breaks: tuple[str, ...] | None = None
    acceleration: str = Acceleration.NONE
    rounds_reason: str = ""
    point_system: str = SectionPoints.USUAL
    gives_titles: bool = False
    mean_rating: int | None = None
    """The mean rating of a section that is rated as a whole and in which not all are
    rated.
    """
    mean_reason: str = ""


@transaction.atomic
def add_section(
    tournament_id: int, draft: SectionDraft, *, acting: ActionContext
) -> Section:
    """Add a section, last in order. Refusal: `tie_breaks` for unknown ones."""
    tournament = lock_tournament(tournament_id, *EDITABLE_STATES)
    numbers = Section.objects.filter(tournament=tournament)
    last = numbers.aggregate(last=Max("number"))["last"] or 0
    section = Section(tournament=tournament, number=last + 1, rounds=draft.rounds)
    section.tie_breaks = list(_announced(draft, tournament.start_date))
    _set_facts(section, draft, acting)
    section.full_clean()
    section.save()
    count_change(tournament)
    return section


@transaction.atomic
def change_section(
    section_id: int, draft: SectionDraft, *, acting: ActionContext
) -> Section:
    """Change a section; its form, rounds, tie-breaks and points only before it starts
    (SSF §10: announced before the start).

    A started section that is paired round by round may still end early or get more
    rounds: not fewer than are paired (`rounds_paired`), with a reason if the number is
    not the announced one (`rounds_reason`), and accelerated as announced. A new round
    is on the last day known until its own is set.

    Refusals: `started`, `announced`, `points_announced`, `acceleration_announced`,
    `by_teams` or `tie_breaks`.
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    tie_breaks = list(_announced(draft, section.tournament.start_date))
    if section.started_at:
        _refuse_announced(section, draft, tie_breaks)
    by_teams = section.is_played_by_teams
    if by_teams and _pairs_players(draft):
        raise TournamentRefusal("by_teams")
    paired_as_played = section.format == SectionFormat.BOARDS and not by_teams
    if not section.started_at or paired_as_played:
        _set_rounds(section, draft)
    section.tie_breaks = tie_breaks
    _set_facts(section, draft, acting)
    if section.started_at:
        draw_first_colour(section)
    section.full_clean()
    section.save()
    if section.started_at:
        _fit_days(section, acting)
    count_change(section.tournament)
    return section


@transaction.atomic
def remove_section(section_id: int, *, acting: ActionContext) -> None:
    """Delete a section that has not started, with its entries.

    The cards and memberships that were made with the entries are deleted too, unless
    something else refers to the cards. The section can be put back for 30 days. Players
    who entered themselves are notified.

    Refusals: `started`, and `sanction_covers` while a sanction is applied for or given
    for it.
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    if section.started_at:
        raise TournamentRefusal("started")
    if is_section_under_sanction(section):
        raise TournamentRefusal("sanction_covers")
    notify_requesters(
        section.entry_requests.all(), EntryNotice.SECTION_REMOVED, at=acting.at
    )
    removal = keep_section(section, acting)
    section.delete()
    count_change(section.tournament)
    drop_made_cards(removal, acting)


def _refuse_announced(
    section: Section, draft: SectionDraft, tie_breaks: list[str]
) -> None:
    if draft.format != section.format:
        raise TournamentRefusal("started")
    if tie_breaks != section.tie_breaks:
        raise TournamentRefusal("announced")
    if draft.point_system != section.point_system:
        raise TournamentRefusal("points_announced")
    if draft.acceleration != section.acceleration:
        raise TournamentRefusal("acceleration_announced")


def _pairs_players(draft: SectionDraft) -> bool:
    """Return whether boards would be paired in another way than from line-ups."""
    by_hand = (SectionFormat.BOARDS, SectionPairing.BY_HAND, Acceleration.NONE)
    return (draft.format, draft.pairing_system, draft.acceleration) != by_hand


def _set_facts(section: Section, draft: SectionDraft, acting: ActionContext) -> None:
    section.name = draft.name
    section.format = draft.format
    section.pairing_system = draft.pairing_system
    section.acceleration = draft.acceleration
    section.point_system = draft.point_system
    section.gives_titles = draft.gives_titles
    if section.mean_rating != draft.mean_rating:
        section.mean_by_id = acting.user_id
    section.mean_rating = draft.mean_rating
    section.mean_reason = draft.mean_reason


def _set_rounds(section: Section, draft: SectionDraft) -> None:
    paired = section.pairings.aggregate(last=Max("round"))["last"] or 0
    if draft.rounds < paired:
        raise TournamentRefusal("rounds_paired", round=paired)
    section.rounds = draft.rounds
    reason = draft.rounds_reason.strip() if section.has_other_rounds else ""
    if section.has_other_rounds and not reason:
        raise TournamentRefusal("rounds_reason", planned=section.planned_rounds)
    section.rounds_reason = reason


def _fit_days(section: Section, acting: ActionContext) -> None:
    section.round_days.filter(number__gt=section.rounds).delete()
    known = dict(section.round_days.values_list("number", "date"))
    last = min(max(known.values()), section.tournament.end_date)
    Round.objects.bulk_create(
        Round(section=section, number=number, date=last, set_by_id=acting.user_id)
        for number in range(1, section.rounds + 1)
        if number not in known
    )


def standard_tie_breaks(section_format: str, start: date) -> tuple[str, ...]:
    """Return the tie-breaks of a section for which no others are announced."""
    is_berger = section_format in ROUND_ROBINS
    kind = TournamentKind.BERGER if is_berger else TournamentKind.SWISS
    return standard_rules(start).codes(kind) or ()


def _announced(draft: SectionDraft, start: date) -> tuple[str, ...]:
    if draft.tie_breaks is None:
        return standard_tie_breaks(draft.format, start)
    try:
        find_tie_breaks(draft.tie_breaks)
    except UnknownTieBreakError as error:
        raise TournamentRefusal("tie_breaks", unknown=error.code) from error
    return draft.tie_breaks
