"""Pages that are made for paper are pages all the same, and the ways to them."""

import pytest
from django.urls import reverse
from django.utils.timezone import localtime

from tests.factories import member
from tests.tournaments.domain.rounds.test_round_pairings import as_proposed
from tests.tournaments.makers import played, section, started, tournament
from tests.tournaments.views.tables_shown import tables_of
from tests.tournaments.views.test_boards import text
from tests.tournaments.views.test_rounds import paper

pytestmark = pytest.mark.django_db
PAPERS = [
    ("pairings", 1),
    ("cards", 1),
    ("slips", 1),
    ("standings",),
    ("start-list",),
]


@pytest.fixture
def swiss(secretary, club):
    made = tournament(club)
    group = section(made, format="boards", rounds=3, pairing_system="monrad")
    return started(group, size=5)


@pytest.mark.parametrize("asked", PAPERS)
def test_every_paper_has_its_main_part_and_names_what_its_tables_hold(
    client, swiss, asked
):
    as_proposed(swiss)

    page = paper(client, swiss, *asked).content.decode()

    assert page.count("<main") == 1
    assert [table.lacks for table in tables_of(page)] == [""] * page.count("<table")


def test_the_tournament_leads_to_the_papers_of_its_sections(client, swiss):
    page = client.get(reverse("tournaments:tournament", args=[swiss.tournament_id]))

    for what in ("standings", "start-list"):
        link = reverse("tournaments:print_section", args=[swiss.pk, what])
        assert f'href="{link}"' in page.content.decode()


def test_results_that_are_typed_in_lead_to_the_round_and_its_papers(client, swiss):
    as_proposed(swiss)

    page = client.get(reverse("tournaments:results", args=[swiss.pk]))

    link = reverse("tournaments:round", args=[swiss.pk, 1])
    assert f'href="{link}"' in page.content.decode()
    assert "The round as everybody sees it, and its prints" in text(page)


def test_a_round_robin_without_boards_to_pair_has_no_such_link(client, secretary, club):
    group = started(section(tournament(club)), size=4)

    page = client.get(reverse("tournaments:results", args=[group.pk]))

    assert "The round as everybody sees it" not in text(page)


@pytest.mark.parametrize("asked", [*PAPERS[:3], ("start-list",)])
def test_namesakes_on_paper_are_told_apart_by_the_year(client, secretary, club, asked):
    names = {"first_name": "Stig", "last_name": "Ek"}
    players = [
        member(club, birth_year=1961, **names),
        member(club, birth_year=1988, **names),
    ]
    made = section(tournament(club), format="boards", rounds=3, pairing_system="monrad")
    group = started(made, players=players)
    as_proposed(group)

    page = text(paper(client, group, *asked))

    years = [year for year in ("1961", "1988") if f"Stig Ek ({year}" in page]
    assert years == ["1961", "1988"]


def test_printed_standings_say_after_which_round_and_when(client, swiss):
    before = text(paper(client, swiss, "standings"))
    assert "<h1>Standings before round 1" in before
    as_proposed(swiss)
    played(swiss)

    after = text(paper(client, swiss, "standings"))

    assert "<h1>Standings after round 1" in after
    assert f"{localtime():%Y-%m-%d}" in after.partition("</header>")[0]
