"""Words for the reasons why a change of edition is not possible."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ratings.editions.conversion_words import number
from ratings.ledger.domain.editions import EditionNotPossible

REFUSALS: Mapping[str, Promise] = {
    "reason": _("Say why this is proposed."),
    "answer": _("Say why it is rejected: the person who proposed it will read it."),
    "four_eyes": _(
        "You proposed this yourself: another administrator has to approve it."
    ),
    "settled": _(
        "This has changed since you opened the page: the proposal is already settled."
    ),
    "waits": _(
        "Another proposal for that day is already waiting. Approve or reject it first."
    ),
    "taken": _(
        "Another edition begins on %(day)s. Change that one, or choose another day."
    ),
    "gone": _("The edition of %(day)s that this would replace no longer exists."),
    "ended": _("The pool ends on %(day)s, before this would begin."),
    "same": _("Nothing would change: the edition of %(day)s says the same."),
    "approved": _(
        "Lists up to %(last)s are approved. What they were rated by never changes: the"
        " first day has to come after that."
    ),
    "inside_period": _(
        "That day is inside the period %(first)s – %(last)s. An edition begins "
        "with a period, the next one on %(next)s."
    ),
    "periods": _(
        "The period %(first)s – %(last)s exists already and would be cut by the new"
        " days on which periods begin. Choose a day after the periods that exist."
    ),
    "booked": _(
        "Results of events since %(first)s are in the ledger, and one system rates each"
        " event as a whole while the other rates by period. Choose a day after them."
    ),
    "fractions": _(
        "The system rates in whole points: let the conversion round to 0 decimals."
    ),
    "not_whole": _(
        "The system before this one has ratings with decimals, and this one knows whole "
        "points only. Choose a formula with 0 decimals: 1 times the old rating plus 0 "
        "rounds them."
    ),
    "next_not_whole": _(
        "Ratings would have decimals when the edition of %(day)s begins, which knows "
        "whole points only. First change that one: let a formula with 0 decimals, 1 "
        "times the old rating plus 0, round them."
    ),
    "not_converted": _(
        "The conversion says nothing about ratings that somebody has: %(ratings)s."
    ),
    "no_levels": _(
        "This system rates by levels, from %(lowest)s to %(highest)s, and these "
        "ratings would not be levels: %(ratings)s. Use a table to say which level "
        "each of them becomes."
    ),
    "decided_no_levels": _(
        "That system rates by levels, from %(lowest)s to %(highest)s, and decisions "
        "from that day on give ratings that are not levels: %(ratings)s. Reject or "
        "revoke those decisions first."
    ),
    "first": _(
        "It is the pool’s first edition: without it nothing says how games are rated."
    ),
}
FIELDS = {
    "reason": "reason",
    "waits": "from_date",
    "taken": "from_date",
    "gone": "from_date",
    "ended": "from_date",
    "approved": "from_date",
    "inside_period": "from_date",
    "periods": "from_date",
    "booked": "from_date",
    "fractions": "conversion_kind",
    "not_whole": "conversion_kind",
    "next_not_whole": "from_date",
    "not_converted": "conversion_kind",
    "no_levels": "conversion_kind",
    "decided_no_levels": "from_date",
}
"""The field beside which a refusal is shown."""
MOST_RATINGS = 8


def sentence_of(error: EditionNotPossible) -> str:
    """Return the sentence for a refusal."""
    facts = {name: _fact(value) for name, value in error.facts.items()}
    return str(REFUSALS[error.code] % facts)


def _fact(value: Any) -> str:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list):
        more = ["…"] if len(value) > MOST_RATINGS else []
        return ", ".join([*map(number, value[:MOST_RATINGS]), *more])
    return str(value)
