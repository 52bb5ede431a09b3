"""The tournaments that the invented federation plays in a year."""

from collections.abc import Iterator
from datetime import date, timedelta
from random import Random

from tournaments.enums import PeriodRule, SectionFormat
from tournaments.management.demo.clock import weekday_from, weekly
from tournaments.management.demo.people import HOME, DemoPeople, DemoPlayer
from tournaments.management.demo.places import CLUBS, DISTRICTS
from tournaments.management.demo.setting import TournamentPlan

LONG = (120, "90 min/40 drag + 30 min, 30 s/drag")
JUNIOR = (60, "45 min + 15 s/drag")
RAPID = (15, "10 min + 5 s/drag")
SWISS_TIE_BREAKS = ("quality", "wins", "direct_encounter", "lots")

Section = tuple[str, tuple[DemoPlayer, ...]]


def plans_of(cast: DemoPeople, random: Random, year: int) -> list[TournamentPlan]:
    """Return a year's tournaments in the order in which they end."""
    plans = [
        *_championships(cast, random, year),
        *_spring_cups(cast, random, year),
        *_district_championships(cast, random, year),
        _new_year_open(cast, random, year),
        _juniors(cast, random, year),
        _rapid_day(cast, random, year),
    ]
    return sorted(
        (plan for plan in plans if plan.sections),
        key=lambda plan: (plan.end, plan.name),
    )


def _available(people: list[DemoPlayer], first: date, last: date) -> list[DemoPlayer]:
    return [each for each in people if each.plays_on(first, last)]


def _by_strength(people: list[DemoPlayer]) -> list[DemoPlayer]:
    return sorted(people, key=lambda each: -each.strength)


def _championships(
    cast: DemoPeople, random: Random, year: int
) -> Iterator[TournamentPlan]:
    """Yield every club's own championship, on evenings in the autumn."""
    for number, (_name, short, *_rest) in enumerate(CLUBS):
        start = weekday_from(date(year, 9, 5) + timedelta(days=number // 5), number % 4)
        members = _available(
            cast.members(cast.clubs[short]), start, start + timedelta(days=110)
        )
        size = 10 if len(members) > 45 else 8
        groups = 1 + len(members) // 34
        chosen = _by_strength(random.sample(members, min(len(members), size * groups)))
        sections = tuple(
            (
                f"Grupp {chr(65 + group)}",
                tuple(chosen[group * size : (group + 1) * size]),
            )
            for group in range(groups)
            if len(chosen[group * size : (group + 1) * size]) == size
        )
        yield TournamentPlan(
            f"{short}s klubbmästerskap {year}",
            short,
            start,
            # The home club's has a round every second week and lasts into the winter.
            tuple(weekly(start, size - 1, 14 if short == HOME else 7)),
            *LONG,
            sections,
            gives_titles=True,
        )


def _spring_cups(
    cast: DemoPeople, random: Random, year: int
) -> Iterator[TournamentPlan]:
    for number, (_name, short, *_rest) in enumerate(CLUBS[::3]):
        start = weekday_from(date(year, 1, 14), number % 4)
        dates = tuple(weekly(start, 7))
        members = _available(cast.members(cast.clubs[short]), start, dates[-1])
        people = random.sample(members, min(len(members), 22 + number % 3))
        yield TournamentPlan(
            f"{short}s vårserie {year}",
            short,
            start,
            dates,
            *LONG,
            (("Öppen grupp", tuple(_by_strength(people))),),
            format=SectionFormat.BOARDS,
            tie_breaks=SWISS_TIE_BREAKS,
        )


def _district_championships(
    cast: DemoPeople, random: Random, year: int
) -> Iterator[TournamentPlan]:
    start = weekday_from(date(year, 4, 1), 3)
    dates = tuple(start + timedelta(days=day) for day in (0, 0, 1, 1, 2, 2, 3))
    for code, name, _adopts in DISTRICTS:
        clubs = [club for club in CLUBS if club[3] == code]
        members = [each for club in clubs for each in cast.members(cast.clubs[club[1]])]
        people = random.sample(_available(members, start, dates[-1]), 28)
        yield TournamentPlan(
            f"Distriktsmästerskap {name.split('s ')[0]} {year}",
            clubs[0][1],
            start,
            dates,
            *LONG,
            (("Mästerskapsgruppen", tuple(_by_strength(people))),),
            format=SectionFormat.BOARDS,
            tie_breaks=SWISS_TIE_BREAKS,
        )


def _new_year_open(cast: DemoPeople, random: Random, year: int) -> TournamentPlan:
    """Return a tournament with a round a day across 1 January and guests from abroad;
    all of it is rated in the old year (SSF rating, point 8).
    """
    start = date(year - 1, 12, 27)
    dates = tuple(start + timedelta(days=day) for day in range(9))
    strong = [
        each
        for each in _available(cast.people, start, dates[-1])
        if each.strength > 1500
    ]
    people = [*cast.guests, *random.sample(strong, 32)]
    return TournamentPlan(
        f"Nyårsöppna {year - 1}/{year % 100:02}",
        CLUBS[0][1],
        start,
        dates,
        *LONG,
        (("Elit", tuple(_by_strength(people))),),
        format=SectionFormat.BOARDS,
        rule=PeriodRule.FIRST_DAY,
        tie_breaks=SWISS_TIE_BREAKS,
    )


def _juniors(cast: DemoPeople, random: Random, year: int) -> TournamentPlan:
    start = weekday_from(date(year, 6, 14), 0)
    dates = tuple(start + timedelta(days=day // 2) for day in range(7))
    young = [
        each
        for each in _available(cast.people, start, dates[-1])
        if year - 17 < (each.player.birth_year or 0) < year - 7
    ]
    people = _by_strength(random.sample(young, min(len(young), 24)))
    sections = tuple(
        (f"Grupp {group + 1}", tuple(people[group * 8 : group * 8 + 8]))
        for group in range(len(people) // 8)
    )
    return TournamentPlan(
        f"Sommarlägrets juniorturnering {year}",
        CLUBS[9][1],
        start,
        dates,
        *JUNIOR,
        sections,
    )


def _rapid_day(cast: DemoPeople, random: Random, year: int) -> TournamentPlan:
    """Return a tournament that is too short to be rated, but keeps its players active."""
    day = weekday_from(date(year, 5, 20), 5)
    people = random.sample(_available(cast.people, day, day), 26)
    return TournamentPlan(
        f"Snabbschackdagen {year}",
        CLUBS[5][1],
        day,
        (day,) * 7,
        *RAPID,
        (("Öppen", tuple(_by_strength(people))),),
        format=SectionFormat.BOARDS,
        tie_breaks=SWISS_TIE_BREAKS,
    )
