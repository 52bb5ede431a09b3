"""The batches in which class movements were settled, and what prevents undoing them."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from federation.models import ClassMembership
from ratings.enums import ApprovalState
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.models import Approval, ListEntry, RatingList
from tournaments.enums import TournamentState
from tournaments.models import ClassMovement, Entry, MovementBatch


@dataclass(frozen=True, slots=True)
class UndoObstacle:
    """What prevents undoing a batch: `code` says what it is, `movement` which movement
    it concerns (None if it is about the whole batch).
    """

    code: str
    movement: ClassMovement | None = None


def settled_batches() -> QuerySet[MovementBatch]:
    """Return every batch, the newest first, with the accounts that decided and undid
    it.
    """
    rows = MovementBatch.objects.select_related("settled_by", "undone_by")
    return rows.order_by("-settled_at", "-pk")


def movements_of(batch: MovementBatch) -> list[ClassMovement]:
    """Return the movements that still belong to the batch, in the order in which it was
    shown.
    """
    return list(
        batch.movements.select_related(
            "entry__player", "section__tournament", "line", "decided_by", "looked_by"
        ).order_by("section__tournament", "pk")
    )


@dataclass(frozen=True, slots=True)
class SettledMovement:
    """One movement as the batch settled it, whatever happened to it since."""

    movement_id: int
    player_id: int
    tournament: str
    section: str
    from_class: str
    to_class: str
    reason: str
    public_reason: str


def settled_in(batch: MovementBatch) -> list[SettledMovement]:
    """Return what the batch contained when it was settled, as stored in the audit log.

    Movements that were deleted since with their section are left out.
    """
    versions = ClassMovement.pgh_event_model.objects.filter(  # type: ignore[attr-defined]
        batch=batch.pk
    )
    first = list(versions.order_by("pgh_obj", "pgh_id").distinct("pgh_obj"))
    entries = Entry.objects.select_related("section__tournament").in_bulk(
        [each.entry_id for each in first]
    )
    found = [
        (each, entries[each.entry_id]) for each in first if each.entry_id in entries
    ]
    return [
        SettledMovement(
            movement_id=each.pgh_obj_id,
            player_id=entry.player_id,
            tournament=entry.section.tournament.name,
            section=entry.section.name,
            from_class=each.from_class,
            to_class=each.to_class,
            reason=each.reason,
            public_reason=each.public_reason,
        )
        for each, entry in sorted(
            found, key=lambda pair: (pair[1].section.tournament_id, pair[0].pgh_obj_id)
        )
    ]


def find_undo_obstacle(
    batch: MovementBatch, movements: Collection[ClassMovement]
) -> UndoObstacle | None:
    """Return what prevents undoing the batch, if anything.

    `undone` already; `changed`: some of it was decided or checked again, or deleted;
    `later`: the player has got another line of the class register since; `begun`: the
    player has begun another tournament in that class; `listed`: a rating list with it
    is approved or being built.
    """
    if batch.undone_at is not None:
        return UndoObstacle("undone")
    if len(movements) != batch.size:
        return UndoObstacle("changed")
    return next(_found(batch, movements), None)


def _found(
    batch: MovementBatch, movements: Collection[ClassMovement]
) -> Iterator[UndoObstacle]:
    for each in movements:
        if each.decided_at != batch.settled_at or each.looked_at is not None:
            yield UndoObstacle("changed", each)
    # A player may have a line from each of several tournaments.
    lines = [
        WrittenMovement(each.line, each.section_id) for each in movements if each.line
    ]
    of_player = {each.line.player_id: each for each in movements if each.line}
    for code, player in line_undo_obstacles(lines, batch.settled_at):
        yield UndoObstacle(code, of_player[player])


@dataclass(frozen=True, slots=True)
class WrittenMovement:
    """A line of the class register, and the section whose result it is."""

    line: ClassMembership
    section_id: int | None = None


def line_undo_obstacles(
    written: Sequence[WrittenMovement], settled_at: datetime
) -> Iterator[tuple[str, int]]:
    """Yield what prevents taking these lines back, with the player: `later`, `begun`,
    `listed` (see `find_undo_obstacle`).
    """
    if not written:
        return
    yield from (("later", player) for player in _later(written))
    yield from (("begun", player) for player in _begun(written))
    yield from (("listed", player) for player in _listed(written, settled_at))


def _later(written: Sequence[WrittenMovement]) -> set[int]:
    """Return the players with a later line of the class register."""
    own = {each.line.pk: each.line.player_id for each in written}
    newest_first = sorted(own.items(), reverse=True)
    first = {player: pk for pk, player in newest_first}
    rows = ClassMembership.objects.filter(player__in=first, pk__gt=min(own))
    later = rows.exclude(pk__in=own).values_list("player", "pk")
    return {player for player, pk in later if pk > first[player]}


def _begun(written: Sequence[WrittenMovement]) -> set[int]:
    """Return the players who have begun another tournament in their new class, under
    whichever of their cards.
    """
    aliases, players, began = aliases_now(), dict[int, int](), Q()
    for each in written:
        cards = aliases.cards([each.line.player_id])
        players |= dict.fromkeys(cards, each.line.player_id)
        began |= Q(
            player__in=cards,
            class_at_start=each.line.player_class,
            section__tournament__start_date__gte=each.line.from_date,
        ) & ~Q(section=each.section_id)
    rows = Entry.objects.filter(began, section__started_at__isnull=False).exclude(
        section__tournament__state=TournamentState.CANCELLED
    )
    return {players[card] for card in rows.values_list("player", flat=True)}


def _listed(written: Sequence[WrittenMovement], settled_at: datetime) -> set[int]:
    """Return the players whom an approved list shows in their new class; all of them
    while a list that would show it is being built.
    """
    classes: dict[int, set[str]] = {}
    for each in written:
        classes.setdefault(each.line.player_id, set()).add(each.line.player_class)
    first = min(each.line.from_date for each in written)
    if Approval.objects.filter(
        state=ApprovalState.REQUESTED, period__end_date__gte=first - timedelta(days=1)
    ).exists():
        return set(classes)
    lists = RatingList.objects.filter(
        valid_from__gte=first, published_at__gte=settled_at
    )
    rows = ListEntry.objects.filter(
        list_id__in=list(lists.values_list("pk", flat=True)), player_id__in=classes
    )
    return {
        player
        for player, shown in rows.values_list("player_id", "player_class")
        if shown in classes[player]
    }
