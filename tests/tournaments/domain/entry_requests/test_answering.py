"""Answers of the organiser to entry requests, and the days and cards that count."""

from datetime import timedelta

import pytest

from federation.domain.authorship import ActionContext
from federation.models import Suspension
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from tests.factories import (
    NOON,
    ClassMembershipFactory,
    PlayerFactory,
    UserFactory,
    acting,
)
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
from tests.tournaments.tournaments_made import entered, section, started, tournament
from tournaments.domain.entering import enter_player
from tournaments.domain.entry_requests.answering import (
    accept_request,
    decline_request,
    move_request,
)
from tournaments.domain.entry_requests.asking import ask_to_play, leave_section
from tournaments.domain.entry_requests.leaving import remove_entry
from tournaments.domain.entry_requests.opening import close_entries
from tournaments.domain.removals.putting_back import put_back
from tournaments.domain.starting import start_section
from tournaments.models import Entry, EntryRequest, OpenEntries, Removal
from tournaments.queries.entries.entry_requests import entries_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def merged(merged_card, remaining_card):
    draft = MergeDraft(merged_card.pk, remaining_card.pk, "One and the same")
    confirm_merge(propose_merge(draft, acting=acting()).pk, acting=acting())


def asked_code(of, user):
    return refusal_code(ask_to_play, of.pk, user.player_id, acting=acting(user))


def test_entries_are_open_on_the_first_and_the_last_day():
    one = opened(days=(TODAY, TODAY + DAY))
    other = opened(days=(TODAY - DAY, TODAY))
    assert [asks(each).state for each in (one, other)] == ["entered", "entered"]


def test_class_of_the_first_day_of_the_tournament_counts_for_the_limit():
    group, ada = opened(for_class="II"), account()
    first = PLAYED["start_date"]
    for player_class, day in (("IV", TODAY), ("II", first), ("III", first + DAY)):
        ClassMembershipFactory(
            player=ada.player, player_class=player_class, from_date=day
        )

    assert asks(group, ada).state == "entered"


def test_player_who_is_entered_and_leaves_gets_one_letter_each():
    group, ada = opened(), account()
    asks(group, ada)

    own = acting(ada)
    leave_section(group.pk, ada.player_id, acting=own)

    assert letters_to(ada) == [
        "You are entered: Spring cup",
        "You have withdrawn: Spring cup",
    ]


def test_last_answering_organiser_is_recorded():
    of = opened(most=2, needs_answer=True)
    entered(of, PlayerFactory(), PlayerFactory())
    wish, one, other = asks(of), UserFactory(), UserFactory()

    accept_request(wish.pk, acting=acting(one))
    wish.refresh_from_db()
    assert (wish.state, wish.answered_by, wish.reason) == ("waiting", one, "")

    decline_request(wish.pk, " The hall is full ", acting=acting(other))
    wish.refresh_from_db()
    assert (wish.state, wish.answered_by, wish.reason) == (
        "declined", other, "The hall is full",
    )  # fmt: skip
    assert wish.before_start == ""


def test_player_waiting_in_one_section_cannot_ask_for_another():
    event = tournament(**PLAYED)
    one, other = opened(section(event), most=2), opened(section(event))
    entered(one, PlayerFactory(), PlayerFactory())
    user = account()
    asks(one, user)

    assert asked_code(other, user) == "plays_beside"

    leave_section(one.pk, user.player_id, acting=acting(user))
    assert asks(other, user, minutes=1).state == "entered"


def test_player_may_enter_sections_of_two_tournaments():
    user = account()
    assert [asks(opened(), user).state for _ in range(2)] == ["entered", "entered"]


def test_class_is_that_of_the_first_day_of_the_tournament():
    first = PLAYED["start_date"]
    today, later = account(), account()
    for user, since in ((today, first), (later, first + DAY)):
        ClassMembershipFactory(player=user.player, player_class="II")
        ClassMembershipFactory(player=user.player, player_class="I", from_date=since)
    of = opened(for_class="II")

    assert asked_code(of, today) == "other_class"
    assert asks(of, later).state == "entered"


@pytest.mark.parametrize(
    ("days", "is_barred"),
    [((-20, -1), False), ((-20, 0), True), ((2, 9), True), ((3, 9), False)],
)
def test_suspension_that_overlaps_the_tournament_bars_the_player(days, is_barred):
    of, user = opened(), account()
    first, last = (PLAYED["start_date"] + timedelta(days=n) for n in days)
    Suspension.objects.create(
        player=user.player,
        from_date=first,
        to_date=last,
        reason="Decided",
        decided_by=UserFactory(),
    )
    if is_barred:
        assert asked_code(of, user) == "suspended"
    else:
        assert asks(of, user).state == "entered"


def test_suspension_of_another_card_bars_the_player():
    of, user, card = opened(), account(), PlayerFactory()
    merged(card, user.player)
    Suspension.objects.create(
        player=card,
        from_date=PLAYED["start_date"],
        to_date=PLAYED["end_date"],
        reason="Decided",
        decided_by=UserFactory(),
    )
    assert asked_code(of, user) == "suspended"


