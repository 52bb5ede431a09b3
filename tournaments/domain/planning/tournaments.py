"""Creating and changing tournaments."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date

from django.db import transaction

from federation.domain.authorship import ActionContext, written_by
from federation.models import District
from ratings.enums import RatingMethod
from ratings.ledger.domain.editions import EditionInForce, NoEdition, edition_in_force
from ratings.rules.lask.system import SYSTEM as LASK
from tournaments.domain.locking import EDITABLE_STATES, lock_tournament
from tournaments.domain.planning.sections import SectionDraft, add_section
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.start_facts import record_start
from tournaments.enums import PeriodRule, TournamentState
from tournaments.models import Round, Tournament
from tournaments.queries.reports import has_report
from tournaments.queries.sanctions.under_way import is_under_sanction
from tournaments.rules.sanctions.application import LEAST_MINUTES


@dataclass(frozen=True, slots=True)
class TournamentDraft:
    """The organiser's data of a tournament; days are inclusive.

    `minutes` is each player's thinking time for 60 moves. A district's own tournament
    has no organising club. `method` is how a pool that LASK rates rates it, `is_large`
    says that taking part in it gives the summer bonus (LASK 11a); `match_length`: every
    game is a match of so many points.
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
    match_length: int | None = None


@transaction.atomic
def create_tournament(
    draft: TournamentDraft,
    *,
    acting: ActionContext,
    sections: Sequence[SectionDraft] = (),
) -> Tournament:
    """Create a tournament in preparation, with the sections that are known already.

    Raises ValidationError for impossible data. Refusals: `no_edition` before the pool's
    first rating system, `pool_ended` after the pool's last day, `method` if its system
    rates game by game only, `method_period` if a tournament rated as a whole would be
    split between periods, and `tie_breaks` for unknown ones.
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
    """Change the data of a tournament that is not finished.

    A report that was posted keeps the data that it copied. If the pool or the first day
    changes, ratings and classes at the start are recorded again.

    Refusals: `pool_stands`, `period_stands` (SSF rating, point 8: chosen when it is
    created) or `method_stands` for a change of pool, period rule or method once
    anything was submitted; `sanction_minutes` if too short for the sanction applied for
    or given; `rounds_outside` if rounds are outside the new days. ValidationError and
    refusals as `create_tournament`.
    """
    tournament = lock_tournament(tournament_id, *EDITABLE_STATES)
    if (draft.start_date, draft.end_date) != (
        tournament.start_date,
        tournament.end_date,
    ):
        _refuse_rounds_outside(tournament, draft)
    if has_report(tournament_id):
        _refuse_fixed(tournament, draft)
    if draft.minutes < LEAST_MINUTES and is_under_sanction(tournament):
        raise TournamentRefusal("sanction_minutes")
    begun = tournament.pool_id, tournament.start_date
    for name, value in asdict(draft).items():
        setattr(tournament, name, value)
    tournament.version += 1
    write_tournament(tournament, acting)
    if begun != (tournament.pool_id, tournament.start_date):
        for section in tournament.sections.exclude(started_at=None):
            section.tournament = tournament
            record_start(section, list(section.entries.select_related("player")))
    return tournament


def find_same_tournament(
    name: str, first_day: date, club_id: int | None, district_id: int
) -> Tournament | None:
    """Return an organiser's newest tournament with the name and the first day that is
    not cancelled, if any. The caller creates one in the same transaction if there is
    none: a second request, of a button pressed twice, waits for it here.
    """
    District.objects.select_for_update(no_key=True).get(pk=district_id)
    organised = Tournament.objects.filter(organiser=club_id)
    if club_id is None:
        organised = organised.filter(district=district_id)
    named = organised.filter(name__iexact=name, start_date=first_day)
    return named.exclude(state=TournamentState.CANCELLED).order_by("-pk").first()


def write_tournament(tournament: Tournament, acting: ActionContext) -> Tournament:
    """Write a tournament that can be rated as it is planned; the caller holds the lock
    or has just created it. ValidationError and refusals as `create_tournament`.
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
    # A mean is of all the games: a base date in between would split them.
    if tournament.period_rule != PeriodRule.FIRST_DAY:
        raise TournamentRefusal("method_period")


def _refuse_rounds_outside(tournament: Tournament, draft: TournamentDraft) -> None:
    of_tournament = Round.objects.filter(section__tournament=tournament)
    rounds = of_tournament.exclude(
        date__range=(draft.start_date, draft.end_date)
    ).order_by("section__number", "number")
    outside: dict[str, list[str]] = {}
    for each in rounds.select_related("section"):
        found = outside.setdefault(each.section.name, [])
        found.append(f"{each.number} ({each.date})")
    if outside:
        named = (f"{name} {', '.join(found)}" for name, found in outside.items())
        raise TournamentRefusal("rounds_outside", rounds="; ".join(named))


def _refuse_fixed(tournament: Tournament, draft: TournamentDraft) -> None:
    # A report belongs to its pool: in another its versions would begin from 1 again.
    if draft.pool_id != tournament.pool_id:
        raise TournamentRefusal("pool_stands")
    if draft.period_rule != tournament.period_rule:
        raise TournamentRefusal("period_stands")
    if draft.method != tournament.method:
        raise TournamentRefusal("method_stands")
