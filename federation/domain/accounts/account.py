"""Accounts: looking up the owner of an address, and what owners may change themselves."""

from allauth.account.models import EmailAddress
from django.db.models import Case, Q, When

from federation.domain.authorship import written_by
from federation.models import User


def rename_account(user_id: int, name: str) -> None:
    """Change the name that others see beside the acts of the account's owner."""
    with written_by(user_id):
        User.objects.filter(pk=user_id).update(name=" ".join(name.split()))


def account_with(email: str) -> User | None:
    """Return the account of an address: the one that has confirmed it, otherwise the
    one that signs in with it; None if there is none. One query is made in every case.
    """
    email = email.strip()
    confirmed = EmailAddress.objects.filter(email__iexact=email, verified=True)
    has_confirmed = Q(pk__in=confirmed.values("user_id"))
    return (
        User.objects.filter(has_confirmed | Q(email__iexact=email))
        .order_by(Case(When(has_confirmed, then=0), default=1), "pk")
        .first()
    )


def accounts_that_had(email: str) -> set[int]:
    """Return the accounts whose address it is or ever was: a change of address makes
    nobody another person.
    """
    email = email.strip()
    had = User.pgh_event_model.objects.filter(  # type: ignore[attr-defined]
        email__iexact=email
    ).values_list("pgh_obj", flat=True)
    has = account_with(email)
    return {*had} | ({has.pk} if has else set())
