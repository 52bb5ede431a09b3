"""The mailbox of a demo."""

import os
from pathlib import Path

import pytest
from django.core.mail import EmailMessage, get_connection
from django.urls import reverse

from federation.domain.mail import deliver_next, write_letter
from tests.factories import NOON

pytestmark = pytest.mark.django_db
MAILBOX = reverse("federation:mailbox")


@pytest.fixture
def demo(settings, tmp_path):
    settings.DEMO = True
    settings.MAIL_DELIVERY_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path / "mail"


def test_letters_of_a_demo_are_shown_newest_first(client, demo, settings):
    folder = Path(settings.EMAIL_FILE_PATH)
    for second, subject in enumerate(("First", "Återsänd: Vårcupen")):
        body = f"Hej!\n\nÖppna https://example.org/{len(subject)}/ och läs <mera>."
        write_letter(to="kerstin@example.org", subject=subject, body=body, at=NOON)
        deliver_next(at=NOON)
        # Django names files by the second: two letters may have the same name.
        [left] = set(folder.iterdir()) - set(folder.glob("letter-*"))
        file = left.rename(folder / f"letter-{second}.log")
        os.utime(file, (second, second))

    page = client.get(MAILBOX)

    letters = page.context["letters"]
    assert [each.subject for each in letters] == ["Återsänd: Vårcupen", "First"]
    assert {each.to for each in letters} == {"kerstin@example.org"}
    assert letters[1].body == "Hej!\n\nÖppna https://example.org/5/ och läs <mera>."
    words = page.content.decode()
    assert 'href="https://example.org/18/"' in words
    assert "läs &lt;mera&gt;." in words


def test_letters_in_one_file_are_separated(client, demo, settings):
    """One connection to the mail server sends all letters that wait."""
    with get_connection(settings.MAIL_DELIVERY_BACKEND) as connection:
        for number, body in enumerate(("Först\n\n" + "-" * 79 + "\n\nMer.", "Sedan")):
            letter = EmailMessage(f"Återsänd {number}", body, None, ["a@example.org"])
            connection.send_messages([letter])
    [_file] = Path(settings.EMAIL_FILE_PATH).iterdir()

    letters = client.get(MAILBOX).context["letters"]

    assert [(each.subject, each.body) for each in letters] == [
        ("Återsänd 1", "Sedan"),
        ("Återsänd 0", "Först\n\n" + "-" * 79 + "\n\nMer."),
    ]


def test_empty_mailbox_explains_where_letters_come_from(client, demo):
    page = client.get(MAILBOX, headers={"accept-language": "en"})
    assert "No letter yet" in page.content.decode()


def test_mailbox_is_404_outside_a_demo(client, settings):
    settings.DEMO = False
    assert client.get(MAILBOX).status_code == 404
