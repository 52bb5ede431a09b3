"""Stepping down one class on request, after seven years without playing where classes
are judged (SSF §7.3c).
"""

from datetime import date

from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from federation.domain.authorship import ActionContext, written_by
from federation.domain.classes import (
    ClassLine,
    enter_in_class_register,
    lock_class_register,
    take_back_line,
)
from federation.domain.reasons import require_reason
from federation.models import ClassMembership, Player
from ratings.ledger.domain.periods import lock_periods_from
from tournaments.domain.refusals import TournamentRefusal
from tournaments.models import StepDown
from tournaments.queries.class_memberships import class_memberships
from tournaments.queries.movements.batches import WrittenMovement, line_undo_obstacles
from tournaments.queries.movements.stepping_down import last_competition
from tournaments.rules.classes.ranks import ClassRank, may_step_down, step_down_opens_on

ON_REQUEST = "request"
"""The source kind of a line of the class register that was requested by the player."""


@transaction.atomic
def step_down(
    player_id: int, last_played: date, reason: str, *, acting: ActionContext
) -> StepDown:
    """Record that a player steps down one class on request, from today.

    `last_played` is the last day of the last competition, as the committee knows it.

    Refusals: `gone`, `reason`, `step_no_class`, `step_for_life`, `step_lowest`,
    `step_played` if the office knows of a later competition, or `step_early` with the
    day from which it is possible.
    """
    # Two concurrent requests would go down two classes.
    lock_class_register()
    player = Player.objects.unmerged().filter(pk=player_id).first()
    if player is None:
        raise TournamentRefusal("gone")
    reason = require_reason(reason, TournamentRefusal)
    day = timezone.localdate(acting.at)
    own, below = _classes(class_memberships([player_id], day).get(player_id))
    played = last_competition(player_id)
    if played and played.last_day > last_played:
        opens_on = step_down_opens_on(played.last_day)
        raise TournamentRefusal(
            "step_played", name=played.name, day=played.last_day, opens_on=opens_on
        )
    if not may_step_down(own, last_played, day):
        raise TournamentRefusal("step_early", day=step_down_opens_on(last_played))
    line = enter_in_class_register(_line(player_id, below, day), acting=acting)
    with written_by(acting.user_id):
        return StepDown.objects.create(
            line=line, from_class=own, last_played=last_played, reason=reason
        )


@transaction.atomic
def undo_step_down(step_id: int, *, acting: ActionContext) -> StepDown:
    """Take the line of a player who stepped down back from the class register.

    Refusals: `step_undone`, or `step_later`, `step_begun` or `step_listed` for what
    depends on the line, as for a batch of class movements.
    """
    found = StepDown.objects.filter(pk=step_id).select_related("line").first()
    if found is None:
        raise TournamentRefusal("gone")
    lock_periods_from(found.line.from_date)
    lock_class_register()
    line = ClassMembership.every_line.select_for_update().get(pk=found.line_id)
    blocker = undo_blocker(line)
    if blocker:
        raise TournamentRefusal(blocker)
    take_back_line(line, acting=acting)
    return found


def undo_blocker(line: ClassMembership) -> str:
    """Return why a line of a player stepping down cannot be undone; "" if it can."""
    if line.taken_back_at is not None:
        return "step_undone"
    obstacles = line_undo_obstacles([WrittenMovement(line)], line.confirmed_at)
    return next((f"step_{code}" for code, _player in obstacles), "")


def _classes(held: ClassMembership | None) -> tuple[ClassRank, ClassRank]:
    """Return the player's class, and the one below."""
    if held is None:
        raise TournamentRefusal("step_no_class")
    if held.for_life:
        raise TournamentRefusal("step_for_life")
    own = ClassRank(held.player_class)
    if own.below is None:
        raise TournamentRefusal("step_lowest", own=own)
    return own, own.below


def _line(player_id: int, below: ClassRank, day: date) -> ClassLine:
    with translation.override(settings.LANGUAGE_CODE):
        cause = _("On request")
    return ClassLine(
        player_id=player_id,
        player_class=below,
        from_date=day,
        cause=cause,
        paragraph="SSF §7.3c",
        source_kind=ON_REQUEST,
    )
