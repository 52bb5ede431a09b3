"""What somebody still has to do in tournaments."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from federation.queries.persons import Person
from ratings.enums import ReportState
from ratings.models import Report
from tournaments.enums import TournamentState
from tournaments.models import Entry, Tournament
from tournaments.queries.reports import SOURCE_KIND


def unsubmitted_tournaments(person: Person, today: date) -> Iterable[str]:
    """Tournaments that the person plays in or has made and that were not sent in, or
    are open again since their results came back.
    """
    entries = Entry.objects.filter(player__in=person.cards)
    sent = Report.objects.filter(
        source_kind=SOURCE_KIND,
        source_number=OuterRef("pk"),
        is_final=True,
        state__in=[ReportState.SUBMITTED, ReportState.HELD, ReportState.ACCEPTED],
    )
    still = Tournament.objects.filter(
        ~Exists(sent),
        Q(pk__in=entries.values("section__tournament"))
        | Q(created_by__in=person.accounts),
    ).exclude(state=TournamentState.CANCELLED)
    for tournament in still.order_by("pk"):
        yield _("Tournament not sent in: %(name)s") % {"name": tournament.name}
