from datetime import date

import pytest
from django.apps import apps
from django.utils import translation

from federation.domain.accounts.roles import (
    RoleScope,
    end_role,
    grant_role,
    holds,
    unlink_account,
)
from federation.domain.authorship import ActionContext
from federation.domain.refusal import RegisterRefusal
from federation.enums import RoleKind
from federation.models import OutboxMail, Role
from tests.factories import (
    CLOSED,
    NOON,
    OFFICE,
    ClubFactory,
    DistrictFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
)

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)
ADMINISTRATOR = RoleScope(RoleKind.ADMINISTRATOR)


def administrator(**facts):
    return RoleFactory(kind=RoleKind.ADMINISTRATOR, **facts)


def refusal(act, *args, **facts):
    with pytest.raises(RegisterRefusal) as refused:
        act(*args, **facts)
    return refused.value.code


def test_a_granted_role_is_held_from_its_first_day():
    user, club = UserFactory(), ClubFactory()
    office = RoleScope(RoleKind.SECRETARY, club_id=club.pk)
    grant_role(user.pk, office, from_date=TODAY, acting=OFFICE)
    assert [
        Role.objects.on(day).filter(user=user).count()
        for day in (date(2026, 6, 14), TODAY, date(2030, 1, 1))
    ] == [0, 1, 1]


def test_a_role_is_held_once_however_often_it_is_granted():
    user = UserFactory()
    first = grant_role(user.pk, ADMINISTRATOR, from_date=TODAY, acting=OFFICE)
    again = grant_role(user.pk, ADMINISTRATOR, from_date=TODAY, acting=OFFICE)
    assert (again.pk, Role.objects.count()) == (first.pk, 1)


def test_a_role_is_held_for_what_its_kind_is_held_for():
    club, district = ClubFactory().pk, DistrictFactory().pk
    fitting = [
        RoleScope(RoleKind.SECRETARY, club_id=club),
        RoleScope(RoleKind.DISTRICT_OFFICER, district_id=district),
        ADMINISTRATOR,
    ]
    wrong = [
        RoleScope(RoleKind.SECRETARY),
        RoleScope(RoleKind.SECRETARY, district_id=district),
        RoleScope(RoleKind.SECRETARY, club_id=club, district_id=district),
        RoleScope(RoleKind.DISTRICT_OFFICER, club_id=club),
        RoleScope(RoleKind.ADMINISTRATOR, club_id=club),
    ]
    user = UserFactory().pk
    for office in fitting:
        grant_role(user, office, from_date=TODAY, acting=OFFICE)
    assert {
        refusal(grant_role, user, office, from_date=TODAY, acting=OFFICE)
        for office in wrong
    } == {"scope"}


def test_an_ended_role_is_not_held_on_the_very_day():
    role = RoleFactory(kind=RoleKind.RULES_COMMITTEE)
    end_role(role.pk, acting=OFFICE)
    assert holds(role.user_id, RoleScope(RoleKind.RULES_COMMITTEE), TODAY) is False
    role.refresh_from_db()
    assert role.to_date == date(2026, 6, 14)


def test_a_role_that_began_today_disappears_and_the_log_keeps_it():
    role = RoleFactory(kind=RoleKind.RULES_COMMITTEE, from_date=TODAY)
    by = UserFactory()
    end_role(role.pk, acting=ActionContext(by.pk, NOON))
    kept = apps.get_model("federation", "RoleEvent").objects.filter(id=role.pk)
    assert Role.objects.count() == 0
    assert list(kept.order_by("pgh_id").values_list("pgh_label", flat=True)) == [
        "insert",
        "delete",
    ]
    assert kept.latest("pgh_id").pgh_context.metadata["user"] == by.pk


def test_a_role_ends_once():
    role = RoleFactory(kind=RoleKind.RULES_COMMITTEE)
    end_role(role.pk, acting=OFFICE)
    assert refusal(end_role, role.pk, acting=OFFICE) == "ended_already"


def test_an_office_can_be_taken_up_again_on_the_day_it_ended():
    role = administrator()
    administrator()
    end_role(role.pk, acting=OFFICE)
    grant_role(role.user_id, ADMINISTRATOR, from_date=TODAY, acting=OFFICE)
    assert holds(role.user_id, ADMINISTRATOR, TODAY) is True


