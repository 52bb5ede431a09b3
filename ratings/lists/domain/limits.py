"""Setting the limits above which lines are unusual: no rating or list changes."""

from dataclasses import asdict

from django.db import transaction

from federation.domain.authorship import ActionContext, written_by
from ratings.lists.queries.limits import LineLimits
from ratings.models import OddityLimits, Pool


@transaction.atomic
def set_limits(
    pool_id: int, limits: LineLimits, *, acting: ActionContext
) -> OddityLimits:
    """Set the limits above which lines of the pool's proposals are unusual."""
    pool = Pool.objects.select_for_update(no_key=True).get(pk=pool_id)
    with written_by(acting.user_id):
        chosen, _made = OddityLimits.objects.update_or_create(
            pool=pool, defaults=asdict(limits)
        )
    return chosen
