"""A zip of a player list and games: players are read first, and the games are matched
to them.
"""

import pytest

from federation.domain.authorship import ActionContext
from federation.models import Club, Player
from ratings.enums import MatchChoice
from ratings.imports.formats import sources
from ratings.models import Decision, Game, ImportEvent, ImportFault, ImportPlayer
from ratings.uploads.domain import reading as upload_reading
from ratings.uploads.domain.choices import PlayerChoice, choose
from ratings.uploads.domain.clubs import create_the_remaining_clubs
from ratings.uploads.domain.newcomers import register_the_rest
from tests.factories import NOON, PlayerFactory, officer
from tests.ratings.imports.formats.trf.files import TWO, tournament
from tests.ratings.uploads.bringing import (
    NAMED,
    brought,
    faults,
    posted_file,
    reviewed,
    table,
    worked_on,
)
from tests.ratings.uploads.domain.test_bad_input import archive

pytestmark = pytest.mark.django_db
PLAYERS = table(
    "7,Ada Ek,1980,f,Örebro SK,1650",
    "8,Bo Al,1981,m,,1500",
    "9,,1981,m,,1500",
    header="id,name,birth_year,gender,club,start_rating",
)
GAMES = table("2023-03-14,7,8,1,Open", "2023-03-15,8,7,x,Open", "2023-03-16,8,7,=,Open")


def zipped(**files):
    return archive(
        **{name.replace("_csv", ".csv"): content for name, content in files.items()}
    )


def brought_in(content):
    """Upload, review with all unmatched players as new, and post."""
    file = reviewed(content, "history.zip")
    acting = ActionContext(officer().pk, NOON)
    register_the_rest(file.pk, acting=acting)
    create_the_remaining_clubs(file.pk, acting=acting)
    return posted_file(worked_on(file))


@pytest.mark.parametrize("order", [1, -1])
def test_players_and_games_are_imported_together_in_any_order(order):
    files = [("players_csv", PLAYERS), ("games_csv", GAMES)]
    file = reviewed(zipped(**dict(files[::order])), "history.zip")
    assert (file.kind, file.listed, file.games, file.people) == ("both", 2, 2, 2)
    found = ImportFault.objects.filter(file=file).order_by("member")
    assert [(each.member, each.line) for each in found] == [
        ("games.csv", 3),
        ("players.csv", 4),
    ]
    file = brought_in(zipped(**dict(files[::order])))
    assert (file.state, file.posted_players, file.posted_starts) == ("posted", 2, 2)
    assert (file.posted_games, Game.objects.count()) == (2, 2)
    assert Game.objects.first().white.full_name in ("Ada Ek", "Bo Al")
    assert (Player.objects.count(), Club.objects.count()) == (2, 1)


def test_same_zip_again_or_its_single_files_duplicate_nothing():
    content = zipped(players_csv=PLAYERS, games_csv=GAMES)
    brought_in(content)
    assert not brought(content, "history.zip").is_new
    alone = reviewed(PLAYERS, "players.csv")
    assert (alone.new_listed, alone.new_starts) == (0, 0)
    games = reviewed(GAMES, "games.csv")
    assert (games.new_games, games.known_games) == (0, 2)
    assert (Player.objects.count(), Decision.objects.count()) == (2, 2)


def test_games_by_name_and_year_are_matched_to_the_list():
    games = table(
        "2023-03-14,ada EK,1980,Bo Al,1981,1,Open,1",
        "2023-03-15,Ada Ek,,Bo Aal,1981,1,Open,2",
        header=NAMED,
    )
    file = reviewed(zipped(players_csv=PLAYERS, games_csv=games), "history.zip")
    rows = ImportPlayer.objects.filter(file=file).order_by("place")
    assert [(str(each), each.games, each.matched_by) for each in rows] == [
        ("Ada Ek", 1, "nobody"),
        ("Bo Al", 1, "nobody"),
        ("Ada Ek", 1, "unlisted"),
        ("Bo Aal", 1, "unlisted"),
    ]
    register_the_rest(file.pk, acting=ActionContext(officer().pk, NOON))
    assert [each.choice for each in rows.all()] == ["new", "new", "", ""]


def test_player_differing_from_the_list_is_another_player():
    games = table(
        "2023-03-14,7,Cy Ny,8,1,Open", header="date,white,white_name,black,score,event"
    )
    file = reviewed(zipped(players_csv=PLAYERS, games_csv=games), "history.zip")
    rows = ImportPlayer.objects.filter(file=file).order_by("place")
    assert [(str(each), each.number, each.games) for each in rows] == [
        ("Ada Ek", "7", 0),
        ("Bo Al", "8", 1),
        ("Cy Ny", "7", 1),
    ]


