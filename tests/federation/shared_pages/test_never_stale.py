"""After any act in the office a visitor gets the page that an office without stored
pages would give, and no hidden name is on it.
"""

import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest
from django.db import connection, transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from federation.domain.merging import merge_players
from federation.domain.players import set_visibility
from federation.enums import Visibility
from federation.models import Player
from federation.shared_pages import pages, replica
from ratings.models import Period
from tests.factories import OFFICE, chess_pool, line, officer
from tests.ratings.rating_lists import SUMMER, accepted, published, rated, up_to_date
from tests.standby import Standby
from tests.tournaments.tournaments_made import board, result, started
from tournaments.models import Section

SOURCE = 77


@dataclass
class World:
    """Three players with a published list and a tournament in progress. `names`: all
    names of each so far; `hidden`: who is hidden now.
    """

    players: list[Player]
    section: Section
    browser: Client
    names: dict[int, list[str]]
    hidden: set[int] = field(default_factory=set)
    merged: set[int] = field(default_factory=set)
    count: int = 0

    @property
    def addresses(self) -> list[str]:
        people = [f"/players/{each.pk}/" for each in self.players]
        of_tournament = f"/tournaments/{self.section.tournament_id}/"
        club = self.section.tournament.organiser_id
        return [
            *("/list/", "/list/live/", "/lists/", "/records/", "/clubs/"),
            *("/list/1/", "/list/2/"),
            *people,
            *(f"{each}records/" for each in people[:2]),
            f"/list/1{people[0]}",
            f"{people[0]}period/2026-06-30/",
            f"{people[0]}against/{self.players[1].pk}/",
            f"/clubs/{club}/",
            *("/tournaments/", of_tournament, f"{of_tournament}ratings/"),
            f"/sections/{self.section.pk}/rounds/1/",
            f"/sections/{self.section.pk}/standings/1/",
        ]

    def next(self) -> int:
        self.count += 1
        return self.count


def hide(world: World, who: int, how: int) -> None:
    """Change the visibility of a card; all cards of one person are hidden alike."""
    kinds = (Visibility.HIDDEN, Visibility.INITIALS, Visibility.PUBLIC)
    player = world.players[who]
    set_visibility(player.pk, kinds[how], acting=OFFICE)
    ours = {player.pk} | (world.merged if player.pk in world.merged else set())
    world.hidden = world.hidden - ours if how == 2 else world.hidden | ours


def rename(world: World, who: int, _how: int) -> None:
    player = world.players[who]
    name = f"Qzx{'abcdefghijklmnopqrstuvwxyz'[who]}{world.next():04d}w"
    Player.objects.filter(pk=player.pk).update(last_name=name)
    world.names[player.pk].append(name)


def merge(world: World, _who: int, _how: int) -> None:
    """Merge the third player's card into the first one's."""
    one, other = world.players[0].pk, world.players[2].pk
    if world.merged:
        return
    merge_players(other, one, on=SUMMER, acting=OFFICE)
    world.merged = {one, other}
    if world.hidden & world.merged:
        world.hidden |= world.merged


def post(world: World, who: int, how: int) -> None:
    other = world.players[who - 1 if who else 1]
    if {world.players[who].pk, other.pk} != world.merged:
        accepted(line(world.players[who], other, how, SUMMER))


def compute(_world: World, _who: int, _how: int) -> None:
    up_to_date()


def revise(world: World, _who: int, how: int) -> None:
    one, other = world.players[:2]
    name = f"Summer Open {world.next()}"
    accepted(
        line(one, other, how, SUMMER, key=1),
        line(one, rated(1700), 2, SUMMER),
        source_number=SOURCE,
        name=name,
    )
    published(SUMMER)


def publish_another(world: World, who: int, how: int) -> None:
    """Publish the list of the next period."""
    newest = Period.objects.filter(pool=chess_pool()).latest("end_date")
    accepted(line(world.players[who], rated(1800), how, newest.start_date))
    published(newest.start_date)


def enter(world: World, _who: int, how: int) -> None:
    result(board(world.section, 1, 2), ("1-0", "1/2", "0-1")[how])


def sign_in_or_out(world: World, _who: int, _how: int) -> None:
    if (
        "sessionid" in world.browser.cookies
        and world.browser.cookies["sessionid"].value
    ):
        world.browser.logout()
    else:
        world.browser.force_login(officer())


def change_language(world: World, who: int, _how: int) -> None:
    chosen = {"language": ("en", "sv", "en")[who], "next": "/list/"}
    world.browser.post("/i18n/setlang/", chosen)


