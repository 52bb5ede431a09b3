from allauth.account.auth_backends import AuthenticationBackend

from federation.domain.accounts.account import account_with
from federation.models import User


class ByAddress(AuthenticationBackend):
    """Looks an address up and checks the password; for an address without an account it
    does as much work, so that the response time reveals nothing.
    """

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        found: User | None = self._check_password(account_with(email), password)
        return found
