"""Imported events in the ledger, beside other pools and other reports."""

from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from federation.models import Player
from ratings.enums import DecisionKind
from ratings.files.text_files import examine
from ratings.imports.domain.importing import GamesToImport, import_games
from ratings.imports.domain.importing_players import import_players
from ratings.imports.domain.lines import read_register
from ratings.imports.domain.players import register_differences, with_register_data
from ratings.imports.domain.reports import SOURCE_KIND, source_number
from ratings.imports.formats.player_rows import ImportedPlayer
from ratings.ledger.domain.reports import hold_report
from ratings.models import Counting, Decision, Game, Period, Report
from ratings.pools.domain.pools import PoolEnded, create_pool, end_pool
from tests.factories import (
    NOON,
    ClubFactory,
    DistrictFactory,
    MembershipFactory,
    PlayerFactory,
    chess_pool,
    line,
    member,
    posted,
)
from tests.races import second_waits

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)
HAND = ActionContext(None, NOON)
GAME = "2023-01-10,1,2,1,Open"
HEADER = "date,white,black,score,event"


@pytest.fixture(autouse=True)
def two(db):
    return [member(national_id=number, birth_year=1970) for number in ("1", "2")]


@pytest.fixture
def other():
    return create_pool(
        code="other",
        name="Other",
        system="ssf_2008",
        parameters={},
        from_date=date(1990, 1, 1),
    )


@pytest.fixture
def bring(tmp_path):
    def import_rows(*rows, pool=None, header=HEADER, **options):
        path, refused = tmp_path / "games.csv", []
        path.write_text("\n".join((header, *rows)))
        import_draft = GamesToImport(
            (pool or chess_pool()).pk, examine(path), minutes=120, **options
        )
        done = import_games(
            import_draft, today=TODAY, acting=HAND, on_refused=refused.extend
        )
        return done, [str(each.reason) for each in refused]

    return import_rows


def reports(pool):
    found = Report.objects.filter(pool=pool).order_by("pk")
    return list(found.values_list("name", "version", "state"))


def test_event_known_in_another_pool_is_new_in_this_one(bring, other):
    bring(GAME)
    done, refused = bring(GAME, pool=other)
    assert (done.events, done.known_events, refused) == (1, 0, [])
    done, refused = bring(GAME.replace(",1,Open", ",0,Open"), pool=other, replaces=True)
    assert reports(chess_pool()) == [("Open", 1, "accepted")]
    assert reports(other) == [("Open", 1, "superseded"), ("Open", 2, "accepted")]
    counting = Counting.objects.filter(span__endswith=None, report__pool=chess_pool())
    assert [each.report.version for each in counting] == [1]


def test_tournament_of_the_same_number_is_not_the_imported_event(bring, two):
    mine = posted(
        line(*two, 2, date(2023, 1, 10)),
        source_kind="tournament",
        source_number=source_number("Open"),
    )
    done, _refused = bring(GAME)
    bring(GAME.replace(",1,Open", ",0,Open"), replaces=True)
    mine.refresh_from_db()
    assert (done.events, mine.state) == (1, "submitted")
    found = Report.objects.filter(source_kind=SOURCE_KIND).order_by("version")
    assert [each.version for each in found] == [1, 2]


def test_other_events_of_the_file_keep_their_version_when_one_is_replaced(bring):
    bring(GAME, "2023-01-11,1,2,1,Other")
    done, _refused = bring(
        "2023-01-10,1,2,0,Open", "2023-01-11,1,2,1,Other", replaces=True
    )
    assert (done.events, done.known_events) == (1, 1)
    assert reports(chess_pool()) == [
        ("Open", 1, "superseded"),
        ("Other", 1, "accepted"),
        ("Open", 2, "accepted"),
    ]


def test_a_period_that_ends_today_is_not_reconstructed(bring):
    bring("2026-05-02,1,2,1,Open")
    periods = Period.objects.filter(pool=chess_pool()).order_by("start_date")
    ends = list(periods.values_list("end_date", "reconstructed"))
    assert [is_past for end, is_past in ends] == [end < TODAY for end, _is in ends]


def test_games_of_first_and_last_day_of_the_pool_and_of_today_are_imported(
    bring, other
):
    rows = "1990-01-01,1,2,1,First", "1989-12-31,1,2,1,Before"
    done, refused = bring(*rows, f"{TODAY},1,2,1,Today", pool=other)
    assert (done.games, len(refused)) == (2, 1)
    ended = create_pool(
        code="ended", name="Ended", system="elo", parameters={}, from_date=TODAY
    )
    end_pool(ended.pk, TODAY, acting=HAND)
    done, refused = bring(f"{TODAY},1,2,1,Last", pool=ended)
    assert (done.games, refused) == (1, [])


def test_import_into_a_pool_that_has_ended_opens_no_period_after_its_last_day(bring):
    last = date(2023, 6, 30)
    end_pool(chess_pool().pk, last, acting=HAND)

    bring("2023-01-10,1,2,1,Open")

    newest = Period.objects.latest("end_date")
    assert newest.start_date <= last


@pytest.mark.django_db(transaction=True)
def test_nothing_is_imported_after_the_last_day_of_a_pool_that_ends_meanwhile(
    bring, django_db_serialized_rollback
):
    pool = chess_pool()

    refused = second_waits(
        lambda: end_pool(pool.pk, date(2023, 1, 9), acting=HAND),
        lambda: bring("2023-01-10,1,2,1,Open"),
    )

    assert isinstance(refused, PoolEnded)
    assert not Report.objects.exists()


