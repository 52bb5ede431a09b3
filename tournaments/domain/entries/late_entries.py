"""A latecomer to a round robin, who gets the number that rests.

The Berger tables of an odd number of players are those of the next even number without
its last player (FIDE Handbook C.05, annex 1): one more player fits in, and no board
that is drawn changes.
"""

from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from federation.domain.authorship import ActionContext
from tournaments.enums import ROUND_ROBINS
from tournaments.models import Entry, Pairing, Section
from tournaments.rules.berger import SMALLEST, schedule
from tournaments.rules.results import Result

WITHOUT_RESULT = (Result.NOT_PLAYED, Result.POSTPONED)


def is_drawn(section: Section) -> bool:
    """Return whether all boards of the section are drawn."""
    return section.started_at is not None and section.format in ROUND_ROBINS


def has_resting_number(section: Section) -> bool:
    """Return whether the section is drawn by the tables, and a player rests in each
    round.

    A section imported from a file may have its rounds in another order.
    """
    size = section.entries.count()
    if not is_drawn(section) or size % 2 == 0:
        return False
    sides = ("round", "white__pairing_number", "black__pairing_number")
    drawn = set(section.pairings.values_list(*sides))
    return drawn == {
        (planned.number, white, black)
        for planned in schedule(size, section.cycles)
        for white, black in planned.boards
    }


def draw_late_boards(section: Section, entry: Entry, acting: ActionContext) -> None:
    """Pair the entry, whose number is the last, with the player who rests in each
    round; the new boards come last. A game of a round that has begun is postponed.
    """
    entries = {each.pairing_number: each for each in section.entries.all()}
    last = dict(
        section.pairings.values_list("round").annotate(last=Max("board")).order_by()
    )
    begun = rounds_begun(section, acting)
    Pairing.objects.bulk_create(
        Pairing(
            section=section,
            round=planned.number,
            board=last.get(planned.number, 0) + 1,
            white=entries[white],
            black=entries[black],
            result=(Result.POSTPONED if planned.number in begun else Result.NOT_PLAYED),
            changed_by_id=acting.user_id,
            changed_at=acting.at,
        )
        for planned in schedule(len(entries), section.cycles)
        for white, black in planned.boards
        if entry.pairing_number in (white, black)
    )


def rounds_begun(section: Section, acting: ActionContext) -> set[int]:
    """Return the rounds whose day is past, or in which a result is entered."""
    played = section.pairings.exclude(result=Result.NOT_PLAYED)
    past = section.round_days.filter(date__lt=timezone.localdate(acting.at))
    return {
        *played.values_list("round", flat=True),
        *past.values_list("number", flat=True),
    }


def can_be_removed_after_draw(entry: Entry) -> bool:
    """Return whether the entry can be removed from a drawn round robin without a trace:
    its number is the last, which would rest, and none of its games has a result.
    """
    numbers = entry.section.entries.values_list("pairing_number", flat=True)
    would_rest = len(numbers) % 2 == 0 and len(numbers) > SMALLEST
    is_last = would_rest and entry.pairing_number == max(numbers)
    boards = boards_of(entry)
    return is_last and not boards.exclude(result__in=WITHOUT_RESULT).exists()


def boards_of(entry: Entry) -> QuerySet[Pairing]:
    """Return the boards of an entry, with White or Black."""
    return Pairing.objects.filter(Q(white=entry) | Q(black=entry))
