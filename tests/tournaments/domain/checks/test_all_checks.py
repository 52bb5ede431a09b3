from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.models import Suspension
from ratings.models import Pool
from tests.factories import (
    LONG_AGO,
    MembershipFactory,
    PlayerFactory,
    UserFactory,
    acting,
    chess_pool,
    computed,
    line,
    member,
    posted,
    rated_by,
)
from tests.ratings.rating_lists import decided
from tests.tournaments.domain.checks.found import LATER, found
from tests.tournaments.tournaments_made import (
    board,
    played,
    result,
    section,
    started,
    tournament,
)
from tournaments.domain.checks.all_checks import check_material
from tournaments.domain.entering import OutsideRating, set_outside
from tournaments.domain.report_material import read_report_material
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards

pytestmark = pytest.mark.django_db


def test_complete_section_of_members_has_no_findings():
    assert found(played(started(size=4))) == {}


def test_missing_results_block_only_the_final_report():
    group = started(
        players=[member(first_name="Åsa", last_name="Ek"), member(), member()]
    )
    result(board(group, 2, 3), "1-0")
    result(board(group, 1, 3), "1-0")
    one = board(group, 1, 2)

    other = one.white if one.white.pairing_number == 2 else one.black
    assert list(found(group)) == ["missing"]
    assert found(group)["missing"][0].startswith(f"{one.round}.{one.board} ")
    assert str(other.player) in found(group)["missing"][0]
    assert found(group, is_final=False) == {}


def test_unplayed_game_of_a_withdrawn_player_is_not_missing():
    # SSF §11.1a: with half of the games played the rest are forfeits.
    group = started(size=3)
    leaver = group.entries.get(pairing_number=3)
    result(board(group, 1, 3), "1-0")
    result(board(group, 1, 2), "1-0")
    withdraw_entry(leaver.pk, 1, acting=acting())

    assert found(group) == {}


def test_game_against_a_player_withdrawn_before_the_first_round_is_not_missing():
    # SSF §11.1a: with less than half of the games played all are annulled.
    group = started(size=4)
    leaver = group.entries.get(pairing_number=4)
    for pairing in group.pairings.exclude(white=leaver).exclude(black=leaver):
        result(pairing, "1/2")
    assert list(found(group)) == ["missing"]
    withdraw_entry(leaver.pk, 0, acting=acting())

    assert found(group) == {}


def test_player_with_two_games_in_a_round_is_an_error():
    group = played(started(size=4))
    first, second = group.entries.in_order()[:2]
    facts = {"round": 2, "board": 3, "result": "1-0"}
    group.pairings.create(white=first, black=second, **facts)

    names = [entry.player.full_name for entry in (first, second)]
    assert found(group) == {"two_in_round": [f"2. {name}" for name in names]}


def test_round_without_boards_is_missing_in_a_swiss_section():
    group = started(size=2, format="boards", rounds=2)
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    played(group)

    assert found(group) == {"missing": ["2."]}


def test_section_that_has_not_started_blocks_the_final_report():
    made = tournament()
    group = played(started(section(made), size=2))
    section(made, name="Group B")

    assert found(group) == {"not_started": ["Group B"]}
    assert found(group, is_final=False) == {}


def test_report_without_results_is_blocked():
    assert list(found(started(size=2), is_final=False)) == ["nothing_played"]


def test_day_outside_the_tournament_is_an_error():
    group = started(size=2)
    result(board(group, 1, 2), "1-0", finished_date=date(2026, 5, 26))

    (row,) = found(group)["date_outside"]
    assert row.endswith("(2026-05-26)")


@pytest.mark.parametrize("day", ["0001-01-01", "1990-01-01", "9999-12-01"])
def test_day_without_an_edition_is_an_error(day):
    group = started(size=2)
    result(board(group, 1, 2), "1-0", finished_date=date.fromisoformat(day))

    (row,) = found(group)["date_outside"]
    assert row.endswith(f"({day})")


def test_forfeit_known_before_its_round_does_not_block_an_interim_report():
    group = started(size=4)
    last = group.pairings.filter(round=3).first()
    result(group.pairings.filter(round=1).first(), "1-0")
    result(last, "+-")

    assert found(group, is_final=False, today=date(2026, 5, 5)) == {}


def test_day_in_the_future_is_an_error():
    group = played(started(size=2))

    assert list(found(group, today=date(2026, 5, 3))) == ["date_in_future"]


