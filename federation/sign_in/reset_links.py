from typing import Any

from django.contrib.auth.tokens import PasswordResetTokenGenerator


class ResetLinks(PasswordResetTokenGenerator):
    """A link for a new password becomes invalid when it is used, when the address or
    the password changes, and when the account is signed out everywhere or closed.
    """

    def _make_hash_value(self, user: Any, timestamp: int) -> str:
        made: str = super()._make_hash_value(user, timestamp)
        return f"{made}|{user.session_version}|{user.is_active}"
