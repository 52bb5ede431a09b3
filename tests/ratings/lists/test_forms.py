"""What must be ticked before lists are approved, and which lists of a chain are
selected.
"""

from datetime import date

import pytest

from ratings.lists.forms import ApprovalForm, ChainForm, LimitsForm, SeenField
from ratings.lists.queries.left_out import LeftOutGames, WhyLeftOut
from ratings.lists.queries.listing import ListProposalSeen

DIGEST = "0123456789abcdef" * 4
SEEN = f"17-{DIGEST}"
SOME = [
    LeftOutGames(
        why=WhyLeftOut.HELD,
        name="Spring Open",
        first_day=date(2026, 2, 1),
        last_day=date(2026, 2, 3),
        games=4,
        url="/reports/1/",
    )
]
FIRST, SECOND, THIRD = 11, 12, 13


def chain(sent, *, left_out=None, unusual=None):
    nothing = dict.fromkeys((FIRST, SECOND, THIRD))
    form = ChainForm(
        {"comment": "", **sent},
        left_out={pk: (left_out or {}).get(pk, []) for pk in nothing},
        unusual={pk: (unusual or {}).get(pk, 0) for pk in nothing},
    )
    form.is_valid()
    return form


def seen(*periods):
    return {f"seen_{pk}": SEEN for pk in periods}


# --- a chain --------------------------------------------------------------------
@pytest.mark.parametrize(
    ("up_to", "chosen"),
    [
        (FIRST, [FIRST]),
        (SECOND, [FIRST, SECOND]),
        (THIRD, [FIRST, SECOND, THIRD]),
        (99, []),
    ],
)
def test_lists_up_to_and_including_the_named_one_are_selected(up_to, chosen):
    assert chain({"up_to": up_to}).chosen == chosen


def test_each_list_is_submitted_as_seen_on_the_page():
    other = f"18-{DIGEST[::-1]}"
    form = chain({"up_to": SECOND, f"seen_{FIRST}": SEEN, f"seen_{SECOND}": other})
    assert [form.seen_of(pk) for pk in (FIRST, SECOND, THIRD)] == [
        ListProposalSeen(17, DIGEST), ListProposalSeen(18, DIGEST[::-1]), None,
    ]  # fmt: skip


def test_list_in_between_that_was_not_seen_is_refused():
    assert [
        chain({"up_to": up_to, **seen(*those)}).was_seen
        for up_to, those in (
            (THIRD, (FIRST, THIRD)),
            (THIRD, (FIRST, SECOND, THIRD)),
            (FIRST, (FIRST,)),
            (99, (FIRST, SECOND, THIRD)),
        )
    ] == [False, True, True, False]


def test_left_out_games_must_be_ticked_for_each_selected_list():
    left_out = {FIRST: SOME, SECOND: SOME, THIRD: SOME}
    form = chain({"up_to": SECOND, f"left_out_{FIRST}": "on"}, left_out=left_out)
    assert form.errors == {
        f"left_out_{SECOND}": [
            "Tick the box to publish without these games, or wait until they have been sent in."
        ]
    }
    assert form.unconfirmed == [SECOND]


def test_unusual_lines_must_be_ticked_for_each_selected_list():
    counts = {FIRST: 2, THIRD: 1}
    form = chain({"up_to": THIRD, f"looked_at_{FIRST}": "on"}, unusual=counts)
    assert form.errors == {
        f"looked_at_{THIRD}": [
            "Look at the lines under “To look at first”, then tick the box."
        ]
    }
    assert form.unconfirmed == [THIRD]


def test_later_unselected_lists_need_no_ticks():
    form = chain(
        {"up_to": FIRST, **seen(FIRST)},
        left_out={SECOND: SOME},
        unusual={THIRD: 4},
    )
    assert (form.errors, form.unconfirmed) == ({}, [])


def test_each_list_shows_the_number_of_its_unusual_lines():
    form = chain({"up_to": FIRST}, unusual={FIRST: 1, SECOND: 3})
    labels = [str(form.fields[f"looked_at_{pk}"].label) for pk in (FIRST, SECOND)]
    assert labels == [
        "I have looked at the line under “To look at first”",
        "I have looked at the 3 lines under “To look at first”",
    ]
    assert f"looked_at_{THIRD}" not in form.fields


# --- a single list -----------------------------------------------------------------
@pytest.mark.parametrize(
    ("facts", "required"),
    [
        ({}, set()),
        ({"left_out": SOME}, {"left_out_seen"}),
        ({"unusual": 2}, {"looked_at"}),
        ({"before": [object()]}, {"earlier_seen"}),
        (
            {"left_out": SOME, "unusual": 2, "before": [object()]},
            {"left_out_seen", "looked_at", "earlier_seen"},
        ),
    ],
)
def test_list_is_approved_when_everything_is_ticked(facts, required):
    sent = {"seen": SEEN, "comment": ""}
    assert set(ApprovalForm(sent, **facts).errors) == required
    ticked = dict.fromkeys(required, "on")
    assert ApprovalForm(sent | ticked, **facts).errors == {}


@pytest.mark.parametrize(
    "text",
    ["", "17", f"-{DIGEST}", f"17-{DIGEST[1:]}", f"17-{DIGEST.upper()}", f"x-{DIGEST}"],
)
def test_proposal_seen_is_a_posting_number_and_a_digest(text):
    form = ApprovalForm({"seen": text, "comment": ""})
    assert list(form.errors) == ["seen"]


def test_proposal_seen_is_parsed_back_as_formatted():
    written = ListProposalSeen(9, DIGEST)
    assert SeenField().clean(str(written)) == written


def test_empty_limit_is_none_not_zero():
    form = LimitsForm({"change": "", "games": "12", "idle": "0"})
    assert form.is_valid() == (not form.errors)
    assert {name: form.cleaned_data.get(name) for name in ("change", "games")} == {
        "change": None, "games": 12,
    }  # fmt: skip
