"""The slides of the big screen: `tournaments.queries.spectators.screen`."""

from datetime import date

import pytest

from federation.permissions import NOBODY
from tests.factories import acting
from tests.tournaments.tournaments_made import (
    board,
    entered,
    member,
    result,
    section,
    started,
    tournament,
)
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import record_absences
from tournaments.queries.section_shown import shown_sections
from tournaments.queries.spectators.screen import slides_of

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)


def slides(of):
    return slides_of(shown_sections(of, NOBODY, TODAY), {})


def slide_summary(slide):
    if slide.round:
        boards = [each.pairing.board for each in slide.boards]
        return f"round {slide.round.number}", boards
    return "standings", [row.player.number for row in slide.rows]


def test_slides_are_the_round_and_the_standings_of_each_started_section():
    of = tournament()
    first = started(section(of, format="boards", rounds=2), size=4)
    set_boards(first.pk, 1, [(1, 2), (3, 4)], acting=acting())
    started(section(of, name="Group B"), size=2)
    entered(section(of, name="Group C"), member())

    found = slides(of)

    assert [slide_summary(each) for each in found] == [
        ("round 1", [1, 2]),
        ("standings", [1, 2, 3, 4]),
        ("round 1", [1]),
        ("standings", [1, 2]),
    ]
    assert [each.section.name for each in found] == ["Group A"] * 2 + ["Group B"] * 2


def test_large_sections_are_divided_into_slides_of_similar_length():
    group = started(section(format="boards", rounds=2), size=26)
    pairs = [(number, number + 1) for number in range(1, 27, 2)]
    set_boards(group.pk, 1, pairs, acting=acting())

    found = slides(group.tournament)

    assert [len(each.boards) or len(each.rows) for each in found] == [7, 6, 9, 9, 8]
    assert [(each.number, each.pages) for each in found] == [
        (1, 2), (2, 2), (1, 3), (2, 3), (3, 3),
    ]  # fmt: skip
    numbers = [number for each in found[2:] for number in slide_summary(each)[1]]
    assert sorted(numbers) == list(range(1, 27))


def test_current_round_is_shown_if_all_rounds_are_drawn():
    group = started(size=4)
    assert slide_summary(slides(group.tournament)[0])[0] == "round 1"
    for pairing in group.pairings.filter(round=1):
        result(pairing, "1/2")
    assert slide_summary(slides(group.tournament)[0])[0] == "round 2"
    for pairing in group.pairings.filter(round__gt=1):
        result(pairing, "1/2")
    assert slide_summary(slides(group.tournament)[0])[0] == "round 3"
    assert board(group, 1, 2).result == "1/2"


def test_game_that_will_not_be_played_does_not_hold_back_the_next_round():
    group = started(size=4)
    leaver = group.entries.get(pairing_number=2)
    for pairing in group.pairings.filter(round=1):
        if leaver.pk not in (pairing.white_id, pairing.black_id):
            result(pairing, "1/2")
    assert slide_summary(slides(group.tournament)[0])[0] == "round 1"
    withdraw_entry(leaver.pk, 0, acting=acting())
    assert slide_summary(slides(group.tournament)[0])[0] == "round 2"


def test_only_standings_are_shown_before_a_round_is_paired():
    group = started(section(format="boards", rounds=2), size=2)
    assert [slide_summary(each)[0] for each in slides(group.tournament)] == [
        "standings"
    ]


def test_absent_players_are_at_the_end_of_the_round():
    group = started(section(format="boards", rounds=3), size=6)
    entry = {each.pairing_number: each.pk for each in group.entries.all()}
    absent = {entry[4]: "half-bye", entry[5]: "zero-bye"}
    record_absences(group.pk, 1, absent, acting=acting())
    withdraw_entry(entry[6], 0, acting=acting())
    set_boards(group.pk, 1, [(1, 2), (3, None)], acting=acting())

    (first, *_standings) = slides(group.tournament)

    lines = [(each.white.number, str(each.text)) for each in first.boards]
    without = [(each.player.number, str(each.why)) for each in first.without_board]
    assert lines == [(1, ""), (3, "bye")]
    assert without == [
        (4, "bye, half a point"),
        (5, "absent, no point"),
    ]
