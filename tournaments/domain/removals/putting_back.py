"""Putting back a removed section or entry."""

from collections.abc import Mapping
from typing import Any

from django.core import serializers
from django.db import transaction
from django.db.models import Max

from federation.domain.authorship import ActionContext
from federation.domain.newcomers import restore_newcomer
from federation.models import Membership, Player
from ratings.enums import OutsideKind
from tournaments.domain.entering import (
    OutsideRating,
    enter_player,
    number_entries,
    refuse_entering_twice,
)
from tournaments.domain.entries.entry_letters import (
    EntryNotice,
    notify_requester,
    notify_requesters,
)
from tournaments.domain.entries.requests import settle_entered_requests, settle_request
from tournaments.domain.locking import EDITABLE_STATES, count_change, lock_tournament
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.removals.keeping import DROPPED
from tournaments.enums import RequestState
from tournaments.models import (
    Absence,
    Entry,
    EntryRequest,
    KeptApart,
    Removal,
    Section,
    Tournament,
)

Rows = list[dict[str, Any]]
COPIED = frozenset(
    {
        "made_card", "made_membership", "starts_in", "start_ground", "start_noted_by",
        "start_noted_at",
    }
)  # fmt: skip


@transaction.atomic
def put_back(removal_id: int, *, acting: ActionContext) -> Section:
    """Put back what was removed, and return its section.

    A section is put back as it was, last in order if another has its number. An entry
    gets its number back as long as the section has not started, and is a latecomer
    after that. Cards that were deleted with the entries are restored too, and no
    others.

    Refusals: `gone` after 30 days, `card_gone` if a card cannot be restored,
    `name_taken` if another section has got the name, and for an entry as
    `enter_player`.
    """
    removal, tournament = lock_removal(removal_id, acting)
    _restore_cards(removal, acting)
    _clear_deleted_memberships(removal)
    section = removal.section
    if section is None:
        section = _put_back_section(removal, tournament, acting)
    else:
        section.tournament = tournament
        _put_back_entry(removal, section, acting)
    removal.delete()
    count_change(tournament)
    return section


def lock_removal(removal_id: int, acting: ActionContext) -> tuple[Removal, Tournament]:
    """Lock the tournament from which something was removed, and return both. Refusal:
    `gone` after 30 days.
    """
    rows = Removal.objects.kept_at(acting.at).filter(pk=removal_id)
    tournament_id = rows.values_list("tournament", flat=True).first()
    if tournament_id is None:
        raise TournamentRefusal("gone")
    tournament = lock_tournament(tournament_id, *EDITABLE_STATES)
    # Read again: another user may have put it back while this one waited for the lock.
    removal = rows.select_related("section").first()
    if removal is None:
        raise TournamentRefusal("gone")
    return removal, tournament


def _restore_cards(removal: Removal, acting: ActionContext) -> None:
    entries = {row["fields"]["player"]: row for row in _of(removal, Entry)}
    existing = set(Player.objects.filter(pk__in=entries).values_list("pk", flat=True))
    for player_id in sorted(entries.keys() - existing):
        row = entries[player_id]
        if not restore_newcomer(
            row.get(DROPPED),
            acting=acting,
            membership_id=row["fields"]["made_membership"],
        ):
            raise TournamentRefusal("card_gone")


def _clear_deleted_memberships(removal: Removal) -> None:
    """Clear the references to memberships that were made with an entry and have been
    deleted since.
    """
    entries = [row["fields"] for row in _of(removal, Entry)]
    made = Membership.objects.filter(pk__in=[e["made_membership"] for e in entries])
    existing = set(made.values_list("pk", flat=True))
    for facts in entries:
        if facts["made_membership"] not in existing:
            facts["made_membership"] = None


def _put_back_section(
    removal: Removal, tournament: Tournament, acting: ActionContext
) -> Section:
    others = tournament.sections.all()
    (row,) = _of(removal, Section)
    namesake = others.filter(name__iexact=row["fields"]["name"]).first()
    if namesake:
        raise TournamentRefusal("name_taken", name=namesake.name)
    if others.filter(number=row["fields"]["number"]).exists():
        last = others.aggregate(last=Max("number"))["last"]
        row["fields"]["number"] = last + 1
    write_rows(removal.rows)
    section = Section.objects.get(pk=row["pk"])
    notify_requesters(
        section.entry_requests.all(), EntryNotice.SECTION_BACK, at=acting.at
    )
    return section