def test_games_after_the_last_day_of_the_pool_block_the_report():
    group = played(started(size=2))
    days = {game.day for game in read_report_material(group.tournament).lines}
    Pool.objects.update(ends_on=max(days))
    assert found(group) == {}
    Pool.objects.update(ends_on=min(days) - timedelta(days=1))
    assert list(found(group)) == ["pool_ended"]


def test_tournament_of_one_period_counts_on_its_first_day_even_if_the_pool_ends():
    group = played(started(section(tournament(period_rule="first_day")), size=4))
    Pool.objects.update(ends_on=date(2026, 5, 4))
    assert found(group) == {}


def test_two_guests_who_meet_only_each_other_need_no_rating():
    group = played(started(players=[PlayerFactory(), PlayerFactory()]))
    assert list(found(group)) == ["non_member"]


def test_guest_needs_a_rating_or_an_estimate():
    guest = PlayerFactory(first_name="Liv", last_name="Dahl", birth_year=1990)
    group = played(started(players=[member(), guest]))

    assert found(group) == {
        "outside_unrated": ["Liv Dahl, 1990"],
        "non_member": ["Liv Dahl, 1990"],
    }

    entry = group.entries.get(player=guest)
    set_outside(entry.pk, OutsideRating(1800, "estimate", "Oslo"), acting=acting())
    assert found(group) == {}


@pytest.mark.parametrize("system", ["lask_1970", "ssf_2008", "elo"])
def test_member_without_a_rating_who_meets_a_guest_is_named_under_lask(system):
    rated_by(system)
    beginner = member(first_name="Åke", last_name="Berg", birth_year=1970)
    guest = PlayerFactory(fide_rating=1900, fide_id=1700101)
    made = tournament(minutes=180)
    group = played(started(section(made), players=[beginner, guest]))

    expected = {"member_unrated": ["Åke Berg, 1970"]} if system == "lask_1970" else {}
    assert found(group) == expected

    # LASK text, point 10: a person decides the initial rating.
    decided(beginner, 1700)
    assert found(group) == {}


def test_guest_with_a_forfeit_win_needs_no_rating():
    guest = PlayerFactory(first_name="Liv", last_name="Dahl", birth_year=1990)
    group = started(players=[member(), guest])
    result(board(group, 1, 2), "-+")

    assert "outside_unrated" not in found(group)


def test_fide_rating_without_fide_number_needs_an_answer():
    guest = PlayerFactory(
        first_name="Liv",
        last_name="Dahl",
        birth_year=1990,
        fide_rating=1800,
        fide_id=None,
    )
    group = played(started(players=[member(fide_rating=1900), guest]))

    assert found(group) == {"fide_without_number": ["Liv Dahl, 1990"]}

    guest.fide_id = 1700101
    guest.save()
    assert found(group) == {}


@pytest.mark.parametrize(("minutes", "asks"), [(15, False), (59, False), (60, True)])
def test_guest_needs_no_rating_where_no_game_can_be_rated(minutes, asks):
    # SSF rating, point 6: players below 1200 may be rated from 60 minutes on.
    guest = PlayerFactory(first_name="Liv", last_name="Dahl", birth_year=1990)
    quick = section(tournament(minutes=minutes))
    group = played(started(quick, players=[member(), guest]))

    kinds = ["non_member", "too_short"]
    assert list(found(group)) == (["outside_unrated", *kinds] if asks else kinds)


def test_player_whose_membership_has_lapsed_needs_an_answer():
    lapsed = PlayerFactory(first_name="Bo", last_name="Ek", birth_year=1950)
    MembershipFactory(player=lapsed, from_date=LONG_AGO, to_date=date(2025, 12, 31))
    posted(line(lapsed, member(), 2, date(2026, 1, 2)))
    computed()

    group = played(started(players=[member(), lapsed]))

    assert found(group) == {"non_member": ["Bo Ek, 1950"]}


def test_suspended_player_needs_an_answer():
    barred = member(first_name="Bo", last_name="Ek", birth_year=1950)
    Suspension.objects.create(
        player=barred,
        from_date=date(2026, 5, 1),
        to_date=date(2026, 5, 31),
        reason="Walked off",
        decided_by=UserFactory(),
    )
    group = played(started(players=[member(), barred]))

    (row,) = found(group)["suspended"]
    assert row.endswith("(Bo Ek, 1950, 2026-05-04)")


