"""Damaged and unusual files, each with the expected review and stored rows.

For `name.trf` or `name.csv`, `name.expected` has the number of stored games, how many
of them wait for an answer, each game, and each line that is left out, needs an answer
or is noted. `corpus/README.md` says how expectations are established.
"""

from pathlib import Path

import pytest

from ratings.enums import NOTED
from ratings.imports.formats.game_columns import NO_DAY
from ratings.models import ImportEvent, ImportPlayer
from ratings.rules.calendar import date_of
from ratings.uploads.domain.reading import parts_of
from tests.factories import PlayerFactory
from tests.ratings.uploads.bringing import faults, found, reviewed

pytestmark = pytest.mark.django_db
CORPUS = Path(__file__).parents[2] / "imports" / "corpus"
FILES = sorted(
    each for each in CORPUS.iterdir() if each.suffix not in (".expected", ".md")
)


def review_lines(file):
    """Return the review as lines of text."""
    if file.state != "review":
        message = file.problem or file.asks
        return [f"{file.state}: {message['text'] % message['facts']}"]
    lines = [f"{file.games} games, {file.waiting_games} wait"]
    lines += games_of(file)
    lines += [f"line {line} left out: {words}" for line, words in faults(file)]
    for _event, kind, line, words in found(file):
        how = "noted" if kind in NOTED else "asked"
        lines.append(f"line {line} {how} ({kind}): {words}")
    return lines


def games_of(file):
    events = dict(ImportEvent.objects.filter(file=file).values_list("place", "name"))
    people = {each.place: str(each) for each in ImportPlayer.objects.filter(file=file)}
    return [
        f"game: {events[int(each['event'])]}, round {each['round']}, "
        f"{day_of(int(each['day']))}: {people[int(each['white'])]} "
        f"{('0-1', '½-½', '1-0')[each['score']]} {people[int(each['black'])]}"
        f"{'' if each['played'] else ', not played'}"
        for games in parts_of(file.pk)
        for each in games
    ]


def day_of(day):
    return "no day" if day == NO_DAY else date_of(day).isoformat()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_each_file_is_read_as_far_as_possible_with_expected_findings(path):
    for number, (first, last, born) in enumerate(
        [("Ada", "Ek", 1950), ("Bo", "Al", 1951), ("Cy", "By", 1952)], start=1
    ):
        PlayerFactory(
            national_id=str(number), first_name=first, last_name=last, birth_year=born
        )
    expected = path.with_suffix(".expected")
    assert expected.exists(), f"{path.name} has no expectation"
    file = reviewed(path.read_bytes(), path.name, minutes=None)
    assert review_lines(file) == expected.read_text().splitlines()


def test_every_expectation_belongs_to_a_file():
    names = {each.stem for each in FILES}
    assert {each.stem for each in CORPUS.glob("*.expected")} == names
    assert len(FILES) == len(names)
