"""Who requests an erasure, who agrees to it and is named in the log, and its letter."""

from datetime import timedelta

import pytest
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.domain.erasing import (
    ask_to_be_erased,
    ask_to_erase_player,
    confirm_erasure,
    erase_due,
    withdraw_erasure,
)
from federation.domain.merging import merge_players
from federation.domain.refusal import RegisterRefusal
from federation.enums import RoleKind
from federation.models import Erasure, OutboxMail, Player
from federation.queries.audit import author_of
from tests import database
from tests.factories import OFFICE, PlayerFactory, RoleFactory, UserFactory
from tests.letters import message_of

pytestmark = pytest.mark.django_db
committed = pytest.mark.django_db(transaction=True)


def administrator(**facts):
    return RoleFactory(kind=RoleKind.ADMINISTRATOR, **facts).user


def request_erasure(player, *, by=None, reason="Asked by letter"):
    user_id, now = (by or administrator()).pk, timezone.now()
    return ask_to_erase_player(
        player.pk, reason=reason, acting=ActionContext(user_id, now)
    )


@pytest.mark.parametrize(
    ("of_the_office", "subject", "begins"),
    [
        ("en", "Your data will be erased", "On {day} your name and everything"),
        ("sv", "Dina uppgifter kommer att raderas", "Den {day} raderas ditt namn"),
    ],
)
def test_letter_states_the_day_in_the_offices_language_and_where_to_cancel(
    settings, of_the_office, subject, begins
):
    settings.ERASURE_DAYS, settings.OFFICE_ADDRESS = 30, "https://office.example"
    settings.LANGUAGE_CODE = of_the_office
    player = PlayerFactory()
    UserFactory(player=player, name="Åsa Ek")
    erasure, now = request_erasure(player), timezone.now()
    confirm_erasure(erasure.pk, acting=ActionContext(administrator().pk, now))
    day = timezone.localdate(now + timedelta(days=30)).isoformat()
    letter = OutboxMail.objects.get()
    says, link = message_of(letter).rstrip().split("\n\n")
    begins = begins.format(day=day)
    assert (letter.subject, says[: len(begins)], link) == (
        subject, begins, "https://office.example/me/erase/",
    )  # fmt: skip
    assert "Åsa" not in letter.body


def test_administrator_cannot_agree_to_their_own_erasure_with_any_account():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    accounts = [UserFactory(player=card) for card in (merged_card, remaining_card)]
    merge_players(
        merged_card.pk, remaining_card.pk, on=timezone.localdate(), acting=OFFICE
    )
    erasure = request_erasure(remaining_card)
    for user in accounts:
        with pytest.raises(RegisterRefusal, match=r"^four_eyes$"):
            confirm_erasure(erasure.pk, acting=ActionContext(user.pk, timezone.now()))


def test_other_account_of_the_requesting_person_cannot_agree():
    own, player = PlayerFactory(), PlayerFactory()
    card = PlayerFactory(merged_into=own)
    first, second = administrator(user__player=own), administrator(user__player=card)
    erasure = request_erasure(player, by=first)
    with pytest.raises(RegisterRefusal, match=r"^four_eyes$"):
        confirm_erasure(erasure.pk, acting=ActionContext(second.pk, timezone.now()))


def test_reason_is_stored_on_one_line_and_own_request_needs_none():
    player, user = PlayerFactory(), UserFactory()
    by_office = request_erasure(player, reason=" Asked \n by  letter ")
    by_self = ask_to_be_erased(acting=ActionContext(user.pk, timezone.now()))
    reasons = [(each.reason, each.user) for each in (by_office, by_self)]
    assert reasons == [("Asked by letter", None), ("", user)]


def test_erasure_can_be_requested_again_after_withdrawal():
    player = PlayerFactory()
    first = request_erasure(player)
    withdraw_erasure(first.pk, acting=ActionContext(administrator().pk, timezone.now()))
    second = request_erasure(player)
    assert list(Erasure.objects.open()) == [second]


@committed
def test_audit_log_names_the_administrator_who_agreed_not_the_requester():
    player, second = PlayerFactory(), administrator()
    erasure = request_erasure(player)
    confirm_erasure(erasure.pk, acting=ActionContext(second.pk, timezone.now()))
    database.date_back_erasure(erasure.pk)
    assert erase_due(at=timezone.now()) == 1
    event = Player.pgh_event_model.objects.filter(pgh_obj_id=player.pk).latest("pgh_id")
    assert (event.last_name, author_of(event)) == ("N.N.", second.pk)
