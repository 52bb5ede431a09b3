"""Check a file: a dry run of posting it with the current choices."""

import json
from dataclasses import asdict, dataclass, field
from datetime import date

from django.db import connection, transaction

from federation.domain.authorship import ActionContext
from ratings.enums import EventVerdict, ImportState, MatchChoice
from ratings.files.text_tables import RefusedRow
from ratings.imports.domain.batches import (
    BatchOutcome,
    Imported,
    PostingOptions,
    Refusals,
    post_all,
)
from ratings.imports.domain.files import reason_of
from ratings.imports.domain.lines import read_register
from ratings.imports.domain.reports import Batch, ImportContext
from ratings.imports.formats.event_games import GamesOnDisk
from ratings.models import ImportEvent, ImportFault, ImportFile
from ratings.uploads.domain.double_games import store_double_games
from ratings.uploads.domain.gathering import (
    AT_ONCE,
    RowWriter,
    gather,
    gathered_games,
    players_of_file,
)
from ratings.uploads.domain.rosters import faults_of_rosters
from ratings.uploads.domain.rows import store_faults
from ratings.uploads.domain.trial import Trial, TriedEvent, try_posting
from ratings.uploads.queries.rosters import (
    due_starts,
    rows_not_imported,
    rows_to_import,
)

_VERDICTS = """
UPDATE ratings_importevent SET verdict = said.verdict, trial = said.trial
FROM unnest(%s::int[], %s::text[], %s::jsonb[]) AS said (place, verdict, trial)
WHERE file_id = %s AND ratings_importevent.place = said.place
"""


@dataclass(slots=True)
class CheckedFile:
    """The result of a check: refused rows, and a verdict on each event by place."""

    refused: list[RefusedRow] = field(default_factory=list)
    verdicts: dict[int, str] = field(default_factory=dict)
    differing_games: int = 0
    waiting: int = 0

    def take(self, outcome: BatchOutcome) -> None:
        """Add the outcome of a batch."""
        self._verdict(outcome.new, EventVerdict.NEW)
        self._verdict(outcome.known, EventVerdict.KNOWN)
        self._verdict(outcome.left_out, EventVerdict.DIFFERS)
        self.differing_games += len(outcome.left_out.events.games)

    def _verdict(self, batch: Batch, verdict: EventVerdict) -> None:
        for place in batch.events.numbers.tolist():
            self.verdicts[place] = verdict.value


def check_file(file_id: int, *, today: date) -> None:
    """Check a file with the current choices, and store the result unless a choice was
    changed during the check.
    """
    file = ImportFile.objects.get(pk=file_id)
    store_double_games(file)
    account = CheckedFile()
    with GamesOnDisk() as spool:
        script = RowWriter.of(file, players_of_file(file), today)
        count = Refusals(account.refused.extend)
        account.waiting = gather(
            file_id, spool, script, count.record, waiting_too=False
        )
        done = post_all(
            gathered_games(spool, script), _dry(file, account, today), count
        )
    _write_down(file_id, file.chosen, account, done, try_posting(file, today=today))


def _dry(file: ImportFile, account: CheckedFile, today: date) -> PostingOptions:
    acting = ActionContext(file.uploaded_by_id, file.uploaded_at)
    posted = ImportContext(
        file.pool_id, acting, today, reason_of(file), read_register()
    )
    return PostingOptions(
        posted,
        dry_run=True,
        replaces=False,
        # These events may still be replaced: their rows are counted, but are no faults.
        differs=None,
        withdrawn=None,
        account=account.take,
        batch=AT_ONCE,
    )


@transaction.atomic
def _write_down(
    file_id: int, seen: int, account: CheckedFile, done: Imported, trial: Trial
) -> None:
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if (file.state, file.chosen) != (ImportState.REVIEW, seen):
        return
    ImportFault.objects.filter(file=file, is_final=True).delete()
    refused = [*account.refused, *faults_of_rosters(file)]
    store_faults(file_id, refused, is_final=True)
    _write_verdicts(file_id, account, trial)
    file.checked, file.trial = seen, trial.as_stored()
    file.new_listed = rows_to_import(file).filter(choice=MatchChoice.NEW).count()
    file.new_starts = due_starts(file).count()
    file.waiting_listed = rows_not_imported(file).count()
    file.new_games, file.new_events = done.games, done.events
    file.known_games, file.known_events = done.known_games, done.known_events
    file.differing_games = account.differing_games
    file.differing_events = list(account.verdicts.values()).count(EventVerdict.DIFFERS)
    file.waiting_games = account.waiting
    file.refused = ImportFault.objects.filter(file=file).count()
    file.save()


def _write_verdicts(file_id: int, account: CheckedFile, trial: Trial) -> None:
    events = ImportEvent.objects.filter(file=file_id)
    events.update(verdict=EventVerdict.EMPTY, trial=None)
    with connection.cursor() as cursor:
        places, verdicts = list(account.verdicts), list(account.verdicts.values())
        tried = [_event_as_json(trial.events.get(place)) for place in places]
        cursor.execute(_VERDICTS, [places, verdicts, tried, file_id])


def _event_as_json(event: TriedEvent | None) -> str | None:
    return None if event is None else json.dumps(asdict(event))
