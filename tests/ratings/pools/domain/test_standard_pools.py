"""The pools of an empty federation: `ratings.pools.domain.standard_pools`."""

import pytest
from django.core.management import call_command

from ratings.models import Pool
from ratings.pools.domain.pools import create_pool
from ratings.pools.domain.standard_pools import STANDARD_POOLS, open_standard_pools
from ratings.rules.elo.parameters import EloParameters, edition
from ratings.rules.systems import systems
from tests.factories import DistrictFactory

pytestmark = pytest.mark.django_db


def systems_by_code():
    return dict(Pool.objects.values_list("code", "editions__system"))


def test_every_standard_pool_is_opened_once():
    expected = {"chess-long": "ssf_2008"}
    expected |= {each.code: each.system for each in STANDARD_POOLS}
    opened = [pool.code for pool in open_standard_pools()]
    assert opened == [each.code for each in STANDARD_POOLS]
    assert open_standard_pools() == []
    assert systems_by_code() == expected


def test_command_reports_created_and_existing_pools(capsys):
    call_command("standard_pools")
    DistrictFactory()
    call_command("standard_pools")
    output_lines = capsys.readouterr().out.splitlines()
    opened = [f"Pool {each.code} is open." for each in STANDARD_POOLS]
    assert output_lines == [*opened, "contents: nothing", "contents: own"]


def test_pool_created_by_the_federation_is_not_changed():
    made = {"parameters": {}, "from_date": "2020-01-01"}
    create_pool(code="chess-rapid", name="Our rapid", system="glicko2", **made)
    open_standard_pools()
    assert systems_by_code()["chess-rapid"] == "glicko2"


def test_pool_of_a_missing_system_is_not_created(monkeypatch):
    known = {name: each for name, each in systems().items() if name != "renju"}
    monkeypatch.setattr(
        "ratings.pools.domain.standard_pools.systems.systems", lambda: known
    )
    open_standard_pools()
    assert "renju" not in systems_by_code()
    monkeypatch.undo()
    assert [pool.code for pool in open_standard_pools()] == ["renju"]


def test_fast_chess_is_rated_by_fides_rules_for_it():
    open_standard_pools()
    for code in ("chess-rapid", "chess-blitz"):
        stored = Pool.objects.get(code=code).editions.get().parameters
        assert EloParameters.from_json(stored) == edition("2024-03")


def test_chess_pools_show_fide_ratings_of_the_same_kind_of_play():
    open_standard_pools()
    assert dict(Pool.objects.values_list("code", "fide_tempo")) == {
        "chess-long": "standard",
        "chess-rapid": "rapid",
        "chess-blitz": "blitz",
        "lask": "standard",
        "scrabble": "",
        "renju": "",
    }


def test_each_pool_begins_on_the_first_day_of_its_rules():
    open_standard_pools()
    days = Pool.objects.exclude(code="chess-long").values_list(
        "code", "editions__from_date"
    )
    assert {code: day.isoformat() for code, day in days} == {
        "chess-rapid": "2024-03-01",
        "chess-blitz": "2024-03-01",
        "scrabble": "2004-01-01",
        "renju": "1990-01-01",
        "lask": "1970-09-01",
    }
