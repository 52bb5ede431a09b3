"""How the pairing numbers of a section were drawn, so that any reader can check it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Entry, Section
from tournaments.queries.standings.table import ShownPlayer
from tournaments.rules.tiebreaks.lots import lot_of

SHOWN_OF_A_SUM = 8


@dataclass(frozen=True, slots=True)
class NumberLot:
    """A player's lot: `lot_number` is the number before the drawing."""

    player: ShownPlayer
    lot_number: int
    hashed: str

    @property
    def shown(self) -> str:
        """As much of the hash as distinguishes the players."""
        return self.hashed[:SHOWN_OF_A_SUM]


@dataclass(frozen=True, slots=True)
class NumberDraw:
    """A drawing of pairing numbers; `draws` is how often it was done, this one
    included.

    `lots` has the players still entered in the order drawn; `came_later` those who were
    entered after the drawing. `is_changed` says that the numbers no longer follow the
    lots.
    """

    seed: str
    at: datetime | None
    draws: int
    lots: tuple[NumberLot, ...]
    came_later: tuple[ShownPlayer, ...]
    is_changed: bool


def number_draw(section: Section, players: Sequence[ShownPlayer]) -> NumberDraw | None:
    """Return the drawing, None if the numbers were not drawn by lot.

    `players` are all players of the section by pairing number.
    """
    if not section.numbers_seed:
        return None
    lots = (
        NumberLot(player, number, lot_of(section.numbers_seed, number))
        for player in players
        if (number := player.entry.lot_number) is not None
    )
    return NumberDraw(
        seed=section.numbers_seed,
        at=section.numbers_drawn_at,
        draws=section.number_draws,
        lots=tuple(sorted(lots, key=lambda lot: lot.hashed)),
        came_later=tuple(each for each in players if each.entry.lot_number is None),
        is_changed=not follows_lots(section, [player.entry for player in players]),
    )


def follows_lots(section: Section, entries: Sequence[Entry]) -> bool:
    """Return whether the numbers were drawn and no player was moved since: first the
    drawn players, in the order of the lots, then those who came later.

    `entries` are by pairing number.
    """
    seed = section.numbers_seed
    lots = [lot_of(seed, each.lot_number) for each in entries if each.lot_number]
    drawn = entries[: len(lots)]
    return bool(seed) and lots == sorted(lots) and all(e.lot_number for e in drawn)


def has_moves(section: Section) -> bool:
    """Return whether the numbers are neither those of the lots nor of the order of
    entry.
    """
    entries = list(section.entries.in_order())
    ids = [entry.pk for entry in entries]
    return ids != sorted(ids) and not follows_lots(section, entries)
