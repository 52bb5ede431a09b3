"""Removals that can be put back, as shown to the organiser."""

from datetime import timedelta

import pytest
from django.utils import translation

from federation.domain.authorship import ActionContext
from federation.permissions import actor_of
from tests.factories import NOON, ClubFactory, UserFactory, acting, member, secretary_of
from tests.refusals import refusal_code
from tests.tournaments.teams import league
from tests.tournaments.tournaments_made import entered, section, tournament
from tournaments.domain.entry_requests.leaving import remove_entry
from tournaments.domain.planning.sections import remove_section
from tournaments.domain.removals.putting_back import put_back
from tournaments.domain.starting import start_section
from tournaments.domain.teams.leagues import remove_team, stop_league
from tournaments.models import Removal, Tournament
from tournaments.queries.removals import removed_from_section, removed_sections

pytestmark = pytest.mark.django_db
TODAY = NOON.date()


def at(minutes):
    return ActionContext(UserFactory().pk, NOON + timedelta(minutes=minutes))


def names_in(group, moment=NOON):
    actor = actor_of(secretary_of(group.tournament.organiser), TODAY)
    return [each.name for each in removed_from_section(group, actor, TODAY, moment)]


def test_each_section_has_its_own_removals_newest_first():
    one = section()
    other = section(one.tournament)
    ada, bo, eva = (
        member(first_name=name, last_name="Ek") for name in ("Ada", "Bo", "Eva")
    )
    of_one, of_other = entered(one, ada, eva), entered(other, bo)
    for minutes, entry in enumerate((of_one[1], of_other[0], of_one[0])):
        remove_entry(entry.pk, acting=at(minutes))

    assert names_in(one) == ["Ada Ek", "Eva Ek"]
    assert names_in(other) == ["Bo Ek"]
    assert names_in(one, NOON + timedelta(days=30)) == ["Ada Ek"]
    assert removed_sections(one.tournament_id, NOON) == []


def test_name_of_a_hidden_player_of_another_club_is_not_shown():
    group = section()
    (entry,) = entered(
        group, member(first_name="Ada", last_name="Lund", visibility="hidden")
    )
    remove_entry(entry.pk, acting=acting())
    assert "Lund" not in names_in(group)[0]


def test_players_but_not_teams_can_be_restored_after_the_start():
    group = section(format="boards", rounds=3)
    entries = entered(group, *(member() for _ in range(3)))
    name = entries[0].player.full_name
    remove_entry(entries[0].pk, acting=acting())
    start_section(group.pk, acting=acting())
    group.refresh_from_db()
    assert names_in(group) == [name]


def test_removed_teams_are_named_in_their_order():
    clubs = [ClubFactory(name=name) for name in ("Wasa", "Rockaden", "Lund")]
    group = league(*clubs)
    remove_team(group.teams.get(number=2).pk, acting=at(0))
    stop_league(group.pk, acting=at(1))

    assert names_in(group) == ["Played by teams: Wasa A, Lund A", "Rockaden A"]
    with translation.override("sv"):
        assert names_in(group)[0] == "Spelas i lag: Wasa A, Lund A"


def test_removed_sections_are_those_of_the_tournament_with_their_players():
    of, other = tournament(), tournament()
    one, empty = section(of), section(of)
    entered(one, *(member() for _ in range(3)))
    for minutes, group in enumerate((one, empty, section(other))):
        remove_section(group.pk, acting=at(minutes))

    found = removed_sections(of.pk, NOON)

    assert [(each.name, each.players, each.is_section) for each in found] == [
        ("Group B", 0, True),
        ("Group A", 3, True),
    ]


@pytest.mark.parametrize("name", ["Group A", "GROUP a"])
def test_section_is_not_restored_if_its_name_is_taken(name):
    group = section()
    remove_section(group.pk, acting=acting())
    section(group.tournament, name=name)
    assert refusal_code(put_back, Removal.objects.get().pk) == "name_taken"


def test_restoring_changes_the_version_that_spectators_see():
    group = section()
    (entry,) = entered(group, member())
    remove_entry(entry.pk, acting=acting())
    before = Tournament.objects.get().version
    put_back(Removal.objects.get().pk, acting=acting())
    assert Tournament.objects.get().version > before
