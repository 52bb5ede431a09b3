from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection, transaction

from federation.domain.mail import (
    CLAIM,
    MAX_ATTEMPTS,
    deliver_next,
    link_to,
    try_again,
    write_letter,
)
from federation.domain.refusal import RegisterRefusal
from federation.models import OutboxMail
from federation.tasks import send_mail
from tests.factories import NOON
from tests.races import together

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)
HERE = "tests.federation.domain.test_mail"
MINUTE = timedelta(minutes=1)


class DeadServer(BaseEmailBackend):
    def send_messages(self, messages):
        raise ConnectionRefusedError("nobody answers at the mail server")


class Choosy(BaseEmailBackend):
    """Accepts letters, but fails for one address."""

    taken: list[str] = []

    def send_messages(self, messages):
        for message in messages:
            if "choke" in message.to[0]:
                raise ValueError("an address that is none")
            self.taken.append(message.to[0])
        return len(messages)


class Watcher(BaseEmailBackend):
    """Accepts letters, and records what another connection sees and may do during that."""

    seen: list[tuple] = []

    def send_messages(self, messages):
        [self.answer] = together(self._look)
        if isinstance(self.answer, Exception):
            raise self.answer
        self.seen.append((connection.in_atomic_block, *self.answer))
        return len(messages)

    @staticmethod
    def _look():
        with transaction.atomic():
            letter = OutboxMail.objects.select_for_update(nowait=True).get()
        return letter.attempts, letter.claimed_until


class Deadly(BaseEmailBackend):
    """The worker dies while it communicates with the server."""

    def send_messages(self, messages):
        raise KeyboardInterrupt


def deliver_letters(*, at):
    """Deliver all due letters; return how many were sent."""
    tried = iter(lambda: deliver_next(at=at), None)
    return sum(tried)


def letter_at(at, to="eva@example.org", body="A secret"):
    return write_letter(to=to, subject="Hej", body=body, at=at)


def test_letter_is_a_readable_file_without_a_mail_server(settings, now):
    settings.MAIL_DELIVERY_BACKEND = "federation.outbox.LettersInFiles"
    write_letter(
        to="eva@example.org", subject="Inbjudan till Åsa", body="Hej på dig", at=now
    )
    assert deliver_letters(at=now) == 1
    [path] = Path(settings.EMAIL_FILE_PATH).iterdir()
    letter = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert (letter["To"], letter["Subject"]) == ("eva@example.org", "Inbjudan till Åsa")
    assert letter.get_content().splitlines()[0] == "Hej på dig"
    modes = [each.stat().st_mode & 0o777 for each in (path.parent, path)]
    assert modes == [0o700, 0o600]


def test_letter_is_sent_once_and_its_secret_is_deleted(settings, now):
    settings.MAIL_DELIVERY_BACKEND = f"{HERE}.Choosy"
    letter = letter_at(now)
    assert [deliver_letters(at=now) for _ in range(2)] == [1, 0]
    letter.refresh_from_db()
    assert (letter.sent_at, letter.body) == (now, "")


