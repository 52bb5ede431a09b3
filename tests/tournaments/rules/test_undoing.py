from tournaments.rules.undoing import NumberedChange, undo_redo_after


def turns(*steps):
    found = undo_redo_after(NumberedChange(number, undoes) for number, undoes in steps)
    return found.done, found.undone


def test_changes_are_undone_from_the_last():
    assert turns((1, None), (2, None)) == ((1, 2), ())


def test_what_is_undone_can_be_done_again():
    assert turns((1, None), (2, None), (3, 2)) == ((1,), (3,))


def test_what_is_done_again_can_be_undone_again():
    assert turns((1, None), (2, 1), (3, 2)) == ((3,), ())
    assert turns((1, None), (2, 1), (3, 2), (4, 3)) == ((), (4,))


def test_a_new_change_leaves_nothing_to_do_again():
    assert turns((1, None), (2, 1), (3, None)) == ((3,), ())


def test_a_change_in_the_middle_is_taken_back_alone():
    assert turns((1, None), (2, None), (3, 1)) == ((2,), (3,))


def test_what_took_back_somebody_elses_change_can_be_taken_back():
    assert turns((5, 4)) == ((), (5,))
