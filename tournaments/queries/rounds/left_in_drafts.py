"""Drafts of rounds with a board for a player who has left since."""

from datetime import datetime

from django.db.models import Q, QuerySet

from tournaments.models import Entry, Pairing, RoundPairing


def unpublished_rounds_with(entry: Entry, moment: datetime) -> QuerySet[RoundPairing]:
    """Return, of the rounds after which the player has left, those that are not public
    at the moment and in which the player has a board.
    """
    if entry.withdrawn_after is None:
        return RoundPairing.objects.none()
    seated = Pairing.objects.filter(
        Q(white=entry) | Q(black=entry), round__gt=entry.withdrawn_after
    )
    drafts = RoundPairing.objects.not_published_at(moment)
    return drafts.filter(section=entry.section_id, round__in=seated.values("round"))
