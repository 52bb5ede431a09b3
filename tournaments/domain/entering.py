"""Entering players in a section, and numbering them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max

from federation.domain.authorship import ActionContext
from federation.domain.players import DuplicateCheck, PlayerDraft, register_player
from federation.models import Player
from federation.rules.fide import HIGHEST_RATING, LOWEST_RATING
from ratings.enums import OutsideKind
from ratings.fide.queries.offers import fide_ratings_beside
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.pools.queries.systems import levels_on
from ratings.rules.protocol import HasLevels
from tournaments.domain.entries.late_entries import (
    draw_late_boards,
    has_resting_number,
    is_drawn,
)
from tournaments.domain.entries.requests import settle_entered_requests
from tournaments.domain.locking import (
    EDITABLE_STATES,
    count_change,
    lock_entry,
    lock_section,
)
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.start_facts import record_start
from tournaments.models import Entry, Section, Tournament


@dataclass(frozen=True, slots=True)
class OutsideRating:
    """What a player without a rating here counts as.

    A FIDE rating, or an estimate with its reason (SSF rating, point 7). In a pool of
    levels it is the number stored for a level elsewhere, which is always an estimate.
    """

    rating: int
    kind: str = OutsideKind.FIDE
    reason: str = ""


@transaction.atomic
def enter_player(
    section_id: int,
    player_id: int,
    *,
    acting: ActionContext,
    outside: OutsideRating | None = None,
) -> Entry:
    """Enter a player last in the section's order.

    The rating on FIDE's list that is valid on the tournament's first day, or else the
    FIDE rating in the register, is added automatically if the pool is parallel to
    FIDE's and not one of levels; it counts only for a player without a rating here. A
    section that is paired round by round accepts latecomers; a round robin that has
    started accepts one if a player rests in each round (`late_entries`).

    Refusals: `entered`, `entered_as` (under another card of the same person),
    `started`, `outside`, `level`, `estimate`, or `fide_number` for a FIDE rating of a
    player without a FIDE number.
    """
    (entry,) = enter_players(section_id, [player_id], acting=acting, outside=outside)
    return entry


@transaction.atomic
def enter_players(
    section_id: int,
    player_ids: Sequence[int],
    *,
    acting: ActionContext,
    outside: OutsideRating | None = None,
) -> list[Entry]:
    """Enter several players in this order, all or none; see `enter_player`.

    An `outside` number is used for all of them. For a card that was merged the card
    that remains is entered.
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    _refuse_late(section, len(player_ids))
    persons = aliases_now().persons(player_ids)
    players = Player.objects.in_bulk(persons.values())
    if not players.keys() >= set(persons.values()):
        raise TournamentRefusal("gone")
    refuse_entering_twice(section, player_ids)
    first = _next(section)
    entries = [
        Entry(section=section, player=players[persons[pk]], pairing_number=number)
        for number, pk in enumerate(player_ids, start=first)
    ]
    levels = levels_of_tournament(section.tournament)
    listed = {} if levels else _known_to_fide(section, players)
    for entry in entries:
        _refuse_invalid_outside(outside, levels, entry.player)
        _write_outside(entry, outside or listed.get(entry.player_id))
        entry.estimated_by_id = acting.user_id if outside else None
    Entry.objects.bulk_create(entries)
    settle_entered_requests(section, entries, acting)
    if section.started_at:
        record_start(section, entries)
    if is_drawn(section):
        draw_late_boards(section, entries[0], acting)
    count_change(section.tournament)
    return entries


