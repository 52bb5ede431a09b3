"""Tournament files of FIDE, in a zip and alone, from upload to ledger."""

import io
import zipfile
from datetime import date, timedelta

import pytest

from federation.models import Player
from ratings.enums import FindingAnswer
from ratings.imports.formats import tournament_files
from ratings.models import Game, ImportEvent, Pool, Report
from ratings.pools.domain.pools import create_pool
from ratings.uploads.domain import reading
from ratings.uploads.domain.newcomers import register_the_rest
from tests.factories import PlayerFactory, acting, chess_pool, member, officer
from tests.ratings.imports.formats.trf.files import (
    TWO,
    days,
    national,
    player,
    tournament,
)
from tests.ratings.uploads.bringing import (
    TODAY,
    answered,
    brought,
    faults,
    found,
    matches,
    posted_file,
    reviewed,
    worked_on,
)

pytestmark = pytest.mark.django_db


def zipped(**files):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, file_content in files.items():
            text = (
                file_content
                if isinstance(file_content, bytes)
                else file_content.encode()
            )
            archive.writestr(f"{name}.trf", text)
    return content.getvalue()


@pytest.fixture
def ada(db):
    return PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1950)


@pytest.fixture
def bo(db):
    return PlayerFactory(first_name="Bo", last_name="Al", birth_year=1951)


def test_each_file_of_a_zip_becomes_a_report(ada, bo):
    file = reviewed(
        zipped(
            one=tournament(*TWO, days("23/03/15")),
            two=tournament(*TWO, name="Winter 2023", end="\r"),
        ),
        "history.zip",
    )
    assert (file.kind, file.games, file.events, file.refused) == ("trf", 2, 2, 0)
    assert file.defaulted == {"day": 1, "minutes": 2}
    file = posted_file(file)
    reports = Report.objects.order_by("name").values_list("name", "state", "games")
    assert list(reports) == [
        ("Club Open 2023", "accepted", 1),
        ("Winter 2023", "accepted", 1),
    ]
    played = Game.objects.order_by("report__name").values_list(
        "white", "black", "score", "played_date", "minutes"
    )
    assert list(played) == [
        (ada.pk, bo.pk, 2, date(2023, 3, 15), 120),
        (ada.pk, bo.pk, 2, date(2023, 3, 14), 120),
    ]


def test_single_tournament_file_is_imported(ada, bo):
    file = reviewed(tournament(*TWO).encode(), "open.trf")
    assert (file.kind, file.games, file.new_games) == ("trf", 1, 1)


def test_players_are_matched_by_national_number_and_fide_number():
    ada = PlayerFactory(national_id="100413", first_name="Ada", last_name="Ek")
    bo = PlayerFactory(fide_id=1700001, first_name="Bo", last_name="Al")
    file = reviewed(
        zipped(
            one=tournament(
                player(1, "Ek, Ada", (2, "w", "1")),
                player(2, "Al, Bo", (1, "b", "0"), fide_id="1700001"),
                national(1, "100413"),
            )
        )
    )
    assert matches(file) == {
        "Ada Ek": ("number", ada, 1.0, "player"),
        "Bo Al": ("fide", bo, 1.0, "player"),
    }


def test_guest_is_entered_with_country_and_rating_of_the_file():
    member(first_name="Ada", last_name="Ek", birth_year=1950)
    file = reviewed(
        zipped(
            one=tournament(
                TWO[0],
                player(
                    2,
                    "Nord, Ole",
                    (1, "b", "0"),
                    country="NOR",
                    rating="2210",
                    born="1960/01/01",
                    sex="m",
                ),
            )
        )
    )
    register_the_rest(file.pk, acting=acting(officer()))
    posted_file(worked_on(file))
    ole = Player.objects.get(last_name="Nord")
    assert (ole.country, ole.birth_year, ole.gender) == ("NOR", 1960, "m")
    game = Game.objects.get()
    assert (game.black, game.black_outside, game.black_member) == (ole, 2210, False)
    assert (game.white_outside, game.white_member) == (None, True)


def test_errors_are_reported_with_file_and_line(ada, bo):
    file = reviewed(
        zipped(
            good=tournament(*TWO),
            again=tournament(*TWO),
            late=tournament(*TWO, name="Late", start="2026/12/24"),
            early=tournament(*TWO, name="Early", start="1890/01/01"),
            notes="Dear all,\nhere they are.\n",
            picture=b"\x89PNG\r\n\x1a\n\0\0",
        )
    )
    errors = sorted(
        (each.member, each.line, each.text % each.facts) for each in file.faults.all()
    )
    assert [each[:2] for each in errors] == [
        ("again.trf", 1),
        ("notes.trf", 1),
        ("picture.trf", 1),
    ]
    assert errors[0][2] == (
        "the event ‘Club Open 2023’ is already in the file good.trf"
    )
    assert errors[1][2].startswith("not a tournament file")
    events = ImportEvent.objects.filter(file=file).order_by("place")
    assert list(events.values_list("name", "member", "verdict")) == [
        ("Club Open 2023", "good.trf", "new"),
        ("Late 2026", "late.trf", "empty"),
        ("Early 1890", "early.trf", "empty"),
    ]
    assert found(file) == [
        ("Late 2026", "days", 3, "the last day, 2023-03-16, is before the first, 2026-12-24"),
        ("Late 2026", "days", 2, "date 2026-12-24 is in the future"),
        ("Early 1890", "days", 2, "date 1890-01-01 is before the pool began"
         f" ({chess_pool().editions.get().from_date})"),
    ]  # fmt: skip
    assert (file.games, file.new_games, file.waiting_games) == (3, 1, 2)


