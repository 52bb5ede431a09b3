"""Exports of a section as tables, games and tournament files; every file is opened."""

import csv
import io

import pytest
from django.urls import reverse

from federation.enums import Visibility
from ratings.files.spreadsheets import write_first_sheet
from tests.factories import acting, member, rated_by
from tests.tournaments.renju import group_of
from tests.tournaments.tournaments_made import (
    board,
    entered,
    played,
    result,
    section,
    started,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.keeping_apart import keep_apart

pytestmark = pytest.mark.django_db


@shared
def players(club):
    named = [("Åsa", "Öst", 1990), ("Bo", "Holm", 1961), ("=Eva", "Al", 2001)]
    return [
        member(club, first_name=first, last_name=last, birth_year=year)
        for first, last, year in named
    ]


@shared
def group(club, players):
    made = section(tournament(club, place="Örebro"), format="boards", rounds=2)
    group = started(made, players=players)
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    result(board(group, 1, 2), "1-0")
    return group


def get(client, group, what, kind="csv", name="section_table"):
    args = [group.pk, what, kind] if name == "section_table" else [group.pk]
    return client.get(reverse(f"tournaments:{name}", args=args))


def rows(answer):
    text = answer.getvalue().decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))


def of_workbook(answer, tmp_path):
    path, to = tmp_path / "a.xlsx", tmp_path / "a.csv"
    path.write_bytes(answer.getvalue())
    write_first_sheet(path, "a.xlsx", to)
    return list(csv.reader(to.open(encoding="utf-8", newline="")))


def test_boards_are_exported(client, group, players):
    one, two, _three = players
    answer = get(client, group, "boards")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    head, first, *others = rows(answer)
    assert head[:6] == [
        "Round", "Board", "Date", "Finished on", "White start number", "White",
    ]  # fmt: skip
    assert first == [
        "1", "1", "2026-05-04", "", "1", "Öst, Åsa", one.national_id, "", "1-0",
        "", two.national_id, "Holm, Bo", "2", "",
    ]  # fmt: skip
    to_come, without_a_board = others
    assert to_come == ["2", "", "2026-05-25", *[""] * 11]
    assert without_a_board[:6] == ["", "", "", "", "3", "Al, =Eva"]


def test_workbook_has_the_same_content_as_the_csv(client, group, tmp_path):
    for what in ("boards", "standings", "crosstable", "entries"):
        found = [
            [cell.removeprefix("'") for cell in row]
            for row in rows(get(client, group, what))
        ]
        sheet = of_workbook(get(client, group, what, "xlsx"), tmp_path)
        assert [list(map(float_or_text, row)) for row in sheet] == [
            list(map(float_or_text, row)) for row in found
        ]


def float_or_text(cell):
    try:
        return float(cell)
    except ValueError:
        return cell


def test_standings_are_exported_with_their_tie_breaks(client, group, players):
    head, first, *_others = rows(get(client, group, "standings"))
    assert head[:7] == [
        "Place", "Start number", "Name", "Player number", "Club", "Rating at the start",
        "Points",
    ]  # fmt: skip
    assert len(head) == 7 + len(group.tie_breaks)
    assert first[:3] == ["1", "1", "Öst, Åsa"]
    assert first[6] == "1"


def test_crosstable_is_exported(client, group):
    head, first, *_others = rows(get(client, group, "crosstable"))
    assert head[4:] == ["1", "2", "Points"]
    assert first[4:] == ["2w1", "", "1"]


def test_name_that_is_a_formula_is_marked_as_text(client, club):
    odd = [
        member(club, first_name="Eva", last_name=last) for last in ("=SUM", "+1", "@x")
    ]
    group = started(section(tournament(club)), players=[*odd, member(club)])
    names = [row[1] for row in rows(get(client, group, "entries"))[1:4]]
    assert names == ["'=SUM, Eva", "'+1, Eva", "'@x, Eva"]


def test_name_and_number_of_a_hidden_player_are_in_no_file(client, club):
    hidden = member(
        first_name="Ada",
        last_name="Lund",
        visibility=Visibility.HIDDEN,
        fide_id=1700001,
        birth_year=1907,
    )
    group = played(started(section(tournament(club)), players=[hidden, member(club)]))
    for what in ("boards", "standings", "crosstable", "entries"):
        text = get(client, group, what).getvalue().decode()
        assert not any(
            each in text for each in ("Lund", hidden.national_id, "1700001", "1907")
        )
    text = get(client, group, "", name="section_pgn").content.decode()
    assert "Lund" not in text
    assert "1700001" not in text


