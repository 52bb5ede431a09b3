"""Clubs and districts."""

from dataclasses import asdict, dataclass
from datetime import date

from django.db import transaction

from federation.domain.authorship import ActionContext, written_by
from federation.domain.refusal import RegisterRefusal, refusing_taken
from federation.domain.versions import VersionedFacts, require_seen
from federation.models import Club, District


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubFacts(VersionedFacts):
    """The data of a club; `closed_date` is its last day."""

    name: str
    short_name: str
    town: str
    district_id: int
    founded_year: int | None = None
    closed_date: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DistrictFacts(VersionedFacts):
    """The data of a district. `adopts_junior_rules`: bonus below 1200, floor 800 and
    games from one hour, for results reported afterwards.
    """

    code: str
    name: str
    adopts_junior_rules: bool


@transaction.atomic
def create_club(facts: ClubFacts, *, acting: ActionContext) -> Club:
    """Register a club. Refuses with `name_taken`."""
    with (
        written_by(acting.user_id),
        refusing_taken(lambda: _refuse_taken_club(facts, of=None)),
    ):
        return Club.objects.create(**asdict(facts))


@transaction.atomic
def edit_club(
    club_id: int, facts: ClubFacts, *, seen: str, acting: ActionContext
) -> Club:
    """Store the facts if no one has changed them since the version that was seen; raise
    `EditedMeanwhile` otherwise. Refuses with `name_taken`.
    """
    club = Club.objects.select_for_update().get(pk=club_id)
    require_seen(ClubFacts.of(club), seen)
    with (
        written_by(acting.user_id),
        refusing_taken(lambda: _refuse_taken_club(facts, of=club_id)),
    ):
        _write(club, facts)
    return club


@transaction.atomic
def create_district(facts: DistrictFacts, *, acting: ActionContext) -> District:
    """Register a district. Refuses with `name_taken` or `code_taken`."""
    with (
        written_by(acting.user_id),
        refusing_taken(lambda: _refuse_taken_district(facts, of=None)),
    ):
        return District.objects.create(**asdict(facts))


@transaction.atomic
def edit_district(
    district_id: int, facts: DistrictFacts, *, seen: str, acting: ActionContext
) -> District:
    """Store the facts if no one has changed them since the version that was seen; raise
    `EditedMeanwhile` otherwise. Reports that were posted before keep the district's
    choice of their day. Refuses with `name_taken` or `code_taken`.
    """
    district = District.objects.select_for_update().get(pk=district_id)
    require_seen(DistrictFacts.of(district), seen)
    with (
        written_by(acting.user_id),
        refusing_taken(lambda: _refuse_taken_district(facts, of=district_id)),
    ):
        _write(district, facts)
    return district


def _write(row: Club | District, facts: VersionedFacts) -> None:
    written = asdict(facts)
    for name, value in written.items():
        setattr(row, name, value)
    row.save(update_fields=list(written))


def _refuse_taken_club(facts: ClubFacts, *, of: int | None) -> None:
    holder = Club.objects.filter(name=facts.name).first()
    if holder is not None and holder.pk != of:
        raise RegisterRefusal("name_taken")


def _refuse_taken_district(facts: DistrictFacts, *, of: int | None) -> None:
    for code, held in (
        ("name_taken", District.objects.filter(name=facts.name)),
        ("code_taken", District.objects.filter(code=facts.code)),
    ):
        holder = held.first()
        if holder is not None and holder.pk != of:
            raise RegisterRefusal(code)
