"""The class register: lines are added, and taken back whole; they never change."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db import connection

from federation.domain.authorship import ActionContext, written_by
from federation.models import ClassMembership

CLASS_REGISTER = 7_120_471
"""Key of the advisory lock of the class register: shared by those who add a line or
note a player's class, exclusive for taking a line back.
"""


@dataclass(frozen=True, slots=True)
class ClassLine:
    """From this day the player holds this class; `cause` and `paragraph` say why.
    `source_kind` and `source_number` name the row from which the line came.
    """

    player_id: int
    player_class: str
    from_date: date
    cause: str
    paragraph: str = ""
    for_life: bool = False
    source_kind: str = ""
    source_number: int | None = None


def enter_in_class_register(
    line: ClassLine, *, acting: ActionContext
) -> ClassMembership:
    """Add a line to the class register, confirmed by this user."""
    (entered,) = enter_lines_in_class_register([line], acting=acting)
    return entered


def enter_lines_in_class_register(
    lines: Iterable[ClassLine], *, acting: ActionContext
) -> list[ClassMembership]:
    """Add lines to the class register, confirmed by this user; return them in the same
    order.
    """
    lock_class_register_shared()
    with written_by(acting.user_id):
        return ClassMembership.objects.bulk_create(
            ClassMembership(
                player_id=line.player_id,
                player_class=line.player_class,
                from_date=line.from_date,
                for_life=line.for_life,
                cause=line.cause[:200],
                paragraph=line.paragraph[:40],
                source_kind=line.source_kind,
                source_number=line.source_number,
                confirmed_by_id=acting.user_id,
                confirmed_at=acting.at,
            )
            for line in lines
        )


def take_back_line(line: ClassMembership, *, acting: ActionContext) -> None:
    """Take a line back: it is valid on no day. The caller has locked the register, and
    has checked that nothing depends on the line.
    """
    line.taken_back_by_id, line.taken_back_at = acting.user_id, acting.at
    with written_by(acting.user_id):
        line.save(update_fields=["taken_back_by", "taken_back_at"])


def lock_class_register_shared() -> None:
    """Prevent every valid line from being taken back until the end of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock_shared(%s)", [CLASS_REGISTER])


def lock_class_register() -> None:
    """Wait until no one else adds a line or notes a class, and prevent it until the end
    of the transaction.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [CLASS_REGISTER])