def _put_back_entry(removal: Removal, section: Section, acting: ActionContext) -> None:
    (row,) = _of(removal, Entry)
    facts = row["fields"]
    if section.started_at:
        entry = enter_player(
            section.pk, facts["player"], acting=acting, outside=_outside(facts)
        )
        _copy_values(entry, facts)
        _put_back_pairs_and_absences(removal, row["pk"], entry)
    else:
        entry = _at_its_place(removal, row, section)
        settle_entered_requests(section, [entry], acting)
    _restore_request(removal, entry, acting)


def _copy_values(entry: Entry, facts: Mapping[str, Any]) -> None:
    """Copy to a latecomer's entry the values of the removed one; an entry that was
    removed before a column existed has no value for it.
    """
    for name in COPIED & facts.keys():
        column: Any = Entry._meta.get_field(name)  # noqa: SLF001
        setattr(entry, column.attname, column.to_python(facts[name]))
    entry.save(update_fields=COPIED)


def _at_its_place(removal: Removal, row: dict[str, Any], section: Section) -> Entry:
    """Write the rows of the entry at its old place; those after it move down again."""
    refuse_entering_twice(section, [row["fields"]["player"]])
    others = list(section.entries.in_order())
    drawn_at = section.numbers_drawn_at
    if drawn_at is None or drawn_at > removal.removed_at:
        row["fields"]["lot_number"] = None
    place = min(row["fields"]["pairing_number"], len(others) + 1)
    row["fields"]["pairing_number"] = len(others) + 1
    known = {row["pk"], *(each.pk for each in others)}
    # A player from whom it was kept apart may have left since.
    write_rows([each for each in removal.rows if _meets_known(each, known)])
    entry = Entry.objects.get(pk=row["pk"])
    number_entries([*others[: place - 1], entry, *others[place - 1 :]])
    return entry


def _put_back_pairs_and_absences(removal: Removal, before: int, entry: Entry) -> None:
    """Restore for a latecomer the pairs to be kept apart and the absences of the
    removed entry, which had the key `before`.
    """
    known = set(entry.section.entries.values_list("pk", flat=True))
    for row in removal.rows_of(KeptApart):
        facts = row["fields"]
        pair = sorted(
            entry.pk if each == before else each
            for each in (facts["one"], facts["other"])
        )
        facts["one"], facts["other"] = pair
        if {*pair} <= known:
            write_rows([row])
    for row in removal.rows_of(Absence):
        row["fields"]["entry"] = entry.pk
        write_rows([row])


def _meets_known(row: Mapping[str, Any], known: set[int]) -> bool:
    if row["model"] != KeptApart._meta.label_lower:  # noqa: SLF001
        return True
    return {row["fields"]["one"], row["fields"]["other"]} <= known


def _restore_request(removal: Removal, entry: Entry, acting: ActionContext) -> None:
    """Restore the request of a player who had entered themselves, and notify them."""
    requests = EntryRequest.objects.filter(
        section=removal.section, player=entry.player_id
    )
    if requests.active().exists():
        return
    left = requests.filter(state=RequestState.LEFT, answered_at=removal.removed_at)
    request = left.select_related("asked_by", "section__tournament").first()
    if request:
        request.entry = entry
        settle_request(request, RequestState.ENTERED, acting)
        notify_requester(request, EntryNotice.ENTERED, at=acting.at)


def _outside(facts: Mapping[str, Any]) -> OutsideRating | None:
    """Return the outside rating to be written again.

    The FIDE rating of a player without a FIDE number was not typed, so it is taken from
    the card again.
    """
    rating = facts["outside_rating"]
    numberless = Player.objects.filter(pk=facts["player"], fide_id=None)
    is_fides = facts["outside_kind"] == OutsideKind.FIDE
    if rating is None or (is_fides and numberless.exists()):
        return None
    return OutsideRating(rating, facts["outside_kind"], facts["estimate_reason"])


def _of(removal: Removal, model: type[Section | Entry]) -> Rows:
    return removal.rows_of(model)


def write_rows(rows: Rows) -> None:
    """Insert rows with their old keys, which no other row has got."""
    for each in serializers.deserialize("python", rows, ignorenonexistent=True):
        each.save(force_insert=True)
