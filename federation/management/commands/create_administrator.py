import os
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.urls import reverse
from django.utils import timezone

from federation.domain.accounts.invitations import invite_first_administrator
from federation.enums import RoleKind
from federation.models import Role
from federation.models.plain_names import validate_plain_name


class Command(BaseCommand):
    help = "Makes the first account: prints a link by which it gets its password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("name")
        parser.add_argument(
            "--site",
            default=f"http://localhost:{os.environ.get('PORT', '8000')}",
            help="the address of this installation",
        )
        parser.add_argument(
            "--another",
            action="store_true",
            help="although there is an administrator, for instance one who is lost",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            validate_email(options["email"])
            validate_plain_name(options["name"])
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from error
        if not options["another"] and _has_administrator():
            raise CommandError(
                "There is an administrator, who can invite others; --another if lost."
            )
        address = invite_first_administrator(
            options["email"],
            options["name"],
            at=timezone.now(),
            url_of=lambda secret: (
                options["site"].rstrip("/")
                + reverse("federation:invitation", args=[secret])
            ),
        )
        self.stdout.write("Open this within 14 days and choose a password:")
        self.stdout.write(address)


def _has_administrator() -> bool:
    roles = Role.objects.on(timezone.localdate())
    return roles.filter(kind=RoleKind.ADMINISTRATOR, user__is_active=True).exists()