def test_failing_letter_waits_longer_each_time_and_is_given_up(settings, now):
    settings.MAIL_DELIVERY_BACKEND = f"{HERE}.DeadServer"
    letter, waits, at = letter_at(now), [], now
    while letter.given_up_at is None:
        deliver_letters(at=at)
        letter.refresh_from_db()
        waits.append((letter.next_attempt_at - at) // MINUTE)
        at = letter.next_attempt_at
    assert waits == [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
    assert (letter.attempts, len(waits)) == (MAX_ATTEMPTS, MAX_ATTEMPTS)
    assert letter.error == "nobody answers at the mail server"
    assert (deliver_letters(at=at), letter.body) == (0, "A secret")


def test_letter_is_not_tried_before_its_time(settings, now):
    settings.MAIL_DELIVERY_BACKEND = f"{HERE}.DeadServer"
    letter = letter_at(now)
    deliver_letters(at=now)
    deliver_letters(at=now + MINUTE)
    letter.refresh_from_db()
    assert letter.attempts == 1


def test_undeliverable_letter_does_not_delay_the_following_ones(settings, now):
    settings.MAIL_DELIVERY_BACKEND = f"{HERE}.Choosy"
    Choosy.taken.clear()
    bad = letter_at(now, to="choke@example.org")
    letter_at(now + MINUTE, to="after@example.org")
    assert deliver_letters(at=now + MINUTE) == 1
    bad.refresh_from_db()
    assert (Choosy.taken, bad.error) == (
        ["after@example.org"],
        "an address that is none",
    )


def test_letter_that_was_given_up_can_be_tried_again(settings, now):
    letter = letter_at(now)
    OutboxMail.objects.update(attempts=MAX_ATTEMPTS, given_up_at=now)
    OutboxMail.objects.update(error="nobody answers at the mail server")
    try_again(letter.pk, at=now)
    settings.MAIL_DELIVERY_BACKEND = f"{HERE}.Choosy"
    assert deliver_letters(at=now) == 1
    letter.refresh_from_db()
    assert (letter.sent_at, letter.error) == (now, "")
    with pytest.raises(RegisterRefusal, match=r"^sent_already$"):
        try_again(letter.pk, at=now)


def test_letter_with_an_expired_claim_can_be_tried_again(settings, now):
    settings.MAIL_DELIVERY_BACKEND = f"{HERE}.Deadly"
    letter = letter_at(now)
    with pytest.raises(KeyboardInterrupt):
        deliver_next(at=now)
    assert try_again(letter.pk, at=now + CLAIM).next_attempt_at == now + CLAIM


@at_once
def test_no_transaction_is_open_while_the_mail_server_is_contacted(settings, now):
    settings.MAIL_DELIVERY_BACKEND = f"{HERE}.Watcher"
    Watcher.seen.clear()
    letter = letter_at(now)
    deliver_letters(at=now)
    assert Watcher.seen == [(False, 1, now + CLAIM)]
    letter.refresh_from_db()
    assert (letter.sent_at, letter.claimed_until) == (now, None)


@at_once
def test_delivery_inside_a_transaction_is_refused(settings, now):
    settings.MAIL_DELIVERY_BACKEND = f"{HERE}.Choosy"
    letter_at(now)
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        deliver_next(at=now)


def test_letter_of_a_dead_worker_is_sent_after_its_claim_expires(settings, now):
    settings.MAIL_DELIVERY_BACKEND = f"{HERE}.Deadly"
    letter = letter_at(now)
    with pytest.raises(KeyboardInterrupt):
        deliver_next(at=now)
    settings.MAIL_DELIVERY_BACKEND = f"{HERE}.Choosy"
    assert deliver_letters(at=now + CLAIM - MINUTE) == 0
    with pytest.raises(RegisterRefusal, match=r"^being_sent$"):
        try_again(letter.pk, at=now + CLAIM - MINUTE)
    assert deliver_letters(at=now + CLAIM) == 1
    letter.refresh_from_db()
    assert (letter.attempts, letter.sent_at) == (2, now + CLAIM)


def test_letter_that_kills_its_workers_is_given_up(settings, now):
    settings.MAIL_DELIVERY_BACKEND = f"{HERE}.Deadly"
    letter, at = letter_at(now), now
    for _ in range(MAX_ATTEMPTS):
        with pytest.raises(KeyboardInterrupt):
            deliver_next(at=at)
        at += CLAIM
    assert deliver_next(at=at) is None
    letter.refresh_from_db()
    assert letter.given_up_at == at


def test_letter_has_the_same_message_id_at_each_attempt(settings, now, tmp_path):
    settings.MAIL_DELIVERY_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    letter = letter_at(now)
    names = []
    for attempt in range(2):
        settings.EMAIL_FILE_PATH = tmp_path / str(attempt)
        OutboxMail.objects.update(sent_at=None, claimed_until=None)
        deliver_letters(at=now + attempt * MINUTE)
        [file] = settings.EMAIL_FILE_PATH.iterdir()
        names.append(message_from_bytes(file.read_bytes())["Message-ID"])
    assert names == [f"<letter-{letter.pk}-20260615120000000000@localhost>"] * 2


def test_django_mail_goes_through_the_outbox(settings):
    settings.EMAIL_BACKEND = "federation.outbox.OutboxBackend"
    mail.send_mail("A\tsubject", "Text", None, ["a@example.org", "b@example.org"])
    letters = OutboxMail.objects.order_by("pk").values_list("to", "subject", "body")
    assert list(letters) == [
        ("a@example.org", "A subject", "Text"),
        ("b@example.org", "A subject", "Text"),
    ]


def test_worker_delivers_due_letters(settings, now):
    settings.MAIL_DELIVERY_BACKEND = f"{HERE}.Choosy"
    letter_at(now)
    OutboxMail.objects.update(next_attempt_at="2000-01-01T00:00:00Z")
    send_mail()
    assert OutboxMail.objects.unsent().count() == 0


class SlowerThanTheClaim(BaseEmailBackend):
    """Another worker has claimed the letter before this one learns that it failed."""

    def send_messages(self, messages):
        OutboxMail.objects.update(claimed_until=NOON + 2 * CLAIM, attempts=2)
        raise ConnectionRefusedError("nobody answers")


@pytest.mark.django_db
def test_worker_with_an_expired_claim_does_not_record_an_outcome(settings):
    settings.MAIL_DELIVERY_BACKEND = f"{__name__}.SlowerThanTheClaim"
    letter = write_letter(to="eva@example.org", subject="Hej", body="x", at=NOON)

    deliver_next(at=NOON)

    letter.refresh_from_db()
    assert (letter.claimed_until, letter.error) == (NOON + 2 * CLAIM, "")


def test_letter_that_has_waited_longest_is_sent_first(settings, now):
    settings.MAIL_DELIVERY_BACKEND = f"{HERE}.Choosy"
    Choosy.taken.clear()
    letter_at(now + MINUTE, to="late@example.org")
    letter_at(now, to="early@example.org")
    deliver_letters(at=now + MINUTE)
    assert Choosy.taken == ["early@example.org", "late@example.org"]


def test_waiting_letter_is_tried_at_once_when_requested(now):
    letter = letter_at(now)
    later = now + 60 * MINUTE
    OutboxMail.objects.update(attempts=3, next_attempt_at=later + 99 * MINUTE)
    tried = try_again(letter.pk, at=later)
    assert (tried.attempts, tried.next_attempt_at) == (0, later)


@pytest.mark.parametrize(
    ("office", "link"),
    [
        ("", ""),
        ("https://rank.example", "https://rank.example/members/"),
        ("https://rank.example/", "https://rank.example/members/"),
    ],
)
def test_letter_contains_a_link_only_if_the_offices_url_is_known(
    settings, office, link
):
    settings.OFFICE_ADDRESS = office
    assert link_to("federation:members") == link


def test_long_subject_is_cut_to_one_line(now):
    letter = write_letter(to="a@b.example", subject="Åsa\n" * 60, body="x", at=now)
    assert letter.subject == ("Åsa " * 60)[:200]
    assert (letter.written_at, letter.next_attempt_at) == (now, now)
