from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.enums import RoleKind
from federation.models import Invitation, OutboxMail, Role
from federation.permissions import Permission
from federation.queries.matrix import PERMISSION_LABELS
from tests.factories import (
    ClubFactory,
    DistrictFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    secretary_of,
)

pytestmark = pytest.mark.django_db
ROLES = reverse("federation:roles")
INVITE = reverse("federation:invite")


@pytest.fixture(autouse=True)
def demo(settings):
    settings.DEMO = True  # officers without a second factor


@pytest.fixture
def club():
    return ClubFactory(name="Wasa SK")


@pytest.fixture
def secretary(club):
    return secretary_of(club)


@pytest.fixture
def administrator():
    return RoleFactory(kind=RoleKind.ADMINISTRATOR).user


def people(response):
    return [row.record.user.name for row in response.context["listing"].table.rows]


def offered(**facts):
    return {"email": "eva@example.org", "language": "sv", **facts}


def test_administrator_sees_every_role(client, administrator, secretary):
    client.force_login(administrator)
    assert people(client.get(ROLES)) == [administrator.name, secretary.name]


def test_secretary_sees_the_roles_of_the_own_club(client, administrator, secretary):
    secretary_of(ClubFactory())
    client.force_login(secretary)
    assert people(client.get(ROLES)) == [secretary.name]


def test_list_is_searched_by_name_address_and_club(client, administrator, club):
    named = RoleFactory(
        kind=RoleKind.DEPUTY, club=club, user__name="Åke", user__email="x@y.example"
    ).user
    client.force_login(administrator)
    assert [
        people(client.get(ROLES, {"q": text})) for text in ("Åke", "x@y", "wasa", "zz")
    ] == [[named.name]] * 3 + [[]]


def test_query_count_does_not_depend_on_the_number_of_rows(
    client, administrator, club, django_assert_max_num_queries
):
    for _ in range(5):
        RoleFactory(kind=RoleKind.DEPUTY, club=club)
    client.force_login(administrator)
    client.get(ROLES)
    with django_assert_max_num_queries(12):
        client.get(ROLES)


def test_every_act_of_the_matrix_has_a_label():
    assert set(PERMISSION_LABELS) == set(Permission)


def test_administrator_invites_to_every_kind_of_role(client, administrator, club):
    client.force_login(administrator)
    district = DistrictFactory()
    for kind in RoleKind:
        facts = offered(
            kind=kind, club=club.pk, district=district.pk, email=f"{kind}@x.example"
        ) | {"reason": "Elected"}
        assert client.post(INVITE, facts).url == ROLES
    sent = Invitation.objects.order_by("pk").values_list("kind", "club", "district")
    assert list(sent) == [
        (RoleKind.SECRETARY, club.pk, None),
        (RoleKind.DEPUTY, club.pk, None),
        (RoleKind.DISTRICT_OFFICER, None, district.pk),
        (RoleKind.RATING_OFFICER, None, None),
        (RoleKind.RULES_COMMITTEE, None, None),
        (RoleKind.BOARD, None, None),
        (RoleKind.ADMINISTRATOR, None, None),
    ]


@pytest.mark.parametrize(
    ("kind", "field"), [("secretary", "club"), ("district", "district")]
)
def test_missing_scope_is_shown_at_its_field(client, administrator, kind, field):
    client.force_login(administrator)
    form = client.post(INVITE, offered(kind=kind)).context["form"]
    assert form.errors == {field: ["Choose what the role is for."]}


def test_secretary_invites_to_the_own_club_only(client, secretary, club):
    client.force_login(secretary)
    other = ClubFactory()
    refused = [
        sorted(client.post(INVITE, offered(**facts)).context["form"].errors)
        for facts in (
            {"kind": "deputy", "club": other.pk},
            {"kind": "administrator", "club": club.pk},
        )
    ]
    assert refused == [["club"], ["kind"]]
    client.post(INVITE, offered(kind="deputy", club=club.pk))
    assert list(Invitation.objects.values_list("club", flat=True)) == [club.pk]


def test_refused_invitation_keeps_the_input(client, secretary, club):
    UserFactory(email="eva@example.org")
    RoleFactory(kind="deputy", club=club, user__email="per@example.org")
    client.force_login(secretary)
    response = client.post(
        INVITE, offered(kind="deputy", club=club.pk, email="per@example.org")
    )
    form = response.context["form"]
    assert form.errors == {"email": ["The owner of this address has the role already."]}
    assert form["email"].value() == "per@example.org"


def test_letter_links_to_the_page_where_it_is_answered(client, secretary, club):
    client.force_login(secretary)
    client.post(INVITE, offered(kind="deputy", club=club.pk))
    client.logout()
    [path] = [
        line.removeprefix("http://testserver")
        for line in OutboxMail.objects.get().body.splitlines()
        if line.startswith("http")
    ]
    assert client.get(path).status_code == 200


