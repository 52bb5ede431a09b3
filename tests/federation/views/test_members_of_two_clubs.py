"""What a club may do with and see of a player who is also a member of another club."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.enums import RoleKind
from federation.models import Invitation, Membership
from tests.factories import (
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    member,
    secretary_of,
)

pytestmark = pytest.mark.django_db
LIST = reverse("federation:members")
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def demo(settings):
    settings.DEMO = True  # officers without a second factor


@pytest.fixture
def club():
    return ClubFactory(name="Wasa SK")


@pytest.fixture
def guest(club):
    """A member of Norr, and a guest of Wasa."""
    player = member(ClubFactory(name="SK Norr"), last_name="Gast")
    MembershipFactory(player=player, club=club, is_main=False)
    return player


def page_of(player, name="member"):
    return reverse(f"federation:{name}", args=[player.pk])


def listed(client, **filters):
    rows = client.get(LIST, filters).context["listing"].table.rows
    return [row.record.last_name for row in rows]


def test_membership_is_shown_as_current_until_its_last_day(client, club, guest):
    today = timezone.localdate()
    Membership.objects.filter(club=club).update(to_date=today)
    MembershipFactory(
        player=guest, club=ClubFactory(), is_main=False, to_date=today - DAY
    )
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    shown = client.get(page_of(guest)).context["memberships"]
    holds = {membership.club.name: is_held for membership, is_held, _may_edit in shown}
    assert sorted(holds.values()) == [False, True, True]
    assert (holds["SK Norr"], holds["Wasa SK"]) == (True, True)


def test_future_guest_can_get_the_main_club_there(client, club, guest):
    Membership.objects.filter(club=club).update(from_date=timezone.localdate() + DAY)
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    form = client.get(page_of(guest, "main_club")).context["form"]
    assert list(form.fields["club"].queryset) == [club]


def test_merged_card_cannot_be_changed(client, guest):
    card = PlayerFactory(merged_into=guest)
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    pages = ("edit_member", "visibility", "status", "invite_player")
    found = [client.get(page_of(card, page)).status_code for page in pages]
    assert found == [404] * 4


def test_letter_is_offered_in_the_language_of_the_page(client, guest):
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    for path in (page_of(guest, "invite_player"), reverse("federation:invite")):
        shown = [
            client.get(path, headers={"Accept-Language": code}).context["form"]
            for code in ("en", "sv")
        ]
        assert [form["language"].value() for form in shown] == ["en", "sv"]


def test_club_ends_its_own_membership_of_a_guest_which_the_page_names(
    client, club, guest
):
    client.force_login(secretary_of(club))
    membership = Membership.objects.get(player=guest, club=club)
    path = reverse("federation:leave_club", args=[membership.pk])
    shown = client.get(path).context
    assert (str(shown["form"].fields["last_date"].help_text), shown["about"]) == (
        "Wasa SK", guest.full_name,
    )  # fmt: skip
    client.post(path, {"last_date": "2026-03-31"})
    ends = Membership.objects.filter(player=guest).order_by("club__name")
    assert list(ends.values_list("club__name", "to_date", "is_main")) == [
        ("SK Norr", None, True), ("Wasa SK", date(2026, 3, 31), False),
    ]  # fmt: skip


def test_guests_club_sees_neither_account_nor_letter_about_one(client, club, guest):
    now = timezone.now()
    Invitation.objects.create(
        email="guest@example.org",
        player=guest,
        token_digest="x" * 64,
        invited_by=UserFactory(),
        invited_at=now,
        agreed_at=now,
        expires_at=now + timedelta(days=9),
    )
    UserFactory(player=guest)
    client.force_login(secretary_of(club))
    file = client.get(page_of(guest)).context["file"]
    assert (file.is_whole, file.account, file.invitation) == (False, None, None)
    assert [each.club for each in file.memberships] == [club]
    home = secretary_of(guest.memberships.get(is_main=True).club)
    client.force_login(home)
    shown = client.get(page_of(guest)).context["file"]
    assert (shown.is_whole, shown.account.player, shown.invitation.player) == (
        True, guest, guest,
    )  # fmt: skip


def test_neither_a_deputy_nor_a_guests_club_can_unlink_an_account(client, club, guest):
    user = UserFactory(player=guest)
    home = guest.memberships.get(is_main=True).club
    answers = []
    for reader in (
        RoleFactory(kind=RoleKind.DEPUTY, club=home).user,
        secretary_of(club),
        secretary_of(home),
    ):
        client.force_login(reader)
        answers.append(client.post(page_of(guest, "unlink_account")).status_code)
        user.refresh_from_db()
        answers.append(user.player_id)
    assert answers == [403, guest.pk, 404, guest.pk, 302, None]


def test_secretary_of_two_clubs_filters_current_and_former_members_of_one(client):
    first, second = ClubFactory(name="A"), ClubFactory(name="B")
    user = secretary_of(first)
    RoleFactory(user=user, kind=RoleKind.DEPUTY, club=second)
    member(first, last_name="Here")
    member(second, last_name="There")
    MembershipFactory(player__last_name="Gone", club=second, to_date=date(2020, 12, 31))
    client.force_login(user)
    filters = ({}, {"club": second.pk}, {"club": second.pk, "show": "all"},
             {"club": second.pk, "show": "former"}, {"club": first.pk, "show": "former"})  # fmt: skip
    assert [listed(client, **each) for each in filters] == [
        ["Here", "There"], ["There"], ["Gone", "There"], ["Gone"], [],
    ]  # fmt: skip


def test_file_shows_the_newest_of_two_letters(client, club):
    player = member(club)
    client.force_login(secretary_of(club))
    for email in ("old@example.org", "new@example.org"):
        sent = {"email": email, "language": "sv"}
        client.post(page_of(player, "invite_player"), sent)
    assert client.get(page_of(player)).context["file"].invitation.email == (
        "new@example.org"
    )


def test_own_account_shows_current_roles(client, club):
    user = secretary_of(club)
    today = timezone.localdate()
    RoleFactory(
        user=user, kind=RoleKind.DEPUTY, club=club, to_date=today - timedelta(days=1)
    )
    RoleFactory(user=user, kind=RoleKind.BOARD, from_date=today + timedelta(days=1))
    client.force_login(user)
    page = client.get(reverse("federation:my_account"))
    assert [(each.kind, each.club) for each in page.context["roles"]] == [
        ("secretary", club)
    ]


def test_card_is_edited_by_the_last_club_only(client):
    earlier, last = ClubFactory(), ClubFactory()
    player = PlayerFactory()
    for club, year in ((earlier, 2010), (last, 2015)):
        MembershipFactory(
            player=player,
            club=club,
            from_date=date(year, 1, 1),
            to_date=date(year, 12, 31),
        )
    answers = []
    for club in (earlier, last):
        client.force_login(secretary_of(club))
        answers.append(client.get(page_of(player, "edit_member")).status_code)
    assert answers == [404, 200]
