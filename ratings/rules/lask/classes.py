"""Classes by rating, as proposed for SM (LASK text, point 13)."""

from ratings.rules.lask.parameters import LaskParameters


def class_by_rating(rating: float, parameters: LaskParameters) -> str:
    """The class of a rating: SM from 2250, M from 2050, I from 1875, else II."""
    limits = parameters.tables.class_limits
    return next(
        (limit.name for limit in limits if rating >= limit.lowest), limits[-1].name
    )
