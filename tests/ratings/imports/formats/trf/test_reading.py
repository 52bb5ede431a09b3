"""Tournament files, column by column."""

from datetime import date

import pytest

from ratings.files.wording import InvalidField
from ratings.imports.formats.people import NamedPerson
from ratings.imports.formats.trf.games import TrfGame, games_of, ratings_from_outside
from ratings.imports.formats.trf.reading import decoded, event_name, read_tournament
from tests.ratings.imports.formats.trf.files import (
    TWO,
    days,
    national,
    player,
    tournament,
)


def games(*lines, **facts):
    """Return (round, White, Black, White's half points, played) of each game, or the
    text of a fault."""
    return [
        (each.round, each.white, each.black, each.score, each.played)
        if isinstance(each, TrfGame)
        else str(each[1])
        for each in games_of(read_tournament(tournament(*lines, **facts), "SWE"))
    ]


def pair(first, second):
    """Return the cells of both players in one round."""
    return (
        player(1, "Ek, Ada", (2, *first)),
        player(2, "Al, Bo", (1, *second)),
    )


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_tournament_is_read_with_any_line_end(end):
    read = read_tournament(tournament(*TWO, days("23/03/15"), end=end), "SWE")
    assert (read.name, read.start, read.end) == (
        "Club Open",
        date(2023, 3, 14),
        date(2023, 3, 16),
    )
    assert list(games_of(read)) == [
        TrfGame(4, 1, date(2023, 3, 15), 1, 2, 2, played=True)
    ]
    ada = read.person(1)
    assert ada == NamedPerson("", None, "Ada", "Ek", 1950)
    assert (ada.gender, read.person(2).gender) == ("f", "m")


@pytest.mark.parametrize(
    ("first", "second", "score", "played"),
    [
        (("w", "1"), ("b", "0"), 2, True),
        (("w", "="), ("b", "="), 1, True),
        (("w", "0"), ("b", "1"), 0, True),
        (("w", "W"), ("b", "L"), 2, False),
        (("w", "D"), ("b", "d"), 1, False),
        (("w", "+"), ("b", "-"), 2, False),
        (("-", "-"), ("-", "+"), 0, False),
    ],
)
def test_every_result_of_two_players_is_read(first, second, score, played):
    assert games(*pair(first, second)) == [(1, 1, 2, score, played)]


def test_player_with_black_is_read_as_black():
    assert games(*pair(("b", "1"), ("w", "0"))) == [(1, 2, 1, 0, True)]


def test_byes_and_rounds_lost_by_both_are_no_games():
    assert (
        games(
            player(1, "Ek, Ada", None, (2, "w", "-"), (0, "-", "F"), (0, "-", "H")),
            player(2, "Al, Bo", None, (1, "b", "-"), (0, "-", "U"), (0, "-", "=")),
        )
        == []
    )


@pytest.mark.parametrize(
    ("first", "second", "what"),
    [
        (
            ("w", "1"),
            ("b", "1"),
            "results of numbers 1 and 2 do not match: ‘1’ and ‘1’",
        ),
        (
            ("w", "1"),
            ("w", "0"),
            "colours of numbers 1 and 2 do not match: ‘w’ and ‘w’",
        ),
        (
            ("w", "="),
            ("b", "0"),
            "results of numbers 1 and 2 do not match: ‘=’ and ‘0’",
        ),
    ],
)
def test_contradicting_lines_are_no_game(first, second, what):
    assert games(*pair(first, second)) == [f"round 1, column 92: the {what}"]


def test_missing_or_contradicting_opponent_is_reported_once():
    assert games(
        player(1, "Ek, Ada", (7, "w", "1")),
        player(2, "Al, Bo", (1, "b", "0")),
    ) == [
        "round 1, column 92: there is no number 7",
        "round 1, column 92: the line of number 1 has no game with number 2",
    ]


