"""Names on the pages of a tournament: each links to the page of the player in the pool
of the tournament, and namesakes are distinguished.
"""

import re

import pytest
from django.urls import reverse

from federation.enums import RoleKind, Visibility
from ratings.engine.domain.computation import compute_pool
from ratings.models import Report
from tests.factories import NOON, RoleFactory, acting, member, officer, second_pool
from tests.tournaments.tournaments_made import (
    entered,
    played,
    section,
    started,
    submitted,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.movements.proposing import judge_section
from tournaments.domain.rounds.boards import set_boards

pytestmark = pytest.mark.django_db

PLAYER_LINK = re.compile(
    r'<a\s+[^>]*href="(/players/\d+/[^"]*)"[^>]*>(.*?)</a>', re.DOTALL
)
SCORECARD_LINK = re.compile(r'href="/tournaments/\d+/entries/(\d+)/"')
NOT_RUNNING_TEXT = re.compile(
    r"<(a|title|h1|legend|option|script|nav|button|label)\b.*?</\1>", re.DOTALL
)
"""Elements in which a name is not running text, or is in a link."""


def names_of(group) -> set[str]:
    return {entry.player.full_name for entry in group.entries.all()}


def names_without_link(page, names) -> set[str]:
    assert page.status_code == 200
    main = page.content.decode().split("<main", 1)[1].split("</main>")[0]
    text = re.sub("<[^>]*>", "\n", NOT_RUNNING_TEXT.sub("", main))
    return {name for name in names if name in text}


def links_to_players(page) -> set[str]:
    return {address for address, _name in PLAYER_LINK.findall(page.content.decode())}


def carry_the_pool(page) -> bool:
    links = links_to_players(page)
    return bool(links) and all(each.endswith("?pool=other") for each in links)


@shared
def group(club):
    """Return a section with class movements, in another pool than the first."""
    event = tournament(club, pool_id=second_pool().pk)
    return started(section(event, gives_titles=True), size=4)


@shared
def boards(club):
    event = tournament(club, pool_id=second_pool().pk)
    return started(section(event, format="boards", rounds=2), size=4)


def address(name, *args, **query):
    return reverse(f"tournaments:{name}", args=args, query=query)


def test_pages_of_a_running_tournament_link_every_name(client, secretary, group):
    pages = [
        address("section", group.pk),
        address("results", group.pk),
        address("results", group.pk, view="boards"),
    ]
    for each in pages:
        page = client.get(each)
        assert names_without_link(page, names_of(group)) == set(), each
        assert carry_the_pool(page), each


def test_public_pages_link_to_scorecards(client, boards):
    set_boards(boards.pk, 1, [(1, 2), (3, 4)], acting=acting())
    for each in (
        address("tournament", boards.tournament_id),
        address("round", boards.pk, 1),
    ):
        page = client.get(each)
        text = page.content.decode()
        assert names_without_link(page, names_of(boards)) == set(), each
        led = {int(pk) for pk in SCORECARD_LINK.findall(text)}
        assert led == set(boards.entries.values_list("pk", flat=True)), each


def test_scorecard_links_to_the_player_in_the_pool(client, group):
    for entry in group.entries.all():
        page = client.get(address("scorecard", group.tournament_id, entry.pk))
        assert names_without_link(page, names_of(group)) == set()
        assert carry_the_pool(page)


def test_pages_of_a_tournament_in_preparation_link_every_name(client, secretary, club):
    group = section(tournament(club, pool_id=second_pool().pk))
    entered(group, member(club), member(club))
    for each in (
        address("tournament", group.tournament_id),
        address("section", group.pk),
    ):
        page = client.get(each)
        assert names_without_link(page, names_of(group)) == set(), each
        assert carry_the_pool(page), each


def test_players_beside_the_boards_are_links(client, secretary, boards):
    page = client.get(address("boards", boards.pk))
    assert names_without_link(page, names_of(boards)) == set()
    assert carry_the_pool(page)


def test_page_of_changes_links_every_name(client, secretary, group):
    submitted(played(group), by=secretary)
    compute_pool(group.tournament.pool_id, at=NOON, cause="test")
    page = client.get(address("changes", group.tournament_id))
    assert names_without_link(page, names_of(group)) == set()
    assert carry_the_pool(page)


def test_report_links_every_name(client, group, secretary):
    submitted(played(group), by=secretary)
    client.force_login(officer())
    report = Report.objects.get(source_number=group.tournament_id)
    page = client.get(reverse("ratings:report", args=[report.pk]))
    assert names_without_link(page, names_of(group)) == set()
    assert carry_the_pool(page)


def test_inbox_links_the_player_with_the_biggest_change(client, group, secretary):
    submitted(played(group, "1-0"), by=secretary)
    compute_pool(group.tournament.pool_id, at=NOON, cause="test")
    client.force_login(officer())
    page = client.get(reverse("ratings:inbox"))
    assert names_without_link(page, names_of(group)) == set()
    assert carry_the_pool(page)


def test_movement_page_of_the_committee_links_to_the_player(client, group):
    played(group)
    submitted(group)
    judge_section(group.pk)
    client.force_login(RoleFactory(kind=RoleKind.RULES_COMMITTEE).user)
    moved = group.movements.first()
    page = client.get(address("movement", moved.pk))
    assert carry_the_pool(page)


# --- namesakes ------------------------------------------------------------------------
@shared
def two_of_one_name(club):
    names = {"first_name": "Stig", "last_name": "Ek"}
    return [
        member(club, birth_year=1961, **names),
        member(club, birth_year=1988, **names),
    ]


def words(page) -> str:
    plain = re.sub("<[^>]*>", " ", page.content.decode())
    return " ".join(plain.split())


def test_namesakes_show_the_year_in_the_table_and_its_rounds(
    client, club, two_of_one_name
):
    group = started(section(tournament(club)), players=two_of_one_name)
    page = words(client.get(address("tournament", group.tournament_id)))
    table, rounds = page.split("Round by round", 1)
    for year in ("1961", "1988"):
        assert f"Stig Ek {year}" in table
        assert f"Stig Ek {year}, {club.name}" in rounds


def test_player_without_a_namesake_in_the_section_shows_no_year(client, club):
    players = [member(club, first_name="Stig"), member(club, first_name="Bo")]
    group = started(section(tournament(club)), players=players)
    page = words(client.get(address("tournament", group.tournament_id)))
    for each in players:
        assert f" {each.birth_year}" not in page


def test_namesakes_are_distinguished_where_results_are_entered(
    client, secretary, club, two_of_one_name
):
    group = started(section(tournament(club)), players=two_of_one_name)
    for view in ("", "boards"):
        page = words(client.get(address("results", group.pk, view=view)))
        assert "Stig Ek 1961" in page
        assert "Stig Ek 1988" in page


def test_hidden_namesake_shows_no_year(client, club):
    names = {"first_name": "Stig", "last_name": "Ek"}
    hidden = member(club, birth_year=1961, visibility=Visibility.INITIALS, **names)
    shown = member(club, birth_year=1988, **names)
    group = started(section(tournament(club)), players=[hidden, shown])
    page = words(client.get(address("tournament", group.tournament_id)))
    assert "1961" not in page
    assert "1988" not in page
