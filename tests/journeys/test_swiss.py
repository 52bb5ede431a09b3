"""A Swiss of 24 players over five rounds, from the plan to the rating, in a browser:
keystrokes and clicks are counted.
"""

from collections.abc import Iterator

import pytest

from federation.models import Player
from tests.factories import member
from tests.journeys import story
from tests.journeys.installation import wait_until
from tests.journeys.season import Season, season
from tests.journeys.visitors import Visitor
from tournaments.models import Section

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
ROUNDS = 5
BOARDS = 12
MOST_A_ROUND = 12
"""Keystrokes and clicks in addition to the results."""
NAMES = [
    "Abrahamsson",
    "Berg",
    "Carlsson",
    "Dahl",
    "Ekström",
    "Fors",
    "Granath",
    "Holm",
    "Isaksson",
    "Jansson",
    "Krantz",
    "Lundin",
    "Malm",
    "Norén",
    "Olin",
    "Palm",
    "Quist",
    "Rask",
    "Sandell",
    "Thulin",
]


class Hand:
    """A secretary's mouse and keyboard; `acts` counts what is done with them."""

    def __init__(self, secretary: Visitor) -> None:
        self.page = secretary.page
        self.acts = 0

    def type(self, field: str, text: str) -> None:
        self.acts += len(text)
        self.page.fill(field, text)

    def key(self, key: str) -> None:
        self.acts += 1
        self.page.keyboard.press(key)

    def choose(self, field: str, value: str) -> None:
        self.acts += 1
        self.page.select_option(field, value)

    def click(self, what: str) -> None:
        self.acts += 1
        self.page.locator(what).first.click()

    def follow(self, what: str) -> None:
        with self.page.expect_navigation(wait_until="load"):
            self.click(what)


@pytest.mark.parametrize("system", ["monrad", "nordic", "dutch_2026"])
def test_swiss_tournament_is_paired_played_and_submitted(
    visit, installation, system, capsys
):
    federation = season()
    players = [
        *federation.players,
        *(member(federation.club, first_name="Kim", last_name=name) for name in NAMES),
    ]
    secretary = visit()
    secretary.come_as(federation.secretary)
    hand = Hand(secretary)
    section = plan(hand, secretary, federation, system)
    enter(hand, players)
    hand.follow("main a[href*='/start/']")
    hand.follow("form:has([name=round-1]) button")
    counted = [play_round(hand, section, number) for number in range(1, ROUNDS + 1)]

    assert max(counted) <= MOST_A_ROUND
    met = list(pairs_of(section))
    assert len(met) == len(set(met)) == ROUNDS * BOARDS
    send_in(hand)
    changes = story.see_changes(secretary)
    assert len(changes) == len(players)
    with capsys.disabled():
        print(f" [{system}: {hand.acts} acts, {counted} a round beside the results]")  # noqa: T201


def plan(hand: Hand, secretary: Visitor, federation: Season, system: str) -> Section:
    secretary.open("tournaments:new")
    hand.type("[name=name]", "Höstöppet")
    hand.type("[name=start_date]", federation.first_day.isoformat())
    hand.type("[name=end_date]", federation.last_day.isoformat())
    hand.click("[name=format][value=boards]")
    hand.type("[name=rounds]", str(ROUNDS))
    hand.choose("[name=pairing_system]", system)
    hand.follow("form:has([name=section_name]) button")
    return Section.objects.get(pk=story.number_in(hand.page.url))


def enter(hand: Hand, players: list[Player]) -> None:
    for count, player in enumerate(players, start=1):
        hand.type("#q", player.last_name)
        hand.page.locator(f"#picks button[value='{player.pk}']").wait_for()
        hand.key("ArrowDown")
        with hand.page.expect_navigation(wait_until="load"):
            hand.key("Enter")
        assert hand.page.locator(".entered-line").count() == count


def play_round(hand: Hand, section: Section, number: int) -> int:
    """Publish the proposal, type the results, and go on; return how many acts it took
    besides them.
    """
    before = hand.acts
    hand.follow("form.pairs-form button:has-text('Publicera')")
    hand.click("[data-row] input[type=radio]")
    for board in range(BOARDS):
        hand.key("1=0"[(board + number) % 3])
    wait_until(lambda: hand.page.evaluate("!localStorage.length"), "results are saved")
    if number < ROUNDS:
        hand.follow("[data-when-complete] a.button")
    return hand.acts - before - BOARDS


def send_in(hand: Hand) -> None:
    """Submit after the last result; answer the questions of the checks."""
    hand.follow("[data-when-complete] a.button")
    for field in hand.page.locator("main form textarea").all():
        name = field.get_attribute("name")
        hand.type(f"main form textarea[name='{name}']", "Så spelades det.")
    hand.follow("main form[action*='/submit/'] button")


def pairs_of(section: Section) -> Iterator[frozenset[int]]:
    for pairing in section.pairings.exclude(black=None):
        yield frozenset((pairing.white_id, pairing.black_id))
