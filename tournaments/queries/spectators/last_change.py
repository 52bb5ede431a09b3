"""The versions of everything that is shown of a tournament, in one query."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Subquery, Sum

from ratings.models import Report
from tournaments.models import RoundPairing, Section, Tournament
from tournaments.models.tournaments import TournamentQuerySet
from tournaments.queries.reports import SOURCE_KIND


@dataclass(frozen=True, slots=True)
class LastChange:
    """The versions behind a tournament's pages.

    It equals an earlier one as long as the pages show the same to the same reader.
    `published_at`: the last publication among the public rounds; `judged`: how far
    class movements are worked out; `report` and `stage`: the newest report and its
    state; `is_public`: everyone may see it.
    """

    version: int
    state: str
    published_at: datetime | None
    judged: int | None
    report: int | None
    stage: str | None
    is_public: bool


def last_change(tournaments: TournamentQuerySet, moment: datetime) -> LastChange | None:
    """Return the last change before the moment of the single tournament selected; None
    if none is selected.
    """
    here = OuterRef("pk")
    published = RoundPairing.objects.filter(
        section__tournament=here, published_at__lte=moment
    ).order_by("-published_at")
    judged = Section.objects.filter(tournament=here).order_by().values("tournament")
    report = Report.objects.filter(
        source_kind=SOURCE_KIND, source_number=here
    ).order_by("-version")
    row = tournaments.values_list(
        "version",
        "state",
        Subquery(published.values("published_at")[:1]),
        Subquery(judged.annotate(sum=Sum(F("posted") + F("judged"))).values("sum")),
        Subquery(report.values("pk")[:1]),
        Subquery(report.values("state")[:1]),
        Exists(Tournament.objects.public().filter(pk=here)),
    ).first()
    return LastChange(*row) if row else None
