"""Turn the ledger's events into tasks; register tournaments as a source of reports."""

from typing import Any

from django.dispatch import receiver

from ratings.ledger.domain.sources import SourceAdapter, register_adapter
from ratings.receivers import publish
from ratings.signals import pool_computed, report_state_changed
from tournaments import tasks
from tournaments.domain.correcting import correct_source, lock_source
from tournaments.domain.rated_games import reasons_not_sent
from tournaments.queries.makers import contributors_of
from tournaments.queries.movements.waiting import sections_of_report, sections_to_judge
from tournaments.queries.reports import SOURCE_KIND, sections_by_game

register_adapter(
    SOURCE_KIND,
    SourceAdapter(
        lock_source, correct_source, contributors_of, sections_by_game, reasons_not_sent
    ),
)


@receiver(report_state_changed, dispatch_uid="tournaments.judge")
def judge(sender: object, *, report_id: int, **_: Any) -> None:
    for section_id in sections_of_report(report_id):
        publish(tasks.judge_section, section_id=section_id)


@receiver(pool_computed, dispatch_uid="tournaments.judge_waiting")
def judge_waiting(sender: object, *, pool_id: int, **_: Any) -> None:
    if sections_to_judge(pool_id):
        publish(tasks.judge_waiting, pool_id=pool_id)
