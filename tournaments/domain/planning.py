"""Tournaments and their sections: made and changed."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date

from django.db import transaction
from django.db.models import Max

from federation.domain.authorship import written_by
from federation.domain.players import drop_newcomer
from ratings.enums import RatingMethod
from ratings.ledger.domain.editions import EditionInForce, NoEdition, edition_in_force
from ratings.pools.domain.postings import ActionContext
from ratings.rules.lask.system import SYSTEM as LASK
from tournaments.domain.locking import (
    EDITABLE_STATES,
    count_change,
    lock_section,
    lock_tournament,
)
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import (
    ROUND_ROBINS,
    PeriodRule,
    SectionFormat,
)
from tournaments.models import Round, Section, Tournament
from tournaments.queries.reports import has_report
from tournaments.rules.sections import PairingSystem
from tournaments.rules.tiebreaks import (
    STANDARD_TIE_BREAKS,
    UnknownTieBreakError,
    find_tie_breaks,
)


@dataclass(frozen=True, slots=True)
class TournamentDraft:
    """The organiser's facts about a tournament; days are inclusive.

    `minutes` is each player's thinking time for 60 moves. A district's own
    tournament has no organising club. `method` says how a pool that LASK rates rates
    it, `is_large` that taking part in it brings the bonus of the summer (LASK 11a).
    """

    name: str
    organiser_id: int | None
    district_id: int
    pool_id: int
    start_date: date
    end_date: date
    minutes: int
    place: str = ""
    time_control: str = ""
    period_rule: str = PeriodRule.BY_DATE
    method: str = RatingMethod.GAMES
    is_large: bool = False


@dataclass(frozen=True, slots=True)
class SectionDraft:
    """The organiser's facts about a section.

    `rounds` of a round robin is set when it starts, from its players.
    Without `tie_breaks` those of SSF §10.3 hold.
    """

    name: str
    format: str = SectionFormat.ROUND_ROBIN
    rounds: int = 1
    tie_breaks: tuple[str, ...] | None = None
    gives_titles: bool = False
    mean_rating: int | None = None
    """Of a section that is rated as a whole and is not fully rated."""
    mean_reason: str = ""


@transaction.atomic
def create_tournament(
    draft: TournamentDraft,
    *,
    acting: ActionContext,
    sections: Sequence[SectionDraft] = (),
) -> Tournament:
    """A new tournament, in preparation, with the sections that are known already.

    ValidationError names what cannot be; Refused `no_edition` before the pool's
    first rating system, `method` where its system rates game by game only,
    `method_period` where a tournament rated as a whole would be cut by a period, and
    `tie_breaks` for unknown ones.
    """
    tournament = Tournament(
        **asdict(draft), created_by_id=acting.person_id, created_at=acting.at
    )
    write_tournament(tournament, acting)
    for section in sections:
        add_section(tournament.pk, section, acting=acting)
    return tournament


@transaction.atomic
def change_tournament(
    tournament_id: int, draft: TournamentDraft, *, acting: ActionContext
) -> Tournament:
    """Change the facts of a tournament that is not finished.

    A report that was posted keeps what it copied. Pool, period rule and method stay
    once anything was sent in: Refused `pool_stands`, `period_stands` (SSF rating,
    point 8: chosen when it is created) or `method_stands`. ValidationError and
    Refused as when created.
    """
    tournament = lock_tournament(tournament_id, *EDITABLE_STATES)
    if has_report(tournament_id):
        _refuse_what_stands(tournament, draft)
    for name, value in asdict(draft).items():
        setattr(tournament, name, value)
    tournament.version += 1
    return write_tournament(tournament, acting)


@transaction.atomic
def add_section(
    tournament_id: int, draft: SectionDraft, *, acting: ActionContext
) -> Section:
    """Add a section, last in order. Refused `tie_breaks` for unknown ones."""
    tournament = lock_tournament(tournament_id, *EDITABLE_STATES)
    numbers = Section.objects.filter(tournament=tournament)
    last = numbers.aggregate(last=Max("number"))["last"] or 0
    section = Section(
        tournament=tournament,
        number=last + 1,
        name=draft.name,
        format=draft.format,
        rounds=draft.rounds,
        tie_breaks=list(_announced(draft)),
        gives_titles=draft.gives_titles,
        mean_rating=draft.mean_rating,
        mean_reason=draft.mean_reason,
    )
    section.full_clean()
    section.save()
    count_change(tournament)
    return section


@transaction.atomic
def change_section(
    section_id: int, draft: SectionDraft, *, acting: ActionContext
) -> Section:
    """Change a section; its form, its rounds and its tie-breaks only before it starts
    (SSF §10: announced before the start).

    Rounds of a section that is paired round by round may grow; a new one is
    played on the last day known until its own is said. Refused `started`,
    `announced` or `tie_breaks`.
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    tie_breaks = list(_announced(draft))
    if section.started_at and draft.format != section.format:
        raise TournamentRefusal("started")
    if section.started_at and tie_breaks != section.tie_breaks:
        raise TournamentRefusal("announced")
    if not section.started_at or section.format == SectionFormat.BOARDS:
        _set_rounds(section, draft)
    section.name = draft.name
    section.format = draft.format
    section.tie_breaks = tie_breaks
    section.gives_titles = draft.gives_titles
    section.mean_rating = draft.mean_rating
    section.mean_reason = draft.mean_reason
    section.full_clean()
    section.save()
    if section.started_at:
        _fit_days(section)
    count_change(section.tournament)
    return section


