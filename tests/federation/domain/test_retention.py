"""What is older than it is to be kept is cleared; the rest stays."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from federation.domain.mail import write_letter
from federation.domain.retention import clear_old
from federation.models import AccountEvent, JoiningRequest, OutboxMail
from ratings.models import ImportBlock, ImportFile, ImportPlayer
from tests.factories import ClubFactory, PlayerFactory, UserFactory, chess_pool

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
NONE_KEPT = (
    "KEEP_LETTERS_DAYS",
    "KEEP_JOINING_DAYS",
    "KEEP_SIGN_IN_DAYS",
    "KEEP_IMPORTS_DAYS",
    "KEEP_AUDIT_DAYS",
)


@pytest.fixture(autouse=True)
def kept_for_a_hundred_days(settings):
    for name in NONE_KEPT:
        setattr(settings, name, 100)


def two_ages():
    now = timezone.now()
    return now - 101 * DAY, now - 99 * DAY


def test_letters_that_left_long_ago_are_cleared_and_those_that_wait_are_not():
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


def test_sign_ins_go_with_their_copy_in_the_audit_log():
    user = UserFactory()
    for at in two_ages():
        AccountEvent.objects.create(at=at, kind="signed_in", user=user)
    assert clear_old(at=timezone.now())["KEEP_SIGN_IN_DAYS"] == 1
    copies = apps.get_model("federation", "AccountEventEvent").objects
    assert (AccountEvent.objects.count(), copies.count()) == (1, 1)


def test_finished_joining_requests_go_with_every_version_of_theirs():
    user, club = UserFactory(), ClubFactory()
    for at, number in zip(two_ages(), ("1-1", "2-2"), strict=True):
        JoiningRequest.objects.create(
            club=club, number=number, from_date=at.date(), asked_by=user,
            asked_at=at - DAY, expires_at=at, state="expired", settled_at=at,
        )  # fmt: skip
    assert clear_old(at=timezone.now())["KEEP_JOINING_DAYS"] == 1
    assert JoiningRequest.objects.get().number == "2-2"
    versions = apps.get_model("federation", "JoiningRequestEvent").objects
    assert set(versions.values_list("number", flat=True)) == {"2-2"}


@pytest.mark.parametrize(("state", "left"), [("dropped", 1), ("review", 2)])
def test_files_of_history_lose_their_bytes_and_rows_when_they_have_ended(state, left):
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


def test_old_versions_are_cleared_from_the_audit_log_and_new_ones_stay():
    player = PlayerFactory()
    versions = apps.get_model("federation", "PlayerEvent").objects
    # Nobody may change a version: those of then are written as then.
    own = {"pgh_id", "pgh_created_at", "title"}
    same = ", ".join(
        each.column
        for each in versions.model._meta.fields  # noqa: SLF001
        if each.column not in own
    )
    for title, at in zip(("GM", "IM"), two_ages(), strict=True):
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


def test_nothing_is_cleared_where_it_is_kept_for_ever(settings):
    settings.KEEP_SIGN_IN_DAYS = 0
    AccountEvent.objects.create(at=two_ages()[0], kind="signed_in", user=UserFactory())
    assert "KEEP_SIGN_IN_DAYS" not in clear_old(at=timezone.now())
    assert AccountEvent.objects.count() == 1


@pytest.mark.parametrize(
    "function", ["clear_audit_events", "clear_sign_ins", "clear_joining_requests"]
)
def test_the_database_clears_nothing_of_the_last_thirty_days(function):
    before = timezone.now() - 29 * DAY
    with (
        pytest.raises(DatabaseError, match="thirty days"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"SELECT {function}(%s, 1)", [before])