def test_player_entered_with_another_card_can_withdraw():
    of, user, card = opened(), account(), PlayerFactory()
    enter_player(of.pk, card.pk, acting=acting())
    merged(card, user.player)
    assert asked_code(of, user) == "entered_as"

    leave_section(of.pk, user.player_id, acting=acting(user))

    assert not of.entries.exists()


def test_accepted_request_of_a_merged_card_enters_the_card_that_stays():
    of, user, stays = opened(needs_answer=True), account(), PlayerFactory()
    wish = asks(of, user)
    merged(user.player, stays)

    answered = accept_request(wish.pk, acting=acting())

    assert (answered.state, answered.entry.player) == ("entered", stays)


def test_entering_the_card_that_stays_answers_the_request_of_the_merged_card():
    of, user, stays = opened(needs_answer=True), account(), PlayerFactory()
    asks(of, user)
    merged(user.player, stays)

    enter_player(of.pk, stays.pk, acting=acting())

    assert states(of) == ["entered"]
    assert letters_to(user)[-1] == "You are entered: Spring cup"


def test_request_can_be_moved_and_still_needs_the_answer_of_the_organiser():
    event = tournament(**PLAYED)
    one = opened(section(event), needs_answer=True)
    other = opened(section(event), needs_answer=True)
    wish = asks(one)

    moved = move_request(wish.pk, other.pk, acting=acting())

    # The organiser who moves a player has answered the request.
    assert (moved.state, moved.entry.section) == ("entered", other)
    assert (states(one), states(other)) == ([], ["entered"])


def test_request_is_not_moved_to_a_section_that_has_started():
    event = tournament(**PLAYED)
    one, other = opened(section(event)), section(event, format="boards", rounds=3)
    wish = asks(one)
    entered(other, PlayerFactory(), PlayerFactory())
    start_section(other.pk, acting=acting())
    assert refusal_code(move_request, wish.pk, other.pk) == "started"


def test_removed_player_who_asked_again_is_entered_once_when_restored():
    of, user = opened(needs_answer=True), account()
    enter_player(of.pk, user.player_id, acting=acting())
    first = EntryRequest.objects.create(
        section=of,
        player=user.player,
        entry=Entry.objects.get(),
        state="entered",
        asked_by=user,
        asked_at=NOON - DAY,
    )
    remove_entry(first.entry_id, acting=acting())
    asks(of, user)
    assert states(of) == ["left", "asked"]

    put_back(Removal.objects.get().pk, acting=acting())

    assert states(of) == ["left", "entered"]
    assert letters_to(user)[-1] == "You are entered: Spring cup"


def test_restored_entry_does_not_renew_a_request_that_the_player_withdrew():
    of, user = opened(), account()
    asks(of, user)
    leave_section(of.pk, user.player_id, acting=acting(user))
    entry = enter_player(of.pk, user.player_id, acting=acting())
    later = ActionContext(UserFactory().pk, NOON + DAY)
    remove_entry(entry.pk, acting=later)

    put_back(Removal.objects.newest_first()[0].pk, acting=later)

    assert states(of) == ["left"]
    assert letters_to(user)[-1] == "You have withdrawn: Spring cup"


def test_request_declined_and_then_withdrawn_is_not_listed():
    of, user = opened(needs_answer=True), account()
    decline_request(asks(of, user).pk, "The hall is full", acting=acting())
    assert [each.request.state for each in entries_of(user.player_id)] == ["declined"]
    asks(of, user, minutes=1)
    leave_section(of.pk, user.player_id, acting=acting(user))

    assert entries_of(user.player_id) == []


def test_waiting_player_behind_two_cards_of_one_person_moves_up():
    of, users = opened(most=2), [account() for _ in range(5)]
    for minutes, user in enumerate(users):
        asks(of, user, minutes=minutes)
    ann, bo, first, twin, last = users
    merged(twin.player, first.player)

    opened(of, most=5)

    players = Entry.objects.filter(section=of).order_by("pairing_number")
    assert list(players.values_list("player_id", flat=True)) == [
        each.player_id for each in (ann, bo, first, last)
    ]


def test_removal_after_the_start_leaves_the_numbers_of_the_others():
    of = started(section(tournament(), format="boards", rounds=3), size=3)
    last = of.entries.get(pairing_number=3)

    remove_entry(of.entries.get(pairing_number=1).pk, acting=acting())

    last.refresh_from_db()
    numbers = of.entries.order_by("pairing_number").values_list("pairing_number")
    assert (last.pairing_number, list(numbers)) == (3, [(2,), (3,)])


def test_closing_entries_again_changes_nothing():
    of, first, second = opened(), UserFactory(), UserFactory()

    close_entries(of.pk, acting=acting(first))
    close_entries(of.pk, acting=ActionContext(second.pk, NOON + DAY))

    shut = OpenEntries.objects.get(section=of)
    assert (shut.closed_at, shut.changed_by, shut.changed_at) == (NOON, first, NOON)
