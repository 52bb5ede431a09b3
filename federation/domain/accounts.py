"""Accounts: whose an address is, and what their owners may change of them."""

from allauth.account.models import EmailAddress

from federation.domain.authorship import written_by
from federation.models import User


def rename_account(user_id: int, name: str) -> None:
    """Writes the name that others see at what the account's owner did."""
    with written_by(user_id):
        User.objects.filter(pk=user_id).update(name=" ".join(name.split()))


def account_with(email: str) -> User | None:
    """The account that the address belongs to: of whoever has confirmed it, also as
    a second or former address, and else of whoever signs in by it.
    """
    email = email.strip()
    confirmed = EmailAddress.objects.filter(email__iexact=email, verified=True)
    return (
        User.objects.filter(pk__in=confirmed.values("user_id")).first()
        or User.objects.with_email(email).first()
    )
