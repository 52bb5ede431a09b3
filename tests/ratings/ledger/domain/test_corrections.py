"""A rating-only correction, and a file that imports the event again:
`ratings.ledger.domain.corrections` and `report_copies`.
"""

from dataclasses import replace
from datetime import date

import pytest
from django.utils import translation

from federation.domain.authorship import ActionContext
from federation.models import Player
from ratings.corrections.domain.claim_decisions import allow_claim
from ratings.corrections.domain.claims import ClaimDraft, file_claim
from ratings.corrections.domain.lifting import lift_correction
from ratings.corrections.queries.game_versions import GameVersion
from ratings.enums import ClaimKind, ClaimScope
from ratings.files.text_files import examine
from ratings.imports.domain.importing import GamesToImport, import_games
from ratings.ledger.domain.reports import recall_report, withdraw_report
from ratings.models import Change, Posting, Report
from tests.factories import (
    NOON,
    ClubFactory,
    UserFactory,
    chess_pool,
    computed,
    officer,
)
from tests.ratings.correction_requests import Match, allowed, filed
from tests.ratings.rating_lists import rated

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)
HEADER = "date,white,black,score,event"
ROWS = ("2026-02-01,1,2,1,Spring Match", "2026-02-02,2,1,0.5,Spring Match")


def bring(tmp_path, *rows, **options):
    path = tmp_path / "games.csv"
    path.write_text("\n".join((HEADER, *rows)))
    import_draft = GamesToImport(chess_pool().pk, examine(path), minutes=120, **options)
    acting = ActionContext(UserFactory().pk, NOON)
    return import_games(import_draft, today=TODAY, acting=acting, on_refused=print)


def newest():
    return Report.objects.order_by("-version").first()


def scores():
    return list(newest().lines.order_by("played_date").values_list("score", flat=True))


@pytest.fixture
def imported(tmp_path):
    """An imported match whose first game the office has corrected to a draw."""
    rated(1950, national_id="1")
    rated(2220, national_id="2")
    bring(tmp_path, *ROWS)
    game = newest().lines.order_by("played_date").first()
    wanted = replace(GameVersion.of(game), score=1, played=True)
    draft = ClaimDraft(newest().pk, game.key, ClaimKind.RESULT, wanted, "A draw")
    claim = file_claim(draft, acting=ActionContext(UserFactory().pk, NOON))
    allow_claim(
        claim.pk,
        ClaimScope.RATING,
        "The bulletin",
        seen=newest().pk,
        acting=ActionContext(officer().pk, NOON),
    )
    return claim


def test_an_imported_game_is_corrected(imported):
    assert (newest().version, newest().state, scores()) == (2, "accepted", [1, 1])


def test_the_same_file_is_recognised_and_changes_nothing(imported, tmp_path):
    result = bring(tmp_path, *ROWS)

    assert (result.events, result.known_events, newest().version) == (0, 1, 2)


def test_a_file_that_replaces_the_event_does_not_undo_the_correction(
    imported, tmp_path
):
    new = "2026-02-03,1,2,0,Spring Match"

    result = bring(tmp_path, *ROWS, new, replaces=True)

    assert (result.events, newest().version) == (1, 4)
    assert scores() == [1, 1, 0]
    assert newest().state == "accepted"
    again = bring(tmp_path, *ROWS, new)
    assert (again.known_events, newest().version) == (1, 4)


def test_corrected_result_is_used_for_the_rating(imported):
    # SSF rating, Examples: 1950 – 2220, two draws are +10 each.
    computed()

    adam = Player.objects.get(national_id="1")
    assert Change.objects.get(player_id=adam.pk).change == 20.0


def test_file_with_the_requested_result_closes_the_request(imported, tmp_path):
    game = newest().lines.order_by("played_date").last()
    wanted = replace(GameVersion.of(game), score=2, played=True)
    draft = ClaimDraft(newest().pk, game.key, ClaimKind.RESULT, wanted, "I won")
    claim = file_claim(draft, acting=ActionContext(UserFactory().pk, NOON))

    bring(tmp_path, ROWS[0], "2026-02-02,2,1,1,Spring Match", replaces=True)

    claim.refresh_from_db()
    assert claim.state == "mended"


