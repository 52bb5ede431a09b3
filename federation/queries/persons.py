"""The person behind a card or an account: all cards that lead to one another and all
accounts linked to them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date

from django.db import connection
from django.utils.translation import gettext as _

from federation.models import (
    Erasure,
    JoiningRequest,
    Membership,
    Player,
    Role,
    Suspension,
    User,
)


@dataclass(frozen=True, slots=True)
class PersonNumbers:
    """The ids of a person's cards and accounts."""

    cards: tuple[int, ...] = ()
    accounts: tuple[int, ...] = ()

    @property
    def addresses(self) -> tuple[str, ...]:
        """The email addresses of the accounts."""
        held = User.objects.filter(pk__in=self.accounts)
        return tuple(held.order_by("pk").values_list("email", flat=True))


FindDuties = Callable[[PersonNumbers, date], Iterable[str]]
DUTIES: list[FindDuties] = []
"""Functions that find what a person still has to do or to answer for; the apps above
add theirs at start-up.
"""


def person_of_player(player_id: int) -> PersonNumbers:
    """Return the person who has this card."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT cards_of_person(%s)", [player_id])
        cards = sorted(cursor.fetchone()[0])
    accounts = User.objects.filter(player__in=cards).order_by("pk")
    return PersonNumbers(tuple(cards), tuple(accounts.values_list("pk", flat=True)))


def person_of_account(user: User) -> PersonNumbers:
    """Return the person to whom the account belongs."""
    if user.player_id is None:
        return PersonNumbers(accounts=(user.pk,))
    return person_of_player(user.player_id)


def person_of_erasure(erasure: Erasure) -> PersonNumbers:
    """Return the person whom an erasure means."""
    if erasure.player_id is not None:
        return person_of_player(erasure.player_id)
    assert erasure.user is not None  # a constraint ensures it  # noqa: S101
    return person_of_account(erasure.user)


def open_duties(person: PersonNumbers, today: date) -> list[str]:
    """Return the reasons why a person cannot be erased today, in words."""
    return [
        says for find in (_in_the_register, *DUTIES) for says in find(person, today)
    ]


def hindrances_of_erasure(erasure: Erasure, today: date) -> list[str]:
    """Return the reasons why an erasure cannot be carried out today, in words."""
    person = person_of_erasure(erasure)
    found = open_duties(person, today)
    meant = list(person.cards), list(person.accounts)
    if erasure.confirmed_at and meant != (erasure.cards, erasure.accounts):
        found.append(
            _(
                "The cards or accounts of the person have changed since the erasure was "
                "agreed to: take it back, and ask for it again."
            )
        )
    return found


def _in_the_register(person: PersonNumbers, today: date) -> Iterable[str]:
    roles = Role.objects.reaching(today).filter(user__in=person.accounts)
    for role in roles.select_related("club", "district").order_by("pk"):
        place = role.club or role.district
        named = (
            f"{role.get_kind_display()}, {place}" if place else role.get_kind_display()
        )
        yield _("Role: %(role)s, which an administrator can end.") % {"role": named}
    held = Membership.objects.unmerged().reaching(today).filter(player__in=person.cards)
    for membership in held.select_related("club").order_by("pk"):
        yield _(
            "Member of %(club)s. Ask the club’s secretary to end the membership."
        ) % {"club": membership.club}
    barred = Suspension.objects.filter(
        player__in=person.cards, player__merged_into=None, to_date__gte=today
    )
    for suspension in barred.order_by("pk"):
        yield _("Suspended until %(day)s") % {"day": suspension.to_date.isoformat()}
    open_requests = JoiningRequest.objects.waiting().filter(player__in=person.cards)
    for request in open_requests.select_related("club").order_by("pk"):
        yield _("%(club)s asks for the player to become a member") % {
            "club": request.club
        }


def name_of_person(person: PersonNumbers) -> str:
    """Return the full name, for those who may read it."""
    card = Player.objects.filter(pk__in=person.cards, merged_into=None).first()
    if card is not None:
        return card.full_name
    return str(User.objects.filter(pk__in=person.accounts).order_by("pk").first() or "")
