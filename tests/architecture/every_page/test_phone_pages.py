"""Every page that a secretary opens fits a phone: nothing is wider than the screen
except for a table that scrolls in its frame, and no words overlap.
"""

from collections.abc import Iterator
from datetime import date

import pytest
from django.conf import settings as django_settings
from playwright.sync_api import Browser, Page

from federation.models import Club
from ratings.engine.domain.computation import compute_pool
from tests.architecture.every_page.asking import address
from tests.architecture.every_page.layout import misfits
from tests.architecture.every_page.pages import PAGES
from tests.architecture.world import World, build_world
from tests.factories import NOON, acting, member
from tests.tournaments.domain.rounds.test_round_pairings import REASONED
from tests.tournaments.tournaments_made import (
    entered,
    played,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.lots import draw_numbers
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import record_absences
from tournaments.domain.starting import start_section
from tournaments.rules.berger import schedule_round_robin

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
PHONE = {"width": 390, "height": 844}
ASKED = {
    "tournaments:results": "?view=boards",
    "tournaments:section": "?q=a",
    "ratings:new_claim": "?kind=result",
}
"""Query strings with which a page shows more than by default."""
NO_PAGES = (
    "_file", "_trf", "_trf_for_fide", "_pgn", "_table", "_csv", "_json", "_feed",
    "experiment_numbers", "shared_numbers",
    ":freshness", ":live", ":live_round", ":live_league", ":live_standings",
)  # fmt: skip


@pytest.fixture
def world(settings) -> World:
    settings.DEMO = True
    return build_world()


@pytest.fixture
def phone(chromium: Browser, live_server, world: World) -> Iterator[Page]:
    """Return the browser window of the secretary on a phone, in Swedish."""
    context = chromium.new_context(
        base_url=live_server.url, locale="sv", viewport=PHONE, has_touch=True
    )
    session = world.browser("secretary").cookies[django_settings.SESSION_COOKIE_NAME]
    context.add_cookies(
        [{"name": session.key, "value": session.value, "url": live_server.url}]
    )
    yield context.new_page()
    context.close()


def pages_of_secretary(world: World) -> Iterator[str]:
    for page in PAGES:
        if page.get and "secretary" in page.get and not page.name.endswith(NO_PAGES):
            path = address(page, world)
            yield path
            if page.name in ASKED:
                yield path + ASKED[page.name]


def crosstable_of(world: World) -> int:
    """Return a crosstable of ten, as wide as any in the demo, with days in two periods."""
    days = {"start_date": date(2026, 4, 20), "end_date": date(2026, 5, 20)}
    group = started(section(tournament(world.club, **days)), size=10)
    submitted(played(group), by=world.users["secretary"])
    compute_pool(group.tournament.pool_id, at=NOON, cause="test")
    return group.tournament_id


def test_every_secretary_page_fits_a_phone(world, phone):
    wide = f"/tournaments/{crosstable_of(world)}/"
    found = {}
    for path in (wide, f"{wide}changes/", *pages_of_secretary(world)):
        phone.goto(path)
        faults = misfits(phone) if phone.locator("main").count() else []
        if faults:
            found[path] = faults
    assert found == {}


def test_points_of_a_crosstable_stay_on_the_screen(world, phone):
    phone.goto(f"/tournaments/{crosstable_of(world)}/")
    frame = phone.locator(".crosstable-frame")
    for sum_cell in frame.locator("tbody .sum").all():
        box = sum_cell.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= PHONE["width"]


def test_long_name_fits_a_phone(world, phone):
    long_name = member(
        world.club, first_name="Bartholomeus", last_name="Wolfeschlegelsteinhausen"
    )
    group = started(
        section(tournament(world.club)), players=[long_name, member(world.club)]
    )
    found = {}
    for path in (
        f"/tournaments/{group.tournament_id}/",
        f"/sections/{group.pk}/",
        f"/sections/{group.pk}/results/",
        f"/sections/{group.pk}/results/?view=boards",
        f"/members/{long_name.pk}/",
        f"/players/{long_name.pk}/",
    ):
        phone.goto(path)
        faults = misfits(phone)
        if faults:
            found[path] = faults
    assert found == {}


def test_long_name_in_a_swiss_section_fits_a_phone(world, phone):
    long_name = member(
        world.club, first_name="Bartholomeus", last_name="Wolfeschlegelsteinhausen" * 2
    )
    group = section(
        tournament(world.club),
        format="boards",
        rounds=1,
        pairing_system="monrad",
    )
    entered(group, long_name, *(member(world.club) for _ in range(3)))
    draw_numbers(group.pk, acting=acting())
    start_section(group.pk, acting=acting())
    set_boards(group.pk, 1, [(1, 2), (3, 4)], acting=acting(), paired=REASONED)
    submitted(played(group), by=world.users["secretary"])
    compute_pool(group.tournament.pool_id, at=NOON, cause="test")
    found = {}
    for path in (
        f"/sections/{group.pk}/boards/?round=1",
        f"/sections/{group.pk}/rounds/1/",
        f"/sections/{group.pk}/entry-list/",
        f"/tournaments/{group.tournament_id}/changes/",
        *(
            f"/sections/{group.pk}/print/{each}/"
            for each in ("start-list", "slips/1", "cards/1", "pairings/1")
        ),
    ):
        phone.goto(path)
        faults = misfits(phone)
        if faults:
            found[path] = faults
    assert found == {}


def test_round_late_in_a_swiss_section_fits_a_phone(world, phone):
    """Beside the round are the colours and opponents of all rounds before it."""
    group = section(tournament(world.club), format="boards", rounds=9)
    started(group, size=10)
    for number in range(1, 9):
        boards = schedule_round_robin(10)[number - 1].boards
        set_boards(group.pk, number, boards, acting=acting(), paired=REASONED)
    played(group)

    phone.goto(f"/sections/{group.pk}/boards/?round=9")

    assert misfits(phone) == []


def test_players_beside_a_round_to_pair_fit_a_phone(world, phone):
    """The table has everything that it can contain: points for pairing, byes,
    opponents.
    """
    facts = {"format": "boards", "rounds": 5, "pairing_system": "dutch_2026"}
    group = section(tournament(world.club), acceleration="baku", **facts)
    started(group, size=11)
    for number in (1, 2):
        pairs = [(one, one + number) for one in range(1, 9, 4)]
        boards = [*pairs, (11, None)] if number == 1 else pairs
        set_boards(group.pk, number, boards, acting=acting(), paired=REASONED)
    played(group)

    phone.goto(f"/sections/{group.pk}/boards/?round=3")

    assert misfits(phone) == []


def test_round_with_an_absent_player_fits_a_phone(world, phone):
    Club.objects.filter(pk=world.club.pk).update(name="Schackklubben Springaren")
    group = section(tournament(world.club), format="boards", rounds=2)
    started(group, size=3)
    entry = group.entries.get(pairing_number=3)
    record_absences(group.pk, 1, {entry.pk: "half-bye"}, acting=acting())
    set_boards(group.pk, 1, [(1, 2)], acting=acting(), paired=REASONED)

    phone.goto(f"/sections/{group.pk}/rounds/1/")

    assert misfits(phone) == []