def test_membership_and_suspension_are_those_of_the_day_of_each_game():
    # Rounds on 4, 11 and 18 May. As a former member he is reported despite a FIDE
    # rating.
    lapsed = PlayerFactory(
        first_name="Bo", last_name="Ek", birth_year=1950, fide_rating=1800
    )
    MembershipFactory(player=lapsed, to_date=date(2026, 5, 10))
    Suspension.objects.create(
        player=lapsed,
        from_date=date(2026, 5, 11),
        to_date=date(2026, 5, 17),
        reason="Walked off",
        decided_by=UserFactory(),
    )
    group = played(started(players=[member(), lapsed, member(), member()]))

    odd = found(group)
    assert odd["non_member"] == ["Bo Ek, 1950"]
    assert [row.partition("½–½ ")[2] for row in odd["suspended"]] == [
        "(Bo Ek, 1950, 2026-05-11)"
    ]


def test_hidden_player_is_named_by_the_number_on_the_list():
    facts = {"last_name": "Ek", "birth_year": 1950, "visibility": "hidden"}
    barred, namesake = (member(first_name="Bo", **facts) for _ in range(2))
    days = {"from_date": date(2026, 5, 4), "to_date": date(2026, 5, 4)}
    Suspension.objects.create(
        player=barred, reason="Walked off", decided_by=UserFactory(), **days
    )
    group = played(started(players=[namesake, barred]))

    [row] = found(group)["suspended"]
    assert row in (
        "1.1 Hidden player (1) – Hidden player (2) ½–½ (Hidden player (2), 2026-05-04)",
        "1.1 Hidden player (2) – Hidden player (1) ½–½ (Hidden player (2), 2026-05-04)",
    )
    assert list(found(group)) == ["suspended"]


def test_two_entries_of_the_same_name_and_year_need_an_answer():
    twins = [
        member(first_name="Åke", last_name="Berg", birth_year=1970),
        member(first_name="åke", last_name="Berg", birth_year=1970),
    ]
    group = played(started(players=twins))

    assert found(group) == {"player_twice": ["Åke Berg, 1970", "åke Berg, 1970"]}


def test_namesakes_of_different_years_are_not_reported():
    father = member(first_name="Åke", last_name="Berg", birth_year=1970)
    son = member(first_name="Åke", last_name="Berg", birth_year=2004)

    assert found(played(started(players=[father, son]))) == {}


def test_two_wins_over_a_far_stronger_player_need_an_answer():
    # 500 points: the table expects 1 point in 32, two wins are 1 in 1,024.
    strong, weak = (
        PlayerFactory(fide_rating=2300, first_name="Str", last_name="Ong"),
        PlayerFactory(fide_rating=1800, first_name="We", last_name="Ak"),
    )
    group = started(players=[strong, weak, member()], format="double")
    for pairing in group.pairings.select_related("white", "black"):
        names = {pairing.white.player_id, pairing.black.player_id}
        if names == {strong.pk, weak.pk}:
            won = "1-0" if pairing.white.player_id == weak.pk else "0-1"
            result(pairing, won)
        else:
            result(pairing, "1/2")

    rows = found(group)["implausible"]
    assert len(rows) == 2
    assert all(row.endswith("(1:1024)") for row in rows)


def ten_wins_of_the_stronger_and_three_of_the_weaker() -> list[str]:
    """Return the improbable results of two pairs of guests of levels 15 and 12 (5 dan
    and 2 dan in renju): the stronger wins ten games, in the other pair the weaker
    three.
    """
    players = [PlayerFactory() for _ in range(4)]
    group = started(section(rounds=13, format="boards"), players=players)
    levels = {1: 15, 2: 12, 3: 15, 4: 12}
    for entry in group.entries.all():
        group.entries.filter(pk=entry.pk).update(rating=levels[entry.pairing_number])
    for number in range(1, 11):
        set_boards(group.pk, number, [(1, 2)], acting=acting())
    for number in range(11, 14):
        set_boards(group.pk, number, [(4, 3)], acting=acting())
    group.pairings.update(result="1-0")
    rows = found(group).get("implausible", [])
    return sorted({row.split()[-1] for row in rows})


def test_improbable_results_are_judged_by_the_system_of_the_pool():
    assert ten_wins_of_the_stronger_and_three_of_the_weaker() == ["(1:1024)"]


