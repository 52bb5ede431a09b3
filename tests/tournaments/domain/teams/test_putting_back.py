"""Teams that were removed by mistake are put back with one click."""

import pytest
from django.core import serializers
from django.urls import reverse
from django.utils import timezone

from federation.domain.authorship import ActionContext
from tests.factories import ClubFactory, UserFactory, acting, member, secretary_of
from tests.refusals import refusal_code
from tests.tournaments.teams import league
from tests.tournaments.tournaments_made import entered
from tournaments.domain.planning.sections import (
    SectionDraft,
    change_section,
    remove_section,
)
from tournaments.domain.starting import start_section
from tournaments.domain.teams.leagues import (
    LeagueDraft,
    TeamDraft,
    add_team,
    remove_team,
    set_league,
    start_league,
    stop_league,
)
from tournaments.domain.teams.putting_back import put_back_teams
from tournaments.models import League, Removal, Section, Team

pytestmark = pytest.mark.django_db


def teams_and_rules():
    return [
        serializers.serialize("python", model.objects.order_by("pk"))
        for model in (Section, League, Team)
    ]


def test_restored_team_has_its_number():
    group = league(ClubFactory(), ClubFactory(), ClubFactory())
    before = teams_and_rules()
    remove_team(group.teams.get(number=2).pk, acting=acting())
    assert teams_and_rules() != before

    put_back_teams(Removal.objects.get().pk, acting=acting())

    assert teams_and_rules() == before


def test_team_is_not_restored_if_its_section_was_removed():
    group = league(ClubFactory(), ClubFactory(), ClubFactory())
    remove_team(group.teams.get(number=2).pk, acting=acting())
    of_team = Removal.objects.get()
    remove_section(group.pk, acting=acting())
    assert refusal_code(put_back_teams, of_team.pk) == "gone"


def test_teams_are_restored_with_the_rules_of_their_matches():
    group = league(boards=6, cycles=2, for_win=3)
    before = teams_and_rules()
    stop_league(group.pk, acting=acting())
    assert not Team.objects.exists()
    assert not League.objects.exists()

    put_back_teams(Removal.objects.get().pk, acting=acting())

    assert teams_and_rules() == before


def test_match_rules_set_again_in_the_meantime_are_kept():
    group = league(boards=6)
    names = [each.name for each in group.teams.order_by("number")]
    stop_league(group.pk, acting=acting())
    set_league(group.pk, LeagueDraft(boards=4), acting=acting())
    add_team(group.pk, TeamDraft(ClubFactory().pk, "New"), acting=acting())

    put_back_teams(Removal.objects.get().pk, acting=acting())

    teams = group.teams.order_by("number").values_list("number", "name")
    assert list(teams) == [(1, names[0]), (2, names[1]), (3, "New")]
    assert League.objects.get().boards == 4


def test_team_is_not_restored_without_a_league():
    group = league()
    remove_team(group.teams.get(number=2).pk, acting=acting())
    of_team = Removal.objects.get()
    stop_league(group.pk, acting=acting())

    assert refusal_code(put_back_teams, of_team.pk) == "no_league"


def test_team_is_not_restored_if_its_name_is_taken():
    group = league()
    team = group.teams.get(number=2)
    remove_team(team.pk, acting=acting())
    add_team(group.pk, TeamDraft(team.club_id, team.name), acting=acting())

    assert refusal_code(put_back_teams, Removal.objects.get().pk) == "team_name"
    assert group.teams.count() == 2


def test_team_is_not_restored_after_the_start():
    group = league(ClubFactory(), ClubFactory(), ClubFactory())
    remove_team(group.teams.get(number=2).pk, acting=acting())
    start_league(group.pk, acting=acting())

    assert refusal_code(put_back_teams, Removal.objects.get().pk) == "started"


@pytest.fixture
def now():
    return ActionContext(UserFactory().pk, timezone.now())


def put_back_on(page, client):
    """Press the button that puts the removal on the page back; return its name too."""
    [shown] = page.context["removals"]
    url = reverse("tournaments:put_back", args=[shown.removal.pk])
    assert url in page.text
    return shown.name, client.post(url, follow=True)


def test_page_of_teams_offers_to_restore_a_removed_team(client, now):
    group = league()
    team = group.teams.get(number=1)
    client.force_login(secretary_of(group.tournament.organiser))
    remove_team(team.pk, acting=now)

    teams = reverse("tournaments:teams", args=[group.pk])
    name, after = put_back_on(client.get(teams), client)

    assert name == team.name
    assert after.redirect_chain[-1][0] == teams
    assert after.context["teams"][0].name == name
    assert after.context["removals"] == []


def test_section_page_offers_to_restore_teams_after_the_league_was_stopped(client, now):
    group = league()
    names = ", ".join(team.name for team in group.teams.order_by("number"))
    client.force_login(secretary_of(group.tournament.organiser))
    stop_league(group.pk, acting=now)

    page = client.get(
        reverse("tournaments:section", args=[group.pk]),
        headers={"accept-language": "en"},
    )
    name, after = put_back_on(page, client)

    assert name == f"Played by teams: {names}"
    assert after.context["teams"].count() == 2


def test_section_started_without_teams_offers_none(client, now):
    group = league()
    stop_league(group.pk, acting=now)
    entered(group, member(), member())
    change_section(group.pk, SectionDraft("A", format="round_robin"), acting=now)
    start_section(group.pk, acting=now)
    client.force_login(secretary_of(group.tournament.organiser))

    page = client.get(reverse("tournaments:section", args=[group.pk]))

    assert page.context["removals"] == []


def test_user_who_may_not_edit_cannot_restore_a_team(client, now):
    group = league()
    remove_team(group.teams.get(number=1).pk, acting=now)
    client.force_login(secretary_of(ClubFactory()))

    url = reverse("tournaments:put_back", args=[Removal.objects.get().pk])

    assert client.post(url).status_code in (403, 404)
    assert group.teams.count() == 1