def test_new_players_game_waits_for_the_club_decision():
    content = zipped(players_csv=PLAYERS, games_csv=GAMES)
    file = reviewed(content, "history.zip")
    register_the_rest(file.pk, acting=ActionContext(officer().pk, NOON))
    file = worked_on(file)
    assert (file.new_listed, file.new_games, file.waiting_games) == (1, 0, 2)
    file = posted_file(file)
    messages = [words for _line, words in faults(file)]
    assert "white: nobody has decided about the club of ‘Ada Ek’" in messages
    create_the_remaining_clubs(file.pk, acting=ActionContext(officer().pk, NOON))
    file = posted_file(worked_on(file))
    assert (file.posted_games, Player.objects.count()) == (2, 2)


def test_start_rating_applies_to_a_chosen_register_player():
    other = PlayerFactory(first_name="Ada", last_name="Ekk", birth_year=1980)
    file = reviewed(zipped(players_csv=PLAYERS, games_csv=GAMES), "history.zip")
    acting = ActionContext(officer().pk, NOON)
    choose(file.pk, {0: PlayerChoice(MatchChoice.PLAYER, other.pk)}, acting=acting)
    register_the_rest(file.pk, acting=acting)
    file = posted_file(worked_on(file))
    assert Decision.objects.get(player=other).points == 1650
    assert other.pk in Game.objects.values_list("white", flat=True)


def test_tournament_files_may_accompany_tables():
    content = archive(
        **{
            "open.trf": tournament(*TWO).encode(),
            "players.csv": PLAYERS,
            "g.csv": GAMES,
        }
    )
    file = reviewed(content, "history.zip")
    assert file.kind == "both"
    members = ImportEvent.objects.filter(file=file).values_list("member", flat=True)
    assert set(members) == {"g.csv", "open.trf"}


@pytest.mark.parametrize("parts", [0, 1, 3])
def test_reading_resumes_after_a_worker_dies(monkeypatch, parts):
    monkeypatch.setattr(sources, "CHUNKS", 1)
    chunks = sources.TextTable.chunks
    monkeypatch.setattr(sources.TextTable, "chunks", lambda each, *_: chunks(each, 1))
    content = zipped(games_csv=GAMES, players_csv=PLAYERS)
    file = brought(content, "history.zip").file
    original, left = upload_reading.store_part, iter(range(parts))

    def dying(*arguments):
        answer = original(*arguments)
        if next(left, None) is None:
            raise KeyboardInterrupt
        return answer

    monkeypatch.setattr(upload_reading, "store_part", dying)
    with pytest.raises(KeyboardInterrupt):
        worked_on(file)
    monkeypatch.setattr(upload_reading, "store_part", original)
    file = worked_on(file)
    assert (file.listed, file.games, file.people, file.clubs) == (2, 2, 2, 1)
    assert (file.refused, file.rows, file.parts) == (2, 6, 6)


@pytest.mark.parametrize(
    ("files", "answer"),
    [
        (
            {"players.csv": archive(**{"xl/workbook.xml": "x"})},
            "players.csv is a damaged Excel workbook. Open it in Excel, save it "
            "again, and upload that file.",
        ),
        (
            {"players.csv": b"\0" * (257 << 20)},
            "history.zip would unpack to 257 megabytes: that is not an archive of"
            " tournament files, and it is not opened.",
        ),
        (
            {"a.txt": b"0" * (9 << 20)},
            "a.txt would unpack to 9 megabytes: that is not an archive of"
            " tournament files, and it is not opened.",
        ),
        (
            {f"{n}.csv": b"id,name\n" for n in range(201)},
            "The zip contains more than 200 tables; join them.",
        ),
    ],
)
def test_zip_with_other_files_is_refused_with_a_message(files, answer):
    file = reviewed(archive(**files), "history.zip")
    assert file.state == "refused"
    assert file.problem["text"] % file.problem["facts"] == answer


def test_table_of_a_zip_with_unknown_columns_asks_for_them():
    files = {"players.csv": b"number,navn\n1,2\n"}
    assert reviewed(archive(**files), "history.zip").state == "columns"


def test_unknown_file_in_a_zip_is_reported_and_the_rest_is_imported():
    files = {"READ.ME": b"hello", "games.tsv": GAMES.replace(b",", b"\t")}
    file = reviewed(archive(**files), "history.zip")
    assert (file.games, faults(file)[0]) == (
        2, (1, "not a tournament file: it has no player line (001)"),
    )  # fmt: skip
