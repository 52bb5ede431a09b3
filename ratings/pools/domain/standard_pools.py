"""The pools that a federation of mind sports has from the start.

The pool of standard chess is created with the tables, by a migration. A pool of this
table is created if it is missing and its system exists; an additional entry is an
additional pool.
"""

from dataclasses import dataclass, field
from datetime import date

from django.db import transaction

from federation.agreements import Matter
from federation.domain.four_eyes import alone
from ratings.enums import FideTempo
from ratings.models import Pool
from ratings.models.pools import STANDARD_NAMES
from ratings.pools.domain.pools import create_pool
from ratings.rules import systems
from ratings.rules.elo.parameters import edition


@dataclass(frozen=True, slots=True)
class StandardPool:
    """A pool by its short name, with its system and the first day of its edition, and
    the kind of FIDE rating shown with it.
    """

    code: str
    system: str
    from_date: date
    parameters: dict[str, object] = field(default_factory=dict)
    fide_tempo: str = ""


FAST_CHESS = edition("2024-03").to_json()
"""FIDE's chapter for rapid and blitz: its cap applies to everyone."""
STANDARD_POOLS = (
    StandardPool(
        "chess-rapid", "elo", date(2024, 3, 1), FAST_CHESS, fide_tempo=FideTempo.RAPID
    ),
    StandardPool(
        "chess-blitz", "elo", date(2024, 3, 1), FAST_CHESS, fide_tempo=FideTempo.BLITZ
    ),
    StandardPool("scrabble", "scrabble", date(2004, 1, 1)),
    StandardPool("renju", "renju", date(1990, 1, 1)),
    StandardPool("lask", "lask_1970", date(1970, 9, 1), fide_tempo=FideTempo.STANDARD),
)


@transaction.atomic
@alone(Matter.COMMAND)
def open_standard_pools() -> list[Pool]:
    """Create the standard pools that are missing and return them; a repeated call does
    nothing.
    """
    held = set(Pool.objects.values_list("code", flat=True))
    return [
        create_pool(
            code=each.code,
            name=STANDARD_NAMES[each.code],
            system=each.system,
            parameters=each.parameters,
            from_date=each.from_date,
            fide_tempo=each.fide_tempo,
        )
        for each in STANDARD_POOLS
        if each.code not in held and each.system in systems.systems()
    ]