def test_a_file_whose_columns_were_counted_in_bytes_is_read():
    wide = player(2, "Åberg, Bo", (1, "b", "0"), born="1951/00/00")
    in_bytes = wide.replace("Åberg, Bo ", "Åberg, Bo")
    assert len(in_bytes.encode()) == len(wide)
    read = read_tournament(tournament(TWO[0], in_bytes), "SWE")
    assert read.person(2) == NamedPerson("", None, "Bo", "Åberg", 1951)
    assert read.faults == []


def test_year_of_birth_later_than_the_present_year_is_ignored_and_counted():
    text = tournament(TWO[0], player(2, "Berg, Bo", (1, "b", "0"), born="2027/00/00"))
    read = read_tournament(text, "SWE", 2026)
    assert (read.person(2).birth_year, read.odd_years) == (None, 1)


def test_points_after_results_are_read_but_malformed_long_line_is_not():
    """Numbers without a space between them could be cut in many ways, too many to try."""
    short_line = "299     0.0  -1.0    1    1   12"
    odd = short_line + " 1234" * 2_000 + " x"

    read = read_tournament(f"{tournament(*TWO)}\n{short_line}\n{odd}", "SWE")

    assert dict(read.beside_results) == {1: -2, 12: -2}


def test_national_numbers_are_read_only_of_the_own_federation():
    read = read_tournament(
        tournament(*TWO, national(1, "100413"), national(2, "55", "NOR")), "SWE"
    )
    assert [read.person(rank).number for rank in (1, 2)] == ["100413", ""]


def test_fide_numbers_and_ratings_of_guests_are_read():
    read = read_tournament(
        tournament(
            player(1, "Ek, Ada", fide_id="1700001", rating="2105", country="SWE"),
            player(2, "Nord, Ole", fide_id="1500002", rating="2210", country="NOR"),
        ),
        "SWE",
    )
    assert [read.person(rank).fide_id for rank in (1, 2)] == [1700001, 1500002]
    assert ratings_from_outside(read, "SWE") == {2: 2210}


@pytest.mark.parametrize(
    ("time_control", "minutes"),
    [
        ("5400+30", 120),
        ("40/6000+30:900+30", 145),
        ("7200", 120),
        ("90 min + 30 s", 0),
    ],
)
def test_an_encoded_time_control_gives_minutes_for_sixty_moves(time_control, minutes):
    assert (
        read_tournament(tournament(*TWO, f"222 {time_control}"), "SWE").minutes
        == minutes
    )


def test_two_digit_years_are_in_the_tournaments_century():
    read = read_tournament(
        tournament(*TWO, days("98/12/31", "99/01/02"), start="1998/12/31"), "SWE"
    )
    assert read.days == {1: date(1998, 12, 31), 2: date(1999, 1, 2)}


def test_an_event_has_its_year_in_its_name():
    assert event_name(read_tournament(tournament(*TWO), "SWE")) == "Club Open 2023"
    named = tournament(*TWO, name="Open  2023")
    assert event_name(read_tournament(named, "SWE")) == "Open 2023"


def test_tournament_over_new_year_is_named_by_its_first_year():
    written = tournament(*TWO, start="2022/12/28").replace("2023/03/16", "2023/01/03")
    assert event_name(read_tournament(written, "SWE")) == "Club Open 2022"


def test_file_that_is_no_tournament_is_refused():
    with pytest.raises(InvalidField, match="it has no player line"):
        read_tournament("012 Open\n042 2023/03/14\n", "SWE")


@pytest.mark.parametrize(
    "text", [tournament(*TWO, name=""), tournament(*TWO).replace("042", "043")]
)
def test_tournament_without_name_or_first_day_is_read(text):
    assert len(list(games_of(read_tournament(text, "SWE")))) == 1


