"""The effects of a change of edition, in words and numbers."""

from typing import Any

from federation.requests import OfficeRequest
from ratings.editions.conversion_words import lines_of
from ratings.editions.queries.editions import preview_conversion, preview_edition
from ratings.editions.queries.floors import below_floor
from ratings.editions.views.pools import numbers_in_words
from ratings.ledger.domain.editions import EditionDraft
from ratings.models import Pool
from ratings.pages.tables import player_link
from ratings.pages.views.levels import set_rating_format
from ratings.people.queries.names import read_people
from ratings.pools.queries.systems import ONE_DAY, systems_of
from ratings.rules.conversion import Conversion
from ratings.system_words.lookup import system_label


def preview(request: OfficeRequest, draft: EditionDraft) -> dict[str, Any]:
    """Return the effects of a draft, in words and numbers."""
    seen = preview_edition(
        draft.pool_id, draft.from_date, draft.system, draft.parameters
    )
    converted = conversion = None
    if draft.conversion is not None:
        conversion = Conversion.from_json(draft.conversion)
        converted = preview_conversion(draft.pool_id, conversion)
    set_rating_format(
        systems_of(draft.pool_id).with_edition(draft.from_date, draft.system),
        draft.from_date - ONE_DAY,
    )
    falling = below_floor(draft.pool_id, draft.system, draft.parameters, conversion)
    ids = [mover.player_id for mover in converted.movers] if converted else []
    ids += falling.first if falling else ()
    known = read_people(ids, request.actor, request.today)
    pool_query = f"?pool={Pool.objects.get(pk=draft.pool_id).code}"
    return {
        "seen": seen,
        "from_date": draft.from_date,
        "system": system_label(draft.system),
        "system_before": system_label(seen.before.system) if seen.before else "",
        "numbers": numbers_in_words(draft.system, seen.changes),
        "conversion": conversion_lines(draft),
        "converted": converted,
        "falling": falling,
        "fallen": [
            player_link(known.get(player), pool_query)
            for player in (falling.first if falling else ())
        ],
        "movers": [
            (mover, player_link(known.get(mover.player_id), pool_query))
            for mover in (converted.movers if converted else ())
        ],
    }


def conversion_lines(draft: EditionDraft) -> list[str]:
    if draft.conversion is None:
        return []
    systems = systems_of(draft.pool_id).with_edition(draft.from_date, draft.system)
    return lines_of(
        Conversion.from_json(draft.conversion), *systems.levels_around(draft.from_date)
    )
