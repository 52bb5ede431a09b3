"""Sanctions in each state, made by the acts of the office."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from federation.models import User
from tests.factories import NOON, RoleFactory, UserFactory, acting, secretary_of
from tests.tournaments.tournaments_made import section
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.sanctions.applying import Application, apply_for_sanction
from tournaments.domain.sanctions.deciding import (
    SanctionAnswer,
    endorse_application,
    sanction_tournament,
)
from tournaments.domain.sanctions.fees import TermsDraft, set_terms
from tournaments.models import Sanction, SanctionTerms, Section


@contextmanager
def refused(code: str) -> Iterator[None]:
    """Assert that the act inside is refused with the code."""
    with pytest.raises(TournamentRefusal) as caught:
        yield
    assert caught.value.code == code


def district_officer(of: Section) -> User:
    district = of.tournament.district
    return RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=district).user


def committee_member() -> User:
    return RoleFactory(kind=RoleKind.RULES_COMMITTEE).user


def application(of: Section, **facts: Any) -> Application:
    return Application(
        **{
            "kind": "club",
            "arbiter": "Berit Alm",
            "prizes": "Three prizes in each section.",
            "classes": {of.pk: "mixed"},
            **facts,
        }
    )


def applied(
    of: Section | None = None, *, with_district: bool = True, by: User | None = None
) -> Sanction:
    of = of or section()
    if with_district:
        district_officer(of)
    by = by or secretary_of(of.tournament.organiser)
    return apply_for_sanction(of.tournament_id, application(of), acting=acting(by))


def endorsed(of: Section | None = None, *, by: User | None = None) -> Sanction:
    waiting = applied(of)
    return endorse_application(
        waiting.tournament_id, SanctionAnswer(waiting.version), acting=acting(by)
    )


def sanctioned(of: Section | None = None) -> Sanction:
    waiting = endorsed(of)
    return sanction_tournament(
        waiting.tournament_id,
        SanctionAnswer(waiting.version),
        acting=acting(committee_member()),
    )


def terms(from_date: date = date(2026, 1, 1), fee: str = "25.00") -> SanctionTerms:
    """Set terms on the day before they apply."""
    draft = TermsDraft(from_date, Decimal(fee), "Bankgiro 123-4567")
    noon_before = datetime.combine(from_date - timedelta(days=1), NOON.timetz())
    return set_terms(draft, acting=ActionContext(UserFactory().pk, noon_before))
