"""Internal reasons of the office are shown only to those concerned: no public page
shows a reason from a column that is not public, and every form with a reason says who
reads it.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django import forms
from django.db import IntegrityError, connection, transaction
from django.db.backends.utils import CursorWrapper

from federation.domain.authorship import ActionContext
from federation.enums import AnsweredAs, JoiningState, RoleKind
from federation.forms.reasons import ReasonField
from federation.models import JoiningRequest, Player, User
from ratings.enums import ClaimScope, ClaimState, DecisionKind
from ratings.ledger.domain.reports import hold_report
from ratings.merges.domain.merges import MergeDraft, propose_merge
from ratings.models import Claim, ClaimAnswer, ReportWarning
from tests import database
from tests.architecture.every_page.asking import address, request_as
from tests.architecture.every_page.pages import PAGES
from tests.architecture.kept_private.reasons import (
    APPS,
    COPIED,
    READ_BY,
    WORDS,
    Reader,
    written_columns,
)
from tests.architecture.world import World, build_world
from tests.factories import NOON, PlayerFactory, RoleFactory, UserFactory
from tests.ratings.rating_lists import SPRING, decided, up_to_date
from tournaments.enums import SectionPairing
from tournaments.forms.playing import AnswersForm
from tournaments.models import KeptApart, RoundPairing, Section, Team

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[3]
PUBLIC = [page for page in PAGES if "nobody" in (page.get or ())]
NOT_WHY = {
    ("Sample", "comment"): "the style guide's form goes nowhere",
    ("ConditionsForm", "text"): "a letter: the page says to whom it goes",
    ("KeepApartForm", "reason"): "one line, whose help says that organisers read it",
    ("PasteForm", "text"): "a list of players",
    ("NewMembersForm", "text"): "a list of people",
    ("ApplicationForm", "prizes"): "the prizes, which the conditions name",
    ("EditionForm", "table"): "numbers",
    ("RenjuTournamentForm", "games"): "numbers",
    ("RenjuTournamentForm", "players"): "numbers",
}
"""Fields of long texts that are no reasons."""


def test_every_text_column_has_its_readers_declared():
    assert written_columns().keys() == READ_BY.keys()


def test_every_public_reason_column_has_an_internal_one():
    for label in READ_BY:
        model, _dot, name = label.rpartition(".")
        if name.startswith("public_"):
            assert READ_BY[label] == Reader.EVERYBODY
            assert f"{model}.{name.removeprefix('public_')}" in READ_BY


@pytest.fixture(scope="module")
def acted_world(django_db_setup, django_db_blocker) -> Iterator[World]:
    """Build a world with every act of the office that a public page shows. It is built
    by a database superuser, who may write into history too.
    """
    with django_db_blocker.unblock(), database.superuser(), transaction.atomic():
        world = build_world()
        _act(world)
        yield world
        transaction.set_rollback(True)


def _act(world: World) -> None:
    officer = RoleFactory(kind=RoleKind.RATING_OFFICER).user
    acting = ActionContext(officer.pk, NOON)
    report = world.rows["report"]
    ReportWarning.objects.create(report_id=report, kind="full_day", answer="So it was")
    ClaimAnswer.objects.create(
        claim_id=world.rows["claim"], agrees=False, text="No", by=officer, at=NOON
    )
    Claim.objects.filter(pk=world.rows["claim"]).update(
        state=ClaimState.ALLOWED, scope=ClaimScope.RATING, reason="Seen",
        decided_by=officer, decided_at=NOON, outcome=report,
        lifted_by=officer, lifted_at=NOON, lifted_reason="Mistaken",
    )  # fmt: skip
    User.objects.filter(pk=UserFactory().pk).update(
        is_active=False, closed_at=NOON, closed_reason="Left"
    )
    JoiningRequest.objects.filter(pk=world.rows["asked_of_club"]).update(
        state=JoiningState.DECLINED, answered_as=AnsweredAs.CLUB, settled_at=NOON,
        settled_by=world.users["secretary"], reason="Owes us",
    )  # fmt: skip
    section = Section.objects.get(pk=world.rows["section"])
    section.planned_rounds, section.rounds_reason = section.rounds + 1, "Flooded"
    section.save(update_fields=["planned_rounds", "rounds_reason"])
    RoundPairing.objects.create(
        section=section, round=1, system=SectionPairing.MONRAD,
        change_reason="One left", published_at=NOON, changed_by=officer,
        changed_at=NOON,
    )  # fmt: skip
    one, other = section.entries.order_by("pk")
    KeptApart.objects.create(
        section=section, one=one, other=other, is_strict=True, reason="Married"
    )
    Team.objects.filter(pk=world.rows["team"]).update(
        withdrawn_at=NOON, withdrawn_by=officer, withdrawal_reason="Too few"
    )
    hold_report(report, "Bertil was ill", public_reason="A check", acting=acting)
    rated = Player.objects.get(pk=world.rows["rated"])
    decided(rated, 7, kind=DecisionKind.ADJUSTMENT, on=SPRING, reason="In prison")
    twins = PlayerFactory(), PlayerFactory()
    propose_merge(MergeDraft(*(each.pk for each in twins), "Twins"), acting=acting)
    up_to_date()


def test_no_public_page_shows_an_internal_reason(acted_world):
    internal = {
        label
        for label, reader in READ_BY.items()
        if reader in (Reader.CONCERNED, Reader.OFFICE)
    }
    marked = {label for label in internal if mark(label)}
    assert marked == internal

    assert len(PUBLIC) > 30
    assert public_marks(acted_world, internal) == set()


def test_public_reason_is_shown(acted_world):
    public = {label for label, reader in READ_BY.items() if reader == Reader.EVERYBODY}
    assert {label for label in public if mark(label)} == public

    shown = {label for _page, label in public_marks(acted_world, public)}

    assert shown == public - COPIED.keys()
    assert shown >= set(COPIED.values())


def public_marks(world, labels: set[str]) -> set[tuple[str, str]]:
    """Return the marks that appear on public pages, with the page."""
    return {
        (page.name, label)
        for page in PUBLIC
        for label in labels & set(_marks_on(world, page))
    }


def _marks_on(world, page) -> list[str]:
    answer = request_as(world, "nobody", "get", address(page, world))
    shown = answer.getvalue().decode(errors="replace")
    return re.findall(r"«([A-Za-z._]+)»", shown)


def mark(label: str) -> int:
    """Write the name of the column into all its rows, or, if a constraint forbids that,
    into those that have a reason; return how many.
    """
    field = written_columns()[label]
    table, column = field.model._meta.db_table, field.column  # noqa: SLF001
    for rows in ("true", f"{column} <> ''"):
        sql = f"UPDATE {table} SET {column} = %s WHERE {rows}"  # noqa: S608 (our own)
        try:
            with past_triggers() as cursor:
                cursor.execute(sql, [f"«{label}»"])
                return cursor.rowcount
        except IntegrityError:
            continue
    return 0


@contextmanager
def past_triggers() -> Iterator[CursorWrapper]:
    role = "SET LOCAL session_replication_role = "
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(role + "replica")
        yield cursor
        cursor.execute(role + "origin")


def test_every_form_with_a_reason_says_who_reads_it():
    silent = {
        (form.__name__, name)
        for form in all_forms()
        for name, field in form.base_fields.items()
        if asks_why(name, field) and not isinstance(field, ReasonField)
    }

    assert silent == set(NOT_WHY)
    answer_field = AnswersForm(kinds=["full_day"]).fields["full_day"]
    assert isinstance(answer_field, ReasonField)


def test_no_page_requests_a_reason_outside_of_a_form():
    """Otherwise the page says who reads it, with the component for reasons."""
    asking = {
        str(path.relative_to(ROOT / "templates"))
        for path in (ROOT / "templates").rglob("*.html")
        if "<textarea" in path.read_text()
    }
    of_a_file = "tournaments/player_lists/import_review.html"
    fields = {"components/reason_box.html", "allauth/elements/field.html"}
    assert asking == fields | {of_a_file}
    for path in (ROOT / "templates").rglob("*.html"):
        for box in re.findall(
            r'include "components/reason_box.html"[^%]*', path.read_text()
        ):
            assert "readers=" in box


def asks_why(name: str, field: forms.Field) -> bool:
    if not isinstance(field, forms.CharField):
        return False
    return type(field.widget) is forms.Textarea or any(word in name for word in WORDS)


def all_forms() -> Iterator[type[forms.BaseForm]]:
    for label in APPS:
        package = importlib.import_module(label)
        for each in pkgutil.walk_packages(package.__path__, f"{label}."):
            if "forms" in each.name or ".views" in each.name:
                importlib.import_module(each.name)
    waiting: list[type[forms.BaseForm]] = [forms.BaseForm]
    while waiting:
        form = waiting.pop()
        waiting += form.__subclasses__()
        if form.__module__.startswith(APPS):
            yield form
