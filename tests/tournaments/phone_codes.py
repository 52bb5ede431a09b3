"""Phone codes for tests, made by the act of the office."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from federation.domain.authorship import ActionContext
from tests.factories import UserFactory
from tournaments.domain.phone.codes import (
    PhoneCodeDraft,
    PhoneCodeGiven,
    give_phone_code,
)
from tournaments.models import Section


def given(section: Section, label: str = "Helper", **facts: Any) -> PhoneCodeGiven:
    """Give out a code of the section, valid for an hour unless the facts say otherwise."""
    now = timezone.now()
    draft = PhoneCodeDraft(
        **{"label": label, "expires_at": now + timedelta(hours=1)} | facts
    )
    return give_phone_code(
        section.pk, draft, acting=ActionContext(UserFactory().pk, now)
    )
