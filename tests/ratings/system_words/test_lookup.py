import pytest
from django.utils.translation import override

from ratings.rules.systems import systems
from ratings.system_words.lookup import (
    fault_words,
    measure_words,
    note_pattern,
    parameter_words,
    refusal_words,
    system_choices,
    system_label,
    words_of_systems,
)


def test_every_system_has_words_in_the_order_of_the_lists():
    assert list(words_of_systems()) == [
        "ssf_2008", "lask_1970", "elo", "glicko2", "scrabble", "renju",
    ]  # fmt: skip
    assert systems().keys() == words_of_systems().keys()
    with override("en"):
        assert system_choices() == [
            ("ssf_2008", "SSF rating of 2008"),
            ("lask_1970", "LASK of 1970"),
            ("elo", "FIDE Elo"),
            ("glicko2", "Glicko-2"),
            ("scrabble", "Scrabble rating"),
            ("renju", "Renju levels"),
        ]


@pytest.mark.parametrize("name", systems())
def test_every_parameter_has_words(name):
    columns = systems()[name].Parameters.__dataclass_fields__
    plain = [
        each
        for each in columns
        if parameter_words(name, each).label == each.replace("_", " ")
    ]
    assert plain == []


def test_parameter_means_what_its_own_system_says():
    with override("en"):
        assert str(parameter_words("ssf_2008", "minutes").label) == "Thinking time"
        assert parameter_words("renju", "minutes").label == "minutes"
        assert parameter_words("none", "start_rating").label == "start rating"


def test_codes_without_words_are_shown_by_name():
    assert system_label("none") == "none"
    assert fault_words("not_so") == "not so"
    assert measure_words("elo", "sharp_games") == "sharp games"
    assert measure_words("none", "rd") == "rd"
    assert refusal_words("not_so") is None


def test_note_has_the_words_of_the_system_that_its_paragraph_belongs_to():
    with override("en"):
        assert str(note_pattern("raised", "Renju 2 §2g")) == (
            "the norm of %(level)s is met"
        )
    assert note_pattern("raised", "Ladder 1") is None
    assert note_pattern("risen", "Renju 2 §2g") is None


def test_refusal_has_a_sentence_and_a_clause():
    words = refusal_words("player_meets_themself")
    with override("en"):
        assert str(words.sentence) == "A player is paired against themselves."
        assert str(words.clause) == "a player is paired against themselves"
