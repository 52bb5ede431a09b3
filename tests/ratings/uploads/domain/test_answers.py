"""How answers about a file's events change its games."""

from datetime import date

import numpy as np
import pytest

from ratings.enums import FileFindingKind, FindingAnswer
from ratings.imports.formats.game_columns import GAMES
from ratings.models import ImportFile, ImportFinding
from ratings.rules.calendar import day_number
from ratings.uploads.domain.answers import Answers, answers_of
from tests.factories import NOON, chess_pool, officer

OPEN, MENDED = FindingAnswer.OPEN, FindingAnswer.MENDED
OUT, RIGHT = FindingAnswer.LEAVE_OUT, FindingAnswer.AS_IT_STANDS


def games(*rows):
    """Return games from (event, line, round), all on day 1."""
    found = np.zeros(len(rows), GAMES)
    for place, (event, line, number) in enumerate(rows):
        found[place]["event"], found[place]["line"] = event, line
        found[place]["round"], found[place]["day"] = number, 1
    return found


def test_day_is_set_only_in_games_of_its_event_and_round():
    found = games((0, 2, 1), (0, 3, 2), (1, 4, 1))

    Answers(days={0: {1: 70, 3: 80}, 1: {2: 90}}).apply_days(found)

    assert found["day"].tolist() == [70, 1, 1]


def test_games_of_waiting_events_wait():
    found = games((0, 2, 1), (1, 3, 1), (2, 4, 1))

    assert Answers(waiting=frozenset({1})).wait(found).tolist() == [False, True, False]


def refused(answers, found):
    return [mask.tolist() for mask, _why in answers.refused(found)]


def test_events_games_and_rounds_are_left_out_with_their_reasons():
    found = games((0, 2, 1), (1, 3, 1), (1, 3, 2), (1, 4, 2), (2, 5, 3), (2, 5, 4))
    answers = Answers(
        left_out=frozenset({0}), dropped=frozenset({(1, 3, 2)}), limits={2: 3}
    )

    assert refused(answers, found) == [
        [True, False, False, False, False, False],
        [False, False, True, False, False, False],
        [False, False, False, False, False, True],
    ]


def test_nothing_is_left_out_without_answers():
    assert refused(Answers(), games((0, 2, 9))) == [[False], [False]]


def uploaded_file(name):
    return ImportFile.objects.create(
        pool=chess_pool(),
        name=name,
        digest=name,
        size=1,
        uploaded_by=officer(),
        uploaded_at=NOON,
    )


@pytest.fixture
def file(db):
    return uploaded_file("a.csv")


def finding(file, kind, answer, event=0, **facts):
    by = {"answered_by": officer(), "answered_at": NOON} if answer else {}
    return ImportFinding.objects.create(
        file=file, kind=kind, answer=answer, event=event, **by, **facts
    )


def items_of_rounds(*rounds):
    return [{"rounds": [number], "first": False} for number in rounds]


def test_answers_are_read_by_event_and_kind(file):
    days = {"days": {"0": "2023-03-14", "1": "2023-03-15"}}
    finding(file, FileFindingKind.FIRST_DAY, OPEN, event=1)
    finding(file, FileFindingKind.POINTS, RIGHT, event=2)
    finding(
        file,
        FileFindingKind.FIRST_DAY,
        MENDED,
        event=3,
        mends=days,
        days=items_of_rounds(1, 4, 6),
    )
    finding(file, FileFindingKind.TWICE, MENDED, event=3, mends={"games": [[5, 2]]})
    finding(file, FileFindingKind.ROUNDS, MENDED, event=4, announced=7)
    finding(file, FileFindingKind.POINTS, OUT, event=5)
    finding(file, FileFindingKind.FIRST_DAY, OPEN, event=5)

    assert answers_of(file) == Answers(
        waiting=frozenset({1}),
        left_out=frozenset({5}),
        days={
            3: {
                1: day_number(date(2023, 3, 14)),
                4: day_number(date(2023, 3, 15)),
            },
            4: {},
        },
        dropped=frozenset({(3, 5, 2)}),
        limits={4: 7},
    )


def test_answers_about_another_file_are_ignored(file):
    finding(uploaded_file("b.csv"), FileFindingKind.POINTS, OUT, event=0)

    assert answers_of(file) == Answers()