def test_unreadable_lines_are_reported_and_the_others_read():
    bad = player(3, "Asp, Cy").replace("001    3", "001    x")
    read = read_tournament(
        tournament(*TWO, bad, TWO[0], player(4, "", (1, "w", "1"))), "SWE"
    )
    assert [(line, str(message)) for line, message in read.faults] == [
        (6, "‘x’ in column 5 is not a start number"),
        (7, "start number 1 in column 5 occurs twice"),
        (8, "the name is missing"),
    ]
    assert list(read.players) == [1, 2]


@pytest.mark.parametrize("cell", [(2, "x", "1"), ("a", "w", "1")])
def test_invalid_result_cell_is_reported(cell):
    read = read_tournament(tournament(*TWO, player(3, "Asp, Cy", cell)), "SWE")
    ((line, message),) = read.faults
    assert (line, str(message).endswith("is not a result of a round")) == (6, True)


@pytest.mark.parametrize(
    ("content", "expected_encoding"),
    [("Åke".encode(), True), ("Åke".encode("cp1252"), False), (b"\x81k", False)],
)
def test_encoding_is_detected(content, expected_encoding):
    assert decoded(content)[1] == expected_encoding


def test_games_are_ordered_by_round_and_lower_number_with_line_and_day():
    read = read_tournament(
        tournament(
            player(1, "Ek, Ada", (3, "b", "0"), (2, "w", "=")),
            player(2, "Al, Bo", None, (1, "b", "=")),
            player(3, "By, Cy", (1, "w", "1")),
            days("23/03/14", "23/03/16"),
        ),
        "SWE",
    )
    assert list(games_of(read)) == [
        TrfGame(4, 1, date(2023, 3, 14), 3, 1, 2, played=True),
        TrfGame(4, 2, date(2023, 3, 16), 1, 2, 1, played=True),
    ]


def test_a_round_without_a_day_has_none():
    read = read_tournament(tournament(*TWO), "SWE")
    assert [each.day for each in games_of(read)] == [None]


def test_days_of_a_second_line_belong_to_their_own_columns():
    read = read_tournament(
        tournament(*TWO, days("23/03/14"), days("        ", "23/03/16")), "SWE"
    )
    assert read.days == {1: date(2023, 3, 14), 2: date(2023, 3, 16)}


def test_lower_case_result_is_read_and_half_reported_game_is_refused():
    assert games(*pair(("W", "w"), ("B", "l"))) == [(1, 1, 2, 2, False)]
    assert games(
        player(1, "Ek, Ada", (2, "w", "1"), (2, "b", "0")),
        player(2, "Al, Bo", (1, "b", "0")),
    ) == [
        (1, 1, 2, 2, True),
        "round 2, column 102: the line of number 2 has no game with number 1",
    ]


def test_players_of_own_or_no_federation_have_no_outside_rating():
    read = read_tournament(
        tournament(
            player(1, "Ek, Ada", rating="2105", country="SWE"),
            player(2, "Nord, Ole", rating="2210", country="NOR"),
            player(3, "No, Where", rating="2000"),
            player(4, "Nord, Kari", country="NOR"),
        ),
        "SWE",
    )
    assert ratings_from_outside(read, "SWE") == {2: 2210}
    assert ratings_from_outside(read, "NOR") == {1: 2105}
    assert [read.person(rank).country for rank in (1, 2, 3)] == ["SWE", "NOR", ""]


def test_two_digit_year_before_the_turn_of_the_century_is_of_the_old_one():
    read = read_tournament(tournament(*TWO, days("87/04/01"), start="87/03/14"), "SWE")
    assert (read.start, read.days) == (date(1987, 3, 14), {1: date(1987, 4, 1)})


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("Åke".encode("utf-8-sig"), "Åke"),
        ("Åke “x”".encode("cp1252"), "Åke “x”"),
        ("Åke".encode("utf-16"), "Åke"),
        (b"\x81\xc5", "\x81Å"),
    ],
)
def test_letters_are_decoded_as_written(content, text):
    assert decoded(content)[0] == text


