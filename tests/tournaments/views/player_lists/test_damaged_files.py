"""Uploading a damaged tournament file: errors are reported with line and column, and
the rest of the file is kept.
"""

import html

import pytest
from django.urls import reverse

from tests.ratings.imports.formats.trf.files import player, tournament
from tests.tournaments.tournaments_made import section
from tests.tournaments.tournaments_made import tournament as planned
from tests.worlds import shared

pytestmark = pytest.mark.django_db


def four(**lines):
    """Return a file of four players and two rounds, with the players in lines 4 to 7;
    some lines may be replaced.
    """
    defaults = {
        "one": player(1, "Ek, Ada", (2, "w", "1"), (3, "b", "=")),
        "two": player(2, "Al, Bo", (1, "b", "0"), (4, "w", "1"), place=3),
        "three": player(3, "By, Eva", (4, "w", "1"), (1, "w", "="), place=2),
        "four": player(4, "Ax, Per", (3, "b", "0"), (2, "b", "0")),
    }
    return tournament(*(defaults | lines).values())


def changed(**places):
    """Return the first line with other characters, by column from 1."""
    signs = list(player(1, "Ek, Ada", (2, "w", "1"), (3, "b", "=")))
    for place, sign in places.items():
        signs[int(place.removeprefix("at")) - 1] = sign
    return four(one="".join(signs))


ONE = player(1, "Ek, Ada", (2, "w", "1"), (3, "b", "="))
DAMAGED = {
    "a line that ends before points and rank": (
        four(four=player(4, "Ax, Per", (3, "b", "0"))[:60]),
        ["Line 7: the line ends after"],
        2,
    ),
    "a line that ends within a round": (
        four(one=ONE[:-2]),
        ["Line 4: round 2 against number 3 has no result"],
        3,
    ),
    "a line that is too long": (
        four(one=f"{ONE}  see the arbiter"),
        ["Line 4: ‘see the’ in column 112 is not a result of a round"],
        4,
    ),
    "A played B, and B not A": (
        four(two=player(2, "Al, Bo", (3, "b", "0"), (4, "w", "1"), place=3)),
        ["Line 4: round 1, column 92: the line of number 2 has no game with number 1"],
        3,
    ),
    "colours that disagree": (
        four(two=player(2, "Al, Bo", (1, "w", "0"), (4, "w", "1"), place=3)),
        [
            "Line 4: round 1, column 92: the colours of numbers 1 and 2 do not "
            "match: ‘w’ and ‘w’"
        ],
        3,
    ),
    "results that disagree": (
        four(two=player(2, "Al, Bo", (1, "b", "1"), (4, "w", "1"), place=3)),
        [
            "Line 4: round 1, column 92: the results of numbers 1 and 2 do not "
            "match: ‘1’ and ‘1’"
        ],
        3,
    ),
    "numbers that are missing": (
        four(four=player(6, "Ax, Per", (3, "b", "0"), (2, "b", "0"), place=4)),
        ["start numbers that nobody has: 4, 5", "there is no number 4"],
        2,
    ),
    "numbers out of order": (
        tournament(
            player(2, "Al, Bo", (1, "b", "0")), player(1, "Ek, Ada", (2, "w", "1"))
        ),
        ["Line 5: start number 1 in column 5 comes after number 2"],
        1,
    ),
    "a number that is none": (
        changed(at8="x"),
        ["Line 4: ‘x’ in column 5 is not a start number"],
        2,
    ),
    "a number that stands twice": (
        four(two=player(1, "Al, Bo", (1, "b", "0"), (4, "w", "1"), place=3)),
        ["Line 5: start number 1 in column 5 occurs twice"],
        2,
    ),
    "a rank that stands twice": (
        four(two=player(2, "Al, Bo", (1, "b", "0"), (4, "w", "1"), place=1)),
        ["Line 5: rank 1 in column 86 occurs more than once"],
        4,
    ),
    "a rank beyond the players": (
        four(two=player(2, "Al, Bo", (1, "b", "0"), (4, "w", "1"), place=9)),
        ["Line 5: rank 9 in column 86: there are 4 players"],
        4,
    ),
    "points that are not those of the results": (
        changed(at82="3"),
        ["Line 4: 3.5 points are given in column 81, but the results give 1½"],
        4,
    ),
    "a letter that is no result": (
        changed(at99="?"),
        ["Line 4: round 1: ‘?’ in column 99 is not a result"],
        3,
    ),
    "a forfeit against nobody": (
        four(
            three=player(3, "By, Eva", (0, "-", "-"), (1, "w", "="), place=2),
            four=player(4, "Ax, Per", (0, "-", "+"), (2, "b", "0")),
        ),
        [
            "Line 6: round 1: ‘-’ in column 99 without an opponent is not a game",
            "Line 7: round 1: ‘+’ in column 99 without an opponent is not a game",
        ],
        4,
    ),
    "two byes": (
        tournament(
            player(1, "Ek, Ada", (0, "-", "U"), (0, "-", "F")),
            player(2, "Al, Bo", (3, "w", "1"), (3, "b", "=")),
            player(3, "By, Eva", (2, "b", "0"), (2, "w", "="), place=3),
        ),
        ["Line 4: number 1 has more than one bye: rounds 1, 2"],
        4,
    ),
    "more rounds than announced": (
        tournament("142 1") + four(),
        ["round 2, column 102, has a game, and 1 rounds are announced"],
        4,
    ),
    "a number of rounds that is none": (
        four() + "142 many\n",
        ["Line 8: ‘many’ in column 5 is not a number of rounds"],
        4,
    ),
    "a player who meets themself": (
        changed(at95="1"),
        ["Line 4: round 1, column 92: number 1 meets itself"],
        3,
    ),
    "a day that does not exist": (
        four() + f"{'132':91}26/13/32\n",
        ["Line 8: date ‘26/13/32’ in column 92 does not exist"],
        4,
    ),
    "a line of kept apart players without its columns": (
        four() + "260 one two\n",
        ["Line 8: it has not the columns of its kind"],
        4,
    ),
}


def shown(answer):
    return html.unescape(" ".join(answer.content.decode().split()))


@shared
def empty(club):
    return section(planned(club), format="boards", rounds=2)


@pytest.mark.parametrize("damage", DAMAGED)
def test_damage_is_named_and_the_rest_is_kept(client, secretary, empty, damage):
    text, words, boards = DAMAGED[damage]
    url = reverse("tournaments:import_tournament", args=[empty.pk])
    answer = client.post(url, {"text": text})
    assert answer.status_code == 200
    page = shown(answer)
    for each in words:
        assert each in page
    assert len(answer.context["read"].boards) == boards
