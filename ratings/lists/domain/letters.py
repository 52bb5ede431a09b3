"""Letters to officers about approved lists that could not be published."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from federation.domain.mail import link_to, write_signed_letter
from ratings.models import Approval, Period


def notify_not_published(approvals: Sequence[Approval], *, at: datetime) -> None:
    """Write to the officer who approved these lists of a pool in one act that the lists
    have changed since the officer looked at them.
    """
    periods, officer = [each.period for each in approvals], approvals[0].by
    if not officer.is_active:
        return
    with translation.override(settings.LANGUAGE_CODE):
        write_signed_letter(
            to=officer.email,
            name=officer.name,
            subject=_subject(periods),
            parts=[_parts(periods), *(_line(each, periods) for each in periods)],
            at=at,
        )


def _subject(periods: Sequence[Period]) -> str:
    pool = periods[0].pool.label
    if len(periods) == 1:
        words = _("Not published, please look again: list of %(day)s, %(pool)s")
        return words % {"pool": pool, "day": _day(periods[0])}
    words = _("Not published, please look again: %(count)s lists, %(pool)s")
    return words % {"pool": pool, "count": len(periods)}


def _parts(periods: Sequence[Period]) -> str:
    pool = periods[0].pool.label
    if len(periods) == 1:
        words = _(
            "The list of %(day)s for %(pool)s that you approved was not "
            "published: something on it changed before it was built. Nothing "
            "is lost. Look at the proposal again and approve it as it stands "
            "now."
        )
        return words % {"pool": pool, "day": _day(periods[0])}
    words = _(
        "%(count)s lists for %(pool)s that you approved together were not published:"
        " something on them changed before they were built. Nothing is lost. Look at"
        " the proposals again and approve them as they are now."
    )
    return words % {"pool": pool, "count": len(periods)}


def _line(period: Period, periods: Sequence[Period]) -> str:
    link = link_to("ratings:proposal", period.pk)
    return link if len(periods) == 1 else f"{_day(period)}: {link}"


def _day(period: Period) -> str:
    return (period.end_date + timedelta(days=1)).isoformat()
