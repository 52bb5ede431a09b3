from typing import Any

from federation.management.office_command import OfficeCommand
from ratings.pools.domain.standard_pools import open_standard_pools


class Command(OfficeCommand):
    help = (
        "Opens the pools that a federation has from the start, where they are missing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        for pool in open_standard_pools():
            self.stdout.write(f"Pool {pool.code} is open.")
