from datetime import date, timedelta

import pytest
from django.core.management import CommandError
from django.utils import timezone

from federation.enums import Visibility
from federation.models import Player
from ratings.lists.domain.publishing import approve_list, publish_list
from ratings.lists.queries.listing import proposal_seen
from ratings.models import CurrentRating, Period
from tests.factories import NOON, acting, officer
from tests.ratings.management.importing import CommandRun, Files
from tests.ratings.rating_lists import SPRING, corrected, published, rulebook_game

HEADER = "rank,id,name,club,rating,games,class"
PERIOD = timedelta(days=125)
"""Longer than any period: a game that many days ago is in an ended period."""


@pytest.fixture
def listed(pool, tmp_path):
    """Two members who met some months ago, and a replay."""
    files = Files(tmp_path)
    files.players("7,Ada Ek,1980,f,Örebro SK,1600", "8,Bo Al,1981,m,Lunds ASK,1600")
    files.games(f"{timezone.localdate() - PERIOD},7,8,1,Rilton")
    CommandRun("replay", pool="long")
    return pool


def test_the_live_list_is_written_as_rows(listed):
    ratings = dict(
        CurrentRating.objects.filter(pool_id=listed.pk).values_list(
            "player_id", "rating"
        )
    )
    ada, bo = (ratings[Player.objects.get(national_id=n).pk] for n in "78")
    assert ada > 1600 > bo
    run = CommandRun("export_list", pool="long", live=True)
    lines = [line.split(",") for line in run.out]
    assert ",".join(lines[0]) == HEADER
    assert [line[:5] for line in lines[1:]] == [
        ["1", "7", "Ada Ek", "Örebro SK", f"{ada:g}"],
        ["2", "8", "Bo Al", "Lunds ASK", f"{bo:g}"],
    ]


def test_live_list_with_a_day_explains_what_the_day_decides(listed):
    day = timezone.localdate() - PERIOD
    run = CommandRun("export_list", pool="long", live=True, date=day)
    assert run.err == [
        f"Names, clubs and classes are those of {day}; who is listed, and the ratings,"
        " are today's."
    ]
    assert len(run.out) == 3


def test_empty_live_list_is_explained(pool, tmp_path):
    run = CommandRun("export_list", pool="long", live=True)
    assert run.out == [HEADER]
    assert run.err == ["Nobody is listed: nobody has a rating in long yet."]

    files = Files(tmp_path)
    files.players("7,Ada Ek,1980,f,,1600", "8,Bo Al,1981,m,,1600")
    files.games("2015-03-01,7,8,1,Rilton")
    CommandRun("replay", pool="long")
    run = CommandRun("export_list", pool="long", live=True)

    assert run.out == [HEADER]
    (why,) = run.err
    assert why.startswith("Nobody is listed, though 2 players have a rating in long:")


def test_newest_approved_list_valid_on_the_day_is_written(listed):
    period = approved(listed)
    run = CommandRun("export_list", pool="long", date=timezone.localdate())
    assert [line.split(",")[:4] for line in run.out] == [
        HEADER.split(",")[:4],
        ["1", "7", "Ada Ek", "Örebro SK"],
        ["2", "8", "Bo Al", "Lunds ASK"],
    ]
    assert [line.split(",")[5] for line in run.out[1:]] == ["1", "1"]
    with pytest.raises(CommandError, match=f"is valid on {period.end_date}"):
        CommandRun("export_list", pool="long", date=period.end_date)


def test_missing_approved_list_gives_a_message_and_status_one(listed):
    with pytest.raises(CommandError, match="No approved list of pool long") as error:
        CommandRun("export_list", pool="long", date=timezone.localdate())
    assert error.value.returncode == 1


def test_live_list_must_be_requested_explicitly_without_a_day(listed):
    with pytest.raises(CommandError, match="Give the --date"):
        CommandRun("export_list", pool="long")


def test_hidden_player_has_neither_name_nor_number(listed):
    Player.objects.filter(national_id="7").update(visibility=Visibility.HIDDEN)
    run = CommandRun("export_list", pool="long", live=True)
    assert run.out[1].split(",")[:3] == ["1", "", "Hidden player"]


def approved(pool):
    played = timezone.localdate() - PERIOD
    period = Period.objects.get(pool=pool, start_date__lte=played, end_date__gte=played)
    approval = approve_list(
        period.pk,
        seen=proposal_seen(period),
        comment="",
        today=timezone.localdate(),
        acting=acting(officer()),
    )
    publish_list(approval.pk, at=NOON)
    return period


@pytest.mark.django_db
def test_revision_is_written_instead_of_the_original():
    # The example of the rulebook: Bertil wins 3 and Adam loses 6 after the correction.
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    corrected(adam, bertil, 0)
    published(SPRING)
    run = CommandRun("export_list", pool="chess-long", date=date(2026, 5, 15))
    assert [line.split(",")[4] for line in run.out[1:]] == ["2223", "1944"]


@pytest.mark.parametrize(("revised", "rating"), [(False, "2207"), (True, "2223")])
@pytest.mark.django_db
def test_a_list_is_written_on_its_first_day_and_until_the_next_one(revised, rating):
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    if revised:
        corrected(adam, bertil, 0)
        published(SPRING)

    run = CommandRun("export_list", pool="chess-long", date=date(2026, 5, 1))

    assert run.out[1].split(",")[4] == rating
    with pytest.raises(CommandError, match="is valid on 2026-04-30"):
        CommandRun("export_list", pool="chess-long", date=date(2026, 4, 30))
