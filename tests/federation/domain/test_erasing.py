"""Erasing a person: who may do it, when, and what remains in the whole database."""

from datetime import timedelta

import pghistory.models
import pytest
from django.db import (
    DatabaseError,
    InternalError,
    ProgrammingError,
    connection,
    transaction,
)
from django.utils import timezone, translation

from federation.domain.authorship import ActionContext
from federation.domain.erasing import (
    ask_to_be_erased,
    ask_to_erase_player,
    confirm_erasure,
    erase_due,
    withdraw_erasure,
)
from federation.domain.joining import (
    WantedMember,
    request_joining,
    settle_joining,
    withdraw_joining,
)
from federation.domain.merging import merge_players
from federation.enums import RoleKind
from federation.models import Erasure, Membership, OutboxMail, Player, Suspension, User
from federation.queries.persons import open_duties, person_of_player
from tests import database
from tests.factories import (
    OFFICE,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
)
from tests.refusals import refusal_code

pytestmark = pytest.mark.django_db
committed = pytest.mark.django_db(transaction=True)


def administrator():
    return RoleFactory(kind=RoleKind.ADMINISTRATOR).user


def agreed_erasure(player):
    requested = ask_to_erase_player(
        player.pk,
        reason="Asked by letter",
        acting=ActionContext(administrator().pk, timezone.now()),
    )
    return confirm_erasure(
        requested.pk, acting=ActionContext(administrator().pk, timezone.now())
    )


def erased(player):
    erasure = agreed_erasure(player)
    database.date_back_erasure(erasure.pk)
    assert erase_due(at=timezone.now()) == 1
    return erasure


@committed
def test_erased_card_has_no_name_and_its_account_is_closed_for_good():
    player = PlayerFactory(fide_id=1712345, gender="f", title="WFM")
    user = UserFactory(player=player)
    erasure = erased(player)
    player, user = Player.objects.get(pk=player.pk), User.objects.get(pk=user.pk)
    facts = (player.full_name, player.birth_year, player.fide_id, player.gender)
    assert facts == ("N.N.", None, None, "")
    assert (player.national_id, player.visibility) == (f"E{player.pk}", "hidden")
    assert (user.name, user.is_active, user.player_id) == ("N.N.", False, None)
    assert not user.has_usable_password()
    erasure.refresh_from_db()
    assert erasure.erased_at is not None


@committed
def test_merged_card_is_erased_with_the_remaining_card():
    remaining_card = PlayerFactory()
    merged_card = PlayerFactory(merged_into=remaining_card)
    erased(merged_card)
    names = {
        card.full_name
        for card in Player.objects.filter(pk__in=[remaining_card.pk, merged_card.pk])
    }
    assert names == {"N.N."}


def test_person_with_a_card_requests_erasure_of_the_card_not_only_the_account():
    player = PlayerFactory()
    user = UserFactory(player=player)

    requested = ask_to_be_erased(acting=ActionContext(user.pk, timezone.now()))

    assert (requested.player_id, requested.user_id) == (player.pk, None)


@committed
def test_person_who_requests_erasure_is_erased_after_agreement():
    user = UserFactory()
    requested = ask_to_be_erased(acting=ActionContext(user.pk, timezone.now()))
    confirm_erasure(
        requested.pk, acting=ActionContext(administrator().pk, timezone.now())
    )
    database.date_back_erasure(requested.pk)
    assert erase_due(at=timezone.now()) == 1
    assert User.objects.get(pk=user.pk).email == f"erased-{user.pk}@invalid"


def test_nothing_is_erased_before_the_day_or_after_withdrawal():
    player = PlayerFactory()
    erasure = agreed_erasure(player)
    assert erase_due(at=timezone.now()) == 0
    withdraw_erasure(
        erasure.pk, acting=ActionContext(administrator().pk, timezone.now())
    )
    assert erase_due(at=timezone.now() + timedelta(days=400)) == 0
    assert Player.objects.get(pk=player.pk).full_name == player.full_name


