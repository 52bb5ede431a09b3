"""Copying a tournament, to plan next year's as the last one was."""

from datetime import date, timedelta

from django.db import transaction

from federation.domain.authorship import ActionContext
from tournaments.domain.planning.sections import SectionDraft
from tournaments.domain.planning.tournaments import TournamentDraft, create_tournament
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.teams.leagues import rules_of, set_league
from tournaments.models import League, Section, Tournament

WEEK = 7


@transaction.atomic
def copy_tournament(
    tournament_id: int, name: str, first_day: date, *, acting: ActionContext
) -> Tournament:
    """Create a tournament in preparation as a copy of another.

    Copied are the conditions and the sections: how they are played, paired and ranked,
    and their points. The days are moved by whole weeks. No player and no team is
    copied, nor what an officer has set for the other tournament, nor the mean ratings
    of its sections.

    Refusals: `not_whole_weeks`, and as `create_tournament` refuses.
    """
    source = Tournament.objects.get(pk=tournament_id)
    moved = first_day - source.start_date
    if beyond := moved.days % WEEK:
        before = first_day - timedelta(days=beyond)
        raise TournamentRefusal(
            "not_whole_weeks",
            day=source.start_date,
            before=before,
            after=before + timedelta(days=WEEK),
        )
    sections = [_section(each) for each in source.sections.in_order()]
    made = create_tournament(
        _tournament(source, name, moved), acting=acting, sections=sections
    )
    copies = zip(source.sections.in_order(), made.sections.in_order(), strict=True)
    leagues = League.objects.filter(section__tournament=source).in_bulk()
    for one, copy in copies:
        if one.pk in leagues:
            set_league(copy.pk, rules_of(leagues[one.pk]), acting=acting)
    return made


def _tournament(source: Tournament, name: str, moved: timedelta) -> TournamentDraft:
    return TournamentDraft(
        name=name,
        organiser_id=source.organiser_id,
        district_id=source.organiser.district_id
        if source.organiser
        else source.district_id,
        pool_id=source.pool_id,
        start_date=source.start_date + moved,
        end_date=source.end_date + moved,
        minutes=source.minutes,
        place=source.place,
        time_control=source.time_control,
        period_rule=source.period_rule,
        method=source.method,
        match_length=source.match_length,
    )


def _section(source: Section) -> SectionDraft:
    return SectionDraft(
        name=source.name,
        format=source.format,
        rounds=source.planned_rounds or source.rounds,
        pairing_system=source.pairing_system,
        acceleration=source.acceleration,
        tie_breaks=tuple(source.tie_breaks),
        point_system=source.point_system,
        gives_titles=source.gives_titles,
    )
