"""Boards that the rating office corrects on a correction request:
`tournaments.domain.correcting`.
"""

from datetime import date, timedelta

import pytest

from federation.domain.authorship import ActionContext
from ratings.corrections.domain.claim_decisions import allow_claim
from ratings.corrections.domain.claims import ClaimDraft, file_claim
from ratings.corrections.domain.lifting import lift_correction
from ratings.enums import ClaimKind, ClaimScope
from ratings.ledger.domain.reports import accept_report, withdraw_report
from ratings.ledger.domain.sources import SourceRefused
from ratings.models import Change
from tests.factories import (
    NOON,
    MembershipFactory,
    PlayerFactory,
    acting,
    computed,
    member,
    officer,
)
from tests.races import second_waits
from tests.ratings.correction_requests import wanted
from tests.tournaments.tournaments_made import board, played, result, started, submitted
from tournaments.domain.submitting import (
    correct_results,
    recall_results,
    submit_results,
)
from tournaments.queries.reports import newest_report

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(days=15)


def newest(group):
    return newest_report(group.tournament_id)


def sent_in(*, accepted=True, **facts):
    """Return a submitted section in which all games were drawn."""
    group = played(started(**facts))
    report = submitted(group)
    if accepted:
        accept_report(report.pk, acting=acting(officer()))
    return group


def filed(group, pairing, kind=ClaimKind.RESULT, **changes):
    game = newest(group).lines.get(key=pairing.pk)
    draft = ClaimDraft(
        newest(group).pk, pairing.pk, kind, wanted(game, **changes), "So it was."
    )
    return file_claim(draft, acting=acting())


def allowed(group, claim, scope=ClaimScope.STANDINGS):
    judge = ActionContext(officer().pk, LATER)
    return allow_claim(
        claim.pk, scope, "The sheets say so.", seen=newest(group).pk, acting=judge
    )


def refused(group, claim):
    with pytest.raises(SourceRefused) as answer:
        allowed(group, claim)
    claim.refresh_from_db()
    assert claim.state == "open"
    return answer.value.code


def test_board_and_ledger_have_the_decided_result():
    group = sent_in(size=4)
    first = board(group, 1, 2)

    claim = allowed(group, filed(group, first, score=2))

    first.refresh_from_db()
    group.tournament.refresh_from_db()
    assert (first.result, group.tournament.state) == ("1-0", "finished")
    report = claim.outcome
    assert (report, report.version, report.state) == (newest(group), 2, "accepted")
    assert report.lines.get(key=first.pk).score == 2


def test_correction_of_the_rating_only_leaves_the_board_unchanged():
    group = sent_in(size=4)
    first = board(group, 1, 2)

    allowed(group, filed(group, first, score=2), ClaimScope.RATING)

    first.refresh_from_db()
    assert first.result == "1/2"
    assert newest(group).lines.get(key=first.pk).score == 2


def test_later_submission_does_not_undo_a_correction_of_the_rating_only():
    group = sent_in(size=4)
    first, other = board(group, 1, 2), board(group, 3, 4)
    allowed(group, filed(group, first, score=2), ClaimScope.RATING)

    correct_results(group.tournament_id, acting=acting())
    result(other, "1-0")
    report = submitted(group)

    scores = dict(report.lines.values_list("key", "score"))
    assert (scores[first.pk], scores[other.pk]) == (2, 2)
    assert report.warnings.get().kind == "rating_only"


def lifted(claim):
    return lift_correction(
        claim.pk, "Another game", acting=ActionContext(officer().pk, LATER)
    )


def test_lifting_a_correction_of_the_rating_makes_the_board_count_again():
    group = sent_in(size=4)
    first = board(group, 1, 2)
    claim = allowed(group, filed(group, first, score=2), ClaimScope.RATING)
    before = first.version

    lifted(claim)

    first.refresh_from_db()
    group.tournament.refresh_from_db()
    assert (first.result, first.version, group.tournament.state) == (
        "1/2",
        before,
        "finished",
    )
    report = newest(group)
    assert (report.version, report.state) == (3, "accepted")
    assert report.lines.get(key=first.pk).score == 1
    assert not report.warnings.exists()


