"""The published list that a proposal is compared with."""

from ratings.lists.queries.proposal_difference import DAY, ProposalPart, difference
from ratings.models import Period, RatingList


def count_unusual_lines(period: Period) -> int:
    """Return how many lines of the proposal are unusual."""
    found = difference(period, compared_list(period), {ProposalPart.ODD: (1, 0)})
    return found.parts[ProposalPart.ODD].total


def compared_list(
    period: Period, approved: RatingList | None = None
) -> RatingList | None:
    """Return the list that a proposal is compared with: the newest of its own period, or
    else the newest of the periods before it. With `approved`, the list published from
    the proposal: what that was compared with.
    """
    lists = RatingList.published.filter(pool_id=period.pool_id).newest_first()
    if approved:
        lists = lists.filter(number__lt=approved.number)
    own = lists.filter(period=period).first()
    return own or lists.filter(valid_from__lt=period.end_date + DAY).first()