def test_request_is_closed_in_the_name_of_the_importer_of_an_agreeing_file(tmp_path):
    """Also in an event in which nothing was corrected."""
    rated(1950, national_id="1")
    rated(2220, national_id="2")
    bring(tmp_path, *ROWS)
    game = newest().lines.order_by("played_date").last()
    wanted = replace(GameVersion.of(game), score=2, played=True)
    draft = ClaimDraft(newest().pk, game.key, ClaimKind.RESULT, wanted, "I won")
    claim = file_claim(draft, acting=ActionContext(UserFactory().pk, NOON))

    bring(tmp_path, ROWS[0], "2026-02-02,2,1,1,Spring Match", replaces=True)

    claim.refresh_from_db()
    who = Posting.objects.latest("number").by_id
    assert (claim.state, claim.decided_by_id, claim.outcome) == (
        "mended",
        who,
        newest(),
    )


def test_lifting_a_correction_restores_the_files_result(imported, tmp_path):
    bring(tmp_path, *ROWS, "2026-02-03,1,2,0,Spring Match", replaces=True)

    lift_correction(imported.pk, "Wrong", acting=ActionContext(officer().pk, NOON))

    assert (newest().version, scores()) == (5, [2, 1, 0])


# --- which requests and corrections -------------------------------------------------
def test_correction_applies_only_to_its_own_event():
    """Of two matches with a game of the same key, one is corrected to a draw for the
    rating.
    """
    one, other = (
        Match().accepted(),
        Match(source_kind="cup", club=ClubFactory()).accepted(),
    )
    allowed(one, filed(one))

    other.sent(2)

    assert [each.game().score for each in (one, other)] == [1, 2]
    assert other.newest.warnings.count() == 0


def test_settling_a_request_leaves_one_of_another_event_open():
    one, other = Match(), Match(source_kind="cup", club=ClubFactory())
    mended, stays = filed(one), filed(other)

    one.sent(1)

    for each in (mended, stays):
        each.refresh_from_db()
    assert (mended.state, mended.outcome) == ("mended", one.newest)
    assert (mended.decided_by, mended.decided_at) == (one.sender, NOON)
    assert (stays.state, stays.decided_by, stays.outcome) == ("open", None, None)


def test_request_stays_open_if_new_results_differ_from_it():
    match = Match()
    claim = filed(match)

    match.sent(0)

    claim.refresh_from_db()
    assert claim.state == "open"


def test_withdrawing_results_for_good_closes_their_requests():
    match = Match()
    claim = filed(match)

    recall_report(match.report.pk, acting=ActionContext(match.sender.pk, NOON))

    claim.refresh_from_db()
    assert (claim.state, claim.outcome) == ("gone", None)


def test_withdrawing_a_report_lets_the_previous_accepted_one_settle_requests():
    """The version that counts again has the requested result."""
    match = Match()
    match.sent(1)
    match.report = match.newest
    match.accepted()
    later = match.sent(2)
    match.report = later
    claim = filed(match)

    withdraw_report(later.pk, "Twice", acting=ActionContext(officer().pk, NOON))

    claim.refresh_from_db()
    accepted = Report.objects.get(state="accepted")
    assert (claim.state, claim.outcome, accepted.version) == ("mended", accepted, 2)


def test_letter_about_a_correction_is_in_the_federations_language(settings):
    settings.LANGUAGE_CODE = "sv"
    match = Match()
    with translation.override("en"):
        report = allowed(match, filed(match)).outcome

    assert report.warnings.get().answer == (
        "Avgjort av ratingkontoret efter en begäran om rättelse."
    )


def test_correction_warning_names_round_and_board():
    match = Match()
    match.sent(2, round=3, board=7)

    report = allowed(match, filed(match)).outcome

    assert report.warnings.get().rows == ["3.7"]


def test_correcting_the_day_played_keeps_other_base_and_booking_days():
    """Rated on the ratings of 20 January and booked on 5 February, as in a tournament
    that counts in one stroke."""
    match = Match()
    base, booked = date(2026, 1, 20), date(2026, 2, 5)
    match.sent(2, base_on=base, booked_on=booked)
    day = date(2026, 2, 3)

    allowed(match, filed(match, kind=ClaimKind.DATE, day=day))

    game = match.game()
    assert (game.played_date, game.base_on, game.booked_on) == (day, base, booked)
