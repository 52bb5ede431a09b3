"""Drawing lots: the pairing numbers, the first colour, and the places of players who
are level at the end.
"""

import secrets

from django.db import transaction

from federation.domain.authorship import ActionContext
from tournaments.domain.entering import number_entries
from tournaments.domain.locking import EDITABLE_STATES, count_change, lock_section
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import FirstColour, SectionPairing, TournamentState
from tournaments.models import Entry, Section
from tournaments.queries.section_results import needs_lots, read_section_results
from tournaments.rules.tiebreaks.lots import lot_of


def draw_first_colour(section: Section) -> None:
    """Draw the colour of the highest ranked player for the Dutch system (C.04.3 A 6, E
    5), once; the caller saves the section.
    """
    if section.pairing_system == SectionPairing.DUTCH_2026 and not section.first_colour:
        section.first_colour = secrets.choice(list(FirstColour))


@transaction.atomic
def draw_numbers(section_id: int, *, acting: ActionContext) -> Section:
    """Draw the pairing numbers by lot (SSF §14 A).

    The order follows from a seed and each entry's number before the drawing; both are
    stored, with who drew and when. The drawing can be repeated until the start, and the
    drawings are counted. Refusal: `started`.
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    if section.started_at:
        raise TournamentRefusal("started")
    seed = secrets.token_hex(8)
    entries = list(section.entries.in_order())
    for number, entry in enumerate(entries, start=1):
        entry.lot_number = number
    Entry.objects.rewrite(entries, ["lot_number"])
    number_entries(sorted(entries, key=lambda each: lot_of(seed, each.lot_number or 0)))
    section.numbers_seed = seed
    section.numbers_drawn_at = acting.at
    section.numbers_drawn_by_id = acting.person_id
    section.number_draws += 1
    section.save(
        update_fields=[
            "numbers_seed", "numbers_drawn_at", "numbers_drawn_by", "number_draws",
        ]
    )  # fmt: skip
    count_change(section.tournament)
    return section


@transaction.atomic
def draw_section_lots(section_id: int, *, acting: ActionContext) -> Section:
    """Draw a seed for the lots at the end, and store it with who drew it and when.

    Refusals: `lots_drawn` if that was done, `no_lots` if lots decide nothing: the
    section has not started, they are not announced, a result is missing, or no players
    share a place.
    """
    section = lock_section(
        section_id, TournamentState.RUNNING, TournamentState.FINISHED
    )
    if section.lots_seed:
        raise TournamentRefusal("lots_drawn")
    if not section.started_at or not needs_lots(read_section_results(section)):
        raise TournamentRefusal("no_lots")
    section.lots_seed = secrets.token_hex(8)
    section.lots_drawn_at = acting.at
    section.lots_drawn_by_id = acting.person_id
    section.save(update_fields=["lots_seed", "lots_drawn_at", "lots_drawn_by"])
    count_change(section.tournament)
    return section
