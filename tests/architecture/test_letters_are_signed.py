"""Every letter greets its reader, and is signed."""

from pathlib import Path

from script.checkout import ROOT

APPS = ("federation", "ratings", "tournaments")
OWN_WORDS = {
    "federation/domain/mail.py",  # writes the signed letters
    "federation/outbox.py",  # Django's own: templates that greet and sign
    "federation/domain/accounts/invitation_letters.py",  # a template too
    "tournaments/domain/conditions.py",  # the organiser's words as they are
}
TEMPLATES = ROOT / "templates"


def calls(path: Path) -> bool:
    text = path.read_text()
    return " write_letter(" in text and "def write_letter(" not in text


def test_only_what_greets_by_itself_is_written_without_a_signature():
    modules = [path for app in APPS for path in (ROOT / app).rglob("*.py")]
    callers = {str(path.relative_to(ROOT)) for path in modules if calls(path)}
    assert callers | {"federation/domain/mail.py"} == OWN_WORDS


def test_every_template_of_a_letter_greets_and_signs():
    letters = [*TEMPLATES.rglob("*_message.txt"), *TEMPLATES.rglob("letters/*.txt")]
    base = '{% extends "account/email/base_'
    own = [path for path in letters if not path.read_text().startswith(base)]
    assert len(letters) > 10
    for path in [*own, TEMPLATES / "account" / "email" / "base_letter.txt"]:
        text = path.read_text()
        assert "Hello" in text, path
        assert "Regards," in text, path