@transaction.atomic
def remove_section(section_id: int, *, acting: ActionContext) -> None:
    """Delete a section that has not started, with its entries, and the cards that were
    made with them unless something else refers to them.
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    if section.started_at:
        raise TournamentRefusal("started")
    made = list(section.entries.filter(made_card=True).values_list("player", flat=True))
    section.delete()
    count_change(section.tournament)
    for player_id in made:
        drop_newcomer(player_id, user_id=acting.user_id)


def write_tournament(tournament: Tournament, acting: ActionContext) -> Tournament:
    """Write a tournament that can be rated as it is planned; the caller holds the lock
    or has just made it. ValidationError and Refused as `create_tournament`.
    """
    tournament.full_clean()
    try:
        edition = edition_in_force(tournament.pool_id, tournament.start_date)
    except NoEdition as error:
        raise TournamentRefusal("no_edition", day=tournament.start_date) from error
    if tournament.method != RatingMethod.GAMES:
        _refuse_method(tournament, edition)
    ends_on = tournament.pool.ends_on
    if ends_on is not None and tournament.end_date > ends_on:
        raise TournamentRefusal("pool_ended", day=ends_on)
    with written_by(acting.user_id):
        tournament.save()
    return tournament


def _refuse_method(tournament: Tournament, edition: EditionInForce) -> None:
    if edition.system.name != LASK.name:
        raise TournamentRefusal("method")
    # A mean is of all the games: a base date on the way would part them.
    if tournament.period_rule != PeriodRule.FIRST_DAY:
        raise TournamentRefusal("method_period")


def _refuse_what_stands(tournament: Tournament, draft: TournamentDraft) -> None:
    # A report belongs to its pool: its versions would begin anew in another.
    if draft.pool_id != tournament.pool_id:
        raise TournamentRefusal("pool_stands")
    if draft.period_rule != tournament.period_rule:
        raise TournamentRefusal("period_stands")
    if draft.method != tournament.method:
        raise TournamentRefusal("method_stands")


def _set_rounds(section: Section, draft: SectionDraft) -> None:
    paired = section.pairings.aggregate(last=Max("round"))["last"] or 0
    if draft.rounds < paired:
        raise TournamentRefusal("has_boards", round=paired)
    section.rounds = draft.rounds


def _fit_days(section: Section) -> None:
    section.round_days.filter(number__gt=section.rounds).delete()
    known = dict(section.round_days.values_list("number", "date"))
    last = min(max(known.values()), section.tournament.end_date)
    Round.objects.bulk_create(
        Round(section=section, number=number, date=last)
        for number in range(1, section.rounds + 1)
        if number not in known
    )


def _announced(draft: SectionDraft) -> tuple[str, ...]:
    if draft.tie_breaks is None:
        berger = draft.format in ROUND_ROBINS
        system = PairingSystem.BERGER if berger else PairingSystem.SWISS
        return STANDARD_TIE_BREAKS[system]
    try:
        find_tie_breaks(draft.tie_breaks)
    except UnknownTieBreakError as error:
        raise TournamentRefusal("tie_breaks", unknown=error.code) from error
    return draft.tie_breaks
