"""Letters about the sanction of a tournament: to those who have to answer it, and to
its organiser.
"""

from collections.abc import Callable, Iterable
from datetime import date
from decimal import Decimal
from functools import partial

from django.conf import settings
from django.template.defaultfilters import floatformat
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from federation.domain.authorship import ActionContext
from federation.domain.mail import link_to, write_signed_letter
from federation.enums import DISTRICT_ROLES
from federation.models import Role, User
from federation.permissions import MATRIX, Permission
from tournaments.domain.deadline_letters import organiser_accounts
from tournaments.enums import SanctionState
from tournaments.models import Sanction
from tournaments.rules.sanctions.application import results_due

Says = Callable[[str], tuple[str, str]]
"""Subject and text of a letter about an event, in the active language."""


def notify_of_application(sanction: Sanction, acting: ActionContext) -> None:
    """Notify the district's officers, or the federation if no district endorses it."""
    day = timezone.localdate(acting.at)
    if sanction.waits_for_district:
        _write(sanction, people_of_district(sanction, day), _asks_district, acting)
    else:
        _write(sanction, people_of_federation(day), _asks_federation, acting)


def notify_of_endorsement(sanction: Sanction, acting: ActionContext) -> None:
    """Notify the federation that it can decide, the organiser of the endorsement."""
    day = timezone.localdate(acting.at)
    _write(sanction, people_of_federation(day), _asks_federation, acting)
    _write(
        sanction, organiser_accounts(sanction.tournament, day), _says_endorsed, acting
    )


def notify_of_answer(sanction: Sanction, acting: ActionContext) -> None:
    """Notify the organiser of the decision, with the reason that is meant for them."""
    day = timezone.localdate(acting.at)
    answers = {
        SanctionState.SANCTIONED: _sanctioned(sanction),
        SanctionState.RETURNED: _says_returned,
        SanctionState.REFUSED: _says_refused,
    }
    says = answers[SanctionState(sanction.state)]
    _write(sanction, organiser_accounts(sanction.tournament, day), says, acting)


def _sanctioned(sanction: Sanction) -> Says:
    if not sanction.fee_each:
        return _says_sanctioned_freely
    due = sanction.fee_due_date
    # With the results, unless the invoice comes too late for that.
    if due == results_due(sanction.tournament.end_date):
        return partial(_says_sanctioned, fee_each=sanction.fee_each)
    return partial(_says_sanctioned_late, fee_each=sanction.fee_each, due=due)


def notify_of_withdrawal(sanction: Sanction, acting: ActionContext) -> None:
    """Notify the district and the federation that the organiser has withdrawn a
    sanctioned application.
    """
    day = timezone.localdate(acting.at)
    people = {
        each.pk: each
        for each in (*people_of_district(sanction, day), *people_of_federation(day))
    }
    _write(sanction, people.values(), _says_taken_back, acting)


def people_of_district(sanction: Sanction, day: date) -> list[User]:
    """Return the accounts that hold an office in the tournament's district."""
    return _holders(
        Role.objects.on(day)
        .filter(kind__in=DISTRICT_ROLES, district_id=sanction.tournament.district_id)
        .values_list("user_id", flat=True)
    )


def people_of_federation(day: date) -> list[User]:
    """Return the accounts that may sanction for the federation."""
    kinds = MATRIX[Permission.SANCTION_TOURNAMENTS]
    held = Role.objects.on(day).filter(kind__in=kinds)
    return _holders(held.values_list("user_id", flat=True))


def _holders(ids: Iterable[int]) -> list[User]:
    return list(User.objects.filter(pk__in=ids, is_active=True).order_by("pk"))


def _asks_district(event: str) -> tuple[str, str]:
    return (
        _("Application for a sanction: %(event)s") % {"event": event},
        _(
            "There is an application for the sanction of %(event)s. Sign in and find it "
            "under “Waiting for you”: you can endorse the application for the district, "
            "or return it with a reason."
        )
        % {"event": event},
    )


def _asks_federation(event: str) -> tuple[str, str]:
    return (
        _("Application for a sanction: %(event)s") % {"event": event},
        _(
            "The application for the sanction of %(event)s is waiting for the "
            "federation. Sign in and find it under “Waiting for you”: you can "
            "sanction the tournament, or return or refuse the application with a "
            "reason."
        )
        % {"event": event},
    )


def _says_endorsed(event: str) -> tuple[str, str]:
    return (
        _("Endorsed by the district: %(event)s") % {"event": event},
        _(
            "The district has endorsed your application for the sanction of "
            "%(event)s. It is now with the federation."
        )
        % {"event": event},
    )


def _says_sanctioned(event: str, fee_each: Decimal) -> tuple[str, str]:
    return (
        _("Sanctioned: %(event)s") % {"event": event},
        _(
            "%(event)s is sanctioned. Players can move between classes in it. Results and"
            " the sanction fee, %(fee)s kr for each participant, are due within two weeks"
            " after the last round."
        )
        % {"event": event, "fee": floatformat(fee_each, -2)},
    )


def _says_sanctioned_late(event: str, fee_each: Decimal, due: date) -> tuple[str, str]:
    facts = {
        "event": event,
        "fee": floatformat(fee_each, -2),
        "due": date_format(due, "DATE_FORMAT"),
    }
    return (
        _("Sanctioned: %(event)s") % facts,
        _(
            "%(event)s is sanctioned. Players can move between classes in it. Results are"
            " due within two weeks after the last round, and the sanction fee, %(fee)s kr"
            " for each participant, by %(due)s."
        )
        % facts,
    )


def _says_sanctioned_freely(event: str) -> tuple[str, str]:
    return (
        _("Sanctioned: %(event)s") % {"event": event},
        _(
            "%(event)s is sanctioned. Players can move between classes in it. Results are"
            " due within two weeks after the last round."
        )
        % {"event": event},
    )


def _says_taken_back(event: str) -> tuple[str, str]:
    return (
        _("Sanction taken back: %(event)s") % {"event": event},
        _(
            "The organiser has taken back the sanction of %(event)s. The tournament "
            "is still rated, but nobody moves between classes in it."
        )
        % {"event": event},
    )


def _says_returned(event: str) -> tuple[str, str]:
    return (
        _("Application returned: %(event)s") % {"event": event},
        _(
            "Your application for the sanction of %(event)s has been returned. Change what"
            " is asked for and apply again."
        )
        % {"event": event},
    )


def _says_refused(event: str) -> tuple[str, str]:
    return (
        _("Sanction refused: %(event)s") % {"event": event},
        _(
            "The federation has refused the sanction of %(event)s. The tournament can "
            "still be played and rated, but nobody moves between classes in it."
        )
        % {"event": event},
    )


def _write(
    sanction: Sanction,
    people: Iterable[User],
    says: Says,
    acting: ActionContext,
) -> None:
    with translation.override(settings.LANGUAGE_CODE):
        subject, text = says(sanction.tournament.name)
        reason = _("Reason: %(reason)s") % {"reason": sanction.reason}
        for person in people:
            write_signed_letter(
                to=person.email,
                name=person.name,
                subject=subject,
                parts=(
                    text,
                    reason if sanction.reason else "",
                    link_to("tournaments:sanction", sanction.tournament_id),
                ),
                at=acting.at,
            )