def test_invitation_is_withdrawn_with_a_button(client, secretary, club):
    client.force_login(secretary)
    client.post(INVITE, offered(kind="deputy", club=club.pk))
    invitation = Invitation.objects.get()
    client.post(reverse("federation:withdraw_invitation", args=[invitation.pk]))
    assert not Invitation.objects.open(timezone.now()).exists()


def test_administrator_sees_and_withdraws_invitations_of_others(
    client, secretary, administrator, club
):
    client.force_login(secretary)
    client.post(INVITE, offered(kind="deputy", club=club.pk))
    client.force_login(administrator)
    [invitation] = client.get(ROLES).context["invitations"]
    client.post(reverse("federation:withdraw_invitation", args=[invitation.pk]))
    assert not Invitation.objects.open(timezone.now()).exists()


def test_invitation_of_another_inviter_is_404(client, secretary):
    invitation = Invitation.objects.create(
        email="a@b.example",
        kind=RoleKind.ADMINISTRATOR,
        token_digest="0" * 64,
        invited_by=UserFactory(),
        invited_at=timezone.now(),
        expires_at=timezone.now() + timedelta(days=1),
    )
    client.force_login(secretary)
    path = reverse("federation:withdraw_invitation", args=[invitation.pk])
    assert client.post(path).status_code == 404


def test_secretary_ends_a_deputys_role_at_once(client, secretary, club):
    deputy = RoleFactory(kind=RoleKind.DEPUTY, club=club)
    client.force_login(secretary)
    client.post(reverse("federation:end_role", args=[deputy.pk]))
    assert not Role.objects.on(timezone.localdate()).filter(user=deputy.user).exists()


def test_secretary_cannot_reach_another_clubs_roles(client, secretary):
    other = RoleFactory(kind=RoleKind.DEPUTY, club=ClubFactory())
    client.force_login(secretary)
    path = reverse("federation:end_role", args=[other.pk])
    assert client.post(path).status_code == 404


def test_user_may_end_their_own_role(client):
    role = RoleFactory(kind=RoleKind.RULES_COMMITTEE)
    client.force_login(role.user)
    response = client.post(reverse("federation:end_role", args=[role.pk]))
    assert response.url == reverse("federation:my_account")
    assert not Role.objects.on(timezone.localdate()).exists()


def test_last_administrator_gets_the_reason_of_the_refusal(client, administrator):
    client.force_login(administrator)
    path = reverse("federation:end_role", args=[Role.objects.get().pk])
    response = client.post(path, follow=True)
    assert [str(message) for message in response.context["messages"]] == [
        "Somebody must be administrator: invite another one first."
    ]
    assert Role.objects.on(timezone.localdate()).count() == 1


def test_user_without_an_inviting_role_is_refused(client, club):
    deputy = RoleFactory(kind=RoleKind.DEPUTY, club=club).user
    client.force_login(deputy)
    assert [client.get(path).status_code for path in (ROLES, INVITE)] == [403, 403]


def test_only_current_roles_are_listed(client, administrator, club):
    today, day = timezone.localdate(), timedelta(days=1)
    RoleFactory(kind=RoleKind.DEPUTY, club=club, to_date=today - day)
    RoleFactory(kind=RoleKind.DEPUTY, club=club, from_date=today + day)
    last = RoleFactory(kind=RoleKind.DEPUTY, club=club, to_date=today)
    client.force_login(administrator)
    assert people(client.get(ROLES)) == [administrator.name, last.user.name]


def test_list_is_filtered_by_kind_of_role(client, administrator, secretary):
    client.force_login(administrator)
    assert people(client.get(ROLES, {"kind": "secretary"})) == [secretary.name]


def test_ended_role_is_not_ended_again(client, administrator, club):
    yesterday = timezone.localdate() - timedelta(days=1)
    ended = RoleFactory(kind=RoleKind.DEPUTY, club=club, to_date=yesterday)
    client.force_login(administrator)
    path = reverse("federation:end_role", args=[ended.pk])
    assert client.get(path).status_code == 404


def invited(email, by, **facts):
    """Return an invitation whose letter has been sent."""
    now = timezone.now()
    return Invitation.objects.create(
        **{
            "email": email,
            "token_digest": email.ljust(64, "0"),
            "invited_by": by,
            "invited_at": now,
            "agreed_at": now,
            "expires_at": now + timedelta(days=14),
            **facts,
        }
    )


def test_secretary_sees_open_letters_to_the_own_club_and_their_own(
    client, secretary, administrator, club
):
    now, deputy = timezone.now(), {"kind": RoleKind.DEPUTY, "club": club}
    invited("club@x.example", administrator, **deputy)
    invited("player@x.example", secretary, player=PlayerFactory())
    invited("other@x.example", administrator, **deputy | {"club": ClubFactory()})
    invited("stranger@x.example", administrator, player=PlayerFactory())
    invited("gone@x.example", secretary, **deputy, withdrawn_at=now)
    invited("done@x.example", secretary, **deputy, answered_at=now)
    invited("late@x.example", secretary, **deputy, expires_at=now - timedelta(days=1))
    client.force_login(secretary)
    assert [each.email for each in client.get(ROLES).context["invitations"]] == [
        "player@x.example",
        "club@x.example",
    ]