def test_correction_cannot_be_lifted_while_the_results_are_open():
    group = sent_in(size=4)
    first = board(group, 1, 2)
    claim = allowed(group, filed(group, first, score=2), ClaimScope.RATING)
    correct_results(group.tournament_id, acting=acting())

    with pytest.raises(SourceRefused) as answer:
        lifted(claim)

    claim.refresh_from_db()
    assert (answer.value.code, claim.is_in_effect) == ("being_corrected", True)


def test_later_decision_about_the_standings_replaces_one_about_the_rating():
    group = sent_in(size=4)
    first = board(group, 1, 2)
    allowed(group, filed(group, first, score=2), ClaimScope.RATING)

    allowed(group, filed(group, first, score=0))

    first.refresh_from_db()
    assert first.result == "0-1"
    assert newest(group).lines.get(key=first.pk).score == 0


def test_corrected_interim_report_stays_an_interim_report():
    group = started(size=3)
    first = board(group, 1, 2)
    result(first, "1-0")
    submitted(group, is_final=False)
    group.tournament.refresh_from_db()
    before = group.tournament.version

    report = allowed(group, filed(group, first, score=1)).outcome

    group.tournament.refresh_from_db()
    assert (report.is_final, report.state) == (False, "submitted")
    assert group.tournament.state == "running"
    # The pages of spectators are rebuilt.
    assert group.tournament.version == before + 1


def interim():
    """Return a section with an accepted interim report of one game, and the game."""
    group = started(size=4)
    first = board(group, 1, 2)
    result(first, "1-0")
    report = submitted(group, is_final=False)
    accept_report(report.pk, acting=acting(officer()))
    return group, first


def test_correction_of_an_accepted_interim_report_is_accepted():
    group, first = interim()
    report = allowed(group, filed(group, first, score=1)).outcome
    assert (report.is_final, report.state) == (False, "accepted")


def test_results_entered_since_an_interim_report_are_not_accepted_with_a_correction():
    group, first = interim()
    claim = filed(group, first, score=1)
    result(board(group, 3, 4), "1-0")

    report = allowed(group, claim).outcome

    assert (report.games, report.state) == (2, "submitted")


def test_results_entered_since_an_interim_report_are_not_accepted_with_a_lifting():
    group, first = interim()
    claim = allowed(group, filed(group, first, score=1), ClaimScope.RATING)
    result(board(group, 3, 4), "1-0")

    report = lifted(claim).lifted_in

    assert (report.games, report.state) == (2, "submitted")


def test_lifting_of_a_correction_of_an_accepted_interim_report_is_accepted():
    group, first = interim()
    claim = allowed(group, filed(group, first, score=1), ClaimScope.RATING)
    assert lifted(claim).lifted_in.state == "accepted"


def test_corrected_report_that_waits_for_acceptance_still_waits():
    group = sent_in(size=4, accepted=False)

    report = allowed(group, filed(group, board(group, 1, 2), score=2)).outcome

    assert (report.version, report.state) == (2, "submitted")


def test_forfeit_and_day_are_written_on_the_board():
    group = sent_in(size=4)
    first, other = board(group, 1, 2), board(group, 3, 4)
    game = newest(group).lines.get(key=first.pk)

    allowed(group, filed(group, first, ClaimKind.FORFEIT, score=2, played=False))
    allowed(group, filed(group, other, ClaimKind.DATE, day=date(2026, 5, 20)))

    first.refresh_from_db()
    other.refresh_from_db()
    assert (first.result, other.finished_date) == ("+-", date(2026, 5, 20))
    assert newest(group).lines.get(key=other.pk).played_date == date(2026, 5, 20)
    computed()
    assert Change.objects.get(player_id=game.white_id).games == 2


def test_exchanged_colours_are_written_on_the_board():
    group = sent_in(size=4)
    first = board(group, 1, 2)
    white, black = first.white, first.black

    allowed(
        group,
        filed(
            group,
            first,
            ClaimKind.COLOUR,
            white_id=black.player_id,
            black_id=white.player_id,
        ),
    )

    first.refresh_from_db()
    assert (first.white, first.black) == (black, white)


def test_day_outside_the_tournament_is_refused_by_the_checks():
    group = sent_in(size=4)
    claim = filed(group, board(group, 1, 2), ClaimKind.DATE, day=date(2026, 6, 1))

    assert refused(group, claim) == "errors"


