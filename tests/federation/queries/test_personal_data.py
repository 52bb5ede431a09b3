"""The data of a person: all cards and accounts of that person, and of no one else."""

from datetime import UTC, date, datetime, timedelta

import pghistory
import pytest
from psycopg.types.range import Range

from federation.domain.mail import write_letter
from federation.domain.merging import merge_players
from federation.models import Membership, Player, Suspension, User
from federation.queries.personal_data import (
    ANOTHER,
    DataSection,
    PersonalData,
    read_personal_data,
)
from federation.queries.personal_words import printed_sections
from federation.queries.persons import (
    PersonNumbers,
    name_of_person,
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
    computed,
    line,
    member,
)
from tests.ratings.rating_lists import accepted

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)


@pytest.fixture
def two_cards():
    """A person with two cards, each with an account: the second card remains."""
    merged_card, remaining_card = (
        PlayerFactory(last_name=name) for name in ("Old", "New")
    )
    users = tuple(UserFactory(player=card) for card in (merged_card, remaining_card))
    merge_players(merged_card.pk, remaining_card.pk, on=TODAY, acting=OFFICE)
    return merged_card, remaining_card, users


def rows(person, label):
    found = {
        each.label: list(each.rows) for each in read_personal_data(person).sections
    }
    return found.get(label, [])


def barred(player, by, first=TODAY, last=TODAY):
    return Suspension.objects.create(
        player=player, from_date=first, to_date=last, reason="Minutes", decided_by=by
    )


def test_person_is_found_by_any_card_or_account(two_cards):
    merged_card, remaining_card, users = two_cards
    person = PersonNumbers(
        (merged_card.pk, remaining_card.pk), tuple(user.pk for user in users)
    )
    assert [
        person_of_player(merged_card.pk),
        person_of_player(remaining_card.pk),
        person_of_account(users[0]),
        person_of_account(users[1]),
    ] == [person] * 4
    assert (name_of_person(person), person.addresses) == (
        f"{remaining_card.first_name} New", (users[0].email, users[1].email),
    )  # fmt: skip


def test_account_without_a_card_is_a_person_of_its_own():
    user = UserFactory(name="Eva Ek")
    assert name_of_person(person_of_account(user)) == "Eva Ek"


def test_data_of_the_merged_card_is_included_with_its_own_number(two_cards):
    merged_card, remaining_card, _ = two_cards
    by = UserFactory()
    for card in (merged_card, remaining_card, PlayerFactory()):
        barred(card, by)
    found = rows(person_of_player(remaining_card.pk), "federation.Suspension")
    assert [(row["player_id"], row["decided_by_id"]) for row in found] == [
        (merged_card.pk, ANOTHER), (remaining_card.pk, ANOTHER),
    ]  # fmt: skip


def test_second_account_is_not_shown_as_another_persons(two_cards):
    _, stays, users = two_cards
    barred(stays, users[1])
    [row] = rows(person_of_player(stays.pk), "federation.Suspension")
    assert row["decided_by_id"] == users[1].pk


def test_letters_to_all_addresses_are_included_in_any_spelling(two_cards):
    _, stays, users = two_cards
    for number, to in enumerate(
        (users[0].email.upper(), users[1].email, "other@example.org")
    ):
        write_letter(to=to, subject=f"Letter {number}", body="x", at=NOON)
    found = rows(person_of_player(stays.pk), "federation.OutboxMail")
    assert [row["subject"] for row in found] == ["Letter 0", "Letter 1"]


def test_acts_of_both_accounts_are_included_without_keys_of_other_cards(two_cards):
    _, stays, users = two_cards
    other = PlayerFactory()
    for user, name in ((users[0], "A"), (users[1], "B"), (UserFactory(), "C")):
        with pghistory.context(user=user.pk):
            Player.objects.filter(pk=other.pk).update(last_name=name)
    acts = [
        {key: act[key] for key in ("table", "act", "row")}
        for act in read_personal_data(person_of_player(stays.pk)).acts
        if "act" in act
    ]
    change = {"table": "federation.Player", "act": "update", "row": None}
    assert acts == [change, change]


