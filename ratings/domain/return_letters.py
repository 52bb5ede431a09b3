"""What clubs are told of their annual returns, in the transaction that it tells of."""

from datetime import date, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from federation.domain.mail import link_to, write_letter
from federation.enums import RoleKind
from federation.models import Role, User
from ratings.domain.numbering import Hand
from ratings.models import ClubReturn

EVERY = timedelta(weeks=1)
"""How long a reminder is left to work before the next."""


def tell_sender(this: ClubReturn, *, hand: Hand) -> None:
    """Writes to whoever sent a return that it came back, and why."""
    sender = this.sent_by
    if sender is None or not sender.is_active:
        return
    with translation.override(settings.LANGUAGE_CODE):
        write_letter(
            to=sender.email,
            subject=_("Please mend the annual return of %(club)s")
            % {"club": this.club.name},
            body=_(
                "The rating committee has sent back the return of the season that began"
                " in %(season)d.\n\nReason: %(reason)s\n\nMend it and send it again.\n"
            )
            % {"season": this.season, "reason": this.reason}
            + _where(this),
            at=hand.at,
        )


def chase_returns(*, today: date, hand: Hand) -> int:
    """Reminds the clubs whose return is late, once a week until the summer is over,
    and says how many letters were written. A club without a secretary is left to the
    officers, who see it on their list.
    """
    late = ClubReturn.objects.overdue(today).filter(chase_until__gte=today)
    return sum(_chase(pk, today, hand) for pk in late.values_list("pk", flat=True))


@transaction.atomic
def _chase(return_id: int, today: date, hand: Hand) -> int:
    # Whoever sends it at this moment holds the row: then nobody is reminded.
    free = ClubReturn.objects.overdue(today).select_for_update(
        skip_locked=True, of=("self",)
    )
    this = free.select_related("club").filter(pk=return_id).first()
    if this is None or (this.chased_date and this.chased_date + EVERY > today):
        return 0
    secretaries = _secretaries(this.club_id, today)
    for secretary in secretaries:
        _remind(this, secretary, hand)
    if secretaries:
        this.chased_date = today
        this.chased_times += 1
        this.save(update_fields=["chased_date", "chased_times"])
    return len(secretaries)


def _secretaries(club_id: int, today: date) -> list[User]:
    held = Role.objects.on(today).filter(kind=RoleKind.SECRETARY, club_id=club_id)
    users = User.objects.filter(pk__in=held.values("user_id"), is_active=True)
    return list(users.order_by("pk"))


def _remind(this: ClubReturn, secretary: User, hand: Hand) -> None:
    with translation.override(settings.LANGUAGE_CODE):
        write_letter(
            to=secretary.email,
            subject=_("The annual return of %(club)s is late")
            % {"club": this.club.name},
            body=_(
                "The return of the season that began in %(season)d was due on %(due)s."
                " It is made up already: sign in, look at it under “What needs you”,"
                " and send it with one click.\n"
            )
            % {"season": this.season, "due": this.due_date.isoformat()}
            + _where(this),
            at=hand.at,
        )


def _where(this: ClubReturn) -> str:
    link = link_to("ratings:return", this.pk)
    return f"\n{link}\n" if link else ""