def test_games_are_exported_as_pgn(client, group):
    text = get(client, group, "", name="section_pgn").content.decode()
    assert text.count("[Event ") == 1
    assert '[Site "Örebro"]\n[Date "2026.05.04"]\n[Round "1"]\n' in text
    assert '[White "Öst, Åsa"]\n[Black "Holm, Bo"]\n[Result "1-0"]' in text


def test_forfeit_is_not_in_the_pgn(client, group):
    set_boards(group.pk, 2, [(2, 3)], acting=acting())
    result(board(group, 2, 3), "+-")
    text = get(client, group, "", name="section_pgn").content.decode()
    assert text.count("[Event ") == 1


def test_game_that_will_not_be_played_is_not_in_the_pgn(client, club):
    group = started(section(tournament(club)), size=4)
    result(board(group, 2, 3), "1-0")
    withdraw_entry(group.entries.get(pairing_number=2).pk, 1, acting=acting())
    text = get(client, group, "", name="section_pgn").content.decode()
    # Three games without number 2 are still to come; the played one stays.
    assert text.count("[Event ") == 4
    assert text.count('[Result "*"]') == 3


def test_names_in_trf_files_are_ascii_for_fide_only(client, group):
    plain = get(client, group, "", name="section_trf").content.decode()
    for_fide = get(client, group, "", name="section_trf_for_fide").content.decode()
    assert "Öst, Åsa" in plain
    assert "Ost, Asa" in for_fide
    assert for_fide.isascii()


def test_kept_apart_pairs_are_exported_only_for_the_organiser(client, secretary, group):
    one, two, three = (entry.pk for entry in group.entries.in_order())
    for pair, is_strict in (((one, three), True), ((two, three), False)):
        keep_apart(group.pk, pair, is_strict=is_strict, reason="x", acting=acting())
    for name in ("section_trf", "section_trf_for_fide"):
        text = get(client, group, "", name=name).content.decode()
        assert [line for line in text.splitlines() if line.startswith("260")] == [
            "260   1   2    1    3"
        ]
    client.logout()
    assert "\n260" not in get(client, group, "", name="section_trf").content.decode()


def test_players_can_be_exported_before_the_start_and_the_rest_after_it(
    client, secretary, club
):
    group = section(tournament(club))
    entered(group, member(club))
    assert len(rows(get(client, group, "entries"))) == 2
    assert get(client, group, "standings").status_code == 404
    assert get(client, group, "nothing").status_code == 404
    assert get(client, group, "entries", "pdf").status_code == 404


def test_files_are_linked_from_the_tournament(client, group):
    url = reverse("tournaments:tournament", args=[group.tournament_id])
    page = client.get(url).content.decode()
    for what in ("standings", "crosstable", "boards", "entries"):
        for kind in ("csv", "xlsx"):
            address = reverse("tournaments:section_table", args=[group.pk, what, kind])
            assert f'href="{address}"' in page
    for name in ("section_pgn", "section_trf", "section_trf_for_fide"):
        assert reverse(f"tournaments:{name}", args=[group.pk]) in page


def test_trf_file_has_the_points_of_accelerated_rounds(client):
    made = section(
        tournament(), format="boards", rounds=7, pairing_system="dutch_2026",
        acceleration="baku",
    )  # fmt: skip
    started(made, size=10)

    text = get(client, made, "", name="section_trf").content.decode()

    # FIDE C.04.5.1: of ten players six, of seven rounds four, two of them with a point.
    assert [each.split() for each in text.splitlines() if each.startswith("250")] == [
        ["250", "1.0", "1", "2", "1", "6"],
        ["250", "0.5", "3", "4", "1", "6"],
    ]


def test_files_of_a_tournament_rated_by_levels_give_levels_and_no_elo(client):
    rated_by("renju")
    group = group_of(12, 10)
    result(board(group, 1, 2), "1-0")
    for table in ("standings", "entries"):
        head, *lines = rows(get(client, group, table))
        at = head.index("Rating at the start")
        assert [line[at] for line in lines] == ["2 dan", "1 kyu"]
    games = get(client, group, "", name="section_pgn").content.decode()
    assert "Elo" not in games
    file = get(client, group, "", name="section_trf").content.decode()
    ours = [each for each in file.splitlines() if each.startswith("SWE")]
    assert [line[48:52].strip() for line in ours] == ["", ""]