def test_three_levels_of_renju_are_judged_by_renju_probabilities():
    # Renju 2 §2c expects 0.95 of the stronger: ten wins are plausible, and three
    # losses are 1 in 20 times 20 times 20.
    chess_pool().editions.update(system="renju", parameters={})
    assert ten_wins_of_the_stronger_and_three_of_the_weaker() == ["(1:8000)"]


def full_of_guests(guests: int):
    """Return a section in which so many guests with FIDE ratings meet in pairs."""
    of = section(rounds=1, format="boards")
    group = started(of, players=[PlayerFactory() for _ in range(guests)])
    group.entries.update(outside_rating=1800, outside_kind="fide")
    pairs = [(n, n + 1) for n in range(1, guests, 2)]
    set_boards(group.pk, 1, pairs, acting=acting())
    group.pairings.update(result="1/2")
    return read_report_material(group.tournament)


def test_query_count_does_not_depend_on_the_number_of_guests(django_assert_num_queries):
    few, many = full_of_guests(4), full_of_guests(60)
    with CaptureQueriesContext(connection) as queries:
        check_material(few, is_final=True, today=LATER)
    with django_assert_num_queries(len(queries)):
        check_material(many, is_final=True, today=LATER)


def test_game_of_today_is_valid():
    # The only round is that of 4 May.
    assert found(played(started(size=2)), today=date(2026, 5, 4)) == {}


@pytest.mark.parametrize("day", [date(2026, 5, 4), date(2026, 5, 25)])
def test_first_and_last_day_belong_to_the_tournament(day):
    group = started(size=2)
    result(board(group, 1, 2), "1-0", finished_date=day)

    assert found(group) == {}


def upset(group):
    """Let the second player of the section beat the first, who is far stronger."""
    one = board(group, 1, 2)
    return result(one, "1-0" if one.white.pairing_number == 2 else "0-1")


def test_games_of_a_pair_in_two_sections_are_judged_together():
    # As below: each win is 1 in 32.
    strong, weak = PlayerFactory(fide_rating=2300), PlayerFactory(fide_rating=1800)
    made = tournament()
    groups = [
        started(section(made, name=name), players=[strong, weak]) for name in "AB"
    ]
    upset(groups[0])
    played(groups[1])
    assert "implausible" not in found(groups[0])

    upset(groups[1])

    rows = found(groups[0])["implausible"]
    assert [row.rpartition(" ")[2] for row in rows] == ["(1:1024)"] * 2


def test_unplayed_games_are_not_improbable():
    strong, weak = PlayerFactory(fide_rating=2300), PlayerFactory(fide_rating=1800)
    group = started(players=[strong, weak], format="double")
    for pairing in group.pairings.select_related("white"):
        won = "+-" if pairing.white.player_id == weak.pk else "-+"
        result(pairing, won)

    assert "implausible" not in found(group)


def test_errors_come_before_warnings():
    guest = PlayerFactory(first_name="Liv", last_name="Dahl", birth_year=1990)
    group = started(players=[member(), guest, member()])
    result(board(group, 1, 2), "1-0", finished_date=date(2026, 5, 26))
    material = read_report_material(group.tournament)

    findings = check_material(material, is_final=True, today=LATER)

    assert [each.kind for each in findings.all] == [
        *(each.kind for each in findings.errors),
        *(each.kind for each in findings.warnings),
    ]
    assert [each.kind for each in findings.errors] == ["missing", "date_outside"]
    assert [each.kind for each in findings.warnings] == ["non_member"]


def test_adjourned_game_is_missing_and_double_forfeit_is_not():
    group = started(size=3)
    result(board(group, 1, 2), "1-0")
    result(board(group, 1, 3), "--")
    left = result(board(group, 2, 3), "adjourned")

    [row] = found(group)["missing"]
    assert row.startswith(f"{left.round}.{left.board} ")
    assert row.endswith(" adjourned")


def test_guest_needs_a_rating_only_if_paired_with_a_member():
    home, *guests = member(), PlayerFactory(), PlayerFactory(), PlayerFactory()
    group = started(players=[home, *guests], format="boards", rounds=1)
    set_boards(group.pk, 1, [(1, 2), (3, 4)], acting=acting())
    played(group)

    assert len(found(group)["outside_unrated"]) == 1
    assert len(found(group)["non_member"]) == 3
