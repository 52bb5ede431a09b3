"""Reminders of deadlines: to the organiser once before the last day and once after it,
then to the district.
"""

from datetime import date

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import translation
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from federation.domain.authorship import ActionContext
from federation.domain.mail import link_to, write_signed_letter
from federation.enums import CLUB_ROLES, DISTRICT_ROLES
from federation.models import Role, User
from tournaments.enums import DeadlineKind, DeadlineStage
from tournaments.models import DeadlineReminder, Sanction, Tournament
from tournaments.queries.deadlines import Deadline, deadlines_of, pressing_deadlines

SUBJECTS = {
    DeadlineStage.NEAR: gettext_lazy("Soon due: %(event)s"),
    DeadlineStage.PASSED: gettext_lazy("Overdue: %(event)s"),
    DeadlineStage.LATE: gettext_lazy("Results are missing: %(event)s"),
}
ASKS = {
    DeadlineKind.CONDITIONS: gettext_lazy(
        "The rules and conditions of %(event)s have to be with the players by "
        "%(due)s. Sign in and find the tournament under “Waiting for you”: you can "
        "write to all players there, or note that they have got them."
    ),
    DeadlineKind.COMPUTATION: gettext_lazy(
        "The results of %(event)s with their preliminary computation have to be with "
        "the rating office by %(due)s. Sign in, find the tournament under “Waiting "
        "for you”, enter what is missing and send the results in."
    ),
    DeadlineKind.RESULTS: gettext_lazy(
        "%(event)s is sanctioned: its results have to be sent in by %(due)s, two "
        "weeks after the last round. Sign in and find the tournament under “Waiting "
        "for you”."
    ),
}
AND_FEE = gettext_lazy("The sanction fee is due on the same day.")
TELLS_DISTRICT = gettext_lazy(
    "The results of %(event)s, which is sanctioned, were due by %(due)s and have not been"
    " sent in. Please ask the organiser."
)


def remind_of_deadlines(*, today: date, acting: ActionContext) -> int:
    """Write to the people who run a tournament with a deadline that is near or has
    passed, once for each stage of it, and return how many letters were written.

    If no account can be written to, the officers still see the deadline on their desk.
    """
    pressing = pressing_deadlines(today)
    written = set(
        DeadlineReminder.objects.filter(
            tournament__in={each.tournament.pk for each in pressing}
        ).values_list("tournament_id", "kind", "stage", "due_date")
    )
    return sum(
        _remind(each, today, acting) for each in pressing if _key(each) not in written
    )


def _key(deadline: Deadline) -> tuple[int, str, str, date]:
    return (
        deadline.tournament.pk,
        deadline.kind,
        deadline.stage,
        deadline.due_date,
    )


@transaction.atomic
def _remind(seen: Deadline, today: date, acting: ActionContext) -> int:
    # A locked tournament is just being changed, or reminded of by another run: it is
    # skipped, and the next run checks it again. A run that comes later finds the row.
    free = Tournament.objects.select_for_update(skip_locked=True, of=("self",))
    tournament = free.filter(pk=seen.tournament.pk).first()
    if tournament is None or seen not in deadlines_of([tournament], today).get(
        tournament.pk, ()
    ):
        return 0
    people, says = _readers_and_words(tournament, seen, today)
    if not people:
        return 0
    _noted, is_new = DeadlineReminder.objects.get_or_create(
        tournament=tournament,
        kind=seen.kind,
        stage=seen.stage,
        due_date=seen.due_date,
        defaults={"written_at": acting.at},
    )
    if not is_new:
        return 0
    for person in people:
        _write(seen, person, says, acting)
    return len(people)


def _readers_and_words(
    tournament: Tournament, deadline: Deadline, today: date
) -> tuple[list[User], Promise]:
    """Return the recipients and the text.

    The recipient is the organiser; if a club's tournament is late, its district, or the
    organiser again if the district has no officer.
    """
    asks = ASKS[deadline.kind]
    if deadline.stage == DeadlineStage.LATE and tournament.organiser_id:
        officers = _officers(tournament, today)
        if officers:
            return officers, TELLS_DISTRICT
    return organiser_accounts(tournament, today), asks


def organiser_accounts(tournament: Tournament, today: date) -> list[User]:
    """Return the accounts with a role in the organising club, or the officers of the
    district.
    """
    if not tournament.organiser_id:
        return _officers(tournament, today)
    return _holders(
        Role.objects.on(today).filter(
            kind__in=CLUB_ROLES, club_id=tournament.organiser_id
        )
    )


def _officers(tournament: Tournament, today: date) -> list[User]:
    held = Role.objects.on(today).filter(kind__in=DISTRICT_ROLES)
    return _holders(held.filter(district_id=tournament.district_id))


def _holders(held: QuerySet[Role]) -> list[User]:
    users = User.objects.filter(pk__in=held.values("user_id"), is_active=True)
    return list(users.order_by("pk"))


def _owes_fee_then(deadline: Deadline) -> bool:
    """Return whether a fee is due on the same day; an invoice that came late leaves
    more time.
    """
    tournament = deadline.tournament
    sanctioned = Sanction.objects.sanctioned().filter(tournament=tournament)
    unpaid = sanctioned.filter(fee_each__gt=0, paid_at=None).first()
    return unpaid is not None and unpaid.fee_due_date == deadline.due_date


def _write(
    deadline: Deadline, person: User, says: Promise, acting: ActionContext
) -> None:
    with translation.override(settings.LANGUAGE_CODE):
        facts = {
            "event": deadline.tournament.name,
            "due": date_format(deadline.due_date, "DATE_FORMAT"),
        }
        asks_results = says is ASKS[DeadlineKind.RESULTS]
        fee = str(AND_FEE) if asks_results and _owes_fee_then(deadline) else ""
        write_signed_letter(
            to=person.email,
            name=person.name,
            subject=SUBJECTS[deadline.stage] % facts,
            parts=(
                str(says) % facts,
                fee,
                link_to("tournaments:tournament", deadline.tournament.pk),
            ),
            at=acting.at,
        )
