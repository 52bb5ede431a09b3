"""Writing a tournament file with the columns of FIDE's text (C.04 annex 2 of 2016;
TRF26 of 2025), counted from 1.
"""

from dataclasses import replace
from datetime import date

import pytest

from ratings.imports.formats.trf.reading import read_tournament
from tournaments.formats.trf.wishes import read_wishes
from tournaments.formats.trf.writing import (
    CellWritten,
    PlayerWritten,
    PointsAhead,
    PointsTaken,
    TournamentWritten,
    in_ascii,
    write_trf,
)
from tournaments.rules.points import THREE_ONE_NIL

ADA = PlayerWritten(
    number=1,
    last_name="Åkesson",
    first_name="Ada Şule",
    cells=(CellWritten(2, "w", "1"), CellWritten(0, "-", "H")),
    half_points=3,
    rank=1,
    gender="w",
    title="WGM",
    birth_year=1990,
    federation="SWE",
    fide_id=1712345,
    fide_rating=2104,
    national_id="900001",
    national_rating=2087,
)
BO = PlayerWritten(
    number=2,
    last_name="Ek",
    first_name="Bo",
    cells=(CellWritten(1, "b", "0"), CellWritten(0, "-", " ")),
    rank=2,
    federation="NOR",
)
CUP = TournamentWritten(
    name="Vårcupen, Grupp A",
    federation="SWE",
    first_date=date(2026, 5, 4),
    last_date=date(2026, 5, 25),
    kind="FIDE_DUTCH_2026",
    rounds=2,
    minutes=120,
    players=(ADA, BO),
    round_dates=(date(2026, 5, 4), date(2026, 5, 11)),
    first_colour="W",
)


def lines(tournament=CUP):
    return write_trf(tournament, is_for_fide=True).split("\r\n")


def line(code, tournament=CUP):
    (found,) = (each for each in lines(tournament) if each.startswith(code))
    return found


def player(number, tournament=CUP):
    return [each for each in lines(tournament) if each.startswith("001")][number - 1]


def columns(text, first, last):
    return text[first - 1 : last]


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        (1, 3, "001"),
        (5, 8, "   1"),
        (10, 10, "w"),
        (11, 13, "WGM"),
        (15, 47, "Akesson, Ada Sule".ljust(33)),
        (49, 52, "2104"),
        (54, 56, "SWE"),
        (58, 68, "    1712345"),
        (70, 79, "1990/00/00"),
        (81, 84, " 1.5"),
        (86, 89, "   1"),
        (92, 95, "   2"),
        (97, 97, "w"),
        (99, 99, "1"),
        (102, 105, "0000"),
        (107, 107, "-"),
        (109, 109, "H"),
    ],
)
def test_line_of_a_player_has_its_columns(first, last, expected):
    assert columns(player(1), first, last) == expected


def test_empty_round_is_a_bye_without_a_point():
    assert columns(player(2), 102, 109) == "0000 - Z"


def test_national_line_has_the_national_number():
    national = line("SWE")
    assert columns(national, 5, 8) == "   1"
    assert columns(national, 49, 52) == "2087"
    assert columns(national, 58, 68) == "     900001"


def test_header_lines_describe_the_section():
    assert line("012") == "012 Varcupen, Grupp A"
    assert line("042") == "042 2026/05/04"
    assert line("062") == "062 2"
    assert line("072") == "072 1"
    assert columns(line("132"), 92, 109) == "26/05/04  26/05/11"
    assert line("142") == "142 2"
    assert line("152") == "152 W"
    assert line("192") == "192 FIDE_DUTCH_2026"
    assert line("222") == "222 7200"


def test_announced_rounds_and_withdrawals_have_their_lines():
    section = replace(
        CUP,
        kind="CUSTOM_SWISS",
        in_words="Swiss: Monrad (SSF 14 A)",
        tie_breaks=("buchholz_cut1_2026", "wins", "lots"),
        withdrawn={5: 3, 2: 3, 1: 0},
        points_taken=(PointsTaken(1, 2, (2, 5)),),
    )
    assert line("092", section) == "092 Swiss: Monrad (SSF 14 A)"
    assert line("202", section) == "202 BH/C1,WON"
    taken = line("299", section)
    # TRF26: match points in 8-11, points in 14-17, the round in 20-22, players from 24.
    places = (8, 11), (14, 17), (20, 22), (24, 27), (29, 32)
    assert [columns(taken, *place).strip() for place in places] == [
        "0.0", "-0.5", "2", "2", "5",
    ]  # fmt: skip
    assert [each for each in lines(section) if each.startswith("###")] == [
        "### withdrawn after round 0: 1",
        "### withdrawn after round 3: 2 5",
        "### tie-breaks: buchholz_cut1_2026 wins lots",
    ]


