"""Tournaments that LASK rates as a whole (LASK text, points 11 and 12)."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from federation.domain.authorship import ActionContext
from ratings.corrections.domain.claim_decisions import allow_claim
from ratings.corrections.domain.claims import ClaimDraft, file_claim
from ratings.corrections.queries.claims import game_now
from ratings.engine.domain.explaining import explain_live
from ratings.enums import ClaimKind, ClaimScope
from ratings.models import Change, Game, Report
from tests.factories import acting, chess_pool, member, officer
from tests.ratings.correction_requests import LATER, account_of
from tests.ratings.lask_pool import kept_by_lask
from tests.ratings.rating_lists import decided, up_to_date
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import (
    board,
    draft,
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.checks.all_checks import check_material
from tournaments.domain.planning.sections import SectionDraft, change_section
from tournaments.domain.planning.tournaments import change_tournament, create_tournament
from tournaments.domain.rated_games import rated_games, rated_games_of
from tournaments.domain.report_material import read_report_material
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.submitting import recall_results
from tournaments.domain.whole_events import opponents_means
from tournaments.enums import FindingKind
from tournaments.models import Section

pytestmark = pytest.mark.django_db
WHOLE = {"period_rule": "first_day", "minutes": 180}


@pytest.fixture(autouse=True)
def lask():
    kept_by_lask()


def group_of(method, *ratings, **facts):
    """Start a section of members with these ratings; None for a member without one."""
    of = tournament(method=method, **WHOLE)
    made = section(of, **facts)
    players = [member(of.organiser) for _rating in ratings]
    for player, rating in zip(players, ratings, strict=True):
        if rating is not None:
            decided(player, rating)
    return started(made, players=players)


def with_mean(group, mean=1800, reason="class I, by Rut"):
    facts = SectionDraft(
        name=group.name,
        format=group.format,
        rounds=group.rounds,
        tie_breaks=tuple(group.tie_breaks),
        mean_rating=mean,
        mean_reason=reason,
    )
    return change_section(group.pk, facts, acting=acting())


def means():
    rows = Game.objects.order_by("round", "board")
    return [(game.white_mean, game.black_mean) for game in rows]


def errors(group, *, is_final=True):
    material = read_report_material(Section.objects.get(pk=group.pk).tournament)
    found = check_material(material, is_final=is_final, today=date(2026, 6, 15))
    return {finding.kind: len(finding.rows) for finding in found.errors}


def test_method_of_lask_is_refused_with_another_system():
    kept_by_lask()
    chess_pool().editions.update(system="ssf_2008")
    made = draft(method="monrad", period_rule="first_day")
    assert refusal_code(create_tournament, made) == "method"


def test_event_rated_as_a_whole_counts_in_one_period():
    assert (
        refusal_code(create_tournament, draft(method="concentrated")) == "method_period"
    )


def test_method_is_fixed_after_the_first_submission():
    group = played(group_of("concentrated", 1900, 1800))
    submitted(group)
    recall_results(group.tournament_id, acting=acting())
    other = draft(group.tournament.organiser, method="games", **WHOLE)
    assert (
        refusal_code(change_tournament, group.tournament_id, other) == "method_stands"
    )


def test_report_copies_method_and_size():
    of = tournament(method="concentrated", is_large=True, **WHOLE)
    group = section(of)
    players = [member(of.organiser) for _ in range(2)]
    for player in players:
        decided(player, 1900)
    submitted(played(started(group, players=players)))
    report = Report.objects.get()
    assert (report.method, report.is_large) == ("concentrated", True)


def test_report_copies_the_length_of_matches_into_every_game():
    of = tournament(match_length=7, **WHOLE)
    players = [member(of.organiser) for _ in range(2)]
    for player in players:
        decided(player, 1900)
    submitted(played(started(section(of), players=players)))
    assert set(Game.objects.values_list("length", flat=True)) == {7}


def test_mean_of_a_fully_rated_section_is_left_to_the_engine():
    submitted(played(group_of("concentrated", 1900, 1800, 2000)))
    assert set(means()) == {(None, None)}


def test_section_with_unrated_players_needs_a_mean():
    group = played(group_of("concentrated", 1900, None, 2000))
    assert errors(group) == {FindingKind.NO_MEAN: 1}
    with_mean(group, 1775, "class II (table 1), Rut")
    submitted(group)
    assert set(means()) == {(1775, 1775)}


FOUR = (1286, 1427, 1670, 1329)
"""Four rated players; their mean is 1428."""


def four_of_whom_two_do_not_meet(text=""):
    """Return a section in which 1427 draws with 1329 and loses to 1286; the result of
    1427 – 1670 is `text`; all other games are drawn.
    """
    group = group_of("concentrated", *FOUR)
    result(board(group, 2, 4), "1/2")
    lost = board(group, 1, 2)
    result(lost, "1-0" if lost.white.pairing_number == 1 else "0-1")
    open_board = board(group, 2, 3)
    if text:
        result(open_board, text)
    for pairing in group.pairings.filter(result="").exclude(pk=open_board.pk):
        result(pairing, "1/2")
    return group


def change_of(group, number):
    player = group.entries.get(pairing_number=number).player_id
    return Change.objects.of_player(chess_pool().pk, player).get().change


def rated_games_explained(group):
    """Return the opponent ratings by which games were rated, and the numbers of games."""
    up_to_date()
    pool, report = chess_pool(), Report.objects.latest("version")
    explained = [
        explain_live(pool.pk, entry.player_id, date(2026, 5, 31), pool.posted).step
        for entry in group.entries.all()
    ]
    games = [game for step in explained for game in step.games if game.rated]
    return {game.opponent_base for game in games}, len(games), report.games


NOT_RATED = [
    "--", "0-0", "both-one", "both-zero", "1-0 unr", "1/2 unr", "0-1 unr",
]  # fmt: skip


@pytest.mark.parametrize("text", NOT_RATED)
def test_unrated_result_does_not_change_the_mean_of_the_group(text):
    group = four_of_whom_two_do_not_meet(text)
    submitted(group)
    # D = 1, K = 0: (0.5 - 1.5) * 16. By 1286, 1329 and 1427 alone it would be -24.
    assert rated_games_explained(group) == ({1428}, 10, 5)
    assert change_of(group, 2) == -16


@pytest.mark.parametrize("text", ["+-", "-+"])
def test_forfeit_does_not_change_the_mean_of_the_group(text):
    group = four_of_whom_two_do_not_meet(text)
    submitted(group)
    assert rated_games_explained(group) == ({1428}, 10, 6)


def test_unfinished_board_of_a_withdrawn_player_does_not_change_the_mean():
    group = four_of_whom_two_do_not_meet()
    leaver = group.entries.get(pairing_number=2)
    withdraw_entry(leaver.pk, 2, acting=acting())
    submitted(group)
    assert rated_games_explained(group) == ({1428}, 10, 5)
    assert change_of(group, 2) == -16


def test_pair_without_a_board_belongs_to_the_group():
    group = four_of_whom_two_do_not_meet()
    withdraw_entry(group.entries.get(pairing_number=2).pk, 2, acting=acting())
    board(group, 2, 3).delete()
    submitted(group)
    assert rated_games_explained(group) == ({1428}, 10, 5)


def test_player_withdrawn_before_the_first_round_belongs_to_the_group():
    group = group_of("concentrated", *FOUR)
    withdraw_entry(group.entries.get(pairing_number=3).pk, 0, acting=acting())
    for pairing in group.pairings.all():
        if 3 not in (pairing.white.pairing_number, pairing.black.pairing_number):
            result(pairing, "1/2")
    submitted(group)
    assert rated_games_explained(group) == ({1428}, 6, 3)


def test_game_excluded_by_the_office_does_not_change_the_mean():
    group = four_of_whom_two_do_not_meet("1/2")
    report, pairing = submitted(group), board(group, 2, 3)
    claim = file_claim(
        ClaimDraft(
            report_id=report.pk,
            key=pairing.pk,
            kind=ClaimKind.NOT_RATED,
            wanted=None,
            text="It was a friendly game.",
            claimant_id=pairing.white.player_id,
        ),
        acting=acting(account_of(pairing.white.player)),
    )
    allow_claim(
        claim.pk,
        ClaimScope.RATING,
        "So it was.",
        seen=report.pk,
        acting=ActionContext(officer().pk, LATER),
    )
    assert rated_games_explained(group) == ({1428}, 10, 5)
    assert change_of(group, 2) == -16
    assert game_now(claim) is None


def test_empty_line_cannot_be_the_subject_of_a_correction_request():
    report = submitted(four_of_whom_two_do_not_meet("--"))
    empty = report.lines.get(played=False)
    draft = ClaimDraft(report.pk, empty.key, ClaimKind.NOT_RATED, None, "Why?", None)
    assert refusal_code(file_claim, draft, acting=acting()) == "gone"


def test_empty_line_is_the_same_in_every_version():
    group = four_of_whom_two_do_not_meet()
    withdraw_entry(group.entries.get(pairing_number=2).pk, 2, acting=acting())
    board(group, 2, 3).delete()
    one = submitted(group)
    recall_results(group.tournament_id, acting=acting())
    other = submitted(group)
    keys = [set(report.lines.values_list("key", flat=True)) for report in (one, other)]
    assert keys[0] == keys[1]
    assert len(keys[0]) == 6


def test_no_empty_line_is_sent_if_the_mean_was_entered():
    group = group_of("concentrated", 1900, None, 2000)
    result(board(group, 1, 2), "--")
    with_mean(played(group), 1775)
    assert submitted(group).lines.count() == 2


def test_unrated_games_are_counted_alike_before_and_after_submission():
    group = four_of_whom_two_do_not_meet("--")
    before = rated_games(read_report_material(group.tournament))
    assert before == rated_games_of(submitted(group))


def test_each_section_has_its_own_mean():
    one = played(group_of("concentrated", 1900, None, 2000))
    with_mean(one, 1775)
    other = played(
        started(section(one.tournament, name="B"), players=[member(), member()])
    )
    with_mean(other, 1500)

    found = opponents_means(read_report_material(one.tournament))

    assert found == {
        **{entry.pk: 1775 for entry in one.entries.all()},
        **{entry.pk: 1500 for entry in other.entries.all()},
    }


def test_mean_is_refused_if_it_can_be_computed():
    group = with_mean(played(group_of("concentrated", 1900, 1800)))
    assert errors(group) == {FindingKind.MEAN_GIVEN: 1}


def test_section_in_which_not_all_meet_needs_a_mean_even_if_all_are_rated():
    group = group_of("concentrated", 1900, 1800, format="boards", rounds=1)
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    assert FindingKind.NO_MEAN in errors(played(group))
    with_mean(group)
    assert errors(group) == {}


def monrad():
    """Return four players after two rounds: 1 beats 2, 3 – 4 is drawn; then 3 beats 1,
    2 – 4 is drawn.
    """
    group = group_of("monrad", 1900, None, 1800, None, format="boards", rounds=2)
    set_boards(group.pk, 1, [(1, 2), (3, 4)], acting=acting())
    set_boards(group.pk, 2, [(3, 1), (2, 4)], acting=acting())
    for pair, score in (((1, 2), "1-0"), ((3, 4), "1/2"), ((3, 1), "1-0"), ((2, 4), "1/2")):  # fmt: skip
        result(board(group, *pair), score)
    return group


def test_mean_in_a_monrad_tournament_follows_from_the_scores_of_the_opponents():
    group = with_mean(monrad(), 1800)
    submitted(group)
    # Scores: 1 has 1, 2 has ½, 3 has 1½, 4 has 1. Kv of 1: ½ + 1½ = 2, of 2: 1 + 1 = 2,
    # of 3: 1 + 1 = 2, of 4: 1½ + ½ = 2. M = 1800 + 360 * (2 * 2 - 4) / 4 = 1800.
    assert set(means()) == {(1800, 1800)}


def test_unplayed_game_does_not_count_for_the_mean_of_the_opponents():
    group = monrad()
    with_mean(group, 1800)
    result(board(group, 2, 4), "+-")
    submitted(group)
    # 2 has now 1 point and 4 still ½ with one game each: Kv of 2: 1 of one game in
    # two rounds, M = 1800 + 360 * (2 * 1 - 2) / 2; of 4: 1½, M = 1800 + 360 * (3 - 2)
    # / 2 = 1980. 1 met 2 and 3, who have 1 and 1½: 1800 + 360 * (5 - 4) / 4 = 1890.
    # 3 met 4 and 1, who have ½ and 1: 1800 + 360 * (3 - 4) / 4 = 1710.
    rows = Game.objects.order_by("round", "board")
    assert [(game.white_mean, game.black_mean) for game in rows] == [
        (1890, 1800), (1710, 1980), (1710, 1890), (1800, 1980),
    ]  # fmt: skip


def test_monrad_tournament_always_needs_the_mean_of_its_section():
    assert errors(monrad()) == {FindingKind.NO_MEAN: 1}


def test_event_rated_as_a_whole_has_no_interim_report():
    group = with_mean(monrad())
    assert errors(group, is_final=False) == {FindingKind.WHOLE_INTERIM: 1}


@pytest.mark.parametrize("facts", [{"mean_reason": ""}, {"mean_rating": 100}])
def test_database_refuses_a_mean_without_reason_or_author(facts):
    group = with_mean(monrad())
    with (
        pytest.raises(IntegrityError, match="section_mean_with_reason"),
        transaction.atomic(),
    ):
        Section.objects.filter(pk=group.pk).update(**facts)
