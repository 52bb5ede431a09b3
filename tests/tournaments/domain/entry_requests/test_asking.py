"""A player with an account enters a section: `tournaments.domain.entry_requests`."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from federation.models import OutboxMail, Suspension
from tests.factories import (
    NOON,
    ClassMembershipFactory,
    PlayerFactory,
    UserFactory,
    acting,
)
from tests.races import together
from tests.refusals import refusal_code
from tests.tournaments.domain.entry_requests.cases import (
    PLAYED,
    TODAY,
    account,
    asks,
    letters_to,
    opened,
    states,
)
from tests.tournaments.tournaments_made import entered, section, tournament
from tournaments.domain.entering import enter_player
from tournaments.domain.entry_requests.answering import (
    accept_request,
    decline_request,
    move_request,
)
from tournaments.domain.entry_requests.asking import ask_to_play, leave_section
from tournaments.domain.entry_requests.leaving import remove_entry
from tournaments.domain.entry_requests.opening import (
    EntryOpening,
    close_entries,
    open_entries,
)
from tournaments.domain.planning.cancelling import cancel_tournament, take_up_again
from tournaments.domain.planning.sections import remove_section
from tournaments.domain.removals.putting_back import put_back
from tournaments.domain.starting import start_section, undo_start
from tournaments.models import Entry, EntryRequest, Removal, Tournament
from tournaments.queries.entries.entry_requests import place_in_queue

pytestmark = pytest.mark.django_db


def asked_code(of, user=None):
    user = user or account()
    return refusal_code(ask_to_play, of.pk, user.player_id, acting=acting(user))


def test_player_enters_an_open_section_and_gets_a_letter():
    group, user = opened(), account()

    made = asks(group, user)

    assert (made.state, made.entry.player_id) == ("entered", user.player_id)
    assert letters_to(user) == ["You are entered: Spring cup"]


def test_player_waits_for_a_full_section_and_moves_up_when_another_leaves():
    group = opened(most=2)
    users = [account() for _ in range(4)]
    for minutes, user in enumerate(users):
        asks(group, user, minutes=minutes)
    waits = EntryRequest.objects.get(player=users[3].player_id)
    assert states(group) == ["entered", "entered", "waiting", "waiting"]
    assert place_in_queue(waits) == 2

    first = users[0]
    leave_section(group.pk, first.player_id, acting=acting(first))

    assert states(group) == ["left", "entered", "entered", "waiting"]
    assert place_in_queue(waits) == 1
    assert letters_to(users[2]) == [
        "You are on the waiting list: Spring cup",
        "You are entered: Spring cup",
    ]


def test_waiting_player_who_withdraws_gets_a_letter():
    group = opened(most=2)
    users = [account() for _ in range(3)]
    for minutes, user in enumerate(users):
        asks(group, user, minutes=minutes)
    last = users[-1]

    leave_section(group.pk, last.player_id, acting=acting(last))

    assert states(group) == ["entered", "entered", "left"]
    assert letters_to(last) == [
        "You are on the waiting list: Spring cup",
        "You have withdrawn: Spring cup",
    ]


def test_waiting_player_entered_in_another_section_stays_on_the_list():
    group = opened(most=2)
    other = section(group.tournament, name="B")
    first, _second, third, last = users = [account() for _ in range(4)]
    for minutes, user in enumerate(users):
        asks(group, user, minutes=minutes)
    enter_player(other.pk, third.player_id, acting=acting())

    leave_section(group.pk, first.player_id, acting=acting(first))

    assert states(group) == ["left", "entered", "waiting", "entered"]
    assert letters_to(last)[-1] == "You are entered: Spring cup"
    assert letters_to(third) == ["You are on the waiting list: Spring cup"]


def test_player_cannot_wait_for_a_section_in_which_they_are_entered():
    group, user = opened(needs_answer=True), account()
    full = opened(section(group.tournament, name="B"), most=2)
    wish = asks(group, user)
    for player in (user.player, PlayerFactory()):
        enter_player(full.pk, player.pk, acting=acting())

    assert refusal_code(move_request, wish.pk, full.pk) == "entered"


def test_entered_and_waiting_players_are_notified_of_a_cancellation(settings):
    settings.OFFICE_ADDRESS = "https://rating.example"
    group = opened(most=2)
    users = [account() for _ in range(3)]
    for minutes, user in enumerate(users):
        asks(group, user, minutes=minutes)

    cancel_tournament(group.tournament_id, acting=acting())
    take_up_again(group.tournament_id, acting=acting())

    assert [letters_to(user)[-2:] for user in users] == [
        [
            "The tournament is cancelled: Spring cup",
            "The tournament will be played after all: Spring cup",
        ]
    ] * 3
    called_off, taken_up = OutboxMail.objects.filter(to=users[2].email).order_by("pk")[
        1:
    ]
    assert "cancelled Spring cup, where you entered Group A." in called_off.body
    assert f"https://rating.example/tournaments/{group.tournament_id}/\n" in (
        called_off.body
    )
    assert "Your entry in Group A stands as it did before." in taken_up.body
    assert "It is played 2026-07-15 – 2026-07-17." in taken_up.body


def test_entered_players_are_notified_when_their_section_is_removed_and_restored():
    group, user = opened(), account()
    asks(group, user)

    remove_section(group.pk, acting=acting())
    assert letters_to(user)[-1] == "You are no longer entered: Spring cup"

    put_back(Removal.objects.get().pk, acting=acting())
    assert letters_to(user)[-1] == "Your entry stands again: Spring cup"


def test_answer_to_an_entry_changes_the_version_that_spectators_see():
    group = opened(needs_answer=True)
    one, other = asks(group), asks(group, minutes=1)
    versions = [Tournament.objects.get().version]

    accept_request(one.pk, acting=acting())
    versions.append(Tournament.objects.get().version)
    decline_request(other.pk, "The hall is full", acting=acting())
    versions.append(Tournament.objects.get().version)

    assert versions == sorted(set(versions))


def test_higher_limit_gives_places_to_waiting_players():
    group = opened(most=2)
    for minutes in range(5):
        asks(group, minutes=minutes)

    opened(group, most=4)

    assert states(group) == ["entered"] * 4 + ["waiting"]


def test_removed_player_is_notified_and_the_place_goes_to_a_waiting_one():
    group, user = opened(most=2), account()
    asks(group, user)
    entered(group, PlayerFactory())
    asks(group, minutes=1)
    assert states(group) == ["entered", "waiting"]

    remove_entry(Entry.objects.get(player=user.player_id).pk, acting=acting())

    assert states(group) == ["left", "entered"]
    assert letters_to(user)[-1] == "You are no longer entered: Spring cup"


def test_waiting_player_entered_by_the_secretary_waits_no_longer():
    group, user = opened(most=2, needs_answer=True), account()
    asks(group, user)

    enter_player(group.pk, user.player_id, acting=acting())

    assert states(group) == ["entered"]


def test_entries_are_open_only_on_the_days_of_the_section():
    day = timedelta(days=1)
    later = opened(days=(TODAY + day, TODAY + 2 * day))
    over = opened(days=(TODAY - 2 * day, TODAY - day))
    shut = opened()
    close_entries(shut.pk, acting=acting())

    assert [asked_code(each) for each in (later, over, shut)] == [
        "opens_later",
        "entries_over",
        "not_open",
    ]


def _leaves(group, user):
    leave_section(group.pk, user.player_id, acting=acting(user))


def test_limit_holds_after_closing():
    group = opened(most=2)
    users = [account() for _ in range(5)]
    for minutes, user in enumerate(users):
        asks(group, user, minutes=minutes)

    close_entries(group.pk, acting=acting())
    _leaves(group, users[0])

    assert states(group) == ["left", "entered", "entered", "waiting", "waiting"]


def test_reopened_section_keeps_the_order_of_its_waiting_list():
    group = opened(most=2)
    users = [account() for _ in range(4)]
    for minutes, user in enumerate(users):
        asks(group, user, minutes=minutes)

    close_entries(group.pk, acting=acting())
    opened(group, most=2)
    last = asks(group, minutes=9)
    _leaves(group, users[1])

    assert states(group) == ["entered", "left", "entered", "waiting", "waiting"]
    assert place_in_queue(last) == 2


def test_entering_a_started_section_is_refused():
    group = opened()
    entered(group, PlayerFactory(), PlayerFactory())
    start_section(group.pk, acting=acting())

    assert asked_code(group) == "entries_started"


def _started_with_two_who_wait(of=None):
    """Start a full section with one player who waits for a place and one who was moved
    there and waits for an answer.
    """
    group, waits, requester = opened(of, most=2), account(), account()
    entered(group, PlayerFactory(), PlayerFactory())
    asks(group, waits)
    opened(group, most=2, needs_answer=True)
    asks(group, requester, minutes=1)
    start_section(group.pk, acting=acting())
    return group, waits, requester


def test_start_declines_waiting_players_and_notifies_them():
    group, waits, requester = _started_with_two_who_wait()

    assert states(group) == ["declined", "declined"]
    reasons = EntryRequest.objects.values_list("reason", flat=True)
    assert set(reasons) == {"The section has started."}
    for user in (waits, requester):
        assert letters_to(user)[-1] == "Your entry has been declined: Spring cup"


def test_player_declined_by_the_start_can_enter_another_section():
    group, waits, _asked = _started_with_two_who_wait()
    other = opened(section(group.tournament, name="B"))

    assert asks(other, waits).state == "entered"


def test_undone_start_makes_declined_players_wait_again_and_notifies_them():
    group, waits, requester = _started_with_two_who_wait()

    undo_start(group.pk, acting=acting())

    assert states(group) == ["waiting", "asked"]
    assert set(EntryRequest.objects.values_list("reason", flat=True)) == {""}
    for user in (waits, requester):
        assert letters_to(user)[-1] == "Your entry is waiting again: Spring cup"
    start_section(group.pk, acting=acting())
    assert states(group) == ["declined", "declined"]


def test_undone_start_leaves_a_player_declined_who_entered_another_section():
    group, waits, _asked = _started_with_two_who_wait()
    asks(opened(section(group.tournament, name="B")), waits)

    undo_start(group.pk, acting=acting())

    assert states(group) == ["declined", "asked"]


def test_undone_start_leaves_a_player_declined_whom_the_organiser_declined():
    group, requester = opened(needs_answer=True), account()
    entered(group, PlayerFactory(), PlayerFactory())
    decline_request(asks(group, requester).pk, "The hall is full", acting=acting())
    start_section(group.pk, acting=acting())

    undo_start(group.pk, acting=acting())

    assert states(group) == ["declined"]


def test_undone_start_fills_a_place_that_became_free():
    plan = section(tournament(**PLAYED), format="boards", rounds=3)
    group, waits, _asked = _started_with_two_who_wait(plan)
    remove_entry(group.entries.last().pk, acting=acting())

    undo_start(group.pk, acting=acting())

    assert states(group) == ["entered", "asked"]
    assert letters_to(waits)[-1] == "You are entered: Spring cup"


def test_second_entry_in_a_section_is_refused():
    group, user = opened(needs_answer=True), account()
    asks(group, user)
    assert asked_code(group, user) == "asked_already"

    enter_player(group.pk, user.player_id, acting=acting())
    assert asked_code(group, user) == "entered"


def test_entry_in_two_sections_of_a_tournament_is_refused():
    event = tournament(**PLAYED)
    one = opened(section(event, name="A"))
    other = opened(section(event, name="B"))
    user = account()
    asks(one, user)

    assert asked_code(other, user) == "plays_beside"


def test_section_of_one_class_refuses_players_of_another():
    group = opened(for_class="II")
    two, three = account(), account()
    ClassMembershipFactory(player=two.player, player_class="II")
    ClassMembershipFactory(player=three.player, player_class="III")

    assert asked_code(group, three) == "other_class"
    assert asks(group, two).state == "entered"


def test_player_without_class_needs_an_answer_in_a_section_of_a_class():
    assert asks(opened(for_class="II")).state == "asked"


def test_junior_section_accepts_only_players_who_are_young_enough():
    group = opened(born_from=2008)

    assert asked_code(group, account(birth_year=2007)) == "too_old"
    assert asked_code(group, account(birth_year=None)) == "too_old"
    assert asks(group, account(birth_year=2008)).state == "entered"


def test_player_suspended_on_a_day_of_the_tournament_cannot_enter():
    group, user = opened(), account()
    Suspension.objects.create(
        player=user.player,
        from_date=PLAYED["end_date"],
        to_date=PLAYED["end_date"],
        reason="Decided",
        decided_by=UserFactory(),
    )

    assert asked_code(group, user) == "suspended"


def test_player_cannot_withdraw_alone_after_the_start():
    group, user = opened(), account()
    asks(group, user)
    entered(group, PlayerFactory())
    start_section(group.pk, acting=acting())

    assert refusal_code(leave_section, group.pk, user.player_id) == "started"


def test_player_who_is_not_entered_cannot_withdraw():
    assert refusal_code(leave_section, opened().pk, PlayerFactory().pk) == "not_entered"


def test_organiser_accepts_requests_until_the_section_is_full():
    group = opened(most=2, needs_answer=True)
    wishes = [asks(group, minutes=minutes) for minutes in range(3)]
    assert states(group) == ["asked"] * 3

    for wish in wishes:
        accept_request(wish.pk, acting=acting())

    assert states(group) == ["entered", "entered", "waiting"]


def test_organiser_may_enter_a_waiting_player_in_a_full_section():
    group = opened(most=2)
    wishes = [asks(group, minutes=minutes) for minutes in range(3)]

    accept_request(wishes[2].pk, acting=acting())

    assert states(group) == ["entered"] * 3


def test_declined_player_is_notified_with_the_reason():
    group, user = opened(needs_answer=True), account()
    wish = asks(group, user)
    assert refusal_code(decline_request, wish.pk, " ") == "reason"

    decline_request(wish.pk, "The hall is full", acting=acting())

    assert states(group) == ["declined"]
    assert letters_to(user)[-1] == "Your entry has been declined: Spring cup"
    assert refusal_code(accept_request, wish.pk) == "answered"


def test_move_to_another_section_gives_the_place_to_a_waiting_player():
    event = tournament(**PLAYED)
    one = opened(section(event, name="A"), most=2)
    other = opened(section(event, name="B"))
    wishes = [asks(one, minutes=minutes) for minutes in range(3)]

    moved = move_request(wishes[0].pk, other.pk, acting=acting())

    assert (moved.state, moved.entry.section_id) == ("entered", other.pk)
    assert states(one) == ["entered", "entered"]
    assert one.entries.count() == 2


def test_player_moved_to_a_full_section_waits_by_the_time_of_the_first_request():
    event = tournament(**PLAYED)
    one = opened(section(event, name="A"))
    full = opened(section(event, name="B"), most=2)
    wish = asks(one)
    later = [asks(full, minutes=minutes) for minutes in (1, 2, 3)][-1]
    next_day = replace(acting(), at=NOON + timedelta(days=1))

    moved = move_request(wish.pk, full.pk, acting=next_day)

    assert (moved.state, place_in_queue(moved), place_in_queue(later)) == (
        "waiting", 1, 2,
    )  # fmt: skip


def test_request_is_not_moved_to_another_tournament():
    wish, other = asks(opened()), opened()

    assert refusal_code(move_request, wish.pk, other.pk) == "other_tournament"


def test_entries_cannot_open_after_they_close():
    group = section(tournament(**PLAYED))
    after = PLAYED["end_date"] + timedelta(days=1)
    for days in ((TODAY, TODAY - timedelta(days=1)), (TODAY, after)):
        opening = EntryOpening(from_date=days[0], to_date=days[1])
        assert refusal_code(open_entries, group.pk, opening) == "entry_days"


def test_database_refuses_a_player_twice_in_a_section():
    wish = asks(opened(needs_answer=True))
    with (
        pytest.raises(IntegrityError, match="entry_request_stands_once"),
        transaction.atomic(),
    ):
        EntryRequest.objects.create(
            section=wish.section,
            player=wish.player,
            state="waiting",
            asked_by=wish.asked_by,
            asked_at=NOON,
        )


def test_database_refuses_a_declined_request_without_reason():
    wish = asks(opened(needs_answer=True))
    with (
        pytest.raises(IntegrityError, match="entry_request_declined_with_reason"),
        transaction.atomic(),
    ):
        EntryRequest.objects.filter(pk=wish.pk).update(state="declined")


def test_database_refuses_an_entered_request_without_entry():
    wish = asks(opened(needs_answer=True))
    with (
        pytest.raises(IntegrityError, match="entry_request_entered_has_entry"),
        transaction.atomic(),
    ):
        EntryRequest.objects.filter(pk=wish.pk).update(state="entered")


@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_last_place_is_given_once_to_two_concurrent_requests():
    group = opened(most=2)
    asks(group)
    users = [account(), account()]

    together(*(lambda user=user: asks(group, user) for user in users))

    assert (group.entries.count(), sorted(states(group))) == (
        2,
        ["entered", "entered", "waiting"],
    )


def test_tournament_is_public_if_one_of_its_sections_is_open():
    group = opened()
    section(group.tournament, name="Group B")

    assert list(Tournament.objects.public()) == [group.tournament]
    assert group.tournament.is_announced


def test_letter_says_when_and_where():
    of = opened(section(tournament(place="Sala", **PLAYED)))
    user = account()

    asks(of, user)

    body = OutboxMail.objects.get(to=user.email).body
    first, last = (of.tournament.start_date, of.tournament.end_date)
    assert f"It is played {first} – {last}, Sala." in body
