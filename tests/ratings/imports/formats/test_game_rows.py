"""Rows of games parsed into columns, and the errors of invalid rows."""

import io
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from ratings.files.text_tables import open_table
from ratings.imports.formats.game_columns import OPTIONAL, REQUIRED
from ratings.imports.formats.game_rows import GameReader
from ratings.rules.calendar import day_number

PLAYERS = {"1": 11, "2": 12, "3": 13}
HEADER = "date,white,black,score,event"
LAST_DAY = date(2026, 6, 15)


def known(numbers):
    return {number: PLAYERS[number] for number in numbers if number in PLAYERS}


def read(*rows, header=HEADER, find=known):
    text = io.StringIO("\n".join((header, *rows)), newline="")
    table = open_table(text, required=REQUIRED, optional=OPTIONAL)
    reader = GameReader(
        places=table.places,
        find=find,
        usual_minutes=120,
        first_day=day_number(date(1970, 1, 1)),
        last_day=day_number(LAST_DAY),
    )
    games, refusals = [], []
    for chunk in table.chunks(3):
        more, refused = reader.read(chunk)
        games += more.tolist()
        refusals += [(each.line, each.reason) for each in refused]
    return games, refusals, reader


def test_row_becomes_a_game_with_defaults_for_blank_fields():
    games, refusals, reader = read("1970-01-03,1, 2 ,½,Rilton  Cup")
    assert games == [(0, 2, 2, 11, 12, 1, 120, -1, -1, 1, True, 0)]
    assert (refusals, reader.events.names) == ([], ["Rilton Cup"])


def test_event_name_is_case_insensitive_and_first_spelling_is_used():
    games, _, reader = read("1999-01-01,1,2,1,Åre Open", "1999-01-02,1,2,1,ÅRE  open")
    assert [game[0] for game in games] == [0, 0]
    assert reader.events.names == ["Åre Open"]


def test_optional_columns_are_read():
    games, _, _ = read(
        "1970-01-03,1,2,1,X,3,90+30,yes,,2105",
        "1970-01-03,1,2,+,X,4,60,,1900,",
        header=f"{HEADER},round,time_control,forfeit,white_rating,black_rating",
    )
    assert games == [
        (0, 2, 2, 11, 12, 3, 120, -1, 2105, 2, False, 0),
        (0, 3, 2, 11, 12, 4, 60, 1900, -1, 2, False, 0),
    ]


def test_match_length_is_read_if_given():
    games, refusals, _ = read(
        "1970-01-03,1,2,1,X,7",
        "1970-01-03,1,2,1,X,",
        "1970-01-03,1,2,1,X,0",
        header=f"{HEADER},length",
    )
    assert [game[-1] for game in games] == [7, 0]
    assert refusals == [(4, "length ‘0’ is not a whole number from 1 to 999")]


def test_minutes_are_accepted_as_a_time_control():
    games, _, _ = read("1970-01-03,1,2,1,X,45", header=f"{HEADER},minutes")
    assert games[0][6] == 45


def test_each_invalid_row_is_refused_with_its_line_and_the_others_are_read():
    games, refusals, _ = read(
        "1999-01-01,1,2,1,X",
        "1999-02-30,1,2,1,X",
        "1999-01-01,1,9,1,X",
        "1999-01-01,2,2,1,X",
        "1999-01-01,1,2,3,X",
        "1999-01-01,1,2,1,",
        "1969-12-31,1,2,1,X",
        "2026-06-16,1,2,1,X",
        "1999-01-01,1,2,1",
        "1999-01-01,1,2,1," + "X" * 161,
        '1999-01-01,1,2,1,"X',
        'Y"',
        "2026-06-15,2,3,0,Y",
    )
    assert [game[1] for game in games] == [2, 14]
    assert refusals == [
        (3, "date ‘1999-02-30’ does not exist"),
        (4, "black: there is no player ‘9’"),
        (5, "a player is paired against themselves"),
        (6, "score ‘3’ is not one of 1, 0.5 (½, =), 0"),
        (7, "the event has no name"),
        (8, "date 1969-12-31 is before the pool began (1970-01-01)"),
        (9, "date 2026-06-16 is in the future"),
        (10, "4 fields where the header has 5"),
        (11, "the event's name is longer than 160 letters"),
        (
            12,
            "the event's name runs over several lines: a quotation mark is not closed",
        ),
    ]


def test_player_is_looked_up_only_once():
    looked_up = []

    def find(numbers):
        looked_up.extend(sorted(numbers))
        return known(numbers)

    read(*["1999-01-01,1,2,1,X"] * 10, "1999-01-01,1,3,1,X", find=find)
    assert looked_up == ["1", "2", "3"]


def test_game_is_written_back_unchanged():
    header = f"{HEADER},round,forfeit,white_rating,other,length"
    games, _, reader = read("1999-01-01,1,2,0,X,2,x,1900,?,9", header=header)
    names = ["event", "line", "day", "white", "black", "round", "minutes",
             "white_rating", "black_rating", "score", "played", "length"]  # fmt: skip
    game = dict(zip(names, games[0], strict=True))
    assert reader.row_of(game, header.split(",")) == (
        "1999-01-01", "1", "2", "0", "X", "2", "yes", "1900", "", "9",
    )  # fmt: skip


GOOD = st.sampled_from(["1999-01-01,1,2,1,X", "2000-02-29,3,1,=,Y"])
BAD = st.sampled_from(["1999-01-01,1,1,1,X", "x,1,2,1,X", "1999-01-01,1,7,1,Z"])


@given(st.lists(st.one_of(GOOD, BAD), max_size=40))
def test_every_row_of_a_mix_is_either_read_or_refused(rows):
    games, refusals, reader = read(*rows)
    good = [
        line
        for line, row in enumerate(rows, 2)
        if row[-1] in "XY" and "1,1,1" not in row and row[0] != "x"
    ]
    assert [game[1] for game in games] == good
    assert [line for line, _ in refusals] == [
        line for line in range(2, len(rows) + 2) if line not in good
    ]
    assert {reader.events.names[game[0]] for game in games} <= {"X", "Y"}
