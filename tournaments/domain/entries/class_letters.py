"""The letter that notifies the federation of vacancies that were filled (SSF §7.6)."""

from collections.abc import Sequence

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from federation.domain.authorship import ActionContext
from federation.domain.mail import link_to, write_signed_letter
from federation.models import Role, User
from federation.permissions import MATRIX, Permission
from tournaments.enums import StartGround
from tournaments.models import Entry, Section


def notify_of_vacancies(
    section: Section, entries: Sequence[Entry], acting: ActionContext
) -> None:
    """Notify the rules committee of players who start a section in a vacancy."""
    filled = [each for each in entries if each.start_ground == StartGround.VACANCY]
    if not filled:
        return
    held = Role.objects.on(timezone.localdate(acting.at)).filter(
        kind__in=MATRIX[Permission.CONFIRM_MOVEMENTS]
    )
    people = User.objects.filter(pk__in=held.values("user"), is_active=True)
    with translation.override(settings.LANGUAGE_CODE):
        event = f"{section.tournament.name}, {section.name}"
        for person in people.order_by("pk"):
            write_signed_letter(
                to=person.email,
                name=person.name,
                subject=_("Vacancies filled: %(event)s") % {"event": event},
                parts=(
                    _(
                        "%(event)s has started. The organiser has filled vacancies with"
                        " these players, who play one class up (SSF § 7.6):"
                    )
                    % {"event": event},
                    "\n".join(_line(each) for each in filled),
                    link_to("tournaments:tournament", section.tournament_id),
                ),
                at=acting.at,
            )


def _line(entry: Entry) -> str:
    own = entry.class_at_start or "–"
    return f"{entry.player.full_name}: {own} → {entry.starts_in}"
