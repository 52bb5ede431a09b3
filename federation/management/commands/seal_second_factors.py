from typing import Any

from django.core.management.base import BaseCommand, CommandError

from federation.domain.accounts.second_factors import seal_second_factors
from federation.sealing import SealUnreadable


class Command(BaseCommand):
    help = "Seals all second factors with SECRET_KEY, after it was changed."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            sealed = seal_second_factors()
        except SealUnreadable as unknown:
            raise CommandError(
                "A second factor was sealed with a key that is neither SECRET_KEY nor"
                " in SECRET_KEY_FALLBACKS. Nothing was changed."
            ) from unknown
        self.stdout.write(f"{sealed} second factors are sealed with SECRET_KEY.")
