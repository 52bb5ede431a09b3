from collections import Counter
from datetime import date
from io import StringIO

import pytest
from django.core.management import call_command

from federation.models import District, User
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
from tests.factories import DistrictFactory, UserFactory
from tournaments.management.demo.play import play_demo
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("factory", "stand"), [(DistrictFactory, (1, 0)), (UserFactory, (0, 1))]
)
def test_an_office_that_has_begun_is_never_filled_with_the_demo(factory, stand):
    factory()
    out = StringIO()
    call_command("seed_demo", stdout=out)
    assert out.getvalue() == (
        "There is a federation here already: nothing is changed.\n"
    )
    assert (District.objects.count(), User.objects.count()) == stand


def test_the_demo_plays_every_game_and_leaves_something_on_every_desk():
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
    assert states["submitted"] == 2
    assert set(Tournament.objects.values_list("state", flat=True)) == {
        "draft", "running", "finished", "cancelled",
    }  # fmt: skip
    # Before 1 July 2025: five spring cups, four district championships, the juniors and
    # the rapid day, each a report that came in by a file.
    brought_in = Report.objects.filter(source_kind="import")
    assert Counter(brought_in.values_list("state", flat=True)) == {"accepted": 11}
    assert brought_in.filter(lines=None).count() == 0
    assert not pools["chess-long"].periods.filter(reconstructed=True).exists()
    assert Claim.objects.get().state == "open"
    assert Experiment.objects.get().state == "done"
    assert EditionProposal.objects.waiting().count() == 1
