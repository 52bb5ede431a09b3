"""The pages of a report imported with a history: without sender, already accepted."""

from datetime import date

import pytest
from django.urls import reverse

from ratings.engine.domain.computation import compute_pool
from ratings.lists.queries.proposals import PeriodStage
from ratings.models import Report
from ratings.pools.domain.pools import create_pool
from tests.factories import NOON
from tests.ratings.management.importing import Files


@pytest.fixture
def report(db, tmp_path):
    pool = create_pool(
        code="long",
        name="Long games",
        system="ssf_2008",
        parameters={},
        from_date=date(1970, 1, 1),
    )
    files = Files(tmp_path)
    files.players("7,Ada Ek,1980,f,Örebro SK,1650", "8,Bo Al,,,,")
    files.games("1987-03-14,7,8,1,Rilton 1987")
    compute_pool(pool.pk, at=NOON, cause="test")
    return Report.objects.get()


def test_officer_can_read_an_imported_report(report, as_officer):
    page = as_officer.get(reverse("ratings:report", args=[report.pk]))
    text = page.content.decode()
    assert page.status_code == 200
    assert "Rilton 1987" in text
    assert "Ada Ek" in text


def test_imported_report_is_listed_as_accepted_and_nothing_waits(report, as_officer):
    waiting = as_officer.get(reverse("ratings:inbox")).content.decode()
    assert "Rilton 1987" not in waiting


def test_imported_periods_need_no_officer(report, as_officer):
    page = as_officer.get(reverse("ratings:proposals"), {"pool": "long"})
    stages = [status.stage for status in page.context["table"].data]
    assert stages == [PeriodStage.OPEN]


def test_player_page_has_a_line_for_the_imported_game(report, client):
    player = report.lines.get().white_id
    page = client.get(reverse("ratings:player", args=[player]), {"pool": "long"})
    assert "1987" in page.text
