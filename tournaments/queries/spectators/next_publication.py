"""When time alone changes what is shown of a tournament."""

from datetime import datetime

from django.db.models import Min

from tournaments.models import RoundPairing


def next_publication(moment: datetime) -> datetime | None:
    """Return when the next round of any tournament becomes public."""
    later = RoundPairing.objects.filter(published_at__gt=moment)
    found: datetime | None = later.aggregate(at=Min("published_at"))["at"]
    return found
