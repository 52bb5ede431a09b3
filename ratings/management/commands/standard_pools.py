from typing import Any

from federation.management.office_command import OfficeCommand
from federation.queries.demo import contents
from ratings.pools.domain.standard_pools import open_standard_pools


class Command(OfficeCommand):
    help = (
        "Opens the pools that a federation has from the start, where they are missing,"
        " and says what the database holds."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        for pool in open_standard_pools():
            self.stdout.write(f"Pool {pool.code} is open.")
        self.stdout.write(f"contents: {contents()}")