def test_tie_breaks_unknown_to_fide_are_written_only_in_the_line_of_the_office():
    own = replace(CUP, tie_breaks=("progressive", "lots"))
    assert not any(each.startswith("202") for each in lines(own))
    assert "### tie-breaks: progressive lots" in lines(own)


def test_other_point_systems_are_written_in_their_columns():
    other = replace(CUP, points=THREE_ONE_NIL)
    own_line = line("162", other)
    assert (columns(own_line, 6, 6), columns(own_line, 7, 10)) == ("W", " 3.0")
    assert (columns(own_line, 15, 15), columns(own_line, 16, 19)) == ("D", " 1.0")
    assert not any(each.startswith("162") for each in lines())


def test_points_of_accelerated_rounds_are_in_their_columns():
    ahead = (PointsAhead(2, 1, 2, 1, 10), PointsAhead(1, 3, 4, 1, 10))
    written = [
        each
        for each in lines(replace(CUP, points_ahead=ahead))
        if each.startswith("250")
    ]
    # TRF26: points in 10-13, rounds in 15-17 and 19-21, players in 23-26 and 28-31.
    places = (10, 13), (15, 17), (19, 21), (23, 26), (28, 31)
    assert [
        [columns(each, *place).strip() for place in places] for each in written
    ] == [
        ["1.0", "1", "2", "1", "10"],
        ["0.5", "3", "4", "1", "10"],
    ]
    wishes = read_wishes("\r\n".join(written), 1)
    assert wishes.virtual_points == {
        (player, number): 2 if number <= 2 else 1
        for player in range(1, 11)
        for number in range(1, 5)
    }


def test_long_name_is_cut_and_moves_no_column():
    long = replace(ADA, last_name="x" * 60)
    own_line = player(1, replace(CUP, players=(long, BO)))
    assert columns(own_line, 15, 47) == "x" * 33
    assert columns(own_line, 49, 52) == "2104"


def test_written_file_is_read_as_the_same():
    read = read_tournament(write_trf(CUP), "SWE")
    assert read.faults == []
    assert read.minutes == 120
    assert read.announced == 2
    assert read.days == {1: date(2026, 5, 4), 2: date(2026, 5, 11)}
    ada = read.person(1)
    assert (ada.number, ada.fide_id, ada.birth_year) == ("900001", 1712345, 1990)
    assert read.players[1].cells == ((2, "w", "1"), (0, "-", "H"))
    assert read.players[2].cells == ((1, "b", "0"), (0, "-", "Z"))


def test_plain_file_keeps_the_letters_of_names():
    text = write_trf(replace(CUP, city="Örebro"))
    assert "012 Vårcupen, Grupp A\r\n022 Örebro\r\n" in text
    assert columns(text.split("\r\n")[-4], 15, 47).rstrip() == "Åkesson, Ada Şule"
    assert write_trf(CUP, is_for_fide=True).isascii()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Åsa Ärlig", "Asa Arlig"),
        ("Öst", "Ost"),
        ("Sørensen", "Sorensen"),
        ("Ærø", "Aero"),
        ("Weiß", "Weiss"),
        ("Þór Guðjónsson", "Thor Gudjonsson"),
        ("Łukasz", "Lukasz"),
    ],
)
def test_names_for_fide_are_transliterated(name, expected):
    assert in_ascii(name) == expected


def test_long_name_for_fide_still_fits_its_columns():
    one = replace(ADA, last_name="æ" * 40)
    assert columns(player(1, replace(CUP, players=(one,))), 49, 52) == "2104"


def test_kept_apart_pair_is_written_and_read():
    cup = replace(CUP, kept_apart=((1, 2),))
    assert line("260", cup) == "260   1   2    1    2"
    assert read_wishes(write_trf(cup), 2).forbidden == {frozenset((1, 2))}
