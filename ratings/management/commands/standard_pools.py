from typing import Any

from django.core.management.base import BaseCommand

from ratings.domain.standard_pools import open_standard_pools


class Command(BaseCommand):
    help = (
        "Opens the pools that a federation has from the start, where they are missing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        for pool in open_standard_pools():
            self.stdout.write(f"Pool {pool.code} is open.")
