"""Letters to clubs about their annual returns, written in the transaction that they
report on.
"""

from datetime import date, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from federation.domain.authorship import ActionContext
from federation.domain.mail import link_to, write_signed_letter
from federation.models import User
from federation.queries.secretaries import secretaries_of
from ratings.models import ClubReturn

EVERY = timedelta(weeks=1)
"""The time between two reminders."""


def notify_sender_of_return(club_return: ClubReturn, *, acting: ActionContext) -> None:
    """Write to the sender of a return that it was sent back, and why."""
    sender = club_return.sent_by
    if sender is None or not sender.is_active:
        return
    with translation.override(settings.LANGUAGE_CODE):
        write_signed_letter(
            to=sender.email,
            name=sender.name,
            subject=_("Please correct the annual return of %(club)s")
            % {"club": club_return.club.name},
            parts=(
                _(
                    "The rating committee has sent back the return of the season that"
                    " began in %(season)d."
                )
                % {"season": club_return.season},
                _("Reason: %(reason)s") % {"reason": club_return.reason},
                _("Correct it and send it again."),
                link_to("ratings:return", club_return.pk),
            ),
            at=acting.at,
        )


def chase_returns(*, today: date, acting: ActionContext) -> int:
    """Remind the clubs whose return is late, once a week until the summer is over, and
    return how many letters were written. A club without a secretary is left to the
    officers, who see it on their list.
    """
    late = ClubReturn.objects.overdue(today).filter(chase_until__gte=today)
    return sum(_chase(pk, today, acting) for pk in late.values_list("pk", flat=True))


@transaction.atomic
def _chase(return_id: int, today: date, acting: ActionContext) -> int:
    # A locked row is being sent at this moment: it gets no reminder.
    free = ClubReturn.objects.overdue(today).select_for_update(
        skip_locked=True, of=("self",)
    )
    club_return = free.select_related("club").filter(pk=return_id).first()
    if club_return is None or (
        club_return.chased_date and club_return.chased_date + EVERY > today
    ):
        return 0
    secretaries = secretaries_of(club_return.club_id, today)
    for secretary in secretaries:
        _remind(club_return, secretary, acting)
    if secretaries:
        club_return.chased_date = today
        club_return.chased_times += 1
        club_return.save(update_fields=["chased_date", "chased_times"])
    return len(secretaries)


def _remind(club_return: ClubReturn, secretary: User, acting: ActionContext) -> None:
    with translation.override(settings.LANGUAGE_CODE):
        write_signed_letter(
            to=secretary.email,
            name=secretary.name,
            subject=_("The annual return of %(club)s is late")
            % {"club": club_return.club.name},
            parts=(
                _(
                    "The return of the season that began in %(season)d was due on "
                    "%(due)s. It is already drawn up: sign in, look at it under "
                    "“Waiting for you”, and send it with one click."
                )
                % {
                    "season": club_return.season,
                    "due": club_return.due_date.isoformat(),
                },
                link_to("ratings:return", club_return.pk),
            ),
            at=acting.at,
        )