def test_players_of_an_event_are_counted_once_and_by_event(bring):
    member(national_id="3")
    bring(
        GAME, "2023-01-11,2,1,1,Open", "2023-01-12,3,1,1,Open", "2023-01-12,3,1,1,Two"
    )
    found = Report.objects.order_by("name").values_list("name", "games", "players")
    assert list(found) == [("Open", 3, 3), ("Two", 1, 2)]


# --- data of the register -------------------------------------------------------------
def test_former_club_members_are_rated_and_others_are_guests_from_outside():
    former, never = PlayerFactory(birth_year=1960), PlayerFactory(birth_year=None)
    MembershipFactory(player=former, to_date=date(2001, 1, 1))
    register = read_register()
    rows = register.rows([former.pk, never.pk])
    assert register.belongs[rows].tolist() == [True, False]
    assert register.birth_year[rows].tolist() == [1960, 0]


def test_each_player_has_the_rating_of_the_own_line(bring):
    header = f"{HEADER},white_rating,black_rating"
    sides = [("", ""), ("1500", ""), ("", "1600"), ("1700", "1800")]
    bring(
        *(f"2023-01-1{n},1,2,1,Open,{w},{b}" for n, (w, b) in enumerate(sides)),
        header=header,
    )
    games = Game.objects.order_by("played_date")
    ratings = games.values_list(
        "white_outside", "white_outside_kind", "black_outside", "black_outside_kind"
    )
    assert list(ratings) == [
        (None, "", None, ""),
        (1500, "estimate", None, ""),
        (None, "", 1600, "estimate"),
        (1700, "estimate", 1800, "estimate"),
    ]


def test_the_district_that_counts_is_that_of_the_newest_main_club():
    adopts = ClubFactory(district=DistrictFactory(adopts_junior_rules=True))
    does_not = ClubFactory(district=DistrictFactory(adopts_junior_rules=False))
    moved, beside = PlayerFactory(), PlayerFactory()
    MembershipFactory(player=moved, club=does_not, to_date=date(2010, 1, 1))
    MembershipFactory(player=moved, club=adopts, from_date=date(2010, 1, 2))
    MembershipFactory(player=beside, club=does_not)
    MembershipFactory(
        player=beside, club=adopts, from_date=date(2010, 1, 1), is_main=False
    )
    register = read_register()
    assert register.adopts[register.rows([moved.pk, beside.pk])].tolist() == [
        True,
        False,
    ]


def test_register_start_rating_is_the_pools_newest_and_clubs_are_the_players(
    two, other
):
    for pool, kind, points in (
        (chess_pool(), DecisionKind.START, 1500),
        (chess_pool(), DecisionKind.START, 1600),
        (chess_pool(), DecisionKind.ADJUSTMENT, 25),
        (other, DecisionKind.START, 1900),
    ):
        Decision.objects.create(
            pool=pool,
            kind=kind,
            player=two[0],
            on_date=TODAY,
            points=points,
            reason="x",
            made_at=NOON,
        )
    found = with_register_data(
        chess_pool().pk, Player.objects.filter(pk__in=[two[0].pk, two[1].pk])
    )
    by_id = dict(found)
    assert (by_id[two[0]].start, by_id[two[1]].start) == (1600, None)
    for each in two:
        club = each.memberships.get().club
        assert by_id[each].clubs == {club.name.casefold()}


def test_each_differing_field_is_reported_with_the_registers_value():
    player = PlayerFactory(
        first_name="Ada", last_name="Ek", birth_year=1980, gender="f", fide_id=5
    )
    ((_player, registered),) = with_register_data(
        chess_pool().pk, Player.objects.filter(pk=player.pk)
    )
    imported = ImportedPlayer(2, "1", "Eva", "Ek", 1981, "m", "Lund", 1500, 6)
    assert [
        (each.what, each.held) for each in register_differences(imported, registered)
    ] == [
        ("name", "Ada Ek"),
        ("birth year", 1980),
        ("gender", "f"),
        ("club", ""),
        ("FIDE number", 5),
    ]
    silent = ImportedPlayer(2, "1", "Ada", "Ek", None, "", "", None, None)
    assert register_differences(silent, registered) == []


def test_imported_player_gets_a_start_rating_only_in_this_pool(
    two, other, tmp_path, posted_pools, django_capture_on_commit_callbacks
):
    path = tmp_path / "players.csv"
    facts = "1", two[0].full_name
    for pool, points in ((chess_pool(), 1500), (other, 1700)):
        path.write_text(f"id,name,start_rating\n{','.join(facts)},{points}\n")
        with django_capture_on_commit_callbacks(execute=True):
            done = import_players(
                pool.pk, examine(path), today=TODAY, acting=HAND, on_refused=print
            )
        assert (done.known, done.starts, done.refused) == (1, 1, 0)
    assert posted_pools == [chess_pool().pk, other.pk]
    decided = Decision.objects.order_by("pk").values_list("pool", "points", "on_date")
    assert list(decided) == [
        (chess_pool().pk, 1500, chess_pool().editions.get().from_date),
        (other.pk, 1700, date(1990, 1, 1)),
    ]
    assert Game.objects.count() == 0


def test_held_event_is_recognised_and_not_posted_over_the_hold(bring):
    bring(GAME)
    hold_report(Report.objects.get().pk, "Which year?", acting=HAND)

    done, refused = bring(GAME)

    assert (done.events, done.known_events, refused) == (0, 1, [])
    assert reports(chess_pool()) == [("Open", 1, "held")]
