import time
from collections import Counter
from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from federation.enums import RoleKind
from federation.models import District, Role, User
from federation.queries.audit import AuditQuery, whole_log
from federation.queries.audit_words import in_words
from ratings.board.queries.board import waiting_for_board
from ratings.models import (
    Claim,
    CurrentRating,
    EditionProposal,
    Experiment,
    Pool,
    RatingList,
    Report,
)
from ratings.pools.domain.standard_pools import open_standard_pools
from tests import database
from tests.factories import DistrictFactory, UserFactory
from tournaments.management.commands.seed_demo import in_another_process
from tournaments.management.demo.play import play_demo
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("factory", "stand"), [(DistrictFactory, (1, 0)), (UserFactory, (0, 1))]
)
def test_office_with_data_is_never_filled_with_the_demo(factory, stand):
    factory()
    out = StringIO()
    call_command("seed_demo", stdout=out)
    assert out.getvalue() == (
        "There is a federation here already: nothing is changed.\n"
    )
    assert (District.objects.count(), User.objects.count()) == stand


@pytest.mark.django_db(transaction=True)
def test_two_processes_write_at_the_same_time():
    def greet_and_wait():
        DistrictFactory(name="There", code="there")
        wait_for("here")

    with in_another_process(greet_and_wait):
        wait_for("there")
        DistrictFactory(name="Here", code="here")


def wait_for(code):
    until = time.monotonic() + 30
    while not District.objects.filter(code=code).exists():
        assert time.monotonic() < until, f"nobody has written {code}"
        time.sleep(0.02)


@pytest.mark.django_db(transaction=True)
def test_demo_fails_if_the_second_process_fails(capfd):
    with (
        pytest.raises(CommandError, match="other process"),
        in_another_process(District.objects.get),
    ):
        pass
    assert "District matching query does not exist" in capfd.readouterr().err


@pytest.mark.django_db(transaction=True)
def test_second_process_ends_if_this_one_fails():
    def write_late():
        time.sleep(2)
        DistrictFactory()

    with pytest.raises(ZeroDivisionError), in_another_process(write_late):
        raise ZeroDivisionError
    assert not District.objects.exists()


def test_demo_plays_every_game_and_leaves_work_on_every_desk():
    database.vacuum()
    open_standard_pools()
    play_demo(today=date(2026, 11, 21), seed=1970, progress=lambda step: None, years=1)
    played = ("chess-long", "scrabble", "renju")
    pools = {pool.code: pool for pool in Pool.objects.filter(code__in=played)}
    for code in played:
        assert RatingList.objects.filter(pool=pools[code]).exists()
        assert CurrentRating.objects.filter(pool_id=pools[code].pk).count() > 10
    levels = CurrentRating.objects.filter(pool_id=pools["renju"].pk)
    assert set(levels.values_list("rating", flat=True)) <= set(range(1, 21))
    states = Counter(Report.objects.values_list("state", flat=True))
    assert states["held"] == states["returned"] == 1
    assert states["submitted"] == 3
    assert set(Tournament.objects.values_list("state", flat=True)) == {
        "draft", "running", "finished", "cancelled",
    }  # fmt: skip
    # Before 1 July 2025: five spring cups, four district championships, the juniors and
    # the rapid day, each a report imported from a file.
    brought_in = Report.objects.filter(source_kind="import")
    assert wrong_authors() == set()
    assert Counter(brought_in.values_list("state", flat=True)) == {"accepted": 11}
    assert brought_in.filter(lines=None).count() == 0
    assert not pools["chess-long"].periods.filter(reconstructed=True).exists()
    assert Claim.objects.get().state == "open"
    assert Experiment.objects.get().state == "done"
    assert EditionProposal.objects.waiting().count() == 1
    assert len(waiting_for_board()) == 1
    administrators = Role.objects.filter(kind=RoleKind.ADMINISTRATOR)
    assert administrators.values("user").distinct().count() == 2


ADMINISTRATOR, OFFICER, SECRETARY = (
    "Ingela Nordström",
    "Malin Sjöberg",
    "Kerstin Wallin",
)
AUTHORS = {
    "Account": {ADMINISTRATOR, SECRETARY, ""},
    "Approval of a rating list": {OFFICER},
    "Club": {ADMINISTRATOR},
    "District": {ADMINISTRATOR},
    "Pool": {""},
    "Rating list": {OFFICER},
    "Rating system": {ADMINISTRATOR, ""},
    "Role": {ADMINISTRATOR},
}
"""The roles that the audit log may name as authors; none for commands and workers."""


def wrong_authors():
    """Return authors with the kinds of acts that are not theirs or have no author."""
    lines = [
        line for page in whole_log(AuditQuery(), 500) for line in in_words(page.entries)
    ]
    return {
        (line.by, line.kind)
        for line in lines
        if (line.kind in AUTHORS and line.by not in AUTHORS[line.kind])
        or (line.kind not in {*AUTHORS, "Class movement"} and not line.by)
    }
