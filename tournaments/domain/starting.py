"""Starting a section: ratings and classes are recorded, round robins are drawn."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise

from django.db import transaction

from federation.domain.authorship import ActionContext, written_by
from tournaments.domain.entries.class_letters import notify_of_vacancies
from tournaments.domain.entries.late_entries import WITHOUT_RESULT
from tournaments.domain.entries.requests import decline_unanswered, restore_declined
from tournaments.domain.entry_requests.waiting_list import fill_places
from tournaments.domain.locking import (
    EDITABLE_STATES,
    count_change,
    lock_section,
    set_state,
)
from tournaments.domain.lots import draw_first_colour
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.sanctions.invoice_dates import date_invoice
from tournaments.domain.start_facts import record_start
from tournaments.enums import Acceleration, SectionFormat, TournamentState
from tournaments.models import Absence, Entry, Pairing, Round, Section
from tournaments.queries.reports import has_report
from tournaments.rules.berger import BergerRound, rounds_needed, schedule
from tournaments.rules.pairing.acceleration import last_accelerated
from tournaments.rules.results import BYES

MOST_ROUNDS = 40
FEWEST_ENTRIES = 2
WEEK = 7


@transaction.atomic
def start_section(
    section_id: int, *, acting: ActionContext, round_dates: Sequence[date] | None = None
) -> Section:
    """Start a section.

    Store all ratings and classes, draw the boards of a round robin by the Berger
    tables, set the rounds' days, and decline the entry requests that wait for an answer
    or a place. Without `round_dates` those of `default_dates` are used.

    Refusals: `started`, `by_teams` (start_league), `too_few`, `too_many` (rounds),
    `dates` (not one for each round), `date_outside` or `dates_fall`
    (`set_round_dates`).
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    if section.started_at:
        raise TournamentRefusal("started")
    if section.is_played_by_teams:
        raise TournamentRefusal("by_teams")
    entries = list(section.entries.in_order().select_related("player"))
    drawn = _draw(section, len(entries))
    if section.format != SectionFormat.BOARDS:
        section.rounds = len(drawn)
    else:
        section.planned_rounds = section.rounds
    section.started_at = acting.at
    draw_first_colour(section)
    if section.acceleration == Acceleration.BAKU:
        section.last_accelerated = last_accelerated(len(entries))
    section.save(
        update_fields=[
            "rounds", "planned_rounds", "started_at", "first_colour", "last_accelerated",
        ]
    )  # fmt: skip
    record_start(section, entries)
    notify_of_vacancies(section, entries, acting)
    Pairing.objects.bulk_create(_pairings(section, entries, drawn))
    decline_unanswered(section, acting)
    write_dates(section, round_dates or default_dates(section), acting)
    with written_by(acting.user_id):
        set_state(section.tournament, TournamentState.RUNNING)
    date_invoice(section.tournament_id, acting)
    count_change(section.tournament)
    return section


@transaction.atomic
def undo_start(section_id: int, *, acting: ActionContext) -> Section:
    """Undo a start, boards and days included; entries stay.

    Players whose requests the start declined wait again, or are entered if there is a
    place (`restore_declined`). Refuses as `undo_start_blocker` says.
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    blocker = undo_start_blocker(section)
    if blocker:
        raise TournamentRefusal(blocker)
    section.matches.all().delete()
    section.teams.update(
        withdrawn_at=None, withdrawn_by=None, withdrawal_reason="", matches_struck=False
    )
    section.pairings.all().delete()
    section.round_days.all().delete()
    section.round_pairings.all().delete()
    Absence.objects.filter(entry__section=section).delete()
    section.entries.update(
        rating=None,
        class_at_start="",
        class_for_life=False,
        withdrawn_after=None,
        plays_on_after=None,
    )
    section.started_at = None
    section.first_colour = ""
    section.last_accelerated = None
    # The announced number, if the number was changed after the start.
    section.rounds = section.planned_rounds or section.rounds
    section.planned_rounds, section.rounds_reason = None, ""
    section.lots_seed, section.lots_drawn_at, section.lots_drawn_by = "", None, None
    section.save(
        update_fields=[
            "started_at", "first_colour", "last_accelerated", "rounds",
            "planned_rounds", "rounds_reason", "lots_seed", "lots_drawn_at", "lots_drawn_by",
        ]
    )  # fmt: skip
    if not section.tournament.sections.exclude(started_at=None).exists():
        with written_by(acting.user_id):
            set_state(section.tournament, TournamentState.DRAFT)
    restore_declined(section, acting)
    fill_places(section, acting)
    date_invoice(section.tournament_id, acting)
    count_change(section.tournament)
    return section


def undo_start_blocker(section: Section) -> str:
    """Return why the start cannot be undone, "" if it can.

    `state`, `not_started`, `has_result` once a result is entered, `match_under_way`
    once a match of a league has begun, or `reported` once anything of the tournament
    was submitted, since its games are in the ledger.
    """
    if section.tournament.state not in EDITABLE_STATES:
        return "state"
    if not section.started_at:
        return "not_started"
    if has_report(section.tournament_id):
        return "reported"
    if section.pairings.exclude(result__in=(*WITHOUT_RESULT, *BYES)).exists():
        return "has_result"
    has_begun = section.matches.exclude(begun_at=None).exists()
    return "match_under_way" if has_begun else ""


@transaction.atomic
def set_round_dates(
    section_id: int, round_dates: Sequence[date], *, acting: ActionContext
) -> None:
    """Set the days of the rounds, one for each.

    Refusals: `dates`, `date_outside`, and `dates_fall` if a round would be played
    before the one from whose results it is paired. A round robin is drawn beforehand,
    so a round may be postponed behind the next one: the checks before a submission warn
    of it.
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    if not section.started_at:
        raise TournamentRefusal("not_started")
    write_dates(section, round_dates, acting)
    count_change(section.tournament)


