from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.domain.mail import write_letter
from federation.enums import RoleKind
from federation.models import OutboxMail
from tests.factories import RoleFactory

pytestmark = pytest.mark.django_db
LETTERS = reverse("federation:outbox")


@pytest.fixture(autouse=True)
def administrator(client, settings):
    settings.DEMO = True  # an officer without a second factor
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)


def written(now, **facts):
    letter = write_letter(to="eva@example.org", subject="Hej", body="S3cret", at=now)
    OutboxMail.objects.filter(pk=letter.pk).update(**facts)
    return letter


def test_unsent_letters_are_listed_without_their_content(client, now):
    written(now)
    written(now, attempts=3, error="no answer")
    written(now, attempts=10, given_up_at=now)
    written(now, sent_at=now)
    page = client.get(LETTERS).content.decode()
    assert [
        page.count(word) for word in (">Waiting<", "Tried without success", "Given up")
    ] == [
        1,
        1,
        1,
    ]
    assert "S3cret" not in page


def test_empty_outbox_is_reported(client):
    assert "All letters have been sent" in client.get(LETTERS).content.decode()


def test_letter_is_tried_again_with_a_button(client, now):
    letter = written(now, attempts=10, given_up_at=now)
    path = reverse("federation:try_again", args=[letter.pk])
    assert path in client.get(LETTERS).content.decode()
    client.post(path)
    letter.refresh_from_db()
    assert (letter.attempts, letter.given_up_at) == (0, None)


def test_sent_letter_is_not_tried_again(client, now):
    letter = written(now, sent_at=now)
    path = reverse("federation:try_again", args=[letter.pk])
    page = client.post(path, follow=True)
    assert [str(message) for message in page.context["messages"]] == [
        "The letter has already been sent."
    ]


def test_page_shows_when_the_last_letter_was_sent(client, now):
    assert client.get(LETTERS).context["last_sent_at"] is None
    written(now, sent_at=now)
    written(now - timedelta(days=1), sent_at=now - timedelta(days=1))
    written(now + timedelta(days=1))
    assert client.get(LETTERS).context["last_sent_at"] == now
    later = now + timedelta(hours=1)
    written(now - timedelta(days=1), sent_at=later)
    assert client.get(LETTERS).context["last_sent_at"] == later


def test_letter_being_sent_is_marked_and_cannot_be_tried_again(client, now):
    claim = timezone.now() + timedelta(minutes=10)
    letter = written(now, attempts=1, claimed_until=claim)
    assert "Being sent" in client.get(LETTERS).content.decode()
    path = reverse("federation:try_again", args=[letter.pk])
    page = client.post(path, follow=True)
    assert [str(message) for message in page.context["messages"]] == [
        "The letter is being sent just now."
    ]


def test_letter_of_a_dead_worker_waits_for_another_attempt(client, now):
    ended = timezone.now() - timedelta(minutes=1)
    written(now, attempts=1, claimed_until=ended)
    page = client.get(LETTERS).content.decode()
    counts = [page.count(word) for word in ("Being sent", "Tried without success")]
    assert counts == [0, 1]


def test_letter_written_last_comes_first(client, now):
    late = written(now)
    early = written(now - timedelta(days=1))
    rows = client.get(LETTERS).context["listing"].table.rows
    assert [row.record for row in rows] == [late, early]


def test_recipient_of_the_retried_letter_is_named(client, now):
    written(now)
    letter = written(now, to="bo@example.org", attempts=3)
    path = reverse("federation:try_again", args=[letter.pk])
    page = client.post(path, follow=True)
    assert [str(message) for message in page.context["messages"]] == [
        "The letter to bo@example.org will be tried again within a minute."
    ]
    assert sorted(OutboxMail.objects.values_list("attempts", flat=True)) == [0, 0]
