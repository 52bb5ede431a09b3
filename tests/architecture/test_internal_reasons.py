"""Why the office acted is told to those concerned alone, unless it was written for
everybody: no page that anybody may open tells a reason from another column.
"""

import pytest
from django.apps import apps
from django.db import models
from django.db.models import Field

from federation.enums import RoleKind
from federation.models import Player
from ratings.enums import DecisionKind
from ratings.ledger.domain.reports import hold_report
from ratings.pools.domain.postings import ActionContext
from tests.architecture.asking import address, request_as
from tests.architecture.pages import PAGES
from tests.architecture.world import MINUTES
from tests.factories import NOON, RoleFactory
from tests.ratings.published import SPRING, decided, up_to_date

pytestmark = pytest.mark.django_db

APPS = ("federation", "ratings", "tournaments")
WORDS = ("reason", "answer", "comment")
FOR_EVERYBODY = {"ratings.Claim.reason": "the form says that everybody can read it"}
LEAST = 6
"""Shorter words may stand on a page by chance."""


@pytest.fixture
def acted(world):
    """Somebody in office has stopped a report and moved a rating."""
    acting = ActionContext(RoleFactory(kind=RoleKind.RATING_OFFICER).user_id, NOON)
    report = world.rows["report"]
    hold_report(
        report,
        "Bertil was ill that day",
        public_reason="A result is being checked",
        acting=acting,
    )
    rated = Player.objects.get(pk=world.rows["rated"])
    decided(
        rated, 7, kind=DecisionKind.ADJUSTMENT, on=SPRING, reason="He was in prison"
    )
    up_to_date()
    return world


def test_no_public_page_tells_a_reason_that_is_not_for_everybody(acted):
    reasons = internal_reasons()
    assert {"Bertil was ill that day", "He was in prison", MINUTES} <= reasons.keys()

    public = [page for page in PAGES if "nobody" in (page.get or ())]
    assert len(public) > 30
    told = {
        (page.name, reasons[words])
        for page in public
        for words in told_of(acted, page, reasons)
    }

    assert told == set()


def test_what_is_for_everybody_is_told(acted):
    [page] = [page for page in PAGES if page.name == "tournaments:tournament"]
    assert told_of(acted, page, ["A result is being checked"])


def told_of(world, page, reasons):
    shown = (
        request_as(world, "nobody", "get", address(page, world))
        .getvalue()
        .decode(errors="replace")
    )
    return [words for words in reasons if words in shown]


def internal_reasons() -> dict[str, str]:
    """Where each stands that was not written for everybody."""
    return {
        text: column
        for column, field in reason_fields()
        for text in field.model.objects.values_list(field.name, flat=True)
        if text and len(text) >= LEAST
    }


def reason_fields() -> list[tuple[str, Field]]:
    fields = {
        f"{model._meta.label}.{field.name}": field  # noqa: SLF001
        for label in APPS
        for model in apps.get_app_config(label).get_models()
        for field in model._meta.get_fields()  # noqa: SLF001
        if isinstance(field, models.CharField | models.TextField)
        and not field.choices
        and any(word in field.name for word in WORDS)
        and not field.name.startswith("public_")
    }
    assert fields.keys() >= FOR_EVERYBODY.keys()
    return [item for item in fields.items() if item[0] not in FOR_EVERYBODY]