def test_player_who_is_not_in_the_section_is_refused():
    group = sent_in(size=4)
    first = board(group, 1, 2)
    came = member().pk
    claim = filed(group, first, ClaimKind.OPPONENT, black_id=came)

    assert refused(group, claim) == "not_entered"


def test_standings_are_not_corrected_while_an_older_report_counts():
    """The second report was withdrawn, so the first one counts again."""
    group = sent_in(size=4)
    first, other = board(group, 1, 2), board(group, 3, 4)
    counting = newest(group)
    correct_results(group.tournament_id, acting=acting())
    result(other, "1-0")
    submitted(group)
    withdraw_report(newest(group).pk, "A mistake", acting=acting(officer()))
    wished = wanted(counting.lines.get(key=first.pk), score=2)
    draft = ClaimDraft(counting.pk, first.pk, ClaimKind.RESULT, wished, "So it was.")
    claim = file_claim(draft, acting=acting())
    judge = ActionContext(officer().pk, LATER)

    with pytest.raises(SourceRefused) as answer:
        allow_claim(
            claim.pk, ClaimScope.STANDINGS, "So.", seen=counting.pk, acting=judge
        )

    assert answer.value.code == "newest_withdrawn"


def test_drawn_forfeit_is_refused():
    group = sent_in(size=4)
    claim = filed(group, board(group, 1, 2), ClaimKind.FORFEIT, played=False)

    assert refused(group, claim) == "result"


def test_office_cannot_decide_while_the_organiser_corrects():
    group = sent_in(size=4)
    claim = filed(group, board(group, 1, 2), score=2)
    correct_results(group.tournament_id, acting=acting())

    assert refused(group, claim) == "being_corrected"


@pytest.mark.django_db(transaction=True)
def test_submission_and_decision_are_serialised(
    django_db_serialized_rollback,
):
    group = sent_in(size=4, accepted=False)
    claim = filed(group, board(group, 1, 2), score=2)

    answer = second_waits(
        lambda: recall_results(group.tournament_id, acting=acting()),
        lambda: allowed(group, claim),
    )

    assert answer.code == "stopped"


def test_forfeit_of_white_is_a_win_of_black():
    group = sent_in(size=4)
    first = board(group, 1, 2)

    allowed(group, filed(group, first, ClaimKind.FORFEIT, score=0, played=False))

    first.refresh_from_db()
    assert first.result == "-+"


def test_corrected_board_keeps_everything_else():
    group = sent_in(size=4)
    first, other = board(group, 1, 2), board(group, 3, 4)
    was = (first.white, first.black, first.finished_date, first.version)

    claim = allowed(group, filed(group, first, score=2))

    first.refresh_from_db()
    assert was == (first.white, first.black, first.finished_date, first.version - 1)
    assert first.changed_by_id == claim.decided_by_id
    before = (other.result, other.version, other.changed_by)
    other.refresh_from_db()
    assert before == (other.result, other.version, other.changed_by)


def test_answers_of_the_organiser_are_repeated_in_the_corrected_report():
    guest = PlayerFactory(fide_rating=1800)
    MembershipFactory(player=guest, to_date=date(2026, 5, 1))
    group = played(started(players=[guest, member(), member(), member()]))
    answers = {"non_member": "His club has sent his fee."}
    submit_results(group.tournament_id, answers=answers, is_final=True, acting=acting())

    allowed(group, filed(group, board(group, 2, 3), score=2))

    answers_kept = newest(group).warnings.values_list("kind", "answer")
    assert dict(answers_kept) == answers


def test_warning_raised_by_the_correction_is_answered_by_the_decision():
    late = PlayerFactory(fide_rating=1800)
    MembershipFactory(player=late, to_date=date(2026, 5, 18))
    group = sent_in(players=[late, member(), member(), member()])
    first = board(group, 1, 2)

    claim = filed(group, first, ClaimKind.DATE, day=date(2026, 5, 20))
    allowed(group, claim)

    answers_kept = newest(group).warnings.values_list("kind", "answer")
    reason = f"correction request {claim.pk}: The sheets say so."
    assert dict(answers_kept) == {"non_member": reason}
