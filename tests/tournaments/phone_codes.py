"""Phone codes for tests, made by the act of the office."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.models import User
from tests.factories import secretary_of
from tournaments.domain.phone.codes import (
    PhoneCodeDraft,
    PhoneCodeGiven,
    give_phone_code,
)
from tournaments.models import Section


def given(
    section: Section, label: str = "Helper", *, by: User | None = None, **facts: Any
) -> PhoneCodeGiven:
    """Give out a code of the section, valid for an hour unless the facts say otherwise;
    by a secretary of the organising club unless another giver is named.
    """
    now = timezone.now()
    by = by or secretary_of(section.tournament.organiser)
    draft = PhoneCodeDraft(
        **{"label": label, "expires_at": now + timedelta(hours=1)} | facts
    )
    return give_phone_code(section.pk, draft, acting=ActionContext(by.pk, now))
