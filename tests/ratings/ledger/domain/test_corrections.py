"""A correction for the rating only, and the file that brings the event again:
`ratings.ledger.domain.corrections` and `report_copies`.
"""

from datetime import date

import pytest

from federation.models import Player
from ratings.corrections.domain.claim_decisions import allow_claim
from ratings.corrections.domain.claims import ClaimDraft, Wanted, file_claim
from ratings.corrections.domain.lifting import lift_correction
from ratings.enums import ClaimKind, ClaimScope
from ratings.files.text_files import examine
from ratings.imports.domain.importing import GamesToImport, import_games
from ratings.models import Change, Report
from ratings.pools.domain.postings import ActionContext
from tests.factories import NOON, UserFactory, chess_pool, computed, officer
from tests.ratings.published import rated

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)
HEADER = "date,white,black,score,event"
ROWS = ("2026-02-01,1,2,1,Spring Match", "2026-02-02,2,1,0.5,Spring Match")


def bring(tmp_path, *rows, **options):
    path = tmp_path / "games.csv"
    path.write_text("\n".join((HEADER, *rows)))
    asked = GamesToImport(chess_pool().pk, examine(path), **options)
    acting = ActionContext(UserFactory().pk, NOON)
    return import_games(asked, today=TODAY, acting=acting, on_refused=print)


def newest():
    return Report.objects.order_by("-version").first()


def scores():
    return list(newest().lines.order_by("played_date").values_list("score", flat=True))


@pytest.fixture
def imported(tmp_path):
    """An imported match whose first game was drawn, as the office has decided."""
    rated(1950, national_id="1")
    rated(2220, national_id="2")
    bring(tmp_path, *ROWS)
    game = newest().lines.order_by("played_date").first()
    wanted = Wanted(game.white_id, game.black_id, 1, True, game.played_date)  # noqa: FBT003
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
    told = bring(tmp_path, *ROWS)

    assert (told.events, told.known_events, newest().version) == (0, 1, 2)


def test_a_file_that_replaces_the_event_does_not_undo_the_correction(
    imported, tmp_path
):
    new = "2026-02-03,1,2,0,Spring Match"

    told = bring(tmp_path, *ROWS, new, replaces=True)

    assert (told.events, newest().version) == (1, 4)
    assert scores() == [1, 1, 0]
    assert newest().state == "accepted"
    again = bring(tmp_path, *ROWS, new)
    assert (again.known_events, newest().version) == (1, 4)


def test_what_is_computed_is_what_was_decided(imported):
    # SSF rating, Examples: 1950 – 2220, two draws are +10 each.
    computed()

    adam = Player.objects.get(national_id="1")
    assert Change.objects.get(player_id=adam.pk).change == 20.0


def test_a_file_that_says_what_was_asked_for_closes_the_request(imported, tmp_path):
    game = newest().lines.order_by("played_date").last()
    wanted = Wanted(game.white_id, game.black_id, 2, True, game.played_date)  # noqa: FBT003
    draft = ClaimDraft(newest().pk, game.key, ClaimKind.RESULT, wanted, "I won")
    claim = file_claim(draft, acting=ActionContext(UserFactory().pk, NOON))

    bring(tmp_path, ROWS[0], "2026-02-02,2,1,1,Spring Match", replaces=True)

    claim.refresh_from_db()
    assert claim.state == "mended"


def test_a_correction_that_is_lifted_gives_the_file_s_result_back(imported, tmp_path):
    bring(tmp_path, *ROWS, "2026-02-03,1,2,0,Spring Match", replaces=True)

    lift_correction(imported.pk, "Wrong", acting=ActionContext(officer().pk, NOON))

    assert (newest().version, scores()) == (5, [2, 1, 0])