@transaction.atomic
def register_newcomer_and_enter(
    section_id: int,
    draft: PlayerDraft,
    *,
    acting: ActionContext,
    joins_club: bool,
    outside: OutsideRating | None = None,
    looked: DuplicateCheck | None = None,
) -> Entry:
    """Register a player who is not in the register, and enter the player, in one
    transaction.

    With `joins_club` the player becomes a member of the organising club from the
    tournament's first day, otherwise the player is from outside.

    Refusals: as `enter_player`; `no_club` if a district arranges the tournament; and as
    `register_player`, which raises MaybeKnown for players similar to the new one that
    were not `looked` at.
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    club_id = section.tournament.organiser_id if joins_club else None
    if joins_club and club_id is None:
        raise TournamentRefusal("no_club")
    player = register_player(
        draft,
        acting=acting,
        club_id=club_id,
        member_from=section.tournament.start_date,
        looked=looked,
    )
    entry = enter_player(section_id, player.pk, acting=acting, outside=outside)
    entry.made_card = True
    entry.made_membership = player.memberships.first()
    entry.save(update_fields=["made_card", "made_membership"])
    return entry


@transaction.atomic
def set_outside(
    entry_id: int, outside: OutsideRating | None, *, acting: ActionContext
) -> Entry:
    """Set, change or remove the FIDE rating or estimate of an entry; the user who did
    it may not accept the results.

    A report that was posted keeps the value that it copied. Refusals: `outside`,
    `level`, `estimate` or `fide_number`.
    """
    entry = lock_entry(entry_id, *EDITABLE_STATES)
    levels = levels_of_tournament(entry.section.tournament)
    _refuse_invalid_outside(outside, levels, entry.player)
    _write_outside(entry, outside)
    entry.estimated_by_id = acting.user_id
    entry.save()
    if entry.section.started_at:
        record_start(entry.section, [entry])
    count_change(entry.section.tournament)
    return entry


@transaction.atomic
def renumber_entries(
    section_id: int,
    order: Sequence[int],
    *,
    acting: ActionContext,
    keeps_lots: bool = False,
) -> list[Entry]:
    """Give the entries (ids) the pairing numbers 1, 2, 3 … in this order.

    Numbers that were drawn by lot no longer count as drawn, unless `keeps_lots` is set
    for an order that moves single players only. Refusals: `started`, or `order` unless
    each entry is named once.
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    if section.started_at:
        raise TournamentRefusal("started")
    entries = {entry.pk: entry for entry in section.entries.all()}
    if sorted(order) != sorted(entries):
        raise TournamentRefusal("order")
    ordered = [entries[pk] for pk in order]
    number_entries(ordered)
    if not keeps_lots:
        _forget_lots(section)
    count_change(section.tournament)
    return ordered


def _forget_lots(section: Section) -> None:
    section.numbers_seed = ""
    section.numbers_drawn_at = section.numbers_drawn_by = None
    section.save(update_fields=["numbers_seed", "numbers_drawn_at", "numbers_drawn_by"])
    section.entries.update(lot_number=None)


def _refuse_late(section: Section, count: int) -> None:
    if is_drawn(section) and not (count == 1 and has_resting_number(section)):
        raise TournamentRefusal("started")


def refuse_entering_twice(section: Section, player_ids: Sequence[int]) -> None:
    """Refuse to enter two cards of one person in the same section."""
    entered = list(section.entries.values_list("player_id", flat=True))
    if len({*player_ids, *entered}) < len(player_ids) + len(entered):
        raise TournamentRefusal("entered")
    cards = aliases_now().persons([*entered, *player_ids])
    card_of = {cards[player]: player for player in reversed([*entered, *player_ids])}
    for player in player_ids:
        other = card_of[cards[player]]
        if other != player:
            name = Player.objects.get(pk=other).public_name
            raise TournamentRefusal("entered_as", player=name)


def _next(section: Section) -> int:
    last = section.entries.aggregate(last=Max("pairing_number"))["last"]
    return (last or 0) + 1


def number_entries(entries: Sequence[Entry]) -> None:
    """Give the entries the numbers 1, 2, 3 … in this order."""
    for number, entry in enumerate(entries, start=1):
        entry.pairing_number = number
    Entry.objects.rewrite(entries, ["pairing_number"])


def levels_of_tournament(tournament: Tournament) -> HasLevels | None:
    """Return the levels by which the tournament is rated; None if it is rated by
    numbers.
    """
    return levels_on(tournament.pool_id, tournament.start_date)


def _known_to_fide(
    section: Section, players: Mapping[int, Player]
) -> dict[int, OutsideRating]:
    """Return the FIDE ratings of the players, by FIDE's list or else by the register;
    none in a pool of another game.
    """
    pool = section.tournament.pool
    if not pool.fide_tempo:
        return {}
    found = fide_ratings_beside(
        pool.fide_tempo, section.tournament.start_date, list(players)
    )
    in_register = {
        pk: player.fide_rating for pk, player in players.items() if player.fide_rating
    }
    listed = {pk: offer.rating for pk, offer in found.items()}
    return {pk: OutsideRating(rating) for pk, rating in (in_register | listed).items()}


def _write_outside(entry: Entry, outside: OutsideRating | None) -> None:
    entry.outside_rating = outside.rating if outside else None
    entry.outside_kind = outside.kind if outside else OutsideKind.NONE
    entry.estimate_reason = outside.reason.strip() if outside else ""


def _refuse_invalid_outside(
    outside: OutsideRating | None, levels: HasLevels | None, player: Player
) -> None:
    if outside is None:
        return
    is_estimate = outside.kind == OutsideKind.ESTIMATE
    if levels and not (is_estimate and outside.rating in levels.levels):
        raise TournamentRefusal("level")
    if not levels and not LOWEST_RATING <= outside.rating <= HIGHEST_RATING:
        raise TournamentRefusal("outside", low=LOWEST_RATING, high=HIGHEST_RATING)
    if is_estimate and not outside.reason.strip():
        raise TournamentRefusal("estimate")
    if not is_estimate and not player.fide_id:
        raise TournamentRefusal("fide_number")
