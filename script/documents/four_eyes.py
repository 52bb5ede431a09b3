"""Write docs/four-eyes.md: the table of acts and of who must agree, from the code.

python -m script.documents.four_eyes
"""

import importlib
import os
import pkgutil

import django
from django.utils import translation

from script.checkout import ROOT

PAGE = ROOT / "docs" / "four-eyes.md"
APPS = ("federation", "ratings", "tournaments")
HEAD = """# Who must agree

Every act that changes a rating, a list, a role or a rule, with who may start it and who must agree. `python -m script.documents.four_eyes` writes this page from `federation/agreements.py` and the acts that name its lines; a test compares it with them.

- Two accounts of one player are one person, also if the player's two cards were merged.
- An act that needs a second person calls `refuse_same_person` (`federation/domain/four_eyes.py`); an act that does not is rolled back with an error.
- A proposal says who made it and why, and is listed at *Waiting for you* of those who may agree. Its author can withdraw it; rejecting it needs a reason.
- Constraints in the database guarantee that two different accounts signed. With `FOUR_EYES=False` one person can do both: the row then says `by_one`, and the audit log that four eyes were waived.

"""
COLUMNS = (
    "| act | changes | who may start it | who must agree | note | functions |\n"
    "|---|---|---|---|---|---|\n"
)


def page() -> str:
    """Return the whole page as generated from the code."""
    load_acts()
    with translation.override("en"):
        return HEAD + COLUMNS + "".join(_rows())


def load_acts() -> None:
    """Import every module of `domain`, so that its acts are registered."""
    for app in APPS:
        package = importlib.import_module(app)
        for module in pkgutil.walk_packages(package.__path__, f"{app}."):
            if "domain" in module.name.split("."):
                importlib.import_module(module.name)


def _rows() -> list[str]:
    # These modules read the settings, which exist only after `django.setup`.
    from federation.agreements import AGREEMENTS  # noqa: PLC0415
    from federation.queries.matrix import agreement_table  # noqa: PLC0415

    return [
        f"| {line.says} | {line.changes} | {line.starts or '–'} |"
        f" {line.agrees or 'nobody'} | {line.note} | {_functions(matter)} |\n"
        for matter, line in zip(AGREEMENTS, agreement_table(), strict=True)
    ]


def _functions(matter: str) -> str:
    from federation.domain.four_eyes import ACTS, AgreementPart  # noqa: PLC0415

    names = [
        f"`{act.name}` ({act.part.value.replace('_', ' ')})"
        for part in AgreementPart
        for act in sorted(ACTS, key=lambda act: act.name)
        if act.matter == matter and act.part == part
    ]
    return "<br>".join(names)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
    os.environ.setdefault("SECRET_KEY", "only-to-read-the-code")
    os.environ.setdefault("RANKBOK_TESTING", "1")
    django.setup()
    PAGE.write_text(page(), "utf-8")
