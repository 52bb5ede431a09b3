"""Whose data are found: all cards and accounts of a person, and nobody else's."""

from datetime import UTC, date, datetime, timedelta

import pghistory
import pytest

from federation.domain.mail import write_letter
from federation.domain.merging import merge_players
from federation.models import Membership, Player, Suspension, User
from federation.queries.personal_data import ANOTHER, held_about
from federation.queries.personal_words import printed
from federation.queries.persons import (
    PersonNumbers,
    named,
    open_duties,
    person_of_account,
    person_of_player,
)
from tests.factories import (
    NOON,
    OFFICE,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
)

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)


@pytest.fixture
def two_cards():
    """Whoever has two cards, each with an account: the second card is the one left."""
    gone, stays = (PlayerFactory(last_name=name) for name in ("Old", "New"))
    users = tuple(UserFactory(player=card) for card in (gone, stays))
    merge_players(gone.pk, stays.pk, on=TODAY, acting=OFFICE)
    return gone, stays, users


def rows(person, label):
    found = {each.label: list(each.rows) for each in held_about(person).sections}
    return found.get(label, [])


def barred(player, by, first=TODAY, last=TODAY):
    return Suspension.objects.create(
        player=player, from_date=first, to_date=last, reason="Minutes", decided_by=by
    )


def test_a_person_is_found_by_whichever_card_or_account(two_cards):
    gone, stays, users = two_cards
    whole = PersonNumbers((gone.pk, stays.pk), tuple(user.pk for user in users))
    assert [
        person_of_player(gone.pk),
        person_of_player(stays.pk),
        person_of_account(users[0]),
        person_of_account(users[1]),
    ] == [whole] * 4
    assert (named(whole), whole.addresses) == (
        f"{stays.first_name} New", (users[0].email, users[1].email),
    )  # fmt: skip


def test_an_account_without_a_card_is_a_person_of_that_name():
    user = UserFactory(name="Eva Ek")
    assert named(person_of_account(user)) == "Eva Ek"


def test_what_lies_on_the_card_that_is_gone_is_in_it_under_its_own_number(two_cards):
    gone, stays, _ = two_cards
    by = UserFactory()
    for card in (gone, stays, PlayerFactory()):
        barred(card, by)
    found = rows(person_of_player(stays.pk), "federation.Suspension")
    assert [(row["player_id"], row["decided_by_id"]) for row in found] == [
        (gone.pk, ANOTHER), (stays.pk, ANOTHER),
    ]  # fmt: skip


def test_the_second_account_is_not_called_somebody_elses(two_cards):
    _, stays, users = two_cards
    barred(stays, users[1])
    [row] = rows(person_of_player(stays.pk), "federation.Suspension")
    assert row["decided_by_id"] == users[1].pk


def test_letters_to_any_of_the_addresses_are_in_it_however_they_are_written(two_cards):
    _, stays, users = two_cards
    for number, to in enumerate(
        (users[0].email.upper(), users[1].email, "other@example.org")
    ):
        write_letter(to=to, subject=f"Letter {number}", body="x", at=NOON)
    found = rows(person_of_player(stays.pk), "federation.OutboxMail")
    assert [row["subject"] for row in found] == ["Letter 0", "Letter 1"]


def test_what_either_account_did_is_in_it_and_no_key_of_somebody_elses_card(two_cards):
    _, stays, users = two_cards
    other = PlayerFactory()
    for user, name in ((users[0], "A"), (users[1], "B"), (UserFactory(), "C")):
        with pghistory.context(user=user.pk):
            Player.objects.filter(pk=other.pk).update(last_name=name)
    acts = [
        {key: act[key] for key in ("table", "act", "row")}
        for act in held_about(person_of_player(stays.pk)).acts
        if "act" in act
    ]
    change = {"table": "federation.Player", "act": "update", "row": None}
    assert acts == [change, change]


def test_the_page_names_the_club_says_yes_and_no_and_the_hour_here():
    player, club = PlayerFactory(), ClubFactory(name="Wasa SK")
    MembershipFactory(player=player, club=club, from_date=TODAY)
    user = UserFactory(player=player)
    User.objects.filter(pk=user.pk).update(
        last_login=datetime(2026, 6, 15, 22, 30, tzinfo=UTC)
    )
    pages = {
        each.title: each for each in printed(held_about(person_of_player(player.pk)))
    }
    [held] = pages["Membership"].rows
    assert dict(held) == {
        "player": f"{player.pk}", "club": "Wasa SK", "from": "2026-06-15",
        "main club": "Yes",
    }  # fmt: skip
    [account] = pages["Account"].rows
    assert "2026-06-16 00:30" in dict(account).values()
    Membership.objects.update(is_main=False)
    pages = {
        each.title: each for each in printed(held_about(person_of_player(player.pk)))
    }
    assert dict(pages["Membership"].rows[0])["main club"] == "No"


def test_the_page_says_how_many_lines_there_are_of_a_table():
    player, by = PlayerFactory(), UserFactory()
    for _ in range(3):
        barred(player, by)
    counts = {
        each.title: each.count
        for each in printed(held_about(person_of_player(player.pk)))
    }
    assert counts["Suspension"] == 3


def test_what_has_not_begun_yet_holds_an_erasure_up_too():
    player, club = PlayerFactory(), ClubFactory(name="Wasa SK")
    user, soon = UserFactory(player=player), TODAY + timedelta(days=9)
    RoleFactory(user=user, kind="deputy", club=club, from_date=soon)
    MembershipFactory(player=player, club=club, from_date=soon)
    barred(player, UserFactory(), soon, soon)
    assert open_duties(person_of_player(player.pk), TODAY) == [
        "Role: Deputy secretary, Wasa SK",
        "Member of Wasa SK",
        "Suspended until 2026-06-24",
    ]


def test_what_ended_yesterday_holds_nothing_up_and_what_ends_today_does():
    player, club, by = PlayerFactory(), ClubFactory(name="Wasa SK"), UserFactory()
    for days in (1, 0):
        last = TODAY - timedelta(days=days)
        barred(player, by, last, last)
    MembershipFactory(player=player, club=club, to_date=TODAY - timedelta(days=1))
    assert open_duties(person_of_player(player.pk), TODAY) == [
        "Suspended until 2026-06-15"
    ]
