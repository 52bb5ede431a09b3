"""Results in tables: written results are read as the same, and so are other spellings."""

import pytest

from ratings.files.wording import InvalidField
from tournaments.formats.written_results import WRITTEN, read_bye, read_result
from tournaments.rules.results import Result


@pytest.mark.parametrize("result", list(Result))
def test_written_result_is_read_as_the_same(result):
    read = read_bye if result.is_bye else read_result
    assert read(WRITTEN[result]) is result


@pytest.mark.parametrize(
    ("field", "result"),
    [
        ("1", Result.WHITE_WIN),
        ("1 – 0", Result.WHITE_WIN),
        ("0.5", Result.DRAW),
        ("1/2", Result.DRAW),
        ("remi", Result.DRAW),
        ("=", Result.DRAW),
        ("+ -", Result.FORFEIT_WHITE),
        ("'- +", Result.FORFEIT_BLACK),
        ("- -", Result.DOUBLE_FORFEIT),
        ("1-0 wo", Result.FORFEIT_WHITE),
        ("0-1 ff", Result.FORFEIT_BLACK),
        ("½ - ½ adj", Result.ADJUDICATED_DRAW),
        ("(½–½)", Result.UNRATED_DRAW),
        ("1.0", Result.WHITE_WIN),
        ("1,0", Result.WHITE_WIN),
        ("0,5", Result.DRAW),
        ("0.0", Result.BLACK_WIN),
        ("1:0", Result.WHITE_WIN),
        ("0:0", Result.DOUBLE_LOSS),
        ("1,0-0,0", Result.WHITE_WIN),
        ("0.5:0.5", Result.DRAW),
        ("0.0-0.0", Result.DOUBLE_LOSS),
        ("1F-0F", Result.FORFEIT_WHITE),
        ("0f–1f", Result.FORFEIT_BLACK),
        ("0F-0F", Result.DOUBLE_FORFEIT),
        ("1-0F", Result.FORFEIT_WHITE),
        ("+:-", Result.FORFEIT_WHITE),
        ("-:+", Result.FORFEIT_BLACK),
        ("-:-", Result.DOUBLE_FORFEIT),
        ("+ - -", Result.FORFEIT_WHITE),
        ("- - +", Result.FORFEIT_BLACK),
        ("(+--)", Result.FORFEIT_WHITE),
        ("(--+)", Result.FORFEIT_BLACK),
        ("(---)", Result.DOUBLE_FORFEIT),
        ("(1-0)", Result.UNRATED_WHITE),
        ("(0,5-0,5)", Result.UNRATED_DRAW),
    ],
)
def test_other_spellings_are_read(field, result):
    assert read_result(field) is result


@pytest.mark.parametrize("field", ["-", " - ", "–", "—", "'-"])
def test_lone_hyphen_is_an_unplayed_game(field):
    assert read_result(field) is Result.NOT_PLAYED


@pytest.mark.parametrize("field", ["2026-01-02", "2-0", "won", "½-½ w.o."])
def test_invalid_result_is_refused(field):
    with pytest.raises(InvalidField):
        read_result(field)


@pytest.mark.parametrize(
    ("field", "result"),
    [
        ("bye", Result.BYE),
        ("Frilott", Result.BYE),
        ("1", Result.BYE),
        ("1.0", Result.BYE),
        ("1,0", Result.BYE),
        ("½", Result.HALF_BYE),
        ("0,5", Result.HALF_BYE),
        ("0", Result.ZERO_BYE),
        ("0.0", Result.ZERO_BYE),
        ("-", Result.ZERO_BYE),
    ],
)
def test_byes_are_read(field, result):
    assert read_bye(field) is result


@pytest.mark.parametrize("field", ["", " ", "1-0 w.o.", "0-1", "won"])
def test_invalid_bye_is_refused(field):
    with pytest.raises(InvalidField):
        read_bye(field)