def test_refused_invitation_is_listed_for_a_fortnight_with_its_reason(
    client, administrator
):
    board, now = RoleFactory(kind=RoleKind.BOARD).user, timezone.now()
    for email, days, refusal in (
        ("new@x.example", 13, "Not elected"),
        ("old@x.example", 15, "Not elected"),
        ("own@x.example", 1, ""),
    ):
        invited(
            email,
            administrator,
            kind=RoleKind.RULES_COMMITTEE,
            agreed_at=None,
            withdrawn_at=now - timedelta(days=days),
            refused_by=board,
            refusal=refusal,
        )
    client.force_login(administrator)
    assert [each.email for each in client.get(ROLES).context["refused"]] == [
        "new@x.example"
    ]


def test_appointment_is_answered_on_its_page_and_input_is_kept(
    client, administrator, settings
):
    client.force_login(administrator)
    offer = offered(kind="committee", reason="Elected")
    RoleFactory(kind=RoleKind.BOARD)
    page = client.post(INVITE, offer, follow=True)
    assert [str(message) for message in page.context["messages"]] == [
        "The letter to eva@example.org will be sent when somebody else has agreed."
    ]
    made = Invitation.objects.get()
    path = reverse("federation:agree_invitation", args=[made.pk])
    assert client.get(path).context["may_approve"] is False
    settings.FOUR_EYES = False
    assert client.get(path).context["may_approve"] is True
    settings.FOUR_EYES = True
    page = client.post(path, {"act": "approve", "answer": "I would"})
    assert (page.status_code, page.context["answer"]) == (409, "I would")
    client.force_login(RoleFactory(kind=RoleKind.BOARD).user)
    assert client.get(path).context["may_approve"] is True
    assert client.post(path, {"act": "reject", "answer": " "}).status_code == 422
    assert client.post(path, {"act": "dance"}).status_code == 422
    assert client.post(path, {"act": "approve"}).url == path
    late = client.post(path, {"act": "reject", "answer": "Not in May."})
    assert late.status_code == 409
    assert "kept here to be copied: “Not in May.”" in late.text
    assert (client.get(path).context["waits"], OutboxMail.objects.count()) == (False, 1)


def test_club_invitation_has_no_page_to_agree_on(client, administrator, club):
    made = invited("a@x.example", administrator, kind=RoleKind.DEPUTY, club=club)
    client.force_login(administrator)
    path = reverse("federation:agree_invitation", args=[made.pk])
    assert client.get(path).status_code == 404


def test_federation_role_is_offered_with_a_reason_and_club_role_without(
    client, administrator, club
):
    client.force_login(administrator)
    form = client.post(INVITE, offered(kind="board")).context["form"]
    assert form.errors == {"reason": ["Say why."]}
    assert client.post(INVITE, offered(kind="deputy", club=club.pk)).url == ROLES


def test_letter_is_in_the_chosen_language(client, secretary, club):
    client.force_login(secretary)
    offer = {"kind": "deputy", "club": club.pk}
    for language, subject in (
        ("sv", "Inbjudan till Rankbok"),
        ("en", "Invitation to Rankbok"),
    ):
        email = f"{language}@x.example"
        client.post(INVITE, offered(**offer, email=email, language=language))
        assert OutboxMail.objects.get(to=email).subject == subject


def test_secretary_hands_their_own_role_over(client, secretary, club):
    client.force_login(secretary)
    client.post(INVITE, offered(kind="secretary", club=club.pk, hands_over="on"))
    client.post(INVITE, offered(kind="deputy", club=club.pk, email="b@x.example"))
    found = Invitation.objects.order_by("pk").values_list("kind", "hands_over")
    assert list(found) == [("secretary", True), ("deputy", False)]


def test_message_names_who_no_longer_holds_which_role(client, secretary, club):
    deputy = RoleFactory(kind=RoleKind.DEPUTY, club=club, user__name="Åke")
    client.force_login(secretary)
    path = reverse("federation:end_role", args=[deputy.pk])
    page = client.post(path, follow=True)
    assert page.redirect_chain == [(ROLES, 302)]
    assert [str(message) for message in page.context["messages"]] == [
        "Åke no longer has the role “Deputy secretary”."
    ]


def test_officer_cannot_end_roles_and_secretary_none_of_the_federation(
    client, secretary, administrator
):
    path = reverse(
        "federation:end_role", args=[Role.objects.get(user=administrator).pk]
    )
    for user, status in (
        (RoleFactory(kind=RoleKind.RATING_OFFICER).user, 403),
        (secretary, 404),
    ):
        client.force_login(user)
        assert client.post(path).status_code == status
    assert Role.objects.filter(user=administrator, to_date=None).exists()


def test_roles_are_searched_by_their_district(client, administrator):
    district = DistrictFactory(name="Skåne")
    officer = RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=district).user
    client.force_login(administrator)
    assert people(client.get(ROLES, {"q": "skåne"})) == [officer.name]
