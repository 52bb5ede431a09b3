"""The sentence that answers an experiment says first what is certain."""

import pytest
from django.template.loader import render_to_string

from ratings.laboratory.queries.foretelling import (
    BestCandidates,
    QualityRow,
    TypicalDifference,
)

SURE, CHANCE = (0.01, 0.2), (-0.1, 0.2)


def row(place, label, limits, right=0.72):
    return QualityRow(
        place, place - 1, label, 0.5 + place / 10, 0.2, right, 0.1, limits
    )


def rendered_answer(limits, typical=None, right=0.72):
    best, following = row(1, "Elo", (0, 0), right), row(2, "Own", limits, right)
    answer = BestCandidates(best, following, typical)
    page = render_to_string("ratings/laboratory/_answer.html", {"answer": answer})
    return " ".join(page.split())


def test_significant_difference_is_described_as_more_than_chance():
    shown = rendered_answer(SURE)
    assert (
        "<strong> “Elo” predicts results better than “Own”, and that is more than"
        " chance. </strong> The log loss of “Elo” is 0.6000 against 0.7000." in shown
    )
    assert "may be chance" not in shown


@pytest.mark.parametrize("limits", [CHANCE, None])
def test_insignificant_difference_names_no_better_candidate(limits):
    shown = rendered_answer(limits)
    assert (
        "<strong> The games do not show whether “Elo” or “Own” predicts results better:"
        " the difference is so small that it may be chance. </strong>" in shown
    )
    assert "predicts results better than" not in shown
    assert "more than chance" not in shown


@pytest.mark.parametrize(
    ("right", "is_said"), [(0.72, True), (None, False)], ids=["known", "unknown"]
)
def test_share_of_favourites_wins_is_given_if_known(right, is_said):
    words = "its favourite won 72.0 %, against 72.0 %."
    assert (words in rendered_answer(SURE, right=right)) is is_said


@pytest.mark.parametrize(
    ("points", "within"),
    [(12.5, "within 13 points and 3 places"), (None, "within 3 places")],
)
def test_answer_gives_the_typical_change_for_half_of_the_players(points, within):
    shown = rendered_answer(SURE, TypicalDifference("Elo", 2, points, 3))
    words = f"Under “Elo” half of the players would be {within} of where they are."
    assert words in shown


def test_typical_change_is_omitted_without_players():
    assert "half of the players" not in rendered_answer(SURE)