def test_the_last_administrator_stays():
    role = administrator()
    assert refusal(end_role, role.pk, acting=OFFICE) == "last_administrator"


def test_an_administrator_may_go_when_another_stays():
    first, _second = administrator(), administrator()
    end_role(first.pk, acting=OFFICE)
    assert holds(first.user_id, ADMINISTRATOR, TODAY) is False


@pytest.mark.parametrize(
    "other",
    [
        {"to_date": date(2026, 12, 31)},
        {"from_date": date(2026, 7, 1)},
        {f"user__{name}": value for name, value in CLOSED.items()},
    ],
)
def test_somebody_who_cannot_or_will_not_be_administrator_does_not_count(other):
    role = administrator()
    administrator(**other)
    assert refusal(end_role, role.pk, acting=OFFICE) == "last_administrator"


def test_an_account_is_taken_from_its_player_and_keeps_its_roles():
    player = PlayerFactory()
    user = UserFactory(player=player)
    unlink_account(player.pk, acting=OFFICE)
    user.refresh_from_db()
    assert user.player_id is None
    told = OutboxMail.objects.values_list("to", flat=True)
    assert list(told) == [user.email]
    assert refusal(unlink_account, player.pk, acting=OFFICE) == "no_account"


def test_nobody_takes_the_own_account_from_a_player():
    user = UserFactory(player=PlayerFactory())
    mine = {"acting": ActionContext(user.pk, NOON)}
    assert refusal(unlink_account, user.player_id, **mine) == "own_account"
    user.refresh_from_db()
    assert user.player_id is not None


def test_a_role_that_begins_later_is_not_granted_once_more():
    role = administrator(from_date=date(2026, 7, 1))
    granted = grant_role(role.user_id, ADMINISTRATOR, from_date=TODAY, acting=OFFICE)
    assert (granted, Role.objects.count()) == (role, 1)


def test_a_role_that_would_end_by_itself_ends_now():
    role = RoleFactory(kind=RoleKind.RULES_COMMITTEE, to_date=date(2026, 12, 31))
    end_role(role.pk, acting=OFFICE)
    role.refresh_from_db()
    assert role.to_date == date(2026, 6, 14)


def test_an_account_that_is_closed_gets_no_letter_when_it_is_taken():
    player = PlayerFactory()
    UserFactory(player=player, **CLOSED)
    unlink_account(player.pk, acting=OFFICE)
    assert not OutboxMail.objects.exists()


def test_whose_account_is_taken_reads_so_in_the_offices_language():
    player = UserFactory(player=PlayerFactory()).player
    with translation.override("sv"):
        unlink_account(player.pk, acting=OFFICE)
    told = OutboxMail.objects.get()
    assert told.subject == "Your account is no longer linked to a player"


def test_a_role_that_would_end_today_ends_yesterday():
    role = RoleFactory(kind=RoleKind.RULES_COMMITTEE, to_date=TODAY)
    end_role(role.pk, acting=OFFICE)
    role.refresh_from_db()
    assert role.to_date == date(2026, 6, 14)


def test_a_secretary_of_one_club_holds_nothing_in_another():
    club, other = ClubFactory(), ClubFactory()
    role = RoleFactory(kind=RoleKind.SECRETARY, club=club)
    assert [
        holds(role.user_id, RoleScope(RoleKind.SECRETARY, club_id=each.pk), TODAY)
        for each in (club, other)
    ] == [True, False]


def test_an_office_that_is_taken_up_again_is_written_anew():
    ended = RoleFactory(kind=RoleKind.BOARD, to_date=date(2026, 6, 14))
    office = RoleScope(RoleKind.BOARD)
    granted = grant_role(ended.user_id, office, from_date=TODAY, acting=OFFICE)
    assert (granted.from_date, Role.objects.count()) == (TODAY, 2)
    ended.refresh_from_db()
    assert ended.to_date == date(2026, 6, 14)


def test_the_account_of_the_player_that_is_meant_is_taken():
    meant, other = (
        UserFactory(player=PlayerFactory()),
        UserFactory(player=PlayerFactory()),
    )
    unlink_account(meant.player_id, acting=ActionContext(other.pk, NOON))
    other.refresh_from_db()
    assert other.player_id is not None
    assert list(OutboxMail.objects.values_list("to", flat=True)) == [meant.email]
