"""Ratings converted from one edition to the next: `ratings.rules.conversion`."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.rules.conversion import FIDE_2024, Conversion, NotConverted
from ratings.rules.parameters import BadParameters

NAN = math.nan


def converted(data, *ratings):
    return Conversion.from_json(data).convert(np.array(ratings)).tolist()


def faults(data):
    with pytest.raises(BadParameters) as refused:
        Conversion.from_json(data)
    return refused.value.errors


def pieces(*each, **rest):
    names = ("first", "below", "times", "plus")
    return {"pieces": [dict(zip(names, row, strict=True)) for row in each], **rest}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # 0.40 x (2000 - rating): 400 points at 1000, 160 at 1600, 200 at 1500.
        (1000, 1400), (1600, 1760), (1500, 1700), (1900, 1940),
        # 0.4, 0.8, 1.2 and 1.6 points, rounded to the nearest.
        (1999, 1999), (1998, 1999), (1997, 1998), (1996, 1998), (1995, 1997),
        (2000, 2000), (2001, 2001), (2010, 2010), (2800, 2800),
    ],
)  # fmt: skip
def test_two_fifths_of_the_distance_to_2000_are_added(before, after):
    assert FIDE_2024.convert(np.array([float(before)])).tolist() == [after]


def test_unrated_player_gets_no_rating():
    after = FIDE_2024.convert(np.array([NAN, 1400]))
    assert np.isnan(after).tolist() == [True, False]
    by_table = Conversion.from_json({"table": [[1, 2]]}).convert(np.array([NAN, 1]))
    assert np.isnan(by_table).tolist() == [True, False]


def test_linear_conversion_shifts_and_scales():
    # 100 + 0.9 x 1500 = 1450
    assert converted(pieces((None, None, 0.9, 100)), 1500, 1000) == [1450, 1000]


def test_halves_are_rounded_up_despite_floating_point_error():
    # 0.7 x 45 = 31.5, in the machine 31.499999999999996
    assert converted(pieces((None, None, 0.7, 0)), 45) == [32]


def test_halves_of_the_last_decimal_are_rounded_up():
    # 0.00011 x 45 = 0.00495, in the machine 100.00494999999999.
    line = pieces((None, None, 0.00011, 100), decimals=4)
    assert converted(line, 45) == [100.005]


def test_a_conversion_may_keep_decimals():
    assert converted(pieces((None, None, 1 / 3, 0), decimals=2), 1000) == [333.33]


def test_table_gives_the_new_rating_of_each_old_one():
    levels = {"table": [[1, 1000], [3, 1200], [2, 1100]]}
    assert converted(levels, 3, 1, 2) == [1200, 1000, 1100]


def test_table_may_interpolate_linearly_between_rows():
    rows = {"table": [[1000, 1100], [2000, 1900]], "between": "line"}
    # halfway 1500 → 1500; a quarter of the way 1250 → 1300
    assert converted(rows, 1000, 1250, 1500, 2000) == [1100, 1300, 1500, 1900]


def test_conversion_is_refused_for_uncovered_ratings():
    only_some = pieces((1000, 2000, 1, 50))
    with pytest.raises(NotConverted, match="not converted: 999, 2000") as refused:
        converted(only_some, 2000, 1000, 999, 2000)
    assert refused.value.ratings == (999, 2000)


def test_interpolation_includes_the_last_row():
    rows = {"table": [[1000, 1100], [1500, 1400], [2000, 1900]], "between": "line"}
    assert converted(rows, 1250, 1750, 2000) == [1250, 1650, 1900]


def test_blank_fields_of_a_piece_change_nothing():
    assert converted({"pieces": [{"times": 0.5}]}, 1500) == [750]
    assert converted({"pieces": [{"plus": 100}]}, 1500) == [1600]
    assert converted({"pieces": [{"plus": 0.5}]}, 1500) == [1501]


def test_table_without_interpolation_does_not_cover_values_between_rows():
    with pytest.raises(NotConverted) as refused:
        converted({"table": [[1000, 1100], [2000, 1900]]}, 1500)
    assert refused.value.ratings == (1500,)


def test_table_with_interpolation_does_not_cover_values_beyond_its_ends():
    rows = {"table": [[1000, 1100], [2000, 1900]], "between": "line"}
    with pytest.raises(NotConverted) as refused:
        converted(rows, 999, 2001)
    assert refused.value.ratings == (999, 2001)


def test_only_pieces_open_at_both_ends_cover_all_ratings():
    conversions = (
        FIDE_2024.to_json(),
        pieces((0, None, 1, 0)),
        pieces((None, 3000, 1, 0)),
        {"table": [[1, 2]]},
    )
    totals = [Conversion.from_json(each).is_total for each in conversions]
    assert totals == [True, False, False, False]


def twenty(count=20):
    """Return pieces of 100 points each."""
    ends = [None, *range(100, 100 * count, 100), None]
    return pieces(*((ends[row], ends[row + 1], 1, row) for row in range(count)))


def test_maximum_number_of_pieces_is_accepted():
    assert converted(twenty(), 0, 150, 5000) == [0, 151, 5019]
    assert converted({"table": [[row, row + 1] for row in range(2000)]}, 1999) == [2000]
    assert converted(pieces((None, None, 0, 100_000)), 1) == [100_000]
    assert converted(pieces((None, None, 0, -100_000)), 1) == [-100_000]
    assert converted(pieces((None, None, 1 / 3, 0), decimals=4), 1000) == [333.3333]


@pytest.mark.parametrize(
    ("data", "errors"),
    [
        ([], {"conversion": "not_object"}),
        ({}, {"conversion": "one_way"}),
        (
            pieces((None, None, 1, 0), table=[[1, 2]]),
            {"conversion": "one_way"},
        ),
        (pieces((None, 1500, 1, 0), (1400, None, 1, 0)), {"pieces[1]": "overlaps"}),
        (pieces((1400, None, 1, 0), (None, 1500, 1, 0)), {"pieces[0]": "overlaps"}),
        (pieces((None, None, 1, 0), (None, None, 1, 0)), {"pieces[1]": "overlaps"}),
        (pieces((None, 1500, 1, 0), (1501, None, 1, 0)), {"pieces[1]": "gap"}),
        (pieces((1500, 1500, 1, 0)), {"pieces[0]": "empty_piece"}),
        (
            pieces((None, None, "x", None)),
            {"pieces[0].times": "not_number", "pieces[0].plus": "not_number"},
        ),
        (pieces((None, None, 1, 10**6)), {"pieces[0].plus": "too_high"}),
        (pieces((None, None, NAN, 0)), {"pieces[0].times": "too_high"}),
        ({"pieces": 3}, {"pieces": "not_pieces"}),
        ({"pieces": [{"k": 3}]}, {"pieces[0]": "not_pieces"}),
        ({"pieces": [3]}, {"pieces[0]": "not_pieces"}),
        (
            {"pieces": [{"first": "x"}]},
            {"pieces[0]": "empty_piece", "pieces[0].first": "not_number"},
        ),
        (pieces((None, None, True, 0)), {"pieces[0].times": "not_number"}),
        (pieces((None, None, 1, -100_001)), {"pieces[0].plus": "too_low"}),
        (pieces((None, None, 1, 100_001)), {"pieces[0].plus": "too_high"}),
        (twenty(21), {"pieces": "not_pieces"}),
        ({"table": "1 2"}, {"table": "not_table"}),
        ({"table": [[1, 2], 3]}, {"table[1]": "not_table"}),
        (
            {"table": [["1", 2], ["1", 2]]},
            {"table[0]": "not_number", "table[1]": "not_number"},
        ),
        ({"table": [[1, 2]], "decimals": -1}, {"decimals": "too_low"}),
        ({"table": [[1, 2], [1, 3]]}, {"table[1]": "twice"}),
        ({"table": [[1, 2], [1, 2]]}, {"table[1]": "twice"}),
        ({"table": [[1]]}, {"table[0]": "not_table"}),
        ({"table": [[1, 2]] * 2001}, {"table": "too_many"}),
        ({"table": [[1, 2]], "between": "curve"}, {"between": "not_choice"}),
        ({"table": [[1, 2]], "decimals": 5}, {"decimals": "too_high"}),
        ({"table": [[1, 2]], "colour": 1}, {"colour": "unknown_field"}),
    ],
)
def test_ambiguous_conversion_is_refused_naming_its_pieces(data, errors):
    assert faults(data) == errors


def test_conversion_may_reverse_the_order_of_players():
    step_down = Conversion.from_json(pieces((None, 1500, 1, 100), (1500, None, 1, 0)))
    assert step_down.turns_around(np.array([1450.0, 1500, NAN])) is True
    assert step_down.turns_around(np.array([1400.0, 1450, 1500])) is True
    by_a_point = Conversion.from_json(pieces((None, 1500, 1, 2), (1500, None, 1, 0)))
    assert by_a_point.turns_around(np.array([1499.0, 1500])) is True
    assert FIDE_2024.turns_around(np.arange(3000.0)) is False


@given(
    st.lists(
        st.tuples(
            st.floats(0.125, 2, allow_subnormal=False).map(lambda x: round(x, 3)),
            st.integers(-500, 500),
        ),
        min_size=1,
        max_size=4,
    ),
    st.lists(st.integers(0, 3000), min_size=1, max_size=20),
)
def test_columns_agree_with_the_single_pieces(formulas, ratings):
    limits = [None, *(700 * (n + 1) for n in range(len(formulas) - 1)), None]
    conversion = Conversion.from_json(
        pieces(
            *(
                (limits[row], limits[row + 1], times, plus)
                for row, (times, plus) in enumerate(formulas)
            )
        )
    )
    assert Conversion.from_json(conversion.to_json()) == conversion
    after = conversion.convert(np.array(ratings, np.float32))
    for rating, new in zip(ratings, after.tolist(), strict=True):
        row = min(rating // 700, len(formulas) - 1)
        times, plus = formulas[row]
        # In whole thousandths, to avoid floating point rounding.
        assert new == (plus * 1000 + round(times * 1000) * rating + 500) // 1000


def test_stored_table_is_returned_unchanged():
    stored = {"table": [[1, 2.5], [3, 4]], "between": "line", "decimals": 1}
    assert Conversion.from_json(stored).to_json() == stored


def test_defaults_are_no_interpolation_and_whole_points():
    plain = Conversion(table=((1.0, 2.4),))
    assert plain.to_json() == {"table": [[1.0, 2.4]], "between": "none", "decimals": 0}
    assert plain.convert(np.array([1.0])).tolist() == [2]
