"""Letters to officers about an approved list that could not be published."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from federation.domain.mail import link_to, write_signed_letter
from ratings.models import Approval


def tell_not_published(approval: Approval, *, at: datetime) -> None:
    """Write to the officer who approved the list that it is no longer the one that they
    saw.
    """
    period, officer = approval.period, approval.by
    if not officer.is_active:
        return
    with translation.override(settings.LANGUAGE_CODE):
        words = {
            "pool": period.pool.label,
            "day": (period.end_date + timedelta(days=1)).isoformat(),
        }
        parts = [
            _(
                "The list of %(day)s for %(pool)s that you approved was not published:"
                " before it was built something changed that it says. Nothing is lost."
                " Look at the proposal again and approve it as it stands now."
            )
            % words,
            link_to("ratings:proposal", period.pk),
        ]
        write_signed_letter(
            to=officer.email,
            name=officer.name,
            subject=_("Not published, please look again: list of %(day)s, %(pool)s")
            % words,
            parts=parts,
            at=at,
        )
