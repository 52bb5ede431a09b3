"""Rows past their retention period are deleted; the rest remains."""

import runpy
from datetime import timedelta
from importlib.util import find_spec

import pghistory.models
import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from environs import EnvValidationError

from federation.domain.four_eyes import accounts_of_player
from federation.domain.mail import write_letter
from federation.domain.retention import clear_old
from federation.models import AccountEvent, JoiningRequest, OutboxMail, User
from ratings.models import ImportBlock, ImportFile, ImportPlayer
from tests import database
from tests.factories import ClubFactory, PlayerFactory, UserFactory, chess_pool

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
committed = pytest.mark.django_db(transaction=True)
KEPT = {
    "KEEP_LETTERS_DAYS": 100,
    "KEEP_JOINING_DAYS": 100,
    "KEEP_SIGN_IN_DAYS": 100,
    "KEEP_IMPORTS_DAYS": 100,
    "KEEP_AUDIT_DAYS": 2000,
}


@pytest.fixture(autouse=True)
def kept_for_so_many_days(settings):
    for name, days in KEPT.items():
        setattr(settings, name, days)


def two_ages(days=100):
    now = timezone.now()
    return now - (days + 1) * DAY, now - (days - 1) * DAY


def written_at(versions, at, **about):
    """Set the time of these versions, which none of our roles can do."""
    found = list(versions.objects.filter(**about).values_list("pk", flat=True))
    with database.superuser(past_triggers=True):
        versions.objects.filter(pk__in=found).update(pgh_created_at=at)


def test_letters_sent_long_ago_are_deleted_and_waiting_ones_are_not():
    old, new = two_ages()
    for at in (old, new):
        letter = write_letter(to="a@b.example", subject="x", body="y", at=at)
        OutboxMail.objects.filter(pk=letter.pk).update(sent_at=at)
    waits = write_letter(to="w@b.example", subject="x", body="y", at=old)
    assert clear_old(at=timezone.now())["KEEP_LETTERS_DAYS"] == 1
    left = OutboxMail.objects.order_by("pk")
    assert [(each.sent_at, each.pk == waits.pk) for each in left] == [
        (new, False),
        (None, True),
    ]


def test_sign_ins_are_deleted_with_their_copy_in_the_audit_log():
    user = UserFactory()
    for at in two_ages():
        AccountEvent.objects.create(at=at, kind="signed_in", user=user)
    assert clear_old(at=timezone.now())["KEEP_SIGN_IN_DAYS"] == 1
    copies = apps.get_model("federation", "AccountEventEvent").objects
    assert (AccountEvent.objects.count(), copies.count()) == (1, 1)


@committed
def test_finished_joining_requests_are_deleted_with_all_their_versions():
    user, club = UserFactory(), ClubFactory()
    versions = apps.get_model("federation", "JoiningRequestEvent")
    for at, number in zip(two_ages(), ("1-1", "2-2"), strict=True):
        JoiningRequest.objects.create(
            club=club, number=number, from_date=at.date(), asked_by=user,
            asked_at=at - DAY, expires_at=at, state="expired", settled_at=at,
        )  # fmt: skip
        written_at(versions, at, number=number)
    assert clear_old(at=timezone.now())["KEEP_JOINING_DAYS"] == 1
    assert JoiningRequest.objects.get().number == "2-2"
    assert set(versions.objects.values_list("number", flat=True)) == {"2-2"}


def test_times_that_the_office_can_write_do_not_delete_new_rows():
    """It may write when a request ended, and when a context was last added to."""
    old = timezone.now() - 3000 * DAY
    with pghistory.context(url="/members/"):
        JoiningRequest.objects.create(
            club=ClubFactory(), number="1-1", from_date=old.date(), asked_at=old,
            asked_by=UserFactory(), expires_at=old + DAY, state="expired",
            settled_at=old + DAY,
        )  # fmt: skip
    contexts = pghistory.models.Context.objects.filter(metadata__url="/members/")
    assert contexts.update(updated_at=old) == 1
    cleared = clear_old(at=timezone.now())
    assert (cleared["KEEP_JOINING_DAYS"], cleared["KEEP_AUDIT_DAYS"]) == (0, 0)
    assert (JoiningRequest.objects.count(), contexts.count()) == (1, 1)


@committed
def test_failing_kind_does_not_delay_the_others():
    AccountEvent.objects.create(at=two_ages()[0], kind="signed_in", user=UserFactory())
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE federation_outboxmail ()")
        cleared = clear_old(at=timezone.now())
        cursor.execute("DROP TABLE pg_temp.federation_outboxmail")
    assert (cleared["KEEP_LETTERS_DAYS"], cleared["KEEP_SIGN_IN_DAYS"]) == (0, 1)


@pytest.mark.parametrize(("state", "left"), [("dropped", 1), ("review", 2)])
def test_history_files_lose_bytes_and_rows_when_they_are_finished(state, left):
    for number, at in enumerate(two_ages()):
        file = ImportFile.objects.create(
            pool=chess_pool(), name="old.csv", size=10, digest=f"d{number}",
            state=state, uploaded_by=UserFactory(), uploaded_at=at,
        )  # fmt: skip
        ImportBlock.objects.create(file=file, number=1, content=b"1")
        ImportPlayer.objects.create(file=file, place=0, last_name="Berg")
    clear_old(at=timezone.now())
    counts = (ImportBlock.objects.count(), ImportPlayer.objects.count())
    assert (*counts, ImportFile.objects.count()) == (left, left, 2)


