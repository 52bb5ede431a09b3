"""Imported players beside the register: who is known, who differs, who is new."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from federation.models import Club, District, Membership, Player
from ratings.enums import DecisionKind
from ratings.formats.player_rows import ImportedPlayer
from ratings.models import Decision

IMPORTED_DISTRICT = ("imported", "Imported")
LONGEST_SHORT_NAME = 20


@dataclass(frozen=True, slots=True)
class Standing:
    """What the register says of a player whose number is known."""

    pk: int
    name: tuple[str, str]
    birth_year: int | None
    gender: str
    clubs: frozenset[str]
    start: int | None
    """The newest start rating that was ever decided in the pool."""


def standing_in_register(
    pool_id: int, players: Sequence[ImportedPlayer]
) -> dict[str, Standing]:
    """Those of the players whose number is known, by number."""
    numbers = [each.number for each in players]
    found = Player.objects.filter(national_id__in=numbers)
    clubs: dict[int, frozenset[str]] = {}
    belongs = Membership.objects.filter(player__in=found)
    for player, club in belongs.values_list("player_id", "club__name"):
        clubs[player] = clubs.get(player, frozenset()) | {club.casefold()}
    starts = Decision.objects.filter(
        pool_id=pool_id, kind=DecisionKind.START, player__in=found
    ).order_by("pk")
    start = dict(starts.values_list("player_id", "points"))
    return {
        each.national_id: Standing(
            each.pk,
            (each.first_name, each.last_name),
            each.birth_year,
            each.gender,
            clubs.get(each.pk, frozenset()),
            start.get(each.pk),
        )
        for each in found
    }


def differences(said: ImportedPlayer, standing: Standing) -> str:
    """What the file says otherwise than the register; nothing where it is silent."""
    name = (said.first_name, said.last_name)
    facts = (
        ("name", " ".join(standing.name).strip(), name != standing.name),
        (
            "birth year",
            standing.birth_year,
            _otherwise(said.birth_year, standing.birth_year),
        ),
        ("gender", standing.gender, _otherwise(said.gender, standing.gender)),
        ("start rating", standing.start, _overrules(said.start_rating, standing.start)),
        ("club", "", bool(said.club) and said.club.casefold() not in standing.clubs),
    )
    found = [
        what + (f" is {held} there" if held else " is not that one there")
        for what, held, differs in facts
        if differs
    ]
    if not found:
        return ""
    return f"id {said.number} is in the register with other facts: " + ", ".join(found)


def _otherwise(said: object, held: object) -> bool:
    return bool(said) and said != held


def _overrules(said: int | None, held: int | None) -> bool:
    return said is not None and held is not None and said != held


def clubs_called(players: Sequence[ImportedPlayer]) -> tuple[dict[str, int], int]:
    """Clubs by name in any case, those made that were missing, and how many."""
    names = {each.club.casefold(): each.club for each in players if each.club}
    if not names:
        return {}, 0
    clubs = {name.casefold(): pk for pk, name in Club.objects.values_list("pk", "name")}
    missing = [name for key, name in names.items() if key not in clubs]
    if missing:
        district = _district()
        for name in missing:
            club = Club.objects.create(
                name=name, short_name=name[:LONGEST_SHORT_NAME], district=district
            )
            clubs[name.casefold()] = club.pk
    return clubs, len(missing)


def _district() -> District:
    """The only one there is; else one of its own for what was imported."""
    districts = list(District.objects.order_by("pk")[:2])
    if len(districts) == 1:
        return districts[0]
    code, name = IMPORTED_DISTRICT
    district, _ = District.objects.get_or_create(
        code=code, defaults={"name": name, "adopts_junior_rules": False}
    )
    return district


def enter_players(
    players: Sequence[ImportedPlayer], clubs: dict[str, int], first_day: date
) -> dict[str, int]:
    """Enters players, and as members from the first day; their ids by number."""
    rows = Player.objects.bulk_create(
        Player(
            national_id=each.number,
            first_name=each.first_name,
            last_name=each.last_name,
            birth_year=each.birth_year,
            gender=each.gender,
        )
        for each in players
    )
    ids = {each.national_id: each.pk for each in rows}
    Membership.objects.bulk_create(
        Membership(
            player_id=ids[each.number],
            club_id=clubs[each.club.casefold()],
            from_date=first_day,
        )
        for each in players
        if each.club
    )
    return ids
