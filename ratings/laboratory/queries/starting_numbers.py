"""The parameters with which a system begins in an experiment: those by which the pool
is rated, so that nothing differs except what the user changes.
"""

from typing import Any

from ratings.models import Edition
from ratings.rules.parameters import BadParameters
from ratings.rules.systems import systems

CALENDAR = "period_starts"
Numbers = dict[str, Any]


def starting_numbers(pool_id: int, system: str) -> Numbers:
    """Return all parameters of a system as JSON: those of the pool's newest edition
    with that system; if it has none, the system's defaults with the pool's calendar of
    periods, if the system accepts it.
    """
    editions = list(Edition.objects.filter(pool_id=pool_id).order_by("-from_date"))
    parameters = systems()[system].Parameters
    for edition in editions:
        if edition.system == system:
            return _all(parameters, edition.parameters)
    text = _all(parameters, {})
    for edition in editions[:1]:
        held = _all(systems()[edition.system].Parameters, edition.parameters)
        if CALENDAR in held and CALENDAR in text:
            try:
                return _all(parameters, {CALENDAR: held[CALENDAR]})
            except BadParameters:
                return text
    return text


def _all(parameters: Any, given: Numbers) -> Numbers:
    numbers: Numbers = parameters.from_json(given).to_json()
    return numbers
