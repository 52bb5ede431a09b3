from datetime import date

import pytest
from django.core.management import CommandError

from ratings.models import FideList
from tests.factories import PlayerFactory
from tests.ratings.fide_list import OF_ONE_KIND, WOMAN, line, text, zipped
from tests.ratings.management.importing import CommandRun

pytestmark = pytest.mark.django_db


def run_import(tmp_path, content, name="players_list_foa.txt", **options):
    path = tmp_path / name
    path.write_bytes(content)
    return CommandRun("import_fide_list", str(path), **options)


def test_list_is_imported_and_summarised(tmp_path):
    PlayerFactory(fide_id=1700101)
    content = zipped(text(line(1700101, "Ek, Ada", 2105), line(7, "Al, Bo")))
    run = run_import(tmp_path, content, "players_list.zip", month=date(2026, 10, 1))
    assert (run.status, run.err) == (0, [])
    assert run.out == [
        "The list of 2026-10, standard, rapid and blitz: 2 players, 1 with a rating,"
        " 1 of them in the register, 0 lines left out."
    ]


def test_importing_the_same_list_again_changes_nothing_and_says_so(tmp_path):
    content = text(WOMAN, header=OF_ONE_KIND)
    run_import(tmp_path, content, "standard_rating_list.txt")
    run = run_import(tmp_path, content, "standard_rating_list.txt")
    assert run.status == 0
    assert run.out == ["Taken in before, as the list of 2026-10, standard."]
    assert FideList.objects.count() == 1


def test_skipped_lines_are_named_and_set_the_exit_status(tmp_path):
    content = text(line(1, "Ek, Ada", 2105), line(2, "Al, Bo", "2x"))
    run = run_import(tmp_path, content, month=date(2026, 10, 1))
    assert run.status == 2
    assert run.err == ["line 3: no rating can be read: 2x"]


def test_other_file_is_refused_with_a_message(tmp_path):
    with pytest.raises(CommandError) as refused:
        run_import(tmp_path, b"date,white,black\n", "games.csv")
    assert "This is not FIDE's rating list: its first line is" in str(refused.value)
    with pytest.raises(CommandError) as refused:
        CommandRun("import_fide_list", str(tmp_path / "none.txt"))
    assert "No such file or directory" in str(refused.value)


def test_month_is_given_with_its_year():
    with pytest.raises(CommandError, match="‘2026-13’ is not a month like 2026-11"):
        CommandRun("import_fide_list", "x.txt", "--month", "2026-13")


def test_another_file_of_the_month_is_reported_as_its_revision(tmp_path):
    first = text(WOMAN, header=OF_ONE_KIND)
    second = text(WOMAN, line(7, "Al, Bo"), header=OF_ONE_KIND)
    run_import(tmp_path, first, "standard_rating_list.txt")

    run = run_import(tmp_path, second, "standard_rating_list.txt")
    again = run_import(tmp_path, second, "standard_rating_list.txt")

    assert run.out[0].startswith("The list of 2026-10, standard, revision 1: ")
    assert again.out == [
        "Taken in before, as the list of 2026-10, standard, revision 1."
    ]
