"""Create the people of the demo: accounts, and 800 players with a playing strength
that only the demo's own code knows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

from django.contrib.auth.hashers import make_password

from federation.domain.accounts.roles import RoleScope, grant_role
from federation.domain.accounts.suspensions import suspend_player
from federation.domain.authorship import ActionContext
from federation.domain.memberships import join_club, leave_club
from federation.domain.players import (
    PlayerDraft,
    next_numbers,
    register_player,
    set_status,
    set_visibility,
)
from federation.enums import PlayerStatus, RoleKind, Visibility
from federation.models import Club, District, Membership, Player, User
from federation.queries.demo import PASSWORD
from tournaments.management.demo.clock import acting, evening, sign_in
from tournaments.management.demo.names import ABROAD, ACCOUNTS, family_names, first_name
from tournaments.management.demo.places import CLUBS, DISTRICTS

HOME = "Springaren"
"""The club of the demo's secretary and player accounts."""


@dataclass(slots=True)
class DemoPlayer:
    """A player with a playing strength and its growth in points a year."""

    player: Player
    club: Club | None
    strength: float
    growth: float
    joined: date
    left: date | None = None
    is_suspended: bool = False

    def plays_on(self, first: date, last: date) -> bool:
        """Return whether the player is a member during all of these days."""
        return self.joined <= first and (self.left is None or self.left > last)

    def strength_on(self, day: date, origin: date) -> float:
        return self.strength + self.growth * (day - origin).days / 365


@dataclass(slots=True)
class DemoPeople:
    """All accounts, districts, clubs and players of the demo."""

    users: dict[str, User] = field(default_factory=dict)
    districts: dict[str, District] = field(default_factory=dict)
    clubs: dict[str, Club] = field(default_factory=dict)
    secretaries: dict[int, User] = field(default_factory=dict)
    people: list[DemoPlayer] = field(default_factory=list)
    guests: list[DemoPlayer] = field(default_factory=list)

    def members(self, club: Club) -> list[DemoPlayer]:
        return [each for each in self.people if each.club == club]


def make_people(random: Random, origin: date, today: date) -> DemoPeople:
    cast = DemoPeople()
    admin = cast.users["admin"] = _account("admin")
    sign_in(admin.pk)
    _places(cast)
    _accounts(cast, origin)
    _players(cast, random, origin, today)
    _guests(cast, origin)
    _draw_changes_of_people(cast, random, today)
    link_player(cast)
    return cast


def _places(cast: DemoPeople) -> None:
    for code, name, adopts in DISTRICTS:
        cast.districts[code] = District.objects.create(
            code=code, name=name, adopts_junior_rules=adopts
        )
    for name, short, town, district, founded, _members in CLUBS:
        cast.clubs[short] = Club.objects.create(
            name=name,
            short_name=short,
            town=town,
            district=cast.districts[district],
            founded_year=founded,
        )


def _accounts(cast: DemoPeople, origin: date) -> None:
    for key in ACCOUNTS:
        if key not in cast.users:
            cast.users[key] = _account(key)
    # All accounts have one password, hashed once because hashing is slow on purpose.
    known = User.objects.filter(pk__in=[user.pk for user in cast.users.values()])
    known.update(password=make_password(PASSWORD))
    home = cast.clubs[HOME]
    offices = {
        "sekreterare": RoleScope(RoleKind.SECRETARY, club_id=home.pk),
        "vice": RoleScope(RoleKind.DEPUTY, club_id=home.pk),
        "distrikt": RoleScope(RoleKind.DISTRICT_OFFICER, district_id=home.district_id),
        "ratingansvarig": RoleScope(RoleKind.RATING_OFFICER),
        "ratingansvarig2": RoleScope(RoleKind.RATING_OFFICER),
        "regelkommitte": RoleScope(RoleKind.RULES_COMMITTEE),
        "styrelse": RoleScope(RoleKind.BOARD),
        "admin": RoleScope(RoleKind.ADMINISTRATOR),
        "admin2": RoleScope(RoleKind.ADMINISTRATOR),
    }
    granted = ActionContext(None, evening(origin))
    for key, office in offices.items():
        grant_role(cast.users[key].pk, office, from_date=origin, acting=granted)
    for number, club in enumerate(cast.clubs.values()):
        user = cast.users["sekreterare"]
        if club != home:
            user = User.objects.create_user(
                f"klubb{number}@demo.example", None, name=f"{club.short_name}, sekr."
            )
            office = RoleScope(RoleKind.SECRETARY, club_id=club.pk)
            grant_role(user.pk, office, from_date=origin, acting=granted)
        cast.secretaries[club.pk] = user


def _account(key: str) -> User:
    return User.objects.create_user(f"{key}@demo.example", None, name=ACCOUNTS[key])


def _players(cast: DemoPeople, random: Random, origin: date, today: date) -> None:
    families = family_names()
    taken: set[tuple[str, str, int]] = set()
    for _name, short, _town, _district, _founded, members in CLUBS:
        sign_in(cast.secretaries[cast.clubs[short].pk].pk)
        found = [
            _draw_player(cast.clubs[short], random, origin, today, families, taken)
            for _number in range(members)
        ]
        _register(found)
        cast.people += found