def test_old_versions_are_deleted_from_the_audit_log_and_new_ones_remain():
    player = PlayerFactory()
    versions = apps.get_model("federation", "PlayerEvent").objects
    # No role may change a version, so old ones are inserted with their time.
    own = {"pgh_id", "pgh_created_at", "title"}
    same = ", ".join(
        each.column
        for each in versions.model._meta.fields  # noqa: SLF001
        if each.column not in own
    )
    for title, at in zip(("GM", "IM"), two_ages(2000), strict=True):
        with connection.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO federation_playerevent ({same}, title, pgh_created_at)"  # noqa: S608
                f" SELECT {same}, %s, %s FROM federation_playerevent"
                " WHERE pgh_obj_id = %s ORDER BY pgh_id LIMIT 1",
                [title, at, player.pk],
            )
    clear_old(at=timezone.now())
    left = versions.filter(pgh_obj=player.pk).order_by("pk")
    assert [each.title for each in left] == ["", "IM"]


@committed
def test_links_between_accounts_and_players_are_never_deleted():
    """They permanently decide what the account may not agree to."""
    player = PlayerFactory()
    user = UserFactory(player=player)
    User.objects.filter(pk=user.pk).update(name="Renamed")
    User.objects.filter(pk=user.pk).update(player=None)
    versions = apps.get_model("federation", "UserEvent")
    written_at(versions, timezone.now() - 5000 * DAY, pgh_obj=user.pk)
    clear_old(at=timezone.now())
    left = versions.objects.filter(pgh_obj=user.pk).values_list("name", flat=True)
    assert list(left) == ["Renamed"]
    assert accounts_of_player(player.pk) == {user.pk}


def test_zero_days_keep_rows_for_ever(settings):
    settings.KEEP_SIGN_IN_DAYS = 0
    AccountEvent.objects.create(at=two_ages()[0], kind="signed_in", user=UserFactory())
    assert "KEEP_SIGN_IN_DAYS" not in clear_old(at=timezone.now())
    assert AccountEvent.objects.count() == 1


FUNCTIONS = {
    "clear_audit_events": "KEEP_AUDIT_DAYS",
    "clear_sign_ins": "KEEP_SIGN_IN_DAYS",
    "clear_joining_requests": "KEEP_JOINING_DAYS",
}


def called(function, before, most):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [before, most])
        return cursor.fetchone()[0]


@pytest.mark.parametrize(("function", "kept_by"), FUNCTIONS.items())
def test_database_deletes_nothing_newer_than_the_settings_allow(
    settings, function, kept_by
):
    least = settings.LEAST_DAYS[kept_by]
    for before in (timezone.now() - (least - 1) * DAY, None):
        with pytest.raises(DatabaseError, match=f"the last {least} days"):
            called(function, before, 1)
    assert called(function, timezone.now() - least * DAY, 1) == 0


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("most", [10_001, -1, None])
def test_database_deletes_at_most_one_batch(function, most):
    with pytest.raises(DatabaseError, match="10000 rows"):
        called(function, timezone.now() - 4000 * DAY, most)


@pytest.mark.parametrize(
    ("name", "days", "is_taken"),
    [
        ("KEEP_AUDIT_DAYS", "0", True),
        ("KEEP_AUDIT_DAYS", "1095", True),
        ("KEEP_AUDIT_DAYS", "1094", False),
        ("KEEP_SIGN_IN_DAYS", "89", False),
        ("KEEP_JOINING_DAYS", "-1", False),
        ("ERASURE_DAYS", "7", True),
        ("ERASURE_DAYS", "0", False),
    ],
)
def test_settings_below_the_database_minimum_are_refused(
    monkeypatch, name, days, is_taken
):
    monkeypatch.setenv(name, days)
    settings = find_spec("federation.settings").origin
    if is_taken:
        assert runpy.run_path(settings)[name] == int(days)
    else:
        with pytest.raises(EnvValidationError, match=name):
            runpy.run_path(settings)


def test_letters_given_up_long_ago_are_deleted_too():
    old, new = two_ages()
    for at in (old, new):
        letter = write_letter(to="a@b.example", subject="x", body="y", at=at)
        OutboxMail.objects.filter(pk=letter.pk).update(given_up_at=at)
    assert clear_old(at=timezone.now())["KEEP_LETTERS_DAYS"] == 1
    assert OutboxMail.objects.get().given_up_at == new


def test_letter_sent_after_being_given_up_is_as_old_as_its_sending():
    old, new = two_ages()
    letter = write_letter(to="a@b.example", subject="x", body="y", at=old)
    OutboxMail.objects.filter(pk=letter.pk).update(given_up_at=old, sent_at=new)
    assert clear_old(at=timezone.now())["KEEP_LETTERS_DAYS"] == 0


def test_all_old_rows_are_deleted_in_as_many_batches_as_needed(monkeypatch):
    monkeypatch.setattr("federation.domain.retention.AT_ONCE", 2)
    old, _new = two_ages()
    for _ in range(5):
        letter = write_letter(to="a@b.example", subject="x", body="y", at=old)
        OutboxMail.objects.filter(pk=letter.pk).update(sent_at=old)
    assert clear_old(at=timezone.now())["KEEP_LETTERS_DAYS"] == 5
    assert OutboxMail.objects.count() == 0