def test_person_with_an_open_duty_is_not_erased():
    now, boss = timezone.now(), administrator().pk
    player = PlayerFactory()
    MembershipFactory(player=player, club=ClubFactory())
    facts = {"reason": "Letter", "acting": ActionContext(boss, now)}
    assert refusal_code(ask_to_erase_player, player.pk, **facts) == "open_duty"
    secretary = RoleFactory(kind=RoleKind.SECRETARY, club=ClubFactory()).user
    assert (
        refusal_code(ask_to_be_erased, acting=ActionContext(secretary.pk, now))
        == "open_duty"
    )


def duties(player):
    return open_duties(person_of_player(player.pk), timezone.localdate())


def test_open_duties_are_named_and_finished_ones_are_not():
    today, day = timezone.localdate(), timedelta(days=1)
    player, by = PlayerFactory(), UserFactory()
    user = UserFactory(player=player)
    club, later = ClubFactory(name="Wasa SK"), ClubFactory(name="Limhamns SK")
    for kind, days in (
        (RoleKind.SECRETARY, {"to_date": today - day}),
        (RoleKind.DEPUTY, {"from_date": today + day}),
    ):
        RoleFactory(user=user, kind=kind, club=club, **days)
    MembershipFactory(player=player, club=club, to_date=today - day)
    MembershipFactory(player=player, club=later, from_date=today + day)
    for first, last in ((today - 9 * day, today - day), (today, today)):
        Suspension.objects.create(
            player=player, from_date=first, to_date=last, reason="§4", decided_by=by
        )
    assert duties(player) == [
        "Role: Deputy secretary, Wasa SK, which an administrator can end.",
        "Member of Limhamns SK. Ask the club’s secretary to end the membership.",
        f"Suspended until {today}",
    ]


def test_merged_card_has_no_duties_beside_those_of_the_remaining_card():
    today, by = timezone.localdate(), UserFactory()
    merged_card, remaining_card, club = PlayerFactory(), PlayerFactory(), ClubFactory()
    for card in (merged_card, remaining_card):
        MembershipFactory(player=card, club=club)
    Suspension.objects.create(
        player=merged_card, from_date=today, to_date=today, reason="§4", decided_by=by
    )
    merge_players(merged_card.pk, remaining_card.pk, on=today, acting=OFFICE)
    assert duties(remaining_card) == [
        f"Member of {club}. Ask the club’s secretary to end the membership.",
        f"Suspended until {today}",
    ]
    yesterday = today - timedelta(days=1)
    Membership.objects.filter(player=remaining_card).update(to_date=yesterday)
    Suspension.objects.filter(player=remaining_card).delete()
    assert duties(remaining_card) == []


def test_open_joining_request_is_a_duty_until_it_is_answered():
    player, club, now = PlayerFactory(), ClubFactory(name="Wasa SK"), timezone.now()
    wanted = WantedMember(
        club_id=club.pk, from_date=timezone.localdate(), number=player.national_id
    )
    requested = request_joining(
        wanted, acting=ActionContext(UserFactory().pk, now), address="192.0.2.1"
    )
    settle_joining(at=now)
    assert duties(player) == ["Wasa SK asks for the player to become a member"]
    withdraw_joining(requested.pk, acting=ActionContext(requested.asked_by_id, now))
    assert duties(player) == []


def test_erasure_is_not_agreed_to_while_there_is_a_duty():
    player, now = PlayerFactory(), timezone.now()
    facts = {"reason": "Letter", "acting": ActionContext(administrator().pk, now)}
    requested = ask_to_erase_player(player.pk, **facts)
    MembershipFactory(player=player, club=ClubFactory())
    by = administrator().pk
    assert (
        refusal_code(confirm_erasure, requested.pk, acting=ActionContext(by, now))
        == "open_duty"
    )


def test_erasure_of_a_merged_card_is_requested_for_the_remaining_card():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    merge_players(
        merged_card.pk, remaining_card.pk, on=timezone.localdate(), acting=OFFICE
    )
    facts = {
        "reason": "Letter",
        "acting": ActionContext(administrator().pk, timezone.now()),
    }
    ask_to_erase_player(remaining_card.pk, **facts)
    assert refusal_code(ask_to_erase_player, merged_card.pk, **facts) == "erasure_waits"


def test_erasure_letter_is_in_the_offices_language():
    player = PlayerFactory()
    UserFactory(player=player)
    with translation.override("sv"):
        agreed_erasure(player)
    assert OutboxMail.objects.get().subject == "Your data will be erased"


