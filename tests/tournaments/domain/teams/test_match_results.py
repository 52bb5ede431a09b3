import pytest

from federation.models import OutboxMail
from federation.permissions import Actor
from ratings.models import Game
from tests.factories import (
    NOON,
    ClubFactory,
    acting,
    secretary_of,
    two_accounts_of_one_person,
)
from tests.refusals import refusal_code
from tests.tournaments.teams import (
    begun,
    confirmed,
    entered,
    seen,
    started_league,
    wishes,
)
from tests.tournaments.tournaments_made import result, submitted
from tests.worlds import shared
from tournaments.domain.result_history.undoing import take_back_change
from tournaments.domain.results import enter_results
from tournaments.domain.teams.line_ups import begin_match
from tournaments.domain.teams.locking import boards_of_match
from tournaments.domain.teams.match_results import (
    confirm_match,
    decide_match,
    enter_match,
    object_to_match,
)
from tournaments.queries.teams.league_table import league_shown

pytestmark = pytest.mark.django_db

RESULTS = ("1-0", "1/2", "0-1", "+-")


@shared
def match():
    return begun(started_league().matches.get())


def confirm(match, side, by, mark=None):
    mark = seen(match) if mark is None else mark
    return confirm_match(match.pk, side=side, seen=mark, acting=acting(by))


def test_one_side_enters_and_the_other_confirms(match):
    entered(match, *RESULTS)
    assert match.state == "entered"
    confirm(match, match.away_id, secretary_of(match.away.club))
    match.refresh_from_db()
    assert match.state == "confirmed"


def test_results_already_on_the_boards_are_entered_by_the_first_sender(
    match,
):
    for board, result_of in zip(boards_of_match(match), RESULTS, strict=True):
        type(board).objects.filter(pk=board.pk).update(result=result_of)
    entered(match, *RESULTS)
    assert (match.state, match.entered_for_id) == ("entered", match.home_id)
    entered(match, *RESULTS, side=match.away_id, by=secretary_of(match.away.club))
    assert (match.state, match.entered_for_id) == ("entered", match.home_id)


def test_match_with_a_missing_result_cannot_be_confirmed(match):
    entered(match, "1-0", "", "0-1", "1-0")
    assert match.state == "under_way"
    act = lambda: confirm(match, match.away_id, secretary_of(match.away.club))  # noqa: E731
    assert refusal_code(act) == "not_entered"


def test_user_who_entered_the_results_cannot_confirm_them(match):
    by = secretary_of(match.home.club)
    entered(match, *RESULTS, by=by)
    assert refusal_code(lambda: confirm(match, match.home_id, None)) == "own_results"
    assert refusal_code(lambda: confirm(match, match.away_id, by)) == "own_results"


def test_user_who_entered_the_results_cannot_confirm_them_with_another_account(match):
    by, other = two_accounts_of_one_person()
    entered(match, *RESULTS, by=by)
    assert refusal_code(confirm, match, match.away_id, other) == "own_results"


def test_confirmation_of_outdated_results_is_refused(match):
    entered(match, *RESULTS)
    mark = seen(match)
    entered(match, "0-1", *RESULTS[1:])
    other = secretary_of(match.away.club)
    act = lambda: confirm(match, match.away_id, other, mark)  # noqa: E731
    assert refusal_code(act) == "match_changed"


def test_captain_cannot_enter_results_of_a_confirmed_match(match):
    confirmed(match, *RESULTS)
    act = lambda: entered(match, "0-1", *RESULTS[1:])  # noqa: E731
    assert refusal_code(act) == "match_confirmed"


def test_organiser_decides_after_an_objection_with_a_reason(match):
    entered(match, *RESULTS)
    other = secretary_of(match.away.club)
    object_to_match(
        match.pk, "Board 3 was a draw", side=match.away_id, seen=seen(match),
        acting=acting(other),
    )  # fmt: skip
    match.refresh_from_db()
    assert (match.state, match.objection) == ("objected", "Board 3 was a draw")
    mark = seen(match)
    silent = lambda: decide_match(match.pk, " ", seen=mark, acting=acting())  # noqa: E731
    assert refusal_code(silent) == "no_reason"
    decide_match(match.pk, "The sheet says 0-1", seen=mark, acting=acting())
    match.refresh_from_db()
    assert (match.state, match.decision) == ("confirmed", "The sheet says 0-1")


def test_entering_results_again_ends_an_objection(match):
    entered(match, *RESULTS)
    other = secretary_of(match.away.club)
    object_to_match(
        match.pk, "Board 3 was a draw", side=match.away_id, seen=seen(match),
        acting=acting(other),
    )  # fmt: skip
    entered(match, "1-0", "1/2", "1/2", "+-", by=other, side=match.away_id)
    assert (match.state, match.objection) == ("entered", "")
    confirm(match, match.home_id, secretary_of(match.home.club))


def test_board_of_another_match_is_refused(match):
    other_match = begun(started_league().matches.get())
    foreign = wishes(other_match, *RESULTS)
    act = lambda: enter_match(  # noqa: E731
        match.pk, foreign, side=match.home_id, acting=acting()
    )
    assert refusal_code(act) == "gone"


def test_organiser_corrects_a_confirmed_match_and_the_change_is_kept(match):
    confirmed(match, *RESULTS)
    first = boards_of_match(match)[0]
    result(first, "0-1")
    assert [(c.was, c.became) for c in first.changes.order_by("pk")] == [
        ("", "1-0"),
        ("1-0", "0-1"),
    ]


