"""Posting a file of history that was reviewed, and approved by a second person: an
accepted report for each event, by the same functions as the command (`importing`).
"""

from datetime import date

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_noop as noted

from federation.agreements import Matter
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import (
    agrees,
    carries_out,
    closes,
    refuse_same_person,
    starts,
)
from federation.domain.players import PlayerDraft, register_player
from federation.domain.refusal import RegisterRefusal
from ratings.enums import ImportState, MatchChoice, MatchedBy
from ratings.files.wording import FileMessage
from ratings.imports.domain.batches import (
    BatchOutcome,
    PostingOptions,
    Refusals,
    post_all,
)
from ratings.imports.domain.files import reason_of
from ratings.imports.domain.lines import read_register
from ratings.imports.domain.reports import ImportContext
from ratings.imports.formats.event_games import GamesOnDisk
from ratings.models import ImportFault, ImportFile, ImportPlayer
from ratings.pools.domain.postings import notify_after_commit
from ratings.uploads.domain.gathering import (
    AT_ONCE,
    RowWriter,
    gather,
    gathered_games,
    players_of_file,
)
from ratings.uploads.domain.opening import HOME
from ratings.uploads.domain.refusals import ImportNotPossible
from ratings.uploads.domain.rosters import acting_for, faults_of_rosters, settle_rosters
from ratings.uploads.domain.rows import store_faults
from ratings.uploads.domain.uploading import notify_workers
from ratings.uploads.queries.imports import waits_for_minutes
from ratings.uploads.queries.rosters import rows_not_imported, rows_to_import

ENTERED_AT_ONCE = 500
DIFFERS = FileMessage(noted("the event was imported before with other games"))
WITHDRAWN = FileMessage(
    noted("the event was imported before and has been withdrawn since")
)


@transaction.atomic
@starts(Matter.HISTORY)
def ask_to_post(
    file_id: int, *, seen: int, replaces: bool, acting: ActionContext, why: str = ""
) -> ImportFile:
    """Request that a reviewed file is posted as it was `seen`: it waits for a second
    person's approval, unless the federation has waived four eyes. With `replaces`,
    events that were imported before with other games get a next version.

    Refuses with `import_not_ready` unless the file is in review and checked,
    `import_moved` if choices were changed since it was seen, `import_minutes` while the
    thinking time of games without a time control has not been set, and
    `nothing_to_post`.
    """
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state != ImportState.REVIEW or not file.is_checked:
        raise ImportNotPossible("import_not_ready")
    if file.chosen != seen:
        raise ImportNotPossible("import_moved")
    if waits_for_minutes(file):
        raise ImportNotPossible("import_minutes")
    games = file.new_games or (replaces and file.differing_games)
    if not (games or file.new_listed or file.new_starts):
        raise ImportNotPossible("nothing_to_post")
    file.state, file.replaces, file.why = ImportState.ASKED, replaces, why.strip()
    file.posted_by_id, file.posted_at = acting.person_id, acting.at
    file.confirmed_by = file.confirmed_at = file.answered_by = None
    file.by_one, file.answer, file.problem = False, "", {}
    file.save()
    if not settings.FOUR_EYES:
        return agree_to_post(file_id, seen=request_digest(file), acting=acting)
    return file


@transaction.atomic
@agrees(Matter.HISTORY)
def agree_to_post(file_id: int, *, seen: str, acting: ActionContext) -> ImportFile:
    """Approve the request as it was `seen` (`request_digest`), by another person than the one
    who made it, and have a worker post the file. Refuses with `import_settled`,
    `import_moved` or `four_eyes`.
    """
    file = _lock_waiting_file(file_id)
    if request_digest(file) != seen:
        raise ImportNotPossible("import_moved")
    behind = [file.posted_by_id]
    file.by_one = refuse_same_person(
        Matter.HISTORY, behind, acting.user_id, ImportNotPossible
    )
    file.state, file.done = ImportState.POSTING, 0
    file.total = file.games + rows_to_import(file).count()
    file.confirmed_by_id, file.confirmed_at = acting.person_id, acting.at
    file.save()
    notify_workers(file_id)
    return file


