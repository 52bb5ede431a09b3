"""Sign in a rating officer with two factors, in a running office.

    python -m tests.processes.commands.officer_signed_in

prints the pool and the cookie of the session as JSON.
"""

import json
import sys

import django


def main() -> None:
    from tests.factories import chess_pool  # noqa: PLC0415

    output = {"pool": chess_pool().pk, "cookie": cookie_of_an_officer()}
    sys.stdout.write(json.dumps(output) + "\n")


def cookie_of_an_officer() -> str:
    """Return the cookie of a session of a new officer."""
    from allauth.mfa.models import Authenticator  # noqa: PLC0415
    from django.conf import settings  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    from federation.enums import RoleKind  # noqa: PLC0415
    from tests.factories import RoleFactory  # noqa: PLC0415

    officer = RoleFactory(kind=RoleKind.RATING_OFFICER).user
    Authenticator.objects.create(user=officer, type=Authenticator.Type.TOTP, data={})
    client = Client()
    client.force_login(officer)
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={client.cookies[name].value}"


if __name__ == "__main__":
    django.setup()
    main()
