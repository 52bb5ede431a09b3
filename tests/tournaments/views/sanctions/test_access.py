"""Every page and act of a sanction is refused to users who may not use it."""

import pytest
from django.urls import reverse

from federation.enums import RoleKind
from tests.factories import (
    ClubFactory,
    DistrictFactory,
    RoleFactory,
    UserFactory,
    acting,
    secretary_of,
)
from tests.tournaments.sanctions import applied, committee_member, sanctioned, terms
from tests.tournaments.tournaments_made import section
from tests.worlds import shared
from tournaments.domain.sanctions.deciding import (
    SanctionAnswer,
    endorse_application,
    sanction_tournament,
)
from tournaments.urls import urlpatterns

pytestmark = pytest.mark.django_db

OF_ORGANISER = {"apply_sanction", "withdraw_sanction", "renew_sanction"}
OF_CONCERNED = {"sanction", "invoice"}
OF_FEDERATION = {"decide_sanction", "sanction_paid", "sanction_not_paid"}
POSTED = OF_FEDERATION | {"renew_sanction", "endorse_sanction"}
OF_TOURNAMENT = OF_ORGANISER | OF_CONCERNED | OF_FEDERATION | {"endorse_sanction"}


@shared
def made_sanction():
    terms()
    return sanctioned(section())


def ask(client, made_sanction, name):
    args = [made_sanction.tournament_id] if name in OF_TOURNAMENT else []
    url = reverse(f"tournaments:{name}", args=args)
    return client.post(url) if name in POSTED else client.get(url)


def holder(kind, sanction=None):
    tournament = sanction.tournament
    scope = {
        RoleKind.SECRETARY: {"club": tournament.organiser},
        RoleKind.DISTRICT_OFFICER: {"district": tournament.district},
    }.get(kind, {})
    return RoleFactory(kind=kind, **scope).user


def test_every_page_is_in_one_of_the_lists():
    pages = {
        pattern.name
        for pattern in urlpatterns
        if pattern.callback.__module__.startswith("tournaments.views.sanctions.")
    }
    assert pages == OF_TOURNAMENT | {"sanction_terms"}


@pytest.mark.parametrize("name", sorted(OF_TOURNAMENT | {"sanction_terms"}))
def test_anonymous_visitor_is_redirected_to_the_log_in(client, made_sanction, name):
    answer = ask(client, made_sanction, name)

    assert answer.status_code == 302
    assert answer.url.startswith(reverse("account_login"))


@pytest.mark.parametrize("name", sorted(OF_TOURNAMENT | {"sanction_terms"}))
def test_user_without_a_role_is_refused(client, made_sanction, name):
    client.force_login(UserFactory())

    assert ask(client, made_sanction, name).status_code == 403


@pytest.mark.parametrize("name", sorted(OF_ORGANISER | OF_CONCERNED))
def test_sanction_of_another_club_is_not_found(client, made_sanction, name):
    client.force_login(secretary_of(ClubFactory()))

    assert ask(client, made_sanction, name).status_code == 404


@pytest.mark.parametrize(
    "name", sorted(OF_ORGANISER | OF_CONCERNED | {"endorse_sanction"})
)
def test_sanction_of_another_district_is_not_found(client, made_sanction, name):
    elsewhere = RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=DistrictFactory())
    client.force_login(elsewhere.user)

    assert ask(client, made_sanction, name).status_code == 404


@pytest.mark.parametrize(
    "name", sorted(OF_FEDERATION | {"endorse_sanction", "sanction_terms"})
)
def test_club_can_neither_endorse_nor_sanction(client, made_sanction, name):
    client.force_login(holder(RoleKind.SECRETARY, made_sanction))

    assert ask(client, made_sanction, name).status_code == 403


@pytest.mark.parametrize("name", sorted(OF_FEDERATION | {"sanction_terms"}))
@pytest.mark.parametrize("kind", [RoleKind.DISTRICT_OFFICER, RoleKind.RATING_OFFICER])
def test_district_and_rating_office_cannot_sanction(client, made_sanction, name, kind):
    client.force_login(holder(kind, made_sanction))

    assert ask(client, made_sanction, name).status_code == 403


@pytest.mark.parametrize("name", sorted(OF_ORGANISER | {"endorse_sanction"}))
def test_federation_can_neither_apply_nor_endorse(client, made_sanction, name):
    client.force_login(holder(RoleKind.RULES_COMMITTEE, made_sanction))

    assert ask(client, made_sanction, name).status_code == 403


def test_only_the_board_sets_the_terms(client, made_sanction):
    client.force_login(holder(RoleKind.RULES_COMMITTEE, made_sanction))
    assert ask(client, made_sanction, "sanction_terms").status_code == 403

    client.force_login(holder(RoleKind.BOARD, made_sanction))
    assert ask(client, made_sanction, "sanction_terms").status_code == 200


@pytest.mark.parametrize("name", sorted(POSTED))
def test_get_request_never_acts(client, made_sanction, name):
    client.force_login(holder(RoleKind.BOARD, made_sanction))

    url = reverse(f"tournaments:{name}", args=[made_sanction.tournament_id])
    assert client.get(url).status_code == 405


def test_words_of_the_district_are_kept_after_the_answer_of_the_federation(client):
    waiting = applied()
    answer = SanctionAnswer(waiting.version, "Good hall.", "They never pay.")
    endorsed = endorse_application(waiting.tournament_id, answer, acting=acting())
    sanction_tournament(
        waiting.tournament_id,
        SanctionAnswer(endorsed.version, "Welcome."),
        acting=acting(committee_member()),
    )

    def read_by(kind):
        client.force_login(holder(kind, waiting))
        shown = ask(client, waiting, "sanction").text
        return ["Good hall." in shown, "They never pay." in shown, "Welcome." in shown]

    assert read_by(RoleKind.SECRETARY) == [True, False, True]
    assert read_by(RoleKind.DISTRICT_OFFICER) == [True, True, True]
    assert read_by(RoleKind.RULES_COMMITTEE) == [True, True, True]


def test_organiser_does_not_see_the_internal_reason(client):
    waiting = applied()
    waiting.internal_reason, waiting.reason = "They never pay.", "Say who comes."
    waiting.save()
    client.force_login(holder(RoleKind.SECRETARY, waiting))
    page_text = ask(client, waiting, "sanction").text
    assert ("Say who comes." in page_text, "They never pay." in page_text) == (
        True,
        False,
    )

    client.force_login(holder(RoleKind.DISTRICT_OFFICER, waiting))
    assert "They never pay." in ask(client, waiting, "sanction").text
