"""What the owner of an account may change of it."""

from federation.domain.authorship import written_by
from federation.models import User


def rename_account(user_id: int, name: str) -> None:
    """Writes the name that others see at what the account's owner did."""
    with written_by(user_id):
        User.objects.filter(pk=user_id).update(name=" ".join(name.split()))
