"""Over-the-board activity by decision of the office: `ratings.rules.activity`."""

from ratings.rules.activity import Activity, spans_of_activity


def test_activity_decisions_form_spans():
    turns = [(10, True), (20, False), (30, True)]

    assert spans_of_activity(turns) == (Activity(10, 19), Activity(30))


def test_repeated_activity_decision_changes_nothing():
    turns = [(5, False), (10, True), (12, True), (20, False), (25, False)]

    assert spans_of_activity(turns) == (Activity(10, 19),)


def test_activity_ended_on_its_first_day_never_counted():
    assert spans_of_activity([(10, True), (10, False)]) == ()
    assert spans_of_activity([]) == ()
