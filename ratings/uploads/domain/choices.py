"""The choices made for the players of a file before it is posted."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

from federation.domain.authorship import ActionContext
from ratings.enums import ImportState, MatchChoice
from ratings.models import ImportFile, ImportPlayer
from ratings.uploads.domain.refusals import ImportNotPossible
from ratings.uploads.domain.uploading import notify_workers
from ratings.uploads.queries.imports import NEARLY_CERTAIN

CHOOSABLE_STATES = (ImportState.REVIEW, ImportState.POSTED)


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """What is done with a player of a file; `player_id` if it is that player of the
    register.
    """

    choice: MatchChoice
    player_id: int | None = None


@transaction.atomic
def choose(
    file_id: int, choices: Mapping[int, PlayerChoice], *, acting: ActionContext
) -> int:
    """Store the choices for players of a file, by place; return how many changed.

    Refuses as `open_file`, and with `nameless` if a new player has no name.
    """
    file = open_file(file_id)
    players = ImportPlayer.objects.filter(file=file_id, place__in=choices)
    changed = 0
    for each in players:
        changed += _change(each, choices[each.place], acting)
    if changed:
        changed_file(file)
    return changed


@transaction.atomic
def accept_proposals(file_id: int, *, acting: ActionContext) -> int:
    """Accept all proposals that score `queries.imports.SURE` or more; return how many."""
    file = open_file(file_id)
    sure = ImportPlayer.objects.filter(NEARLY_CERTAIN, file=file)
    return choose_all(file, sure, MatchChoice.PLAYER, acting)


@transaction.atomic
def set_minutes(file_id: int, minutes: int, *, acting: ActionContext) -> ImportFile:
    """Set the thinking time of each player in games for which the file gives no time
    control. Refuses as `open_file`, and with `minutes_said` if the file gives all.
    """
    file = open_file(file_id)
    if not file.defaulted.get("minutes"):
        raise ImportNotPossible("minutes_said")
    if file.minutes != minutes:
        file.minutes = minutes
        file.save(update_fields=["minutes"])
        changed_file(file)
    return file


def open_file(file_id: int) -> ImportFile:
    """Lock and return a file whose choices may still be changed. Refuses with
    `import_is_posting`, `import_asked` or `import_not_ready`.
    """
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state == ImportState.POSTING:
        raise ImportNotPossible("import_is_posting")
    if file.state == ImportState.ASKED:
        raise ImportNotPossible("import_asked")
    if file.state not in CHOOSABLE_STATES:
        raise ImportNotPossible("import_not_ready")
    return file


def choose_all(
    file: ImportFile,
    players: "QuerySet[ImportPlayer]",
    choice: MatchChoice,
    acting: ActionContext,
) -> int:
    """Store one choice for all these players of a locked file; return how many."""
    changed = players.update(choice=choice, chosen_by_id=acting.person_id)
    if changed:
        changed_file(file)
    return changed


def _change(player: ImportPlayer, chosen: PlayerChoice, acting: ActionContext) -> bool:
    stays = chosen.choice == player.choice
    if stays and chosen.player_id in (None, player.player_id):
        return False
    if chosen.choice == MatchChoice.NEW and not player.last_name:
        raise ImportNotPossible("nameless")
    player.choice, player.chosen_by_id = chosen.choice, acting.person_id
    if chosen.choice == MatchChoice.PLAYER:
        player.player_id = chosen.player_id or player.player_id
    player.is_settled = False
    player.save(update_fields=["choice", "chosen_by", "player", "is_settled"])
    return True


def changed_file(file: ImportFile) -> None:
    """Mark the result of the last check as outdated, and have a worker check again."""
    file.state, file.chosen = ImportState.REVIEW, file.chosen + 1
    file.save(update_fields=["state", "chosen"])
    notify_workers(file.pk)
