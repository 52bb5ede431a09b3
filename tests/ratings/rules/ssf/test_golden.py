"""The worked example of SSF rating, heading SYSTEM ("Adam ... Bertil")."""

import pytest

from tests.ratings.rules.columns import Person, Step, game

ADAM, BERTIL = 0, 1
# Adam 1950, Bertil 2220, D = 270. Adam wins: +26 and -13. Draw: +10 and -5.
# Bertil wins: -6 and +3.
EXAMPLES = [(2, 26, -13), (1, 10, -5), (0, -6, 3)]


@pytest.mark.parametrize(("score", "adam", "bertil"), EXAMPLES)
def test_rules_example_of_adam_and_bertil_is_reproduced(score, adam, bertil):
    outcome = Step([Person(1950), Person(2220)], [game(ADAM, BERTIL, score)]).rate()
    assert outcome.change.tolist() == [adam, bertil]
    assert outcome.after.tolist() == [1950 + adam, 2220 + bertil]


@pytest.mark.parametrize(("score", "adam", "bertil"), EXAMPLES)
def test_the_colours_change_nothing(score, adam, bertil):
    outcome = Step([Person(1950), Person(2220)], [game(BERTIL, ADAM, 2 - score)]).rate()
    assert outcome.change.tolist() == [adam, bertil]
