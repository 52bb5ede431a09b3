"""Concurrent acts of officers, claimants and imports on one imported event."""

from dataclasses import replace
from datetime import date
from itertools import count

import pytest

from federation.domain.authorship import ActionContext
from ratings.corrections.domain.claim_decisions import allow_claim
from ratings.corrections.domain.claims import ClaimDraft, ClaimNotPossible, file_claim
from ratings.corrections.queries.game_versions import GameVersion
from ratings.enums import ClaimKind, ClaimScope
from ratings.files.text_files import examine
from ratings.imports.domain.importing import GamesToImport, import_games
from ratings.ledger.domain.reports import (
    ReportNotPossible,
    accept_report,
    hold_report,
    release_report,
    withdraw_report,
)
from ratings.models import Report
from tests.factories import NOON, chess_pool, member, officer
from tests.races import second_waits
from tests.ratings.correction_requests import LATER
from tests.same_event import errors_of_pairs

pytestmark = pytest.mark.django_db(transaction=True)
TODAY = date(2026, 6, 15)
ACTS = ("accept", "hold", "withdraw", "allow", "file", "history")


@pytest.fixture
def people():
    for number in range(3):
        member(national_id=f"{number}", birth_year=1970)
    return [ActionContext(officer().pk, LATER) for _ in range(2)]


@pytest.fixture
def scene(people, tmp_path):
    numbers = count()

    def bring(event, score, acting=people[0]):
        path = tmp_path / f"{event}{score}.csv"
        path.write_text(
            "date,white,black,score,event\n"
            f"2023-01-01,0,1,{score},{event}\n2023-01-02,1,2,1,{event}\n"
        )
        import_draft = GamesToImport(
            chess_pool().pk, examine(path), minutes=120, replaces=True
        )
        import_games(import_draft, today=TODAY, acting=acting, on_refused=print)

    def make():
        event = f"Event {next(numbers)}"
        bring(event, "1")
        report = Report.objects.get(name=event)
        hold_report(report.pk, "look", acting=people[0])
        release_report(report.pk, acting=people[0])
        first, second = report.lines.order_by("round", "board", "key")
        claim = filed(report, first)
        by = people[1]
        return report.source_kind, report.source_number, {
            "accept": lambda: accept_report(report.pk, acting=by),
            "hold": lambda: hold_report(report.pk, "look", acting=by),
            "withdraw": lambda: withdraw_report(report.pk, "gone", acting=by),
            "allow": lambda: allow_claim(
                claim.pk, ClaimScope.RATING, "yes", seen=report.pk, acting=by
            ),
            "file": lambda: filed(report, second),
            "history": lambda: bring(event, "0", by),
        }  # fmt: skip

    return make


def filed(report, game):
    wanted = replace(GameVersion.of(game), score=1)
    draft = ClaimDraft(report.pk, game.key, ClaimKind.RESULT, wanted, "So it was.")
    return file_claim(draft, acting=ActionContext(officer().pk, NOON))


def test_second_of_two_concurrent_acts_is_answered_and_the_ledger_is_consistent(scene):
    answers = (ReportNotPossible, ClaimNotPossible)
    assert errors_of_pairs(scene, ACTS, answers) == {}


def test_import_during_a_decision_becomes_the_following_version(
    scene,
):
    kind, number, acts = scene()

    assert second_waits(acts["allow"], acts["history"]) is None

    versions = Report.objects.filter(source_kind=kind, source_number=number)
    assert [each.version for each in versions.newest_first()] == [4, 3, 2, 1]
