"""Whether a user has work waiting when they sign in, and which tournaments they have
not submitted.
"""

from collections.abc import Iterable
from datetime import date, datetime

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.models import User
from federation.permissions import actor_of
from federation.queries.joining import answerable
from federation.queries.persons import PersonNumbers
from ratings.corrections.queries.claims import claims_desk
from ratings.enums import ReportState
from ratings.models import Report
from tournaments.enums import TournamentState
from tournaments.models import Entry, Tournament
from tournaments.queries.reports import SOURCE_KIND
from tournaments.queries.teams.waiting import matches_waiting


def has_duties(user: User, at: datetime) -> bool:
    """Return whether the user gets the page for daily work.

    A user with a role always does; a captain, a player or an organiser without one only
    while someone waits for their answer.
    """
    today = timezone.localdate(at)
    actor = actor_of(user, today)
    return bool(
        actor.roles
        or claims_desk(actor).to_answer
        or matches_waiting(actor, today)
        or answerable(actor, at, today)
    )


def unsubmitted_tournaments(person: PersonNumbers, today: date) -> Iterable[str]:
    """Yield the tournaments that the person plays in or has created and that are not
    submitted, or are open again since their results were returned.
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
        if tournament.created_by_id in person.accounts:
            yield _("%(name)s has not been sent in. Send it in, or cancel it.") % {
                "name": tournament.name
            }
        else:
            yield _(
                "Entered in %(name)s, which has not been sent in. Ask the organiser to "
                "send it in or, before the start, to remove the entry."
            ) % {"name": tournament.name}
