"""Sending rules and conditions to the players (Renju 1 §3)."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from federation.models import OutboxMail
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from tests.factories import CLOSED, UserFactory, acting, member, officer
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import FIRST_DAY, entered, section, started
from tests.worlds import shared
from tournaments.domain.conditions import (
    note_conditions,
    recipients_of,
    send_conditions,
    take_back_conditions,
)
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.models import ConditionsSent

pytestmark = pytest.mark.django_db

TODAY = date(2026, 5, 20)
TEXT = "Opening rule: Soosorv-8. 15 days for ten moves."


@shared
def group():
    """Return a section in which Åsa has an account, Bo a closed one and Cia none."""
    asa, bo, cia = (member(first_name=name) for name in ("Åsa", "Bo", "Cia"))
    UserFactory(email="asa@example.org", player=asa)
    UserFactory(email="bo@example.org", player=bo, **CLOSED)
    return started(players=[asa, bo, cia])


def sent(group, text=TEXT, **facts):
    return send_conditions(
        group.tournament_id, text, **{"today": TODAY, "acting": acting(), **facts}
    )


def noted(group, day=TODAY, **facts):
    return note_conditions(
        group.tournament_id, day, **{"today": TODAY, "acting": acting(), **facts}
    )


def test_every_player_with_an_account_gets_the_letter_and_it_is_recorded(group):
    secretary = UserFactory()

    record = sent(group, acting=acting(secretary))

    letter = OutboxMail.objects.get()
    assert (letter.to, letter.subject) == ("asa@example.org", "Spring cup")
    assert letter.body == TEXT + "\n"
    assert (record.sent_date, record.letters, record.text) == (TODAY, 1, TEXT)
    assert record.recorded_by == secretary


def test_reached_and_unreached_players_are_listed(group):
    _asa, bo, cia = group.entries.order_by("pairing_number")

    reach = recipients_of(group.tournament)

    assert [user.email for user in reach.accounts] == ["asa@example.org"]
    assert reach.without == {bo.player_id, cia.player_id}


def test_account_of_either_card_reaches_a_merged_player(group):
    stays = UserFactory(email="cia@example.org", player=member()).player
    cia = group.entries.get(pairing_number=3).player_id
    draft = MergeDraft(cia, stays.pk, "One person")
    made = propose_merge(draft, acting=acting(officer()))
    confirm_merge(made.pk, acting=acting(officer()))

    reach = recipients_of(group.tournament)

    assert [user.email for user in reach.accounts] == [
        "asa@example.org",
        "cia@example.org",
    ]


def test_player_of_two_sections_gets_one_letter_and_other_tournaments_none(group):
    asa = group.entries.get(pairing_number=1).player
    entered(section(group.tournament, name="Blitz"), asa)
    entered(section(), UserFactory(player=member()).player)

    assert sent(group).letters == 1
    assert OutboxMail.objects.get().to == "asa@example.org"


def test_empty_text_or_no_recipients_is_refused(group):
    assert refusal_code(send_conditions, group.tournament_id, " ", today=TODAY) == "conditions"  # fmt: skip
    lonely = started(size=2)
    assert refusal_code(send_conditions, lonely.tournament_id, TEXT, today=TODAY) == "unreachable"  # fmt: skip
    assert not ConditionsSent.objects.exists()


def test_conditions_sent_in_another_way_are_recorded_with_their_day(group):
    record = noted(group, FIRST_DAY)

    assert (record.sent_date, record.letters) == (FIRST_DAY, 0)
    assert not OutboxMail.objects.exists()


def test_future_day_is_refused(group):
    day = date(2026, 5, 21)
    assert refusal_code(note_conditions, group.tournament_id, day, today=TODAY) == "in_future"  # fmt: skip


def test_recorded_note_can_be_removed_and_letters_cannot(group):
    by_hand, mailed = noted(group), sent(group)

    take_back_conditions(by_hand.pk, acting=acting())

    assert refusal_code(take_back_conditions, by_hand.pk) == "gone"
    assert refusal_code(take_back_conditions, mailed.pk) == "mailed"
    assert list(ConditionsSent.objects.all()) == [mailed]


def test_conditions_of_a_cancelled_tournament_are_not_sent(group):
    cancel_tournament(group.tournament_id, acting=acting())

    assert (
        refusal_code(send_conditions, group.tournament_id, TEXT, today=TODAY) == "state"
    )


def test_database_refuses_letters_without_text(group):
    record = sent(group)
    with (
        pytest.raises(IntegrityError, match="conditions_mailed_with_text"),
        transaction.atomic(),
    ):
        ConditionsSent.objects.filter(pk=record.pk).update(text="")


def test_merged_player_reached_by_either_card_is_not_listed_as_unreached(group):
    asa, bo, cia = group.entries.order_by("pairing_number")
    reached = UserFactory(email="cia@example.org", player=member()).player
    for merged_card, remaining_card in ((cia.player, reached), (asa.player, member())):
        plan = MergeDraft(merged_card.pk, remaining_card.pk, "One person")
        made = propose_merge(plan, acting=acting(officer()))
        confirm_merge(made.pk, acting=acting(officer()))

    assert recipients_of(group.tournament).without == {bo.player_id}


def test_sent_text_is_stripped_and_records_its_time(group):
    by = acting(UserFactory())

    record = sent(group, f"\n {TEXT} \n", acting=by)

    assert (record.text, OutboxMail.objects.get().body) == (TEXT, f"{TEXT}\n")
    assert (record.recorded_by_id, record.recorded_at) == (by.person_id, by.at)


def test_only_the_named_note_is_removed(group):
    first, second = noted(group, FIRST_DAY), noted(group)

    take_back_conditions(first.pk, acting=acting())

    assert list(ConditionsSent.objects.all()) == [second]