ACTS = (
    *(hide, rename, merge, post, compute, revise, publish_another, enter),
    *(sign_in_or_out, change_language),
)
STEPS = st.tuples(
    st.sampled_from(ACTS), st.integers(0, 2), st.integers(0, 2), st.integers(0, 99)
)


@pytest.fixture
def world(committed, settings, monkeypatch) -> World:
    settings.DEMO = True
    monkeypatch.setattr(pages, "LAG", 0.0)
    players = [
        rated(1900 - 50 * place, first_name=first, last_name=last)
        for place, (first, last) in enumerate(
            (("Qvintus", "Wzorkander"), ("Zygmund", "Qvarforth"), ("Xerxes", "Zqvist"))
        )
    ]
    accepted(
        line(players[0], players[1], 2, SUMMER, key=1),
        source_number=SOURCE,
        name="Summer Open",
    )
    accepted(line(players[2], rated(1500), 2, SUMMER))
    published(SUMMER)
    section = started(players=players[:2], format="round_robin")
    return World(
        players,
        section,
        Client(headers={"Accept-Language": "en"}),
        {each.pk: [each.last_name] for each in players},
    )


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=st.lists(STEPS, min_size=1, max_size=6))
def test_visitor_gets_the_page_of_an_office_without_stored_pages(world, steps):
    for act, who, how, drawn in steps:
        act(world, who, how)
        places = world.addresses
        look_at(world, {places[drawn % len(places)], places[who * 3 - how]})
    look_at(world, world.addresses)


@pytest.mark.alone
@settings(
    max_examples=5,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=st.lists(STEPS, min_size=1, max_size=5), paused=st.integers(0, 5))
def test_visitor_gets_the_page_of_an_office_without_stored_pages_from_a_replica(
    world: World, followed: Standby, steps, paused
):
    """From one step on the replica receives nothing, as if a cable were cut."""
    replica.WAIT_FOR_REPLICA = 0.05 if paused < len(steps) else 5.0
    followed.resume()
    for number, (act, who, how, drawn) in enumerate(steps):
        if number == paused:
            followed.pause()
        act(world, who, how)
        places = world.addresses
        look_at(world, {places[drawn % len(places)], places[who * 3 - how]})


def look_at(world: World, addresses) -> None:
    visitor = Client(headers={"Accept-Language": "en"})
    secrets = [
        name.encode()
        for pk in world.hidden
        for name in (*world.names[pk], world.names[pk][-1][:7])
    ]
    for address in addresses:
        for language in ("en", "sv"):
            first, stored = (
                visitor.get(address, headers={"Accept-Language": language})
                for _ in range(2)
            )
            with transaction.atomic():
                plain = visitor.get(address, headers={"Accept-Language": language})
            contents = {content_of(each) for each in (first, stored, plain)}
            assert contents == {content_of(plain)}, (address, language)
            assert [name for name in secrets if name in stored.content] == []
            assert not stored.cookies
        if "sessionid" in world.browser.cookies:
            assert "public" not in world.browser.get(address)["Cache-Control"]


def content_of(response) -> tuple[int, bytes, str]:
    """Return the response without the mark of a part that changes every ten minutes."""
    body = re.sub(rb'data-mark="[^"]*"', b"", response.content)
    return response.status_code, body, response.get("Content-Language", "")


def test_no_reader_sees_a_name_that_was_replaced_before_the_request(
    office, monkeypatch
):
    """Two read as fast as they can while a third renames: a name that a reader gets had
    not been replaced yet when the reader sent the request.
    """
    monkeypatch.setattr(pages, "LAG", 0.0)
    renamed, is_over, late = [0], threading.Event(), []

    def read() -> int:
        browser, seen = Client(headers={"Accept-Language": "en"}), 0
        try:
            while not is_over.is_set():
                least = renamed[0]
                body = browser.get(f"/players/{office.player.pk}/").content
                found = int(re.search(rb"Qzx(\d{4})w", body)[1])
                late.extend([(found, least)] * (found < least))
                seen += 1
            return seen
        finally:
            connection.close()

    rename_to(office.player, 0)
    with ThreadPoolExecutor(2) as readers:
        counts = [readers.submit(read) for _ in range(2)]
        for number in range(1, 25):
            rename_to(office.player, number)
            renamed[0] = number
            time.sleep(0.05 * (number % 4))
        is_over.set()
    assert late == []
    assert min(each.result() for each in counts) > 0


def rename_to(player: Player, number: int) -> None:
    Player.objects.filter(pk=player.pk).update(last_name=f"Qzx{number:04d}w")
