"""The working of tie-breaks, linked from the standings, and the drawing of lots."""

import pytest
from django.urls import reverse

from tests.factories import acting, secretary_of
from tests.tournaments.pages import html_of
from tests.tournaments.tournaments_made import (
    board,
    result,
    section,
    started,
    tournament,
)
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import HowPaired, RoundPublication
from tournaments.queries.standings.words import tie_break_name
from tournaments.rules.tiebreaks.registry import TIE_BREAKS

pytestmark = pytest.mark.django_db


def working(client, entry):
    return client.get(reverse("tournaments:tie_breaks", args=[entry.pk]))


def swiss(club, **facts):
    """Return a section in which 1 beat 2 and 3 had a bye, then 1 – 3 was drawn and 2
    had a bye.
    """
    facts = {"format": "boards", "rounds": 2, "tie_breaks": ("buchholz_2009",)} | facts
    group = started(section(tournament(club), **facts), size=3)
    set_boards(group.pk, 1, [(1, 2), (3, None)], acting=acting())
    result(board(group, 1, 2), "1-0")
    set_boards(group.pk, 2, [(3, 1), (2, None)], acting=acting())
    result(board(group, 1, 3), "1/2")
    return group


def lines(answer):
    (shown,) = answer.context["workings"]
    return [
        (
            line.round,
            [each.split()[0] for each in line.opponents],
            line.words,
            line.amount,
        )
        for line in shown.lines
    ]


def test_tie_break_in_the_standings_links_to_its_working(client, club):
    group = swiss(club)
    entry = group.entries.get(pairing_number=3)

    page = client.get(reverse("tournaments:tournament", args=[group.tournament_id]))

    href = reverse("tournaments:tie_breaks", args=[entry.pk]) + "#buchholz_2009"
    assert f'<a href="{href}">' in html_of(page)
    assert ">Buchholz</th>" in html_of(page)
    assert 'id="buchholz_2009"' in html_of(working(client, entry))


def test_working_has_a_line_for_each_round_with_the_virtual_opponent(client, club):
    group = swiss(club)

    answer = working(client, group.entries.get(pairing_number=3))

    assert lines(answer) == [
        (
            1,
            [],
            "not played: a virtual opponent with 0 before the round, 0 in it and a draw"
            " in each of 1 later rounds, ½",
            "½",
        ),
        (2, ["1"], "score 1½", "1½"),
    ]
    (shown,) = answer.context["workings"]
    assert (str(shown.name), shown.text, shown.is_sum) == ("Buchholz", "2", True)
    assert "NSF 2017; FIDE C.02 13.15 (2009–2023)" in html_of(answer)


def test_adjusted_score_of_an_opponent_is_explained(client, club):
    group = swiss(club)

    answer = working(client, group.entries.get(pairing_number=1))

    assert [line[2] for line in lines(answer)] == [
        # The bye of 2 and that of 3 count as draws.
        "score 1, counts as ½: unplayed rounds are draws",
        "score 1½, counts as 1: unplayed rounds are draws",
    ]


def test_cut_score_is_struck_through(client, club):
    group = swiss(club, tie_breaks=("buchholz_cut1_2026",))

    answer = working(client, group.entries.get(pairing_number=3))

    (shown,) = answer.context["workings"]
    assert [(line.amount, line.is_cut) for line in shown.lines] == [
        ("1", True),
        ("1½", False),
    ]
    assert "<s>1</s>" in html_of(answer)


@pytest.mark.parametrize(
    "codes",
    [
        ("progressive", "quality", "direct_encounter", "lots", "average_rating_nsf"),
        ("sonneborn_berger_2026", "koya", "performance", "black_games"),
        ("sonneborn_berger_2009", "average_buchholz_2024", "fore_buchholz_2026"),
        ("rating", "pairing_number", "quality_2022", "standard_points", "wins"),
        (
            "berger_elimination",
            "direct_encounter_fide",
            "rounds_won",
            "progressive_fide",
        ),
    ],
)
def test_every_tie_break_has_its_words(client, club, codes):
    group = swiss(club, tie_breaks=codes)
    for entry in group.entries.all():
        answer = working(client, entry)
        assert [each.code for each in answer.context["workings"]] == list(codes)
        assert all(
            " ".join(each.paragraph.split()) in html_of(answer)
            for each in answer.context["workings"]
        )


def test_every_tie_break_of_the_registry_has_a_name():
    assert all(tie_break_name(each.acronym) for each in TIE_BREAKS.values())


def test_there_is_no_working_before_the_start(client, club, secretary):
    group = section(tournament(club))
    entry = group.entries.create(
        player=started(size=2).entries.first().player, pairing_number=1
    )
    assert working(client, entry).status_code == 404


def test_draft_counts_only_for_the_organiser(client, club):
    facts = {"format": "boards", "rounds": 2, "tie_breaks": ("quality",)}
    group = started(section(tournament(club), **facts), size=3)
    set_boards(
        group.pk,
        1,
        [(1, 2), (3, None)],
        acting=acting(),
        paired=HowPaired(publication=RoundPublication(is_draft=True)),
    )
    entry = group.entries.get(pairing_number=3)

    assert lines(working(client, entry)) == []

    client.force_login(secretary_of(club))
    assert [line[2] for line in lines(working(client, entry))] == [
        "bye, an opponent with 0"
    ]


def test_query_count_of_the_working_does_not_depend_on_the_number_of_players(
    client, club, django_assert_max_num_queries, django_assert_num_queries
):
    few = started(section(tournament(club), format="boards", rounds=2), size=2)
    many = started(section(tournament(club), format="boards", rounds=2), size=8)
    working(client, few.entries.first())
    with django_assert_max_num_queries(10) as queries:
        working(client, few.entries.first())
    with django_assert_num_queries(len(queries)):
        working(client, many.entries.first())


def test_standings_need_at_most_ten_queries(
    client, club, django_assert_max_num_queries
):
    group = swiss(club)
    address = reverse("tournaments:tournament", args=[group.tournament_id])
    client.get(address)
    with django_assert_max_num_queries(10):
        client.get(address)


def test_secretary_draws_the_lots_if_a_place_is_shared(client, club):
    group = started(section(tournament(club), tie_breaks=("wins", "lots")), size=2)
    result(board(group, 1, 2), "1/2")
    address = reverse("tournaments:tournament", args=[group.tournament_id])
    assert "Draw the lots" not in html_of(client.get(address))
    client.force_login(secretary_of(club))
    assert "Draw the lots" in html_of(client.get(address))

    answer = client.post(reverse("tournaments:draw_lots", args=[group.pk]), follow=True)

    assert "The lots are drawn" in html_of(answer)
    assert "Draw the lots" not in html_of(answer)
    group.refresh_from_db()
    shown = html_of(working(client, group.entries.first()))
    assert f"Drawn from the seed {group.lots_seed}" in shown


def test_lots_cannot_be_drawn_twice(client, club, secretary):
    group = started(section(tournament(club), tie_breaks=("lots",)), size=2)
    result(board(group, 1, 2), "1/2")
    draw = reverse("tournaments:draw_lots", args=[group.pk])
    client.post(draw)
    assert "drawn already" in html_of(client.post(draw, follow=True))
