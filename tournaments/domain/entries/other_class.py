"""Starting in another class than the class register's: by dispensation (SSF §7.5), in a
vacancy (§7.6), or by the choice of a player without a class (§7.1).
"""

from dataclasses import dataclass
from fractions import Fraction

from django.db import transaction

from federation.domain.authorship import ActionContext
from ratings.ledger.domain.editions import NoEdition
from tournaments.domain.locking import EDITABLE_STATES, count_change, lock_entry
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.start_facts import ratings_at_start
from tournaments.enums import StartGround
from tournaments.models import Entry
from tournaments.queries.class_memberships import class_memberships
from tournaments.rules.classes.ranks import (
    DISPENSATION_LIMITS,
    ClassRank,
    Rating,
    first_classes,
    may_fill_vacancy,
    may_get_dispensation,
)


@dataclass(frozen=True, slots=True)
class DefaultStart:
    """The class that a player would start in by default, and the rating that decides
    it.

    `held` is the class of the register, `options` are the classes that a player without
    one may start in, the highest first.
    """

    held: ClassRank | None
    options: tuple[ClassRank, ...]
    rating: Rating | None


@transaction.atomic
def give_dispensation(entry_id: int, wanted: str, *, acting: ActionContext) -> Entry:
    """Note that the rules committee allows a player to start in a higher class.

    With "" the player starts in their own class again, whatever had been noted.

    Refusals: `started`, `no_titles`, `not_higher` or `below_limit`.
    """
    entry = _locked(entry_id)
    if wanted:
        own, rank = own_start(entry), ClassRank(wanted)
        _refuse_not_higher(own, rank)
        if not may_get_dispensation(rank, own.rating):
            raise _below_limit(rank)
    return _noted(entry, wanted, StartGround.DISPENSATION, acting)


@transaction.atomic
def place_in_class(entry_id: int, wanted: str, *, acting: ActionContext) -> Entry:
    """Note that the organiser fills a vacancy with a player of the class below, or
    which class a player without one has chosen.

    With "" the player starts in their own class again.

    Refusals: `started`, `no_titles`, `committees` if a dispensation is noted,
    `not_higher`, `two_classes_up` or `below_limit`.
    """
    entry = _locked(entry_id)
    if entry.start_ground == StartGround.DISPENSATION:
        raise TournamentRefusal("committees")
    if not wanted:
        return _noted(entry, "", StartGround.VACANCY, acting)
    own, rank = own_start(entry), ClassRank(wanted)
    if own.held is None and len(own.options) > 1 and rank in own.options:
        return _noted(entry, wanted, StartGround.CHOICE, acting)
    _refuse_not_higher(own, rank)
    if own.options[0].above is not rank:
        raise TournamentRefusal("two_classes_up", above=own.options[0].above)
    if not may_fill_vacancy(own.options[0], rank, own.rating):
        raise _below_limit(rank)
    return _noted(entry, wanted, StartGround.VACANCY, acting)


def own_start(entry: Entry) -> DefaultStart:
    """Return the default by the class register on the tournament's first day, and by
    the rating that would be noted for the player if the section started now.
    """
    day = entry.section.tournament.start_date
    line = class_memberships([entry.player_id], day).get(entry.player_id)
    try:
        number = ratings_at_start(entry.section, [entry]).by_player[entry.player_id]
    except NoEdition:
        number = None
    rating = None if number is None else Fraction(number)
    if line is None:
        return DefaultStart(None, first_classes(rating), rating)
    held = ClassRank.MASTER if line.for_life else ClassRank(line.player_class)
    return DefaultStart(held, (held,), rating)


def _locked(entry_id: int) -> Entry:
    entry = lock_entry(entry_id, *EDITABLE_STATES)
    if entry.section.started_at:
        raise TournamentRefusal("started")
    if not entry.section.gives_titles:
        raise TournamentRefusal("no_titles")
    return entry


def _refuse_not_higher(own: DefaultStart, rank: ClassRank) -> None:
    if not rank.is_above(own.options[0]):
        raise TournamentRefusal("not_higher", own=own.options[0])


def _below_limit(rank: ClassRank) -> TournamentRefusal:
    limit = DISPENSATION_LIMITS[rank]
    return TournamentRefusal("below_limit", limit=limit, wanted=rank)


def _noted(
    entry: Entry, wanted: str, ground: StartGround, acting: ActionContext
) -> Entry:
    entry.starts_in = wanted
    entry.start_ground = ground if wanted else ""
    entry.start_noted_by_id = acting.user_id if wanted else None
    entry.start_noted_at = acting.at if wanted else None
    entry.save(
        update_fields=["starts_in", "start_ground", "start_noted_by", "start_noted_at"]
    )
    count_change(entry.section.tournament)
    return entry