def test_games_outside_the_pools_days_are_left_out_even_if_confirmed(ada, bo):
    file = reviewed(tournament(*TWO, start="2026/12/24").encode(), "late.trf")
    file = answered(file, "days", FindingAnswer.AS_IT_STANDS)
    assert faults(file) == [(4, "date 2026-12-24 is in the future")]
    (fault,) = file.faults.all()
    assert fault.row == ["2026-12-24", "1", "Ek, Ada", "Al, Bo", "1", "Club Open 2026"]


def test_file_with_null_bytes_does_not_affect_other_files(ada, bo):
    file = reviewed(
        zipped(a=tournament(*TWO).replace("Ada", "A\0a"), b=tournament(*TWO))
    )
    assert (file.state, file.games) == ("review", 1)
    assert faults(file) == [(1, "the file is not text: it contains null bytes")]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "latin-1"])
def test_a_tournament_file_may_be_in_any_encoding(ada, bo, encoding):
    file = reviewed(tournament(*TWO, name="Åre Öppna").encode(encoding), "a.trf")
    assert (file.state, file.kind, file.games) == ("review", "trf", 1)
    assert ImportEvent.objects.get(file=file).name == "Åre Öppna 2023"


def test_impossible_birth_year_is_ignored_and_reported():
    odd = [
        player(1, "Ek, Ada", (2, "w", "1"), born="0001/01/01"),
        player(2, "Al, Bo", (1, "b", "0"), born="2999"),
        player(3, "By, Cy", born="0000/00/00"),
    ]
    file = reviewed(tournament(*odd).encode(), "a.trf")
    assert file.defaulted["born"] == 2
    register_the_rest(file.pk, acting=acting(officer()))
    assert posted_file(worked_on(file)).state == "posted"
    assert set(Player.objects.values_list("birth_year", flat=True)) == {None}


def test_time_control_and_forfeits_are_stored_in_the_ledger(ada, bo):
    lines = (
        player(1, "Ek, Ada", (2, "w", "1"), (2, "b", "+"), born="1950"),
        player(2, "Al, Bo", (1, "b", "0"), (1, "w", "-"), born="1951"),
    )
    file = reviewed(
        tournament(*lines, "222 1800+30", days("23/03/14", "23/03/15")).encode(),
        "a.trf",
    )
    assert file.defaulted == {}
    posted_file(file)
    games = Game.objects.order_by("round")
    assert [
        (each.round, each.white, each.score, each.played, each.minutes)
        for each in games
    ] == [(1, ada, 2, True, 60), (2, bo, 0, False, 60)]


def test_games_of_today_and_of_first_and_last_day_of_the_pool_are_imported(ada, bo):
    first = chess_pool().editions.get().from_date
    on_the_days = [
        tournament(*TWO, name=name, start=f"{day:%Y/%m/%d}")
        for name, day in (("First", first), ("Today", TODAY))
    ]
    file = reviewed(zipped(a=on_the_days[0], b=on_the_days[1]))
    assert (file.games, faults(file)) == (2, [])
    Pool.objects.update(ends_on=TODAY - timedelta(days=1))
    file = reviewed(zipped(c=on_the_days[1]))
    assert "date 2026-06-15 is after the pool ended (2026-06-14)" in [
        message for *_event, message in found(file)
    ]


def test_fide_ratings_are_ignored_in_a_pool_of_levels():
    member(first_name="Ada", last_name="Ek", birth_year=1950)
    pool = create_pool(
        code="renju",
        name="Renju",
        system="renju",
        parameters={},
        from_date=date(1990, 1, 1),
    )
    guest = player(2, "Nord, Ole", (1, "b", "0"), country="NOR", rating="2210")
    content = tournament(TWO[0], guest).encode()
    file = worked_on(brought(content, "a.trf", pool=pool).file)
    register_the_rest(file.pk, acting=acting(officer()))
    posted_file(worked_on(file))
    game = Game.objects.get()
    assert (game.pool_id, game.white_outside, game.black_outside) == (
        pool.pk,
        None,
        None,
    )


def test_reading_resumes_after_a_worker_dies_between_two_files(ada, bo, monkeypatch):
    monkeypatch.setattr(tournament_files, "FILES_A_PART", 1)
    original = reading.store_part

    def dying(*arguments):
        original(*arguments)
        raise KeyboardInterrupt

    content = zipped(one=tournament(*TWO), two=tournament(*TWO))
    file = brought(content, "history.zip").file
    monkeypatch.setattr(reading, "store_part", dying)
    with pytest.raises(KeyboardInterrupt):
        worked_on(file)
    monkeypatch.setattr(reading, "store_part", original)
    worked_on(file)

    [(_line, message)] = faults(file)
    assert message.endswith("is already in the file one.trf")