def test_only_confirmed_games_are_submitted():
    of = started_league(cycles=2)
    first, second = of.matches.order_by("round")
    confirmed(begun(first), *RESULTS)
    entered(begun(second), *RESULTS)
    report = submitted(of, is_final=False)
    games = Game.objects.filter(report=report)
    assert set(games.values_list("round", "board")) == {
        (1, number) for number in (1, 2, 3, 4)
    }


def test_unconfirmed_match_prevents_the_final_report():
    of = started_league()
    match = entered(begun(of.matches.get()), *RESULTS)
    assert refusal_code(lambda: submitted(of)) == "errors"
    confirm(match, match.away_id, secretary_of(match.away.club))
    assert submitted(of).is_final


def test_result_changed_on_another_page_reopens_the_match(match):
    entered(match, *RESULTS)
    result(boards_of_match(match)[1], "1-0")
    match.refresh_from_db()
    assert (match.state, match.entered_for, match.entered_by) == (
        "under_way",
        None,
        None,
    )
    act = lambda: confirm(match, match.away_id, secretary_of(match.away.club))  # noqa: E731
    assert refusal_code(act) == "not_entered"


def letters_written() -> list[tuple[str, str]]:
    rows = OutboxMail.objects.order_by("pk")
    return list(rows.values_list("to", "subject"))


def test_both_sides_are_notified_of_a_result_changed_on_another_page(match):
    home, away = (secretary_of(team.club) for team in (match.home, match.away))
    entered(match, *RESULTS, by=home)
    assert letters_written() == []

    result(boards_of_match(match)[1], "1-0")

    named = f"A result has been changed: {match.home.name} – {match.away.name}"
    assert sorted(letters_written()) == sorted(
        [(home.email, named), (away.email, named)]
    )
    # The entered results no longer count.
    result(boards_of_match(match)[1], "1/2")
    assert len(letters_written()) == 2


def test_both_sides_are_notified_of_a_correction_of_a_confirmed_match(match):
    confirmed(match, *RESULTS)

    result(boards_of_match(match)[1], "1-0")

    (first, *others) = OutboxMail.objects.all()
    assert len(others) == 1
    assert "has been corrected after the match was confirmed" in " ".join(
        first.body.split()
    )


def test_results_entered_again_on_the_match_page_send_no_letter(match):
    entered(match, *RESULTS)

    other = secretary_of(match.away.club)
    entered(match, "1-0", "1-0", "1-0", "1-0", by=other, side=match.away_id)

    assert letters_written() == []


def test_result_changed_on_another_page_ends_an_objection(match):
    entered(match, *RESULTS)
    other = secretary_of(match.away.club)
    object_to_match(
        match.pk, "Board 3 was a draw", side=match.away_id, seen=seen(match),
        acting=acting(other),
    )  # fmt: skip
    wish = wishes(match, "1-0", "1/2", "1/2", "+-")[2]
    enter_results(match.section_id, [wish], acting=acting())
    match.refresh_from_db()
    assert (match.state, match.objection, match.objected_by) == ("under_way", "", None)


def test_undoing_a_change_reopens_the_match(match):
    first = boards_of_match(match)[0]
    result(first, "0-1")
    entered(match, *RESULTS, by=(by := secretary_of(match.home.club)))
    change = first.changes.order_by("-pk").first()
    take_back_change(change.pk, acting=acting(by))
    match.refresh_from_db()
    assert match.state == "under_way"


def test_results_of_another_match_of_the_round_do_not_change_the_match():
    of = started_league(*(ClubFactory() for _ in range(4)))
    first, second = (begun(each) for each in of.matches.filter(round=1))
    entered(first, *RESULTS)
    result(boards_of_match(second)[0], "1-0")
    first.refresh_from_db()
    assert first.state == "entered"


@pytest.mark.parametrize("blank", ["", "adjourned"])
def test_result_of_a_confirmed_match_cannot_be_removed(match, blank):
    confirmed(match, *RESULTS)
    first = boards_of_match(match)[0]
    assert refusal_code(lambda: result(first, blank)) == "match_needs_result"
    wish = wishes(match, blank, *RESULTS[1:])[0]
    act = lambda: enter_results(match.section_id, [wish], acting=acting())  # noqa: E731
    assert refusal_code(act) == "match_needs_result"


def test_result_of_a_confirmed_match_cannot_be_undone(match):
    by = secretary_of(match.home.club)
    entered(match, *RESULTS, by=by)
    confirm(match, match.away_id, secretary_of(match.away.club))
    change = boards_of_match(match)[0].changes.get()
    act = lambda: take_back_change(change.pk, acting=acting(by))  # noqa: E731
    assert refusal_code(act) == "match_needs_result"


def test_match_forfeited_by_both_on_all_boards_is_decided_and_lost_by_both(match):
    confirmed(match, "--", "--", "--", "--")
    assert match.state == "confirmed"
    rows = league_shown(match.section, Actor(None), NOON.date()).rows
    assert [(r.standing.lost, r.standing.match_points) for r in rows] == [(1, 0)] * 2


def test_round_in_which_no_team_came_does_not_prevent_the_final_report():
    of = started_league(cycles=2)
    first, second = of.matches.order_by("round")
    confirmed(begun(first), *RESULTS)
    begin_match(second.pk, acting=acting())
    decide_match(second.pk, "Nobody came", seen="", acting=acting())
    assert submitted(of).is_final
