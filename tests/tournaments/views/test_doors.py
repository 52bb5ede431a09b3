"""Every page and act against everybody who may not: nobody, somebody without a
role, and the secretary of another club.
"""

import pytest
from django.urls import reverse

from federation.enums import RoleKind
from tests.factories import ClubFactory, RoleFactory, UserFactory, secretary_of
from tests.tournaments.makers import board, played, section, started, submitted
from tournaments.domain.judging import judge_section
from tournaments.models import ClassMovement
from tournaments.urls import urlpatterns

pytestmark = pytest.mark.django_db

PUBLIC = {"start", "calendar", "whereabouts", "tournament", "player_panel"}
OF_TOURNAMENT = {
    "change", "cancel", "new_section", "submit", "changes", "recall",
    "correct", "take_up_again",
}  # fmt: skip
OF_SECTION = {
    "section", "suggestions", "enter", "newcomer", "order", "edit_section",
    "drop_section", "start_section", "undo_start", "dates", "boards", "results",
    "withdraw",
}  # fmt: skip
OF_ENTRY = {"drop_entry", "outside", "come_back"}
OF_BOARD = {"result"}
OF_COMMITTEE = {"movements", "movement"}
SIGNED_IN = {"desk", "new"}
# There only where the rules give norms and deadlines: test_norms, test_conditions.
WITH_NORMS = {
    "norms", "entry_norms", "conditions", "note_conditions", "take_back_conditions",
}  # fmt: skip
POSTED = {
    "recall", "correct", "enter", "order", "withdraw", "come_back", "result",
    "take_up_again",
}  # fmt: skip
ORGANISERS = OF_TOURNAMENT | OF_SECTION | OF_ENTRY | OF_BOARD


@pytest.fixture
def group():
    made = played(started(section(gives_titles=True), size=2))
    submitted(made)
    judge_section(made.pk)
    return made


def ask(client, group, name):
    entry, pairing = group.entries.first(), board(group, 1, 2)
    args = {
        "player_panel": entry.player_id,
        "movement": ClassMovement.objects.values_list("pk", flat=True).first(),
    }
    args |= dict.fromkeys(OF_TOURNAMENT | {"tournament"}, group.tournament_id)
    args |= dict.fromkeys(OF_SECTION, group.pk) | dict.fromkeys(OF_ENTRY, entry.pk)
    args |= dict.fromkeys(OF_BOARD, pairing.pk)
    of = [args[name]] if name in args else []
    url = reverse(f"tournaments:{name}", args=of)
    return client.post(url) if name in POSTED else client.get(url)


def test_every_page_is_in_one_of_these_lists():
    known = PUBLIC | ORGANISERS | OF_COMMITTEE | SIGNED_IN | WITH_NORMS

    assert {pattern.name for pattern in urlpatterns} == known


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_everybody_sees_the_public_pages(client, group, name):
    assert ask(client, group, name).status_code == 200


@pytest.mark.parametrize("name", sorted(ORGANISERS | OF_COMMITTEE | SIGNED_IN))
def test_nobody_acts_without_signing_in(client, group, name):
    answer = ask(client, group, name)

    if name == "result":
        assert answer.status_code == 401
    else:
        assert answer.status_code == 302
        assert answer.url.startswith(reverse("account_login"))


@pytest.mark.parametrize("name", sorted(ORGANISERS | OF_COMMITTEE | {"new"}))
def test_somebody_without_a_role_may_not(client, group, name):
    client.force_login(UserFactory())

    assert ask(client, group, name).status_code == 403


@pytest.mark.parametrize("name", sorted(ORGANISERS))
def test_another_clubs_tournament_is_not_there_for_its_secretary(client, group, name):
    client.force_login(secretary_of(ClubFactory()))

    assert ask(client, group, name).status_code == 404


@pytest.mark.parametrize("name", sorted(ORGANISERS))
@pytest.mark.parametrize("kind", ["secretary", "deputy", "district", "officer"])
def test_those_who_run_the_tournament_are_let_in(client, group, settings, name, kind):
    settings.DEMO = True
    club = group.tournament.organiser
    scope = {
        "secretary": {"club": club},
        "deputy": {"club": club},
        "district": {"district": club.district},
        "officer": {},
    }[kind]
    client.force_login(RoleFactory(kind=RoleKind(kind), **scope).user)

    assert ask(client, group, name).status_code in (200, 302, 422)


@pytest.mark.parametrize("name", sorted(OF_COMMITTEE))
@pytest.mark.parametrize("kind", ["committee", "officer", "administrator"])
def test_movements_are_the_committees(client, group, settings, name, kind):
    settings.DEMO = True
    client.force_login(RoleFactory(kind=RoleKind(kind)).user)

    expected = 200 if kind == "committee" else 403
    assert ask(client, group, name).status_code == expected


def test_a_tournament_in_preparation_is_its_organisers_alone(client):
    made = section()
    url = reverse("tournaments:tournament", args=[made.tournament_id])

    assert client.get(url).status_code == 404
    client.force_login(secretary_of(made.tournament.organiser))
    assert client.get(url).status_code == 200


@pytest.mark.parametrize("name", sorted(POSTED))
def test_an_act_is_never_done_by_looking(client, group, name):
    client.force_login(secretary_of(group.tournament.organiser))
    args = [group.pk] if name in OF_SECTION else [group.tournament_id]

    url = reverse(f"tournaments:{name}", args=args)
    assert client.get(url).status_code == 405


@pytest.mark.parametrize(
    "url",
    [
        "/tournaments/99999999999999999999999/",
        "/sections/99999999999999999999999/",
        "/movements/99999999999999999999999/",
        "/tournaments/player/99999999999999999999999/panel",
        "/boards/99999999999999999999999/result/",
        "/entries/99999999999999999999999/outside/",
        "/tournaments/-1/",
        "/tournaments/abc/",
    ],
)
def test_a_number_that_is_none_is_not_found(client, url, settings):
    settings.DEMO = True
    client.force_login(RoleFactory(kind=RoleKind.RULES_COMMITTEE).user)

    answer = client.post(url) if "boards" in url else client.get(url)
    assert answer.status_code == 404
