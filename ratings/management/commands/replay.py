import time
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from federation.management.office_command import OfficeCommand
from ratings.engine.domain.computation import ComputationOutcome, replay_whole_pool
from ratings.engine.domain.report_faults import ReportAtFault
from ratings.enums import ReportState
from ratings.lists.domain.live_list import number_live_list
from ratings.management.command_input import pool_by_code
from ratings.models import Report

LONGEST_WAIT = 600
"""Seconds to wait for a worker that holds the pool."""
PAUSE = 0.5


class Command(OfficeCommand):
    help = "Computes a pool again from nothing, and numbers its live list."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--pool", required=True, metavar="CODE")

    def handle(self, *args: Any, **options: Any) -> None:
        pool = pool_by_code(options["pool"])
        started = time.monotonic()
        done = self._replayed(pool.pk)
        seconds = time.monotonic() - started
        number_live_list(pool.pk, today=timezone.localdate(), force=True)
        self.stdout.write(
            f"{done.steps} steps, {done.games} games, {seconds:.1f} seconds."
        )
        held = Report.objects.filter(pool=pool, state=ReportState.HELD).order_by("pk")
        for report in held:
            self.stderr.write(f"held, does not count: {report.name}. {report.reason}")

    def _replayed(self, pool_id: int) -> ComputationOutcome:
        last = time.monotonic() + LONGEST_WAIT
        while True:
            try:
                done = replay_whole_pool(pool_id, at=timezone.now())
            except ReportAtFault as fault:
                raise CommandError(
                    f"The rules cannot compute it although it is held: {fault}."
                ) from fault
            if done is not None:
                return done
            if time.monotonic() > last:
                raise CommandError("A worker has been on this pool for ten minutes.")
            time.sleep(PAUSE)
