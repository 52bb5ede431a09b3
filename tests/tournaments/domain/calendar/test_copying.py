from datetime import date, timedelta

import pytest
from django.forms import model_to_dict

from tests.factories import acting
from tests.tournaments.sanctions import refused
from tests.tournaments.teams import league
from tests.tournaments.tournaments_made import FIRST_DAY, section, started, tournament
from tests.worlds import shared
from tournaments.domain.calendar.copying import copy_tournament
from tournaments.domain.planning.sections import SectionDraft, change_section
from tournaments.models import League

pytestmark = pytest.mark.django_db

NEXT = FIRST_DAY + timedelta(weeks=52)
OF_TOURNAMENT = (
    "organiser_id", "district_id", "pool_id", "minutes", "place", "time_control",
    "period_rule", "method", "match_length",
)  # fmt: skip
OF_SECTION = (
    "name", "number", "format", "rounds", "pairing_system", "tie_breaks",
    "point_system", "gives_titles",
)  # fmt: skip


def facts(row, names):
    return {name: getattr(row, name) for name in names}


@shared
def source():
    made = tournament(place="Kalmar", time_control="90 + 30", period_rule="first_day")
    section(made, name="Group A", gives_titles=True)
    section(
        made,
        name="Open",
        format="boards",
        rounds=7,
        pairing_system="monrad",
        tie_breaks=("wins", "lots"),
        point_system="3-1-0",
    )
    return made


def test_copy_has_the_conditions_and_sections_of_the_original(source):
    made = copy_tournament(source.pk, "Spring cup 2027", NEXT, acting=acting())

    assert facts(made, OF_TOURNAMENT) == facts(source, OF_TOURNAMENT)
    assert [facts(each, OF_SECTION) for each in made.sections.in_order()] == [
        facts(each, OF_SECTION) for each in source.sections.in_order()
    ]
    assert (made.name, made.state) == ("Spring cup 2027", "draft")


def test_days_move_by_whole_weeks(source):
    made = copy_tournament(source.pk, "Next", NEXT, acting=acting())

    assert made.start_date == NEXT
    assert made.end_date - source.end_date == timedelta(weeks=52)
    assert made.start_date.weekday() == source.start_date.weekday()


def test_copy_to_another_weekday_is_refused(source):
    with refused("not_whole_weeks"):
        copy_tournament(source.pk, "Next", date(2027, 5, 4), acting=acting())


def test_acceleration_and_league_rules_are_copied(source):
    section(
        source,
        name="Fast",
        format="boards",
        rounds=9,
        pairing_system="dutch_2026",
        acceleration="baku",
    )
    league(of=section(source, name="Teams"), boards=6, cycles=2)

    made = copy_tournament(source.pk, "Next", NEXT, acting=acting())

    fast, teams = made.sections.in_order()[2:]
    assert fast.acceleration == "baku"
    copied, original = (
        model_to_dict(League.objects.get(section__tournament=each), exclude=["section"])
        for each in (made, source)
    )
    assert copied == original
    assert teams.teams.count() == 0


def test_copy_has_no_entries_and_nothing_has_started(source):
    started(source.sections.get(number=1))

    made = copy_tournament(source.pk, "Next", NEXT, acting=acting())

    section = made.sections.get(number=1)
    assert (section.entries.count(), section.started_at) == (0, None)


def test_section_that_ended_early_is_copied_with_the_rounds_announced():
    group = started(section(format="boards", rounds=7))
    shorter = SectionDraft("Group A", "boards", 5, rounds_reason="The hall is closed")
    change_section(group.pk, shorter, acting=acting())

    made = copy_tournament(group.tournament_id, "Next", NEXT, acting=acting())

    copied = made.sections.get()
    assert (copied.rounds, copied.rounds_reason) == (7, "")