def _register(people: Sequence[DemoPlayer]) -> None:
    """Register the members of a club together, with one statement for each table."""
    numbers = next_numbers(len(people))
    for each, number in zip(people, numbers, strict=True):
        each.player.national_id = number
    Player.objects.bulk_create(each.player for each in people)
    Membership.objects.bulk_create(
        Membership(
            player=each.player, club=each.club, from_date=each.joined, is_main=True
        )
        for each in people
    )


def _draw_player(
    club: Club,
    random: Random,
    origin: date,
    today: date,
    families: list[str],
    taken: set[tuple[str, str, int]],
) -> DemoPlayer:
    gender = "f" if random.random() < 0.18 else "m"
    while True:
        birth_year = _birth_year(random, today)
        first, last = first_name(random, birth_year, gender), random.choice(families)
        if (first, last, birth_year) not in taken:
            break
    taken.add((first, last, birth_year))
    age = today.year - birth_year
    strength, growth = _strength(random, age)
    joined = _draw_joining_day(random, origin, today, age)
    has_fide = strength > 1850 and random.random() < 0.8
    player = Player(
        first_name=first,
        last_name=last,
        birth_year=birth_year,
        gender=gender,
        title="FM" if strength > 2330 else "",
        fide_id=1_700_000 + len(taken) if has_fide else None,
        fide_rating=round(strength) - random.randint(-10, 60) if has_fide else None,
    )
    return DemoPlayer(player, club, strength, growth, joined)


def _birth_year(random: Random, today: date) -> int:
    age = random.choice(
        (
            random.randint(8, 15),
            random.randint(12, 22),
            random.randint(20, 50),
            random.randint(35, 70),
            random.randint(55, 86),
        )
    )
    return today.year - age


def _strength(random: Random, age: int) -> tuple[float, float]:
    """Draw the strength at the start of the demo, and its growth in points a year."""
    if age <= 16:
        return random.gauss(850 + 40 * max(0, age - 8), 130), random.uniform(20, 160)
    if age <= 24:
        return random.gauss(1480, 280), random.uniform(-10, 70)
    growth = random.uniform(-15, 15) - (10 if age > 65 else 0)
    return min(2480.0, max(950.0, random.gauss(1610, 265))), growth


def _draw_joining_day(random: Random, origin: date, today: date, age: int) -> date:
    """Draw the day of joining: mostly before the demo's first tournament, for children
    mostly after it.
    """
    if random.random() < (0.75 if age <= 14 else 0.15):
        days = (today - origin).days - 120
        return origin + timedelta(days=random.randint(30, days))
    return origin - timedelta(days=random.randint(200, 365 * max(1, min(30, age - 8))))


def _guests(cast: DemoPeople, origin: date) -> None:
    sign_in(cast.users["admin"].pk)
    for number, (first, last, country, rating) in enumerate(ABROAD):
        player = register_player(
            PlayerDraft(
                first_name=first,
                last_name=last,
                country=country,
                birth_year=1975 + 4 * number,
                fide_id=14_200_300 + number,
                fide_rating=rating,
            ),
            acting=ActionContext(None, evening(origin)),
        )
        cast.guests.append(DemoPlayer(player, None, rating, 0, origin))


def _draw_changes_of_people(cast: DemoPeople, random: Random, today: date) -> None:
    """Let some players leave, die, become guests, be suspended, or hide their names."""
    old = [each for each in cast.people if (each.player.birth_year or 0) < 1955]
    young = [each for each in cast.people if (each.player.birth_year or 0) > 2009]
    admin = acting(cast.users["admin"].pk, today)
    for each in random.sample(old, 4):
        each.left = _recent(random, today)
        set_status(each.player.pk, PlayerStatus.DECEASED, on=each.left, acting=admin)
    settled = [
        each for each in cast.people if each.joined < today - timedelta(days=800)
    ]
    for each in random.sample(settled, 14):
        if each.club and each.left is None:
            each.left = _recent(random, today)
            leave_club(each.player.pk, each.club.pk, last_date=each.left, acting=admin)
    for each in random.sample(young, 9):
        set_visibility(each.player.pk, Visibility.INITIALS, acting=admin)
    for each in random.sample(cast.people, 4):
        set_visibility(each.player.pk, Visibility.HIDDEN, acting=admin)
    for each in random.sample(settled, 12):
        other = random.choice(list(cast.clubs.values()))
        if other != each.club and each.left is None:
            join_club(
                each.player.pk,
                other.pk,
                from_date=each.joined + timedelta(days=400),
                acting=admin,
            )
    suspended = random.choice([each for each in settled if each.left is None])
    suspended.is_suspended = True
    suspend_player(
        suspended.player.pk,
        from_date=today - timedelta(days=20),
        to_date=today + timedelta(days=160),
        reason="Uteblev från två turneringar utan att meddela arrangören",
        acting=admin,
    )


def _recent(random: Random, today: date) -> date:
    return today - timedelta(days=random.randint(20, 500))


def link_player(cast: DemoPeople) -> None:
    """Link the demo's player account to a player of the home club who may play."""
    chosen = next(
        each.player
        for each in cast.members(cast.clubs[HOME])
        if 1400 < each.strength < 1900
        and each.joined.year < 2020
        and each.left is None
        and not each.is_suspended
    )
    user = cast.users["spelare"]
    user.name, user.player = chosen.full_name, chosen
    user.save(update_fields=["name", "player"])
