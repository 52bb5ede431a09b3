"""The rounds of a section that are being played at a moment."""

from datetime import datetime

from django.utils import timezone

from tournaments.enums import ROUND_ROBINS
from tournaments.models import Section


def rounds_being_played(section: Section, moment: datetime) -> frozenset[int]:
    """Return the numbers of the rounds being played at a moment.

    In a section that is paired round by round, the last round that is public. A round
    robin has all its boards from the start: the rounds of the latest day that has come,
    or of the first day. In a league, all rounds with matches that have begun and are
    not confirmed: some are played before their round, some are postponed.
    """
    if section.format in ROUND_ROBINS:
        return _rounds_of_the_day(section, moment)
    matches = section.matches.filter(begun_at__isnull=False, confirmed_at=None)
    if begun := frozenset(matches.values_list("round", flat=True)):
        return begun
    drafts = section.round_pairings.not_published_at(moment).values("round")
    paired = section.pairings.exclude(round__in=drafts)
    last = paired.order_by("-round").values_list("round", flat=True).first()
    return frozenset() if last is None else frozenset({last})


def _rounds_of_the_day(section: Section, moment: datetime) -> frozenset[int]:
    days = dict(section.round_days.values_list("number", "date"))
    if not days:
        return frozenset(range(1, section.rounds + 1))
    today = timezone.localdate(moment)
    come = [day for day in days.values() if day <= today]
    chosen = max(come) if come else min(days.values())
    return frozenset(number for number, day in days.items() if day == chosen)
