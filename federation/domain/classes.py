"""The class register: lines are added, never changed."""

from dataclasses import dataclass
from datetime import date, datetime

from federation.domain.authorship import written_by
from federation.models import ClassMembership


@dataclass(frozen=True, slots=True)
class ClassLine:
    """From this day the player holds this class, and why. The source names
    what it came from as (kind, number).
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
    line: ClassLine, *, user_id: int | None, at: datetime
) -> ClassMembership:
    """Add a line to the class register, confirmed by this user."""
    with written_by(user_id):
        return ClassMembership.objects.create(
            player_id=line.player_id,
            player_class=line.player_class,
            from_date=line.from_date,
            for_life=line.for_life,
            cause=line.cause[:200],
            paragraph=line.paragraph[:40],
            source_kind=line.source_kind,
            source_number=line.source_number,
            confirmed_by_id=user_id,
            confirmed_at=at,
        )
