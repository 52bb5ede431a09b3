"""Every letter has a greeting, a link to a page, and a signature."""

import ast
import re
from pathlib import Path

from script.checkout import ROOT

APPS = ("federation", "ratings", "tournaments")
OWN_WORDS = {
    "federation/domain/mail.py",  # writes the signed letters
    "federation/outbox.py",  # Django's own: templates that greet and sign
    "federation/domain/accounts/invitation_letters.py",  # a template too
    "tournaments/domain/conditions.py",  # the words of the organiser, unchanged
}
TEMPLATES = ROOT / "templates"


def calls(path: Path) -> bool:
    text = path.read_text()
    return " write_letter(" in text and "def write_letter(" not in text


def test_only_letters_that_greet_by_themselves_are_written_without_a_signature():
    modules = [path for app in APPS for path in (ROOT / app).rglob("*.py")]
    callers = {str(path.relative_to(ROOT)) for path in modules if calls(path)}
    assert callers | {"federation/domain/mail.py"} == OWN_WORDS


def test_every_letter_template_greets_and_signs():
    letters = [*TEMPLATES.rglob("*_message.txt"), *TEMPLATES.rglob("letters/*.txt")]
    base = '{% extends "account/email/base_'
    own = [path for path in letters if not path.read_text().startswith(base)]
    assert len(letters) > 10
    for path in [*own, TEMPLATES / "account" / "email" / "base_letter.txt"]:
        text = path.read_text()
        assert "Hello" in text, path
        assert "Regards," in text, path


def functions_of(path: Path) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(path.read_text())
    found = (each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef))
    return {each.name: each for each in found}


def names_in(functions: dict[str, ast.FunctionDef], name: str) -> set[str]:
    """Return the names in a function and in the functions of the module that it calls."""
    named, ahead = set(), [name]
    while ahead:
        tree = functions[ahead.pop()]
        own = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)}
        ahead += [each for each in own - named if each in functions]
        named |= own
    return named


def test_every_letter_has_a_link():
    without, writers = [], 0
    for path in (path for app in APPS for path in (ROOT / app).rglob("*.py")):
        if "write_signed_letter" not in path.read_text() or path.name == "mail.py":
            continue
        functions = functions_of(path)
        for name, tree in functions.items():
            if "write_signed_letter" not in names_in({name: tree}, name):
                continue
            writers += 1
            # Arguments are in the functions that call it.
            callers = [each for each in functions if name in names_in(functions, each)]
            around = [name, *callers]
            if not any("link_to" in names_in(functions, each) for each in around):
                without.append(f"{path.relative_to(ROOT)}: {name}")
    assert without == []
    assert writers >= 12


OTHERWISE = "{% block otherwise %}"
LINKS = re.compile(r"{{ (?:\w+_url|reset_page|address) }}")


def test_every_letter_template_has_a_link():
    letters = [*TEMPLATES.rglob("*_message.txt"), *TEMPLATES.rglob("letters/*.txt")]
    bases = TEMPLATES / "account" / "email"
    without = []
    for path in letters:
        text = path.read_text()
        if '"account/email/base_notification.txt"' in text and OTHERWISE not in text:
            text += (bases / "base_notification.txt").read_text()
        if not LINKS.search(text):
            without.append(path.name)
    assert without == ["email_changed_message.txt"], "there no page helps"
