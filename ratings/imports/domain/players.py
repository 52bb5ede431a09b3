"""Compare imported players with the register: who is known, who differs, who is new."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from federation.models import Club, District, Membership, Player
from ratings.imports.formats.player_rows import ImportedPlayer
from ratings.models import Decision

IMPORTED_DISTRICT = ("imported", "Imported")
LONGEST_SHORT_NAME = 20


@dataclass(frozen=True, slots=True)
class RegisteredPlayer:
    """The register's facts about a player whose number is known."""

    pk: int
    name: tuple[str, str]
    birth_year: int | None
    gender: str
    clubs: frozenset[str]
    start: int | None
    """The newest start rating that was ever decided in the pool, but for imported ones
    that were taken back."""
    fide_id: int | None


def standing_in_register(
    pool_id: int, players: Sequence[ImportedPlayer]
) -> dict[str, RegisteredPlayer]:
    """Read the register's facts about the players whose number is known, by number."""
    numbers = [each.number for each in players]
    found = standing_of(pool_id, Player.objects.filter(national_id__in=numbers))
    return {player.national_id: standing for player, standing in found}


def standing_of(
    pool_id: int, found: "QuerySet[Player]"
) -> list[tuple[Player, RegisteredPlayer]]:
    """Read the register's facts about players."""
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
    """A fact that differs between the file and the register, named in English, and the
    register's value; empty where that is several values or none.
    """

    what: str
    held: str | int


def differences(
    said: ImportedPlayer, standing: RegisteredPlayer
) -> list[RegisterDifference]:
    """Find the facts that differ between the file and the register; a fact that the
    file lacks does not differ.
    """
    name = (said.first_name, said.last_name)
    born, gender = standing.birth_year, standing.gender
    facts = (
        (_("name"), " ".join(standing.name).strip(), name != standing.name),
        (_("birth year"), born, _otherwise(said.birth_year, born)),
        (_("gender"), gender, _otherwise(said.gender, gender)),
        (
            _("start rating"),
            standing.start,
            _overrules(said.start_rating, standing.start),
        ),
        (_("club"), "", bool(said.club) and said.club.casefold() not in standing.clubs),
        (
            _("FIDE number"),
            standing.fide_id,
            _otherwise(said.fide_id, standing.fide_id),
        ),
    )
    return [
        RegisterDifference(what, "" if held is None else held)
        for what, held, differs in facts
        if differs
    ]


def differences_sentence(
    said: ImportedPlayer, found: Sequence[RegisterDifference]
) -> str:
    """Differences in a sentence."""
    told = (
        each.what
        + (" is not that one there" if each.held == "" else f" is {each.held} there")
        for each in found
    )
    return f"id {said.number} is in the register with other facts: " + ", ".join(told)


def _otherwise(said: object, held: object) -> bool:
    return bool(said) and said != held


def _overrules(said: int | None, held: int | None) -> bool:
    return said is not None and held is not None and said != held


def known_clubs() -> dict[str, int]:
    """Return all clubs by name in any case."""
    return {name.casefold(): pk for pk, name in Club.objects.values_list("pk", "name")}


def clubs_called(called: Iterable[str]) -> tuple[dict[str, int], int]:
    """Find clubs by name in any case and make those that are missing; return the ids by
    folded name, and how many were made.
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
    """Return the only one there is; else one of its own for what was imported."""
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
    """Register players, as members from the first day where they have a club; return
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