@committed
def test_duty_that_arises_later_delays_the_erasure():
    player = PlayerFactory()
    database.date_back_erasure(agreed_erasure(player).pk)
    MembershipFactory(player=player, club=ClubFactory())
    assert erase_due(at=timezone.now()) == 0


def test_erasure_is_requested_only_once():
    player = PlayerFactory()
    agreed_erasure(player)
    facts = {
        "reason": "Letter",
        "acting": ActionContext(administrator().pk, timezone.now()),
    }
    assert refusal_code(ask_to_erase_player, player.pk, **facts) == "erasure_waits"


@committed
def test_erased_person_cannot_be_requested_again_but_others_can():
    player, other, user = PlayerFactory(), PlayerFactory(), UserFactory()
    erased(player)
    facts = {
        "reason": "Letter",
        "acting": ActionContext(administrator().pk, timezone.now()),
    }
    assert refusal_code(ask_to_erase_player, player.pk, **facts) == "erased_already"
    assert ask_to_erase_player(other.pk, **facts).player == other
    requested = ask_to_be_erased(acting=ActionContext(user.pk, timezone.now()))
    assert (requested.player, requested.user) == (None, user)


def test_person_is_notified_until_when_the_erasure_can_be_withdrawn():
    player = PlayerFactory()
    UserFactory(player=player, email="leaving@example.org")
    erasure = agreed_erasure(player)
    letter = OutboxMail.objects.get(to="leaving@example.org")
    assert timezone.localdate(erasure.due_at).isoformat() in letter.body