@transaction.atomic
@closes(Matter.HISTORY)
def refuse_to_post(file_id: int, answer: str, *, acting: ActionContext) -> ImportFile:
    """Send the file back to review. Anyone but the person who made the request has to
    give a reason. Refuses with `import_settled` or `import_answer`.
    """
    file = _lock_waiting_file(file_id)
    if not answer.strip() and file.posted_by_id != acting.user_id:
        raise ImportNotPossible("import_answer")
    file.state, file.answer = ImportState.REVIEW, answer.strip()
    file.answered_by_id = acting.person_id
    file.save(update_fields=["state", "answer", "answered_by"])
    return file


def request_digest(file: ImportFile) -> str:
    """Return a text that identifies the request: it differs if the choices, `replaces`
    or the time of the request differ.
    """
    asked_at = file.posted_at.isoformat() if file.posted_at else ""
    return f"{file.chosen} {file.replaces:d} {asked_at}"


def _lock_waiting_file(file_id: int) -> ImportFile:
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state != ImportState.ASKED:
        raise ImportNotPossible("import_settled")
    return file


@carries_out(Matter.HISTORY)
def post_file(file_id: int, *, today: date) -> None:
    """Post a file: its player lists and the other new players first, then its events in
    batches. If a worker dies, only whole batches are posted, and the next worker
    recognises them.
    """
    settle_rosters(file_id)
    while _enter_some(file_id):
        pass
    file = ImportFile.objects.get(pk=file_id)
    # A worker that takes over from a dead one goes through all events again.
    ImportFile.objects.filter(pk=file_id).update(done=0)
    ImportFault.objects.filter(file=file, is_final=True).delete()
    store_faults(file_id, list(faults_of_rosters(file)), is_final=True)
    with GamesOnDisk() as spool:
        script = RowWriter.of(file, players_of_file(file), today)
        count = Refusals(lambda refused: store_faults(file_id, refused, is_final=True))
        waiting = gather(file_id, spool, script, count.record, waiting_too=True)
        post_all(gathered_games(spool, script), _posting_options(file, today), count)
    _finish(file_id, waiting)


@transaction.atomic
def _enter_some(file_id: int) -> bool:
    """Register some of the new players; return whether there may be more."""
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state != ImportState.POSTING:
        return False
    new = ImportPlayer.objects.filter(file=file, choice=MatchChoice.NEW, line=None)
    some = list(new.order_by("place")[:ENTERED_AT_ONCE])
    for each in some:
        _enter(each, acting_for(file))
    return bool(some)


def _enter(row: ImportPlayer, acting: ActionContext) -> None:
    draft = PlayerDraft(
        first_name=row.first_name,
        last_name=row.last_name,
        birth_year=row.birth_year,
        gender=row.gender,
        country=row.country or HOME,
        fide_id=row.fide_id,
        national_id=row.number,
    )
    try:
        player = register_player(draft, acting=acting)
    except RegisterRefusal:
        # Another player has this number by now: a person has to decide whether they are
        # the same.
        row.choice, row.matched_by = MatchChoice.UNDECIDED, MatchedBy.CONFLICT
    else:
        row.choice, row.matched_by = MatchChoice.PLAYER, MatchedBy.ENTERED
        row.player = player
    row.save(update_fields=["choice", "matched_by", "player"])


def _posting_options(file: ImportFile, today: date) -> PostingOptions:
    def account(outcome: BatchOutcome) -> None:
        """Count a batch in its own transaction, so that nothing counts twice."""
        new = outcome.new
        handled = (
            len(new.events.games)
            + len(outcome.known.events.games)
            + len(outcome.left_out.events.games)
        )
        ImportFile.objects.filter(pk=file.pk).update(
            posted_games=F("posted_games") + len(new.events.games),
            posted_events=F("posted_events") + len(new.names),
            done=F("done") + handled,
        )

    return PostingOptions(
        ImportContext(
            file.pool_id,
            acting_for(file),
            today,
            reason_of(file),
            read_register(),
            agreed_by=file.confirmed_by_id,
        ),
        dry_run=False,
        replaces=file.replaces,
        differs=DIFFERS,
        withdrawn=WITHDRAWN,
        account=account,
        batch=AT_ONCE,
    )


@transaction.atomic
def _finish(file_id: int, waiting: int) -> None:
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state != ImportState.POSTING:
        return
    file.state, file.waiting_games = ImportState.POSTED, waiting
    file.refused = ImportFault.objects.filter(file=file).count()
    file.waiting_listed = rows_not_imported(file).count()
    file.done = file.total
    file.save()
    notify_after_commit(file.pool_id)