def test_only_the_increment_of_the_first_part_is_added():
    read = read_tournament(tournament(*TWO, "222 40/5400+30:1800"), "SWE")
    assert read.minutes == 150
    short = read_tournament(tournament(*TWO, "222 180+2"), "SWE")
    assert short.minutes == 5


def test_pairing_without_result_loses_only_that_game():
    one = player(1, "Ek, Ada", (2, "w", "1"), (2, "b", " "))
    two = player(2, "Al, Bo", (1, "b", "0"), (1, "w", " "))
    read = read_tournament(tournament(one, two), "SWE")
    assert [str(message) for _line, message in read.faults] == [
        "round 2 against number 2 has no result",
        "round 2 against number 1 has no result",
    ]
    (game,) = games_of(read)
    assert (game.round, game.white, game.score) == (1, 1, 2)


@pytest.mark.parametrize(
    ("start_text", "day"),
    [
        ("25.02.2011", date(2011, 2, 25)),
        ("30/09/2011", date(2011, 9, 30)),
        ("28. 07. 2005", date(2005, 7, 28)),
        ("2005-7-8", date(2005, 7, 8)),
        ("May 29, 2020", date(2020, 5, 29)),
        ("Sept. 3rd, 2020", date(2020, 9, 3)),
        ("29 May 2020", date(2020, 5, 29)),
        ("11/02/25", date(2011, 2, 25)),
        ("25.02.11", date(2011, 2, 25)),
        ("25/12/98", date(1998, 12, 25)),
    ],
)
def test_days_are_accepted_in_common_notations(start_text, day):
    assert read_tournament(tournament(*TWO, start=start_text), "SWE").start == day


@pytest.mark.parametrize(
    ("start_text", "why"),
    [
        ("sometime", "date ‘sometime’ in column 5 is not written as 1987/03/14"),
        ("31.02.2011", "date ‘31.02.2011’ in column 5 does not exist"),
        ("Ma 3, 2020", "date ‘Ma 3, 2020’ in column 5 is not written as 1987/03/14"),
    ],
)
def test_unreadable_day_is_not_reported_as_missing(start_text, why):
    read = read_tournament(tournament(*TWO, start=start_text), "SWE")
    assert read.start is None
    assert [str(each.message) for each in read.day_lines.unread] == [why]


def test_ruler_line_is_skipped_and_the_first_name_is_used():
    text = tournament(*TWO, name="Club Open")
    lines = ["0123456789" * 9, *text.splitlines(), "012 Another name"]
    assert read_tournament("\n".join(lines), "SWE").name == "Club Open"


def test_a_number_that_is_too_long_for_fide_does_not_lose_the_player():
    line = player(1, "Ek, Ada", (2, "w", "1"))
    long = f"{line[:57]}12345678901{line[68:]}"
    read = read_tournament(tournament(long, TWO[1]), "SWE")
    assert (read.players[1].person.last_name, read.players[1].person.fide_id) == (
        "Ek",
        None,
    )
    assert (read.players[1].other_id, read.faults) == ("12345678901", [])


def test_file_with_player_lines_is_not_reported_to_lack_them():
    read = read_tournament(tournament("001    x"), "SWE")
    assert [(line, str(message)) for line, message in read.faults] == [
        (4, "‘x’ in column 5 is not a start number")
    ]


@pytest.mark.parametrize(
    ("lines", "minutes"),
    [
        ("122 90 min + 30 sec", 120),
        ("122 90+30", 120),
        ("122 60 minuter", 60),
        ("122 Fischer", 0),
        ("222 5400+30\n122 15 min", 120),
        ("122 15 min\n222 5400+30", 120),
    ],
)
def test_time_control_is_read_from_words_if_numbers_are_missing(lines, minutes):
    read = read_tournament(f"{tournament(*TWO)}\n{lines}\n", "SWE")
    assert read.minutes == minutes