def test_page_shows_club_names_yes_or_no_and_local_times():
    player, club = PlayerFactory(), ClubFactory(name="Wasa SK")
    MembershipFactory(player=player, club=club, from_date=TODAY)
    user = UserFactory(player=player)
    User.objects.filter(pk=user.pk).update(
        last_login=datetime(2026, 6, 15, 22, 30, tzinfo=UTC)
    )
    pages = {
        each.title: each
        for each in printed_sections(read_personal_data(person_of_player(player.pk)))
    }
    [membership_row] = pages["Membership"].rows
    assert dict(membership_row) == {
        "player": player.full_name, "club": "Wasa SK", "from": "2026-06-15",
        "main club": "Yes",
    }  # fmt: skip
    [account] = pages["Account"].rows
    assert "2026-06-16 00:30" in dict(account).values()
    Membership.objects.update(is_main=False)
    pages = {
        each.title: each
        for each in printed_sections(read_personal_data(person_of_player(player.pk)))
    }
    assert dict(pages["Membership"].rows[0])["main club"] == "No"


def test_page_shows_names_of_pools_and_players_ranges_in_words_and_a_minus_sign():
    player = member()
    accepted(line(player, member(last_name="Ek"), 0, date(2026, 5, 4)))
    computed()
    span = Range(2, None)
    player_rows = ({"player_id": player.pk, "points": -8, "span": span},)
    printed = {
        each.title: each.rows
        for each in printed_sections(read_personal_data(person_of_player(player.pk)))
    }
    white = dict(printed["Games"][0])["White"]
    assert white == player.full_name
    section = DataSection("ratings.Decision", player_rows)
    held = PersonalData(person_of_player(player.pk), (section,), ())
    [[decision]] = [each.rows for each in printed_sections(held)]
    assert {"−8", "from 2 on", player.full_name} <= set(dict(decision).values())
    ended = PersonalData(
        held.person,
        (DataSection("ratings.Decision", ({"span": Range(2, 5)},)),),
        (),
    )
    [[decision]] = [each.rows for each in printed_sections(ended)]
    assert list(dict(decision).values()) == ["from 2 to 4"]


def test_page_shows_the_number_of_rows_of_each_table():
    player, by = PlayerFactory(), UserFactory()
    for _ in range(3):
        barred(player, by)
    counts = {
        each.title: each.count
        for each in printed_sections(read_personal_data(person_of_player(player.pk)))
    }
    assert counts["Suspension"] == 3


def test_future_roles_memberships_and_suspensions_are_duties_too():
    player, club = PlayerFactory(), ClubFactory(name="Wasa SK")
    user, soon = UserFactory(player=player), TODAY + timedelta(days=9)
    RoleFactory(user=user, kind="deputy", club=club, from_date=soon)
    MembershipFactory(player=player, club=club, from_date=soon)
    barred(player, UserFactory(), soon, soon)
    assert open_duties(person_of_player(player.pk), TODAY) == [
        "Role: Deputy secretary, Wasa SK, which an administrator can end.",
        "Member of Wasa SK. Ask the club’s secretary to end the membership.",
        "Suspended until 2026-06-24",
    ]


def test_suspension_that_ends_today_is_a_duty_and_what_ended_yesterday_is_not():
    player, club, by = PlayerFactory(), ClubFactory(name="Wasa SK"), UserFactory()
    for days in (1, 0):
        last = TODAY - timedelta(days=days)
        barred(player, by, last, last)
    MembershipFactory(player=player, club=club, to_date=TODAY - timedelta(days=1))
    assert open_duties(person_of_player(player.pk), TODAY) == [
        "Suspended until 2026-06-15"
    ]
