"""Activity over the board as the office decides about it: `ratings.rules.activity`."""

from ratings.rules.activity import Activity, spans_of_activity


def test_turns_of_activity_make_spans():
    turns = [(10, True), (20, False), (30, True)]

    assert spans_of_activity(turns) == (Activity(10, 19), Activity(30))


def test_what_is_said_twice_changes_nothing():
    turns = [(5, False), (10, True), (12, True), (20, False), (25, False)]

    assert spans_of_activity(turns) == (Activity(10, 19),)


def test_whoever_stops_on_the_day_on_which_it_began_was_never_active():
    assert spans_of_activity([(10, True), (10, False)]) == ()
    assert spans_of_activity([]) == ()
