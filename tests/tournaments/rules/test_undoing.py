from tournaments.rules.undoing import NumberedChange, undo_redo_after


def turns(*steps):
    found = undo_redo_after(NumberedChange(number, undoes) for number, undoes in steps)
    return found.done, found.undone


def test_changes_are_undone_from_the_last():
    assert turns((1, None), (2, None)) == ((1, 2), ())


def test_undone_change_can_be_redone():
    assert turns((1, None), (2, None), (3, 2)) == ((1,), (3,))


def test_redone_change_can_be_undone():
    assert turns((1, None), (2, 1), (3, 2)) == ((3,), ())
    assert turns((1, None), (2, 1), (3, 2), (4, 3)) == ((), (4,))


def test_new_change_leaves_nothing_to_redo():
    assert turns((1, None), (2, 1), (3, None)) == ((3,), ())


def test_change_in_the_middle_is_undone_alone():
    assert turns((1, None), (2, None), (3, 1)) == ((2,), (3,))


def test_undoing_of_the_change_of_another_author_can_be_undone():
    assert turns((5, 4)) == ((), (5,))
