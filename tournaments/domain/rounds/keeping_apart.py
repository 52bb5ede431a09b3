"""Pairs of players of a section who are not to meet, such as relatives."""

from django.db import transaction

from federation.domain.authorship import ActionContext
from tournaments.domain.locking import EDITABLE_STATES, count_change, lock_section
from tournaments.domain.refusals import TournamentRefusal
from tournaments.models import KeptApart


@transaction.atomic
def keep_apart(
    section_id: int,
    entries: tuple[int, int],
    *,
    is_strict: bool,
    reason: str,
    acting: ActionContext,
) -> KeptApart:
    """Keep two entries apart in the rounds that are paired afterwards.

    Refusals: `same_player`, `not_entered` for a player of another section, and `apart`
    if they are kept apart already.
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    one, other = sorted(entries)
    if one == other:
        raise TournamentRefusal("same_player")
    if section.entries.filter(pk__in=(one, other)).count() != len((one, other)):
        raise TournamentRefusal("not_entered")
    if section.kept_apart.filter(one=one, other=other).exists():
        raise TournamentRefusal("apart")
    kept = KeptApart.objects.create(
        section=section, one_id=one, other_id=other, is_strict=is_strict, reason=reason
    )
    count_change(section.tournament)
    return kept


@transaction.atomic
def allow_meeting(section_id: int, kept_id: int, *, acting: ActionContext) -> None:
    """Allow two players to meet again. Refusal: `gone`."""
    section = lock_section(section_id, *EDITABLE_STATES)
    deleted, _by_table = section.kept_apart.filter(pk=kept_id).delete()
    if not deleted:
        raise TournamentRefusal("gone")
    count_change(section.tournament)
