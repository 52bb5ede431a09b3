"""The standings of a tournament file, for other programs to compare."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from ratings.imports.formats.trf.reading import read_lines
from tests.ratings.imports.formats.trf.files import player, tournament
from tests.tournaments.rules.tiebreaks import generated
from tournaments.formats.trf.record import record_in_file
from tournaments.rules.sections import TournamentKind
from tournaments.rules.tiebreaks.registry import TIE_BREAKS
from tournaments.rules.tiebreaks.rule_sets import RULE_SETS

PLAYERS = (
    player(1, "Ek, Ada", (2, "w", "1"), (3, "b", "="), rating=2000),
    player(2, "Al, Bo", (1, "b", "0"), (0, "-", "H"), rating=1900),
    player(3, "Dahl, Cy", (0, "-", "U"), (1, "w", "="), rating=1800),
    player(4, "Fors, Di", (0, "-", "Z"), (5, "w", "+"), rating=1700),
    player(5, "Gran, Ed", (0, "-", "F"), (4, "b", "-"), rating=1600),
)


@pytest.fixture
def ranked(tmp_path):
    def run(*lines, rules="fide_2026", **options):
        path = tmp_path / "open.trf"
        path.write_text(tournament(*lines))
        output = StringIO()
        call_command("tiebreaks", str(path), rules=rules, stdout=output, **options)
        return output.getvalue().splitlines()

    return run


def test_standings_have_a_column_for_each_tie_break(ranked):
    # Ada met Bo, who has ½, and Cy with 1½. Cy's pairing bye is a dummy with 1½, at
    # most two draws: 1. Cut-1 leaves out the lower; for Bo it is the requested bye, a
    # dummy with ½.
    assert ranked(*PLAYERS, rules="BH/C1,BH,SB,DE,WON,BPG,ARO") == [
        "rank,number,name,points,BH/C1,BH,SB,DE,WON,BPG,ARO",
        '1,3,"Dahl, Cy",1.5,1.5,2.5,1.75,,0,0,2000',
        '2,1,"Ek, Ada",1.5,1.5,2,1.25,,1,1,1850',
        '3,4,"Fors, Di",1,1,2,1,,0,0,',
        '3,5,"Gran, Ed",1,1,2,1,,0,0,',
        '5,2,"Al, Bo",0.5,1.5,2,0.25,,0,1,2000',
    ]


def test_lots_separate_the_last_tied_players_and_are_drawn_from_a_seed(ranked):
    shared = ranked(*PLAYERS, rules="ssf_2025")
    assert [line[:3] for line in shared] == ["ran", "1,1", "2,3", "3,4", "3,5", "5,2"]
    drawn = ranked(*PLAYERS, rules="ssf_2025", seed="2026")
    assert sorted(line[0] for line in drawn[1:]) == ["1", "2", "3", "4", "5"]
    assert drawn == ranked(*PLAYERS, rules="ssf_2025", seed="2026")


def test_rule_set_of_a_round_robin_is_used_if_the_file_is_one(ranked):
    lines = (
        player(1, "Ek, Ada", (0, "-", "Z"), (3, "b", "1"), (2, "w", "=")),
        player(2, "Al, Bo", (3, "w", "1"), (0, "-", "Z"), (1, "b", "=")),
        player(3, "Dahl, Cy", (2, "b", "0"), (1, "w", "0"), (0, "-", "Z")),
    )
    header = "rank,number,name,points,BERGER,LOTS"
    assert ranked(*lines, "192 FIDE_ROUNDROBIN", rules="ssf_2008")[0] == header
    assert ranked(*lines, rules="ssf_2008", system="berger") == [
        header,
        '1,1,"Ek, Ada",1.5,0.5,',
        '1,2,"Al, Bo",1.5,0.5,',
        '3,3,"Dahl, Cy",0,0,',
    ]
    assert ranked(*lines, rules="ssf_2008")[0] == "rank,number,name,points,PS,LOTS"
    with pytest.raises(CommandError, match="nsf_2017 has no tie-breaks for berger"):
        ranked(*lines, rules="nsf_2017", system="berger")


def test_points_and_byes_of_newer_files_are_read(ranked):
    lines = (
        player(1, "Ek, Ada", (2, "w", "1")),
        player(2, "Al, Bo", (1, "b", "0")),
        player(3, "Dahl, Cy"),
    )
    rows = ranked(*lines, "162  W 3.0    D 1.0", "240 H   1    3", rules="STD,BH")
    assert rows[1:] == [
        '1,1,"Ek, Ada",3,1,0',
        '2,3,"Dahl, Cy",1,0.5,1',
        '3,2,"Al, Bo",0,0,3',
    ]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            (player(1, "Ek, Ada", (2, "w", "1")), player(2, "Al, Bo", (1, "b", "1"))),
            "line 4: round 1, column 92: the results of numbers 1 and 2 do not match",
        ),
        (
            (player(1, "Ek, Ada", (2, "w", " ")), player(2, "Al, Bo", (1, "b", " "))),
            "line 4: round 1 against number 2 has no result",
        ),
        ((*PLAYERS, "162  W 0.7"), "line 9: its points are no halves"),
        ((*PLAYERS, "240 Q   1    2"), "line 9: it has not the columns of its kind"),
        (("hello",), "there is no line 001 of a player"),
    ],
)
def test_unreadable_file_is_refused_with_its_lines(ranked, lines, message):
    with pytest.raises(CommandError) as refused:
        ranked(*lines)
    assert message in str(refused.value)


def test_unknown_rules_are_named(ranked):
    with pytest.raises(CommandError, match="SUMO: no rules and no tie-break"):
        ranked(*PLAYERS, rules="BH,SUMO")


@pytest.mark.parametrize("seed", range(40))
def test_every_kind_of_round_is_read_back(seed):
    found = generated.swiss(seed)
    lines = [
        player(
            entry,
            f"Player{entry}, A",
            *(cell(found, own) for own in found.rounds[entry]),
            rating=found.ratings[entry],
        )
        for entry in found.entries
    ]
    text = tournament(*lines, f"142 {found.rounds_announced}")
    read = record_in_file(
        read_lines(text, "NRS"), text, is_round_robin=False, rating_tables=None
    )
    last = read.rounds_played
    assert read.rounds == {entry: own[:last] for entry, own in found.rounds.items()}
    assert (read.ratings, read.rounds_announced) == (
        found.ratings,
        found.rounds_announced,
    )


def cell(found, own):
    if own.opponent is None:
        letters = {"allocated_bye": "U", "full_bye": "F", "half_bye": "H"}
        return (0, "-", letters.get(own.kind, "Z"))
    signs = {2: "1", 1: "=", 0: "0"} if own.is_played else {2: "+", 0: "-"}
    return (own.opponent, own.colour[0], signs[own.half_points])


@pytest.mark.parametrize("system", ["swiss", "berger"])
@pytest.mark.parametrize("name", RULE_SETS)
def test_every_rule_set_ranks_all_players_or_says_that_it_has_no_such_list(
    ranked, name, system
):
    codes = RULE_SETS[name].codes(TournamentKind(system))
    if codes is None:
        with pytest.raises(
            CommandError, match=f"{name} has no tie-breaks for {system}"
        ):
            ranked(*PLAYERS, rules=name, system=system)
        return
    head, *rows = ranked(*PLAYERS, rules=name, system=system)
    acronyms = [TIE_BREAKS[code].acronym for code in codes]
    assert head == ",".join(["rank", "number", "name", "points", *acronyms])
    assert sorted(row.split(",")[1] for row in rows) == ["1", "2", "3", "4", "5"]


def test_unknown_rules_are_answered_with_the_known_ones(ranked):
    with pytest.raises(CommandError) as refused:
        ranked(*PLAYERS, rules="fide_1999")
    for name in RULE_SETS:
        assert name in str(refused.value)


def test_missing_file_is_named(tmp_path):
    with pytest.raises(CommandError, match=r"none\.trf: .*No such file"):
        call_command("tiebreaks", str(tmp_path / "none.trf"), rules="fide_2026")
