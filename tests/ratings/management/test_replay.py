from datetime import date

import pytest
from django.core.management import CommandError

from federation.domain.authorship import ActionContext
from ratings.ledger.domain.reports import hold_report
from ratings.models import Change, CurrentRating, LivePlace, Period, Pool
from ratings.rules import systems
from tests.factories import NOON, chess_pool, line, member, posted
from tests.ratings.management.importing import HEADER, CommandRun

PLAYERS = [f"{number},A B,,,Örebro SK," for number in "5678"]
ROWS = (
    "1987-03-14,1,2,1,A",
    "1987-03-15,2,3,1,A",
    "2024-05-02,3,4,0,B",
)


def test_replay_updates_the_pool_and_reports_steps_games_and_seconds(files, pool):
    files.players(*PLAYERS)
    files.games(*ROWS, "1999-05-02,5,6,0,C")
    run = CommandRun("replay", pool="long")
    steps = Period.objects.filter(pool=pool).count()
    summary, seconds = run.out[0].rsplit(", ", 1)
    assert summary == f"{steps} steps, 4 games"
    assert seconds.endswith(" seconds.")
    pool.refresh_from_db()
    assert (pool.computation.computed, pool.live_list.placed) == (pool.posted,) * 2
    assert LivePlace.objects.filter(pool_id=pool.pk).count() >= 2  # the members


def test_reports_that_cannot_be_computed_are_named(files):
    CommandRun("create_pool", "old", system="lask", from_date=date(1980, 1, 1))
    header = f"{HEADER},minutes"
    path = files.write("old.csv", header, "1987-03-14,1,2,1,Easter,180")
    CommandRun("import_games", path, pool="old", minutes=120)

    run = CommandRun("replay", pool="old")

    assert " 0 games, " in run.out[0]
    assert [line.split(".")[0] for line in run.err] == ["held, does not count: Easter"]


def test_a_second_replay_gives_the_same_rows(files, pool):
    files.games(*ROWS)
    CommandRun("replay", pool="long")
    before = rows(pool)
    CommandRun("replay", pool="long")
    assert rows(pool) == before


def rows(pool):
    return [
        sorted(model.objects.filter(pool_id=pool.pk).values_list())
        for model in (Change, CurrentRating, LivePlace)
    ]


@pytest.mark.parametrize("system", sorted(systems.systems()))
def test_a_history_is_rated_under_every_system(files, system):
    CommandRun("create_pool", "other", system=system, from_date=date(1980, 1, 1))
    path = files.write("other.csv", HEADER, *ROWS)
    assert CommandRun("import_games", path, pool="other", minutes=120).status == 0
    assert " 3 games, " in CommandRun("replay", pool="other").out[0]
    pool = Pool.objects.get(code="other")
    incremental = rows(pool)
    assert len(incremental[0]) >= 4
    CommandRun("replay", pool="other")
    assert rows(pool) == incremental


def test_only_the_pools_held_reports_are_named_in_order_with_reason(files):
    def hold_reports(pool, *names):
        for name in names:
            report = posted(
                line(member(), member(), 2, date(2024, 5, 2)),
                pool_id=pool.pk,
                name=name,
            )
            hold_report(report.pk, f"{name}?", acting=ActionContext(None, NOON))

    own, other = Pool.objects.get(code="long"), chess_pool()
    hold_reports(own, "Second", "First")
    hold_reports(other, "Elsewhere")

    run = CommandRun("replay", pool="long")

    assert run.err == [
        "held, does not count: Second. Second?",
        "held, does not count: First. First?",
    ]


def test_unknown_pool_is_refused_with_the_existing_ones(pool):
    with pytest.raises(CommandError) as refused:
        CommandRun("replay", pool="short")
    assert str(refused.value) == (
        "There is no pool ‘short’. There is: chess-long, long."
    )
