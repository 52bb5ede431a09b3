"""Letters to players about their own entries."""

from datetime import timedelta

import pytest
from django.utils import translation

from federation.models import OutboxMail
from tests.factories import CLOSED, NOON, PlayerFactory, acting
from tests.letters import message_of
from tests.tournaments.domain.entry_requests.cases import (
    PLAYED,
    TODAY,
    account,
    asks,
    letters_to,
    opened,
)
from tests.tournaments.tournaments_made import entered, section, tournament
from tournaments.domain.entry_requests.answering import (
    accept_request,
    decline_request,
    move_request,
)
from tournaments.domain.entry_requests.asking import leave_section
from tournaments.domain.entry_requests.leaving import remove_entry
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.planning.sections import remove_section
from tournaments.domain.removals.putting_back import put_back
from tournaments.domain.starting import start_section, undo_start
from tournaments.models import EntryRequest, Removal

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def office(settings):
    settings.OFFICE_ADDRESS = "https://rating.example"


def last_letter(user):
    return OutboxMail.objects.filter(to=user.email).order_by("-pk")[0]


def last_text_to(user):
    return message_of(last_letter(user))


def test_letter_to_a_waiting_player_has_the_place_on_the_list_and_the_days():
    of = opened(most=2)
    entered(of, PlayerFactory(), PlayerFactory())
    asks(of)
    user = account()

    asks(of, user, minutes=1)

    assert last_text_to(user) == (
        "Group A of Spring cup is full. You are number 2 on the waiting list, "
        "and will get a letter when there is a place for you.\n\nIt is played "
        "2026-07-15 – 2026-07-17.\n\n"
        f"https://rating.example/sections/{of.pk}/entry-list/\n"
    )


def test_letter_about_a_tournament_of_one_day_names_that_day():
    day = TODAY + timedelta(days=30)
    of = opened(section(tournament(start_date=day, end_date=day, place="Sala")))
    user = account()
    asks(of, user)
    assert "It is played 2026-07-15, Sala." in last_text_to(user)


def test_letter_says_whether_the_player_asked_withdrew_or_was_removed():
    of, user, other = opened(needs_answer=True), account(), account()
    asks(of, user)
    link = f"https://rating.example/sections/{of.pk}/entry-list/\n"
    assert last_text_to(user) == (
        "You have asked to play in Group A of Spring cup. The organiser answers each"
        " entry; you get a letter then.\n\n"
        f"It is played 2026-07-15 – 2026-07-17.\n\n{link}"
    )

    leave_section(of.pk, user.player_id, acting=acting(user))
    assert (
        last_text_to(user)
        == f"You have withdrawn from Group A of Spring cup.\n\n{link}"
    )

    accept_request(asks(of, other).pk, acting=acting())
    remove_entry(of.entries.get().pk, acting=acting())
    assert last_text_to(other) == (
        f"The organiser has taken you out of Group A of Spring cup.\n\n{link}"
    )


def test_letter_to_a_declined_player_has_the_reason_and_no_days():
    of, user = opened(needs_answer=True), account()
    decline_request(asks(of, user).pk, "The hall is full", acting=acting())
    assert last_text_to(user) == (
        "The organiser has declined your entry in Group A of Spring cup.\n\n"
        "Reason: The hall is full\n\n"
        f"https://rating.example/sections/{of.pk}/entry-list/\n"
    )


def test_letter_after_an_undone_start_does_not_repeat_the_reason_of_the_start():
    of, user = opened(needs_answer=True), account()
    entered(of, PlayerFactory(), PlayerFactory())
    asks(of, user)
    start_section(of.pk, acting=acting())
    assert "Reason: The section has started.\n" in last_text_to(user)

    undo_start(of.pk, acting=acting())

    assert last_text_to(user) == (
        "The organiser has taken back the start of Group A of Spring cup. Your "
        "entry is waiting again as it was before, and you will get a letter when "
        "it is answered or when there is a place for you.\n\nIt is played "
        "2026-07-15 – 2026-07-17.\n\n"
        f"https://rating.example/sections/{of.pk}/entry-list/\n"
    )


def test_letter_about_a_removed_section_links_to_the_tournament():
    of, user, waits = opened(most=2), account(), account()
    asks(of, user)
    entered(of, PlayerFactory())
    asks(of, waits, minutes=1)
    page = f"https://rating.example/tournaments/{of.tournament_id}/"

    remove_section(of.pk, acting=acting())

    for each in (user, waits):
        assert last_text_to(each) == (
            "The organiser has removed Group A of Spring cup, and your entry in it.\n\n"
            f"{page}\n"
        )

    put_back(Removal.objects.get().pk, acting=acting())

    assert letters_to(waits)[-1] == "Your entry stands again: Spring cup"
    assert f"https://rating.example/sections/{of.pk}/entry-list/" in last_text_to(waits)


def test_letter_to_a_moved_player_does_not_say_that_the_entry_was_removed():
    event = tournament(**PLAYED)
    one, other = (opened(section(event)) for _ in range(2))
    user = account()
    wish = asks(one, user)

    move_request(wish.pk, other.pk, acting=acting())

    assert letters_to(user) == ["You are entered: Spring cup"] * 2
    assert "You are entered in Group B of Spring cup." in last_text_to(user)


def test_closed_account_gets_no_letter():
    of, user, other = opened(needs_answer=True), account(), account()
    asks(of, user)
    asks(of, other, minutes=1)
    before = OutboxMail.objects.count()
    type(user).objects.filter(pk=user.pk).update(**CLOSED)

    cancel_tournament(of.tournament_id, acting=acting())

    written = OutboxMail.objects.order_by("pk")[before:]
    assert [each.to for each in written] == [other.email]


def test_player_who_withdrew_gets_no_further_letters():
    of, user = opened(), account()
    wish = asks(of, user)
    EntryRequest.objects.filter(pk=wish.pk).update(state="left", entry=None)

    cancel_tournament(of.tournament_id, acting=acting())

    assert letters_to(user) == ["You are entered: Spring cup"]


def test_letters_and_reasons_are_in_the_language_of_the_office(settings):
    of, user, waits = opened(needs_answer=True), account(), account()
    entered(of, PlayerFactory(), PlayerFactory())
    settings.LANGUAGE_CODE = "sv"
    with translation.override("en"):
        asks(of, user)
        asks(of, waits, minutes=1)
        start_section(of.pk, acting=acting())

    assert last_letter(user).subject == "Din anmälan är avböjd: Spring cup"
    wish = EntryRequest.objects.get(player=user.player_id)
    assert (wish.reason, wish.answered_at) == ("Gruppen har startat.", NOON)