@committed
@pytest.mark.parametrize("short", ["nobody agreed", "not due", "withdrawn"])
def test_database_function_erases_only_what_two_people_agreed_to(short):
    player = PlayerFactory()
    if short == "nobody agreed":
        erasure = ask_to_erase_player(
            player.pk,
            reason="x",
            acting=ActionContext(administrator().pk, timezone.now()),
        )
    else:
        erasure = agreed_erasure(player)
    if short == "withdrawn":
        database.date_back_erasure(erasure.pk)
        withdraw_erasure(
            erasure.pk, acting=ActionContext(administrator().pk, timezone.now())
        )
    with (
        pytest.raises((InternalError, ProgrammingError), match="not agreed to"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("SELECT erase_person(%s)", [erasure.pk])
    assert Player.objects.get(pk=player.pk).full_name == player.full_name


@committed
@pytest.mark.parametrize("way", ["an account is linked", "a card is merged"])
def test_person_not_meant_at_the_agreement_is_not_erased(way):
    """Otherwise the person to be erased could be chosen after two had agreed."""
    other = PlayerFactory()
    if way == "an account is linked":
        leaving = UserFactory()
        requested = ask_to_be_erased(acting=ActionContext(leaving.pk, timezone.now()))
        confirm_erasure(
            requested.pk, acting=ActionContext(administrator().pk, timezone.now())
        )
        User.objects.filter(pk=leaving.pk).update(player=other)
    else:
        player = PlayerFactory()
        requested = agreed_erasure(player)
        Player.objects.filter(pk=other.pk).update(merged_into=player)
    database.date_back_erasure(requested.pk)
    with (
        pytest.raises((InternalError, ProgrammingError), match="whom erasure"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("SELECT erase_person(%s)", [requested.pk])
    assert erase_due(at=timezone.now()) == 0
    assert Player.objects.get(pk=other.pk).full_name == other.full_name


# --- what the database refuses even to an attacker who has the office's role
# ------------
def error_of(statement, *values):
    with (
        pytest.raises(DatabaseError) as why,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement, values)
    return str(why.value).partition("\n")[0]


CONFIRMED = (
    "UPDATE federation_erasure SET confirmed_by_id = %s, confirmed_at = {}, due_at = {}"
)


@pytest.mark.parametrize(
    ("columns", "values"),
    [
        (
            "by_one, asked_at, confirmed_by_id, confirmed_at, due_at",
            "false, now(), %s, now() - interval '30 days', now() - interval '9 days'",
        ),
        ("by_one, asked_at", "false, now() - interval '30 days'"),
        ("by_one, asked_at, closed_by_id, closed_at", "false, now(), %s, now()"),
        ("by_one, asked_at", "true, now()"),
        ("by_one, asked_at, erased_at", "false, now(), now()"),
    ],
)
def test_erasure_must_be_created_unconfirmed(columns, values):
    maker, other = administrator(), administrator()
    why = error_of(
        f"INSERT INTO federation_erasure (player_id, asked_by_id, reason, {columns})"  # noqa: S608
        f" VALUES (%s, %s, '', {values})",
        PlayerFactory().pk, maker.pk, *[other.pk] * values.count("%s"),
    )  # fmt: skip
    assert why == "an erasure is asked for now, and confirmed later"


@pytest.mark.parametrize(
    ("at", "due", "why"),
    [
        (
            "clock_timestamp() - interval '20 days'",
            "clock_timestamp()",
            "an erasure is confirmed now",
        ),
        (
            "clock_timestamp() + interval '20 days'",
            "clock_timestamp()",
            "an erasure is confirmed now",
        ),
        (
            "clock_timestamp()",
            "clock_timestamp()",
            "an erasure waits for a week at least",
        ),
        (
            "clock_timestamp()",
            "clock_timestamp() + interval '6 days'",
            "an erasure waits for a week at least",
        ),
    ],
)
def test_erasure_can_be_confirmed_only_with_the_current_time(at, due, why):
    ask_to_erase_player(
        PlayerFactory().pk,
        reason="x",
        acting=ActionContext(administrator().pk, timezone.now()),
    )
    assert error_of(CONFIRMED.format(at, due), administrator().pk) == why


@pytest.mark.parametrize(
    "change",
    [
        "due_at = now()",
        "confirmed_at = confirmed_at - interval '1 minute'",
        "confirmed_at = NULL, confirmed_by_id = NULL, due_at = NULL",
        "by_one = true",
    ],
)
def test_confirmed_erasure_cannot_be_changed(change):
    agreed_erasure(PlayerFactory())
    why = error_of(f"UPDATE federation_erasure SET {change}")  # noqa: S608
    assert why == "what was confirmed stays as it is"


def test_withdrawn_erasure_cannot_be_reopened():
    erasure = agreed_erasure(PlayerFactory())
    withdraw_erasure(
        erasure.pk, acting=ActionContext(administrator().pk, timezone.now())
    )
    why = error_of(
        "UPDATE federation_erasure SET closed_at = NULL, closed_by_id = NULL"
    )
    assert why == "an erasure that has ended stays as it is"


@pytest.mark.parametrize(
    "change",
    ["player_id = 1", "asked_by_id = 1", "asked_at = now()", "erased_at = now()"],
)
def test_office_cannot_change_an_erasure_request(change):
    agreed_erasure(PlayerFactory())
    why = error_of(f"UPDATE federation_erasure SET {change}")  # noqa: S608
    assert why == "permission denied for table federation_erasure"


@committed
def test_failing_erasure_does_not_delay_others():
    players = [PlayerFactory() for _ in range(3)]
    for player in players:
        database.date_back_erasure(agreed_erasure(player).pk)
    with database.superuser(), connection.cursor() as cursor:
        cursor.execute(
            "ALTER TABLE federation_player ADD CONSTRAINT stays CHECK (id <> %s OR"
            " last_name <> 'N.N.')",
            [players[1].pk],
        )
    try:
        assert erase_due(at=timezone.now()) == 2
    finally:
        with database.superuser(), connection.cursor() as cursor:
            cursor.execute("ALTER TABLE federation_player DROP CONSTRAINT stays")
    names = Player.objects.filter(pk__in=[each.pk for each in players])
    left = names.order_by("pk").values_list("last_name", flat=True)
    assert list(left) == ["N.N.", players[1].last_name, "N.N."]
    assert erase_due(at=timezone.now()) == 1


HOSTILE = [
    "user",
    "true",
    'user": 1, "url',
    '", "user": 1',
    '"url": "/members/"',
    "N.N. url",
    '/members/", "user',
]


@committed
def test_chosen_name_does_not_corrupt_the_audit_log_of_others():
    player, other = PlayerFactory(), PlayerFactory()
    user, editor = UserFactory(player=player), UserFactory(pk=1)
    for name in HOSTILE:
        User.objects.filter(pk=user.pk).update(name=name)
    with pghistory.context(user=editor.pk, url="/members/", true=True):
        Player.objects.filter(pk=other.pk).update(title="GM")
    contexts = pghistory.models.Context.objects
    [context_before] = contexts.filter(metadata__url="/members/")
    before = context_before.metadata
    erased(player)
    context_before.refresh_from_db()
    assert (
        context_before.metadata
        == before
        == {"user": 1, "url": "/members/", "true": True}
    )


def swept(said):
    words = ["Anna Berg", "Berg, Anna", "Åsa Öberg", "anna@berg.example", "1234567"]
    with database.superuser(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT regexp_replace(%s, pattern_of_words(%s), 'N.N.', 'gi')",
            [said, words],
        )
        return cursor.fetchone()[0]


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("Anna Berg, Berg, Anna", "N.N., N.N."),
        ("Anna Bergs parti", "N.N.s parti"),
        ("partiet är ANNA BERGS", "partiet är N.N.S"),
        ("Berg Anna", "N.N."),
        ("Berg,Anna;1990", "N.N.;1990"),
        ("anna_berg.csv", "N.N..csv"),
        ("parti_berg_anna_2026.csv", "parti_N.N._2026.csv"),
        ("Anna\u00a0Berg", "N.N."),
        ("A\u030asa O\u0308berg", "N.N."),
        ("åsa O\u0308bergs", "N.N.s"),
        ("to anna@berg.example, 1234567", "to N.N., N.N."),
    ],
)
def test_name_is_found_in_free_text_in_any_form(said, left):
    assert swept(said) == left


@pytest.mark.parametrize(
    "said",
    [
        "Anna Bergström",
        "Anna Bergsson",
        "Johanna Berg",
        "Annas Berg",
        "Annas parti mot Bergs",
        "Bergs Anna",
        "Berg mot Anna",
        "Anna Berg\u030a",
        "Asa Öberg",
        "anna_berg@other.example",
        "anna_berg_2@other.example",
        "an_anna@berg.example",
        "12345678",
    ],
)
def test_name_of_somebody_else_stays_in_free_text(said):
    assert swept(said) == said


def test_name_with_a_quotation_mark_is_found_in_json():
    with database.superuser(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT to_jsonb(%s::text)::text ~* pattern_of_words(%s)",
            ['Bo "Bosse" (Ek) mot', ['Bo "Bosse" (Ek)']],
        )
        assert cursor.fetchone() == (True,)


def test_erasure_request_without_a_reason_is_refused():
    facts = {
        "reason": " \n",
        "acting": ActionContext(administrator().pk, timezone.now()),
    }
    assert refusal_code(ask_to_erase_player, PlayerFactory().pk, **facts) == "reason"
    assert Erasure.objects.count() == 0


def test_erasure_is_due_a_fixed_number_of_days_after_the_agreement(settings):
    settings.ERASURE_DAYS = 20
    erasure = agreed_erasure(PlayerFactory())
    assert erasure.due_at - erasure.confirmed_at == timedelta(days=20)


def test_erasure_is_agreed_to_once_and_records_who_did_what():
    erasure, by, now = (
        agreed_erasure(PlayerFactory()),
        administrator().pk,
        timezone.now(),
    )
    assert (
        refusal_code(confirm_erasure, erasure.pk, acting=ActionContext(by, now))
        == "settled"
    )
    withdraw_erasure(erasure.pk, acting=ActionContext(by, now))
    erasure.refresh_from_db()
    assert (erasure.closed_by_id, erasure.closed_at) == (by, now)
    assert erasure.asked_by_id != erasure.confirmed_by_id != by
    assert (
        refusal_code(withdraw_erasure, erasure.pk, acting=ActionContext(by, now))
        == "settled"
    )


def test_all_accounts_of_the_person_are_notified_and_no_others():
    remaining_card, other = PlayerFactory(), UserFactory(player=PlayerFactory())
    merged_card = PlayerFactory(merged_into=remaining_card)
    accounts = [UserFactory(player=card) for card in (remaining_card, merged_card)]
    agreed_erasure(remaining_card)
    addresses = OutboxMail.objects.order_by("pk").values_list("to", flat=True)
    assert list(addresses) == [each.email for each in accounts]
    assert other.email not in addresses
