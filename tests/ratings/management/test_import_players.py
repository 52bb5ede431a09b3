from datetime import date

import pytest
from django.core.management import CommandError

from federation.models import Club, District, Membership, Player
from ratings.enums import DecisionKind
from ratings.models import Decision, Posting
from tests.factories import ClubFactory, DistrictFactory, PlayerFactory
from tests.ratings.management.importing import CommandRun, Files, workbook_of

ADA = "7,Ada Ek,1980,f,Örebro SK,1650"


@pytest.fixture
def files(pool, tmp_path):
    return Files(tmp_path)


def counts():
    return [
        each.objects.count()
        for each in (Player, Club, District, Membership, Decision, Posting)
    ]


def test_players_are_imported_with_club_and_start_rating(files, pool):
    run = files.players(ADA, '8,"von Essen, Carl",,,,')
    ada = Player.objects.get(national_id="7")
    assert (ada.first_name, ada.last_name, ada.birth_year, ada.gender) == (
        "Ada", "Ek", 1980, "f",
    )  # fmt: skip
    membership = Membership.objects.get(player=ada)
    assert membership.club.name == "Örebro SK"
    assert (membership.from_date, membership.is_main) == (date(1970, 1, 1), True)
    decision = Decision.objects.get()
    assert (decision.kind, decision.player, decision.points, decision.on_date) == (
        DecisionKind.START, ada, 1650, date(1970, 1, 1),
    )  # fmt: skip
    assert (decision.made_by, decision.confirmed_by) == (None, None)
    assert decision.confirmed_at is not None
    assert decision.reason == "Imported from players.csv"
    pool.refresh_from_db()
    posting = Posting.objects.get(decision=decision)
    assert posting.reason.startswith("Imported from players.csv (SHA-256 ")
    assert (pool.posted, posting.number, decision.span.lower) == (1, 1, 1)
    assert run.status == 0
    assert run.out == [
        "players.csv: UTF-8",
        "2 entered, 0 there already, 0 refused; 1 clubs made, 1 start ratings.",
    ]
    assert Player.objects.get(national_id="8").full_name == "Carl von Essen"


def test_only_number_and_name_are_required_and_a_name_may_be_one_word(files):
    assert files.players("7,Ada Ek", "8,Sokrates", header="id,name").status == 0
    assert Player.objects.get(national_id="8").full_name == "Sokrates"


def test_unused_column_is_named(files):
    run = files.players("7,Ada Ek,1980", header="id,name,birthyear")
    assert run.out[1] == "Columns that nobody reads: birthyear."
    assert Player.objects.get(national_id="7").birth_year is None


def test_importing_the_same_file_again_changes_nothing(files):
    files.players(ADA, "8,Bo Al,,,,")
    before = counts()
    run = files.players(ADA, "8,Bo Al,,,,")
    assert counts() == before
    assert run.status == 0
    assert run.out[-1] == (
        "0 entered, 2 there already, 0 refused; 0 clubs made, 0 start ratings."
    )


def test_differing_player_is_reported_and_not_changed(files):
    files.players(ADA)
    before = counts()
    run = files.players("7,Ada Berg,1981,m,Lunds ASK,1700", "8,Bo Al,,,,")
    assert run.status == 2
    assert run.err == [
        "line 2: id 7 is in the register with other facts: name is Ada Ek there,"
        " birth year is 1980 there, gender is f there, start rating is 1650 there,"
        " club is not that one there"
    ]
    assert Player.objects.get(national_id="7").last_name == "Ek"
    assert counts() == [before[0] + 1, *before[1:]]


def test_blank_fields_do_not_contradict_the_register(files):
    files.players(ADA)
    assert files.players("7,Ada Ek,,,,").status == 0


def test_later_file_may_add_a_missing_start_rating(files):
    files.players("7,Ada Ek,1980,,,")
    assert files.players("7,Ada Ek,1980,,,1500").status == 0
    assert Decision.objects.get().points == 1500


def test_duplicate_number_is_refused_naming_the_line_of_the_first(files):
    run = files.players("7,Ada Ek,,,,", "8,Bo Al,,,,", "7,Cy Asp,,,,")
    assert (run.status, run.err) == (2, ["line 4: id 7 is already on line 2"])


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (",Ada Ek,,,,", "the id is missing"),
        ("7,,,,,", "the name is missing"),
        ("7,Ada Ek,80,,,", "birth year ‘80’ is not a whole number from 1880 to"),
        ("7,Ada Ek,,q,,", "gender ‘q’ is neither f nor m"),
        ("7,Ada Ek,,,,-5", "start rating ‘-5’ is not a whole number from 0 to 9999"),
        (f"{'7' * 21},Ada Ek,,,,", "the id is longer than 20 letters"),
        ("7,Ada Ek", "2 fields where the header has 6"),
    ],
)
def test_invalid_row_is_refused_and_its_player_not_imported(files, row, reason):
    run = files.players(row)
    assert run.status == 1
    assert run.err[0].startswith(f"line 2: {reason}")
    assert not Player.objects.exists()


def test_existing_club_is_found_in_any_case(files):
    club = ClubFactory(name="Örebro SK")
    files.players("7,Ada Ek,,,ÖREBRO SK,")
    assert Membership.objects.get().club == club


def test_new_clubs_join_the_only_district(files):
    district = DistrictFactory()
    files.players(ADA)
    assert Club.objects.get().district == district


@pytest.mark.parametrize("districts", [0, 2])
def test_new_clubs_get_a_separate_district_if_there_is_not_just_one(files, districts):
    DistrictFactory.create_batch(districts)
    files.players(ADA)
    district = Club.objects.get().district
    assert (district.code, district.adopts_junior_rules) == ("imported", False)


def test_refused_rows_can_be_corrected_and_imported(files):
    PlayerFactory(national_id="9", first_name="Cy", last_name="Asp")
    path = files.write(
        "players.csv", "name,id,other", "Ada Ek,7,a", ",8,b", "Cy Alm,9,c", "Bo,10"
    )
    rejects = str(files.path / "rejects.csv")
    CommandRun("import_players", path, pool="long", rejects=rejects)
    assert [row[:1] + row[2:] for row in files.read("rejects.csv")] == [
        ["line", "name", "id", "other"],
        ["3", "", "8", "b"],
        ["4", "Alm, Cy", "9", ""],
        ["5", "Bo", "10"],
    ]
    mended = files.write("mended.csv", "line,reason,name,id,other", "3,why,Bo Ek,8,b")
    assert CommandRun("import_players", mended, pool="long").status == 0


def test_file_without_required_columns_is_refused(files):
    with pytest.raises(CommandError, match="missing: id") as error:
        files.players("Ada", header="name")
    assert error.value.returncode == 1


def test_a_workbook_of_players_is_read(files):
    path = files.path / "players.xlsx"
    path.write_bytes(workbook_of(("id", "name"), ("7", "Ada Ek")))

    run = CommandRun("import_players", str(path), pool="long")

    assert run.out == [
        "players.xlsx: Excel workbook, sheet ‘Partier’",
        "1 entered, 0 there already, 0 refused; 0 clubs made, 0 start ratings.",
    ]
    assert Player.objects.get().national_id == "7"