def first_date_out_of_order(round_dates: Sequence[date]) -> int | None:
    """Return the number of the first round on a day before that of the previous round,
    if there is one.
    """
    pairs = enumerate(pairwise(round_dates), start=2)
    return next((number for number, (one, two) in pairs if two < one), None)


def rounds_of(section: Section, size: int) -> int:
    """Return how many rounds the section has with so many players."""
    if section.format == SectionFormat.BOARDS or size < FEWEST_ENTRIES:
        return section.rounds
    return rounds_needed(size, section.cycles)


def default_dates(section: Section) -> list[date]:
    """Return the rounds' days spread over the tournament: always on the weekday of the
    first day, whole weeks apart, if that fits, otherwise evenly from the first day to
    the last. With more rounds than days no day has two rounds more than another.
    """
    first, last = section.tournament.start_date, section.tournament.end_date
    gaps = max(section.rounds - 1, 1)
    days = (last - first).days
    if days < gaps:
        return [
            first + timedelta(days=(days + 1) * number // section.rounds)
            for number in range(section.rounds)
        ]
    weeks = days // gaps // WEEK
    if weeks:
        days = gaps * weeks * WEEK
    return [
        first + timedelta(days=days * number // gaps)
        for number in range(section.rounds)
    ]


def _draw(section: Section, size: int) -> tuple[BergerRound, ...]:
    if size < FEWEST_ENTRIES:
        raise TournamentRefusal("too_few", least=FEWEST_ENTRIES)
    if section.format == SectionFormat.BOARDS:
        return ()
    drawn = schedule(size, section.cycles)
    if len(drawn) > MOST_ROUNDS:
        raise TournamentRefusal("too_many", rounds=len(drawn), most=MOST_ROUNDS)
    return drawn


def _pairings(
    section: Section, entries: list[Entry], drawn: Sequence[BergerRound]
) -> list[Pairing]:
    return [
        Pairing(
            section=section,
            round=planned.number,
            board=board,
            white=entries[white - 1],
            black=entries[black - 1],
        )
        for planned in drawn
        for board, (white, black) in enumerate(planned.boards, start=1)
    ]


def write_dates(
    section: Section, round_dates: Sequence[date], acting: ActionContext
) -> None:
    """Write the days of the rounds; refused as `set_round_dates`.

    A day decides the base ratings and the period of its games: the user who set it may
    not accept the results. A day that stays keeps the user who set it.
    """
    first, last = section.tournament.start_date, section.tournament.end_date
    if len(round_dates) != section.rounds:
        raise TournamentRefusal("dates", rounds=section.rounds)
    outside = [
        str(number)
        for number, day in enumerate(round_dates, start=1)
        if not first <= day <= last
    ]
    if outside:
        rounds = ", ".join(outside)
        raise TournamentRefusal("date_outside", first=first, last=last, rounds=rounds)
    falls = first_date_out_of_order(round_dates)
    if falls and section.format == SectionFormat.BOARDS:
        raise TournamentRefusal("dates_fall", round=falls, before=falls - 1)
    set_by = {
        (each.number, each.date): each.set_by_id for each in section.round_days.all()
    }
    section.round_days.all().delete()
    Round.objects.bulk_create(
        Round(
            section=section,
            number=number,
            date=day,
            set_by_id=set_by.get((number, day), acting.user_id),
        )
        for number, day in enumerate(round_dates, start=1)
    )
