"""Compare imported players with the register, and register new ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as noted

from federation.models import Club, District, Membership, Player
from ratings.imports.formats.player_rows import ImportedPlayer
from ratings.models import Decision

IMPORTED_DISTRICT = ("imported", "Imported")
LONGEST_SHORT_NAME = 20


@dataclass(frozen=True, slots=True)
class RegisteredPlayer:
    """What the register says of a player whose number is in it."""

    pk: int
    name: tuple[str, str]
    birth_year: int | None
    gender: str
    clubs: frozenset[str]
    start: int | None
    """The newest start rating that was ever decided in the pool, except imported ones
    that were revoked."""
    fide_id: int | None


def registered_by_number(
    pool_id: int, players: Sequence[ImportedPlayer]
) -> dict[str, RegisteredPlayer]:
    """Return what the register says of players whose number is in it, by number."""
    numbers = [each.number for each in players]
    found = with_register_data(pool_id, Player.objects.filter(national_id__in=numbers))
    return {player.national_id: registered for player, registered in found}


def with_register_data(
    pool_id: int, found: "QuerySet[Player]"
) -> list[tuple[Player, RegisteredPlayer]]:
    """Return each player with what the register says of them."""
    clubs: dict[int, frozenset[str]] = {}
    belongs = Membership.objects.filter(player__in=found)
    for player, club in belongs.values_list("player_id", "club__name"):
        clubs[player] = clubs.get(player, frozenset()) | {club.casefold()}
    starts = Decision.objects.starts_of(pool_id).filter(player__in=found).order_by("pk")
    start = dict(starts.values_list("player_id", "points"))
    return [
        (
            each,
            RegisteredPlayer(
                each.pk,
                (each.first_name, each.last_name),
                each.birth_year,
                each.gender,
                clubs.get(each.pk, frozenset()),
                start.get(each.pk),
                each.fide_id,
            ),
        )
        for each in found
    ]


@dataclass(frozen=True, slots=True)
class RegisterDifference:
    """A field that differs between the file and the register, named in English, and the
    register's value; empty if that is several values or none.
    """

    what: str
    held: str | int


def register_differences(
    player: ImportedPlayer, registered: RegisteredPlayer
) -> list[RegisterDifference]:
    """Return the fields that differ between the file and the register; a field that the
    file lacks does not differ.
    """
    name = (player.first_name, player.last_name)
    born, gender = registered.birth_year, registered.gender
    facts = (
        (noted("name"), " ".join(registered.name).strip(), name != registered.name),
        (noted("birth year"), born, _otherwise(player.birth_year, born)),
        (noted("gender"), gender, _otherwise(player.gender, gender)),
        (
            noted("start rating"),
            registered.start,
            _overrules(player.start_rating, registered.start),
        ),
        (
            noted("club"),
            "",
            bool(player.club) and player.club.casefold() not in registered.clubs,
        ),
        (
            noted("FIDE number"),
            registered.fide_id,
            _otherwise(player.fide_id, registered.fide_id),
        ),
    )
    return [
        RegisterDifference(what, "" if held is None else held)
        for what, held, differs in facts
        if differs
    ]


def differences_sentence(
    player: ImportedPlayer, found: Sequence[RegisterDifference]
) -> str:
    """Return the differences as a sentence."""
    words = (
        each.what
        + (" is not that one there" if each.held == "" else f" is {each.held} there")
        for each in found
    )
    return f"id {player.number} is in the register with other facts: " + ", ".join(
        words
    )


def _otherwise(read: object, held: object) -> bool:
    return bool(read) and read != held


def _overrules(read: int | None, held: int | None) -> bool:
    return read is not None and held is not None and read != held


def known_clubs() -> dict[str, int]:
    """Return all clubs by casefolded name."""
    return {name.casefold(): pk for pk, name in Club.objects.values_list("pk", "name")}


def clubs_called(called: Iterable[str]) -> tuple[dict[str, int], int]:
    """Find clubs by name, ignoring case, and create those that are missing; return the
    ids by casefolded name, and how many were created.
    """
    names = {name.casefold(): name for name in called if name}
    if not names:
        return {}, 0
    clubs = known_clubs()
    missing = [name for key, name in names.items() if key not in clubs]
    if missing:
        district = district_of_imports()
        for name in missing:
            club = Club.objects.create(
                name=name, short_name=name[:LONGEST_SHORT_NAME], district=district
            )
            clubs[name.casefold()] = club.pk
    return clubs, len(missing)


def district_of_imports() -> District:
    """Return the only district if there is just one; else a district for imports."""
    districts = list(District.objects.order_by("pk")[:2])
    if len(districts) == 1:
        return districts[0]
    code, name = IMPORTED_DISTRICT
    district, _is_new = District.objects.get_or_create(
        code=code, defaults={"name": name, "adopts_junior_rules": False}
    )
    return district


def enter_players(
    players: Sequence[ImportedPlayer], clubs: dict[str, int], first_day: date
) -> dict[str, int]:
    """Register players, those with a club as its members from the first day; return
    their ids by number.
    """
    rows = Player.objects.bulk_create(
        Player(
            national_id=each.number,
            first_name=each.first_name,
            last_name=each.last_name,
            birth_year=each.birth_year,
            gender=each.gender,
            fide_id=each.fide_id,
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
