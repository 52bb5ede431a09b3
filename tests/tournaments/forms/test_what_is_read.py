"""What the forms of a tournament read from the form data: days, boards and rounds."""

from datetime import UTC, date, datetime

import pytest
from django.http import QueryDict

from tournaments.domain.entering import OutsideRating
from tournaments.domain.entry_requests.opening import EntryOpening
from tournaments.domain.result_history.changes import UndoAction
from tournaments.domain.results import ResultWish
from tournaments.domain.rounds.round_pairings import AT_ONCE, RoundPublication
from tournaments.enums import PhoneCodeKind
from tournaments.forms.boards import UnreadableBoardsError, boards_typed, pairs_text
from tournaments.forms.keeping_apart import KeepApartForm
from tournaments.forms.open_entries import OpenEntriesForm
from tournaments.forms.outside import OutsideForm
from tournaments.forms.phone import PhoneCodeForm
from tournaments.forms.planning import suggested_days
from tournaments.forms.playing import NewcomerForm, RoundDatesForm, WithdrawalForm
from tournaments.forms.round_days import DayRuleForm
from tournaments.forms.wishes import (
    read_phone_wish,
    read_undo_action,
    read_wish,
    read_wishes,
)

MAY_4 = date(2026, 5, 4)
UNTIL = datetime(2026, 5, 4, 21, 0, tzinfo=UTC)


def test_proposed_days_are_next_monday_and_the_monday_six_weeks_later():
    for today in (date(2026, 4, 27), date(2026, 5, 3)):
        assert suggested_days(today) == {
            "start_date": MAY_4,
            "end_date": date(2026, 6, 15),
        }


def test_boards_are_read_in_order_with_white_first():
    typed = boards_typed(
        QueryDict(
            "white=3&black=1&white=&black=&white=2&black=&reason= late &system=x"
            "&publish_at=&seen=7,x,9&proposed=1-3 2- x-4 5-x"
        )
    )

    assert typed.pairs == [(3, 1), (2, None)]
    assert typed.pairs_proposed == [(1, 3), (2, None)]
    assert (typed.reason, typed.system, typed.seen) == ("late", "", (7, 9))
    assert typed.publication == AT_ONCE
    assert pairs_text(typed.rows) == "3-1 - 2-"


@pytest.mark.parametrize("typed", ["white=&black=4", "white=x&black=4", "white=12345"])
def test_board_without_a_number_for_white_is_refused(typed):
    with pytest.raises(UnreadableBoardsError):
        _ = boards_typed(QueryDict(f"{typed}&black=")).pairs


def test_draft_is_not_published_and_publication_time_is_local():
    typed_boards = boards_typed(QueryDict("draft=on&publish_at=2026-05-04T18:00"))
    later = boards_typed(QueryDict("publish_at=2026-05-04T18:00"))
    none = boards_typed(QueryDict("publish_at=soon"))

    assert typed_boards.publication == RoundPublication(is_draft=True)
    assert later.publication == RoundPublication(
        at=datetime(2026, 5, 4, 16, 0, tzinfo=UTC)
    )
    with pytest.raises(UnreadableBoardsError, match="“soon” is not a day with a time"):
        _ = none.publication


def test_wish_for_a_board_gives_a_day_clears_it_or_leaves_it():
    form_data = {"result": "1-0", "version": "4"}

    assert read_wish(form_data, 8) == ResultWish(8, "1-0", 4)
    on_day = read_wish(form_data | {"finished": "2026-05-06"}, 8)
    assert on_day == ResultWish(8, "1-0", 4, date(2026, 5, 6))
    cleared = read_wish(form_data | {"finished": "none"}, 8)
    assert cleared == ResultWish(8, "1-0", 4, clears_day=True)


def test_phone_removes_a_result_only_on_request():
    assert read_phone_wish({"result": "open", "version": "2"}, 5) == ResultWish(
        5, "", 2
    )
    assert read_phone_wish({"result": "0-1", "version": "2"}, 5) == ResultWish(
        5, "0-1", 2
    )


def test_only_named_turns_undo_or_redo():
    assert [read_undo_action({"turn": each}) for each in ("undo", "redo", "both")] == [
        UndoAction.UNDO,
        UndoAction.REDO,
        UndoAction.NEITHER,
    ]


def test_only_changed_boards_of_a_form_are_wishes():
    form_data = {
        "result-1": "1-0", "seen-1": "1-0", "version-1": "1",
        "result-2": "0-1", "seen-2": "1-0", "version-2": "2",
        "result-3": "1-0", "seen-3": "1-0", "version-3": "3",
        "finished-3": "", "seen-finished-3": "2026-05-05",
        "result-4": "1-0", "seen-4": "1-0", "version-4": "4",
        "finished-4": "2026-05-06", "seen-finished-4": "2026-05-05",
        "result-5": "0-1", "seen-5": "1-0", "version-5": "5",
        "finished-5": "2026-05-05", "seen-finished-5": "2026-05-05",
        "result-6": "0-1", "seen-6": "", "version-6": "6", "finished-6": "today",
    }  # fmt: skip

    wishes, unread = read_wishes(form_data, range(1, 8))

    assert wishes == [
        ResultWish(2, "0-1", 2),
        ResultWish(3, "1-0", 3, clears_day=True),
        ResultWish(4, "1-0", 4, date(2026, 5, 6)),
        ResultWish(5, "0-1", 5),
    ]
    assert list(unread) == [6]
    assert (unread[6].result, unread[6].version, unread[6].day) == ("0-1", 6, "today")


def day_rule(**facts):
    form_data = {
        "weekday": "0",
        "every": "2",
        "rounds_a_day": "1",
        "first": "2026-05-04",
    }
    return DayRuleForm(form_data | facts, start=MAY_4)


def test_days_by_a_rule_leave_out_the_pause_with_its_first_and_last_day():
    form = day_rule(every="1", pause_from="2026-05-11", pause_to="2026-05-18")

    assert form.is_valid()
    assert form.days(3) == [MAY_4, date(2026, 5, 25), date(2026, 6, 1)]


def test_pause_may_be_one_day_but_may_not_end_before_it_begins():
    assert day_rule(pause_from="2026-05-18", pause_to="2026-05-18").is_valid()
    before = day_rule(pause_from="2026-05-18", pause_to="2026-05-17")
    assert list(before.errors) == ["pause_to"]
    assert list(day_rule(pause_from="2026-05-18").errors) == ["pause_to"]
    assert list(day_rule(pause_to="2026-05-18").errors) == ["pause_from"]
    assert day_rule(first="2027-05-05").is_valid()
    assert list(day_rule(first="2027-05-06").errors) == ["first"]


def test_days_of_rounds_are_returned_in_the_order_of_rounds():
    days = [date(2026, 5, 4 + each) for each in range(11)]
    form_data = {
        f"round-{n}": str(day) for n, day in enumerate(reversed(days), start=1)
    }
    form = RoundDatesForm(form_data, days=days)

    assert [form[f"round-{n}"].initial for n in (1, 11)] == [days[0], days[10]]
    assert form.is_valid()
    assert form.days == list(reversed(days))


def test_withdrawal_form_offers_every_round_and_proposes_the_last():
    form = WithdrawalForm(names=[(7, "Ada")], rounds=3, last_round=2)

    assert form.fields["after_round"].initial == 2
    assert [each for each, _words in form.fields["after_round"].choices] == [
        "", 0, 1, 2, 3,
    ]  # fmt: skip


def phone_code(**facts):
    form_data = {"label": "Hall", "kind": "deputy", "expires_at": "2026-05-04T23:00"}
    return PhoneCodeForm(form_data | facts, until=UNTIL)


def test_code_is_for_all_boards_for_one_or_for_a_range():
    every, one = phone_code(), phone_code(first_board="4", last_board="4")

    assert every.is_valid()
    assert one.is_valid()
    assert (every.draft.first_board, every.draft.last_board) == (None, None)
    assert (one.draft.first_board, one.draft.last_board) == (4, 4)
    some = phone_code(first_board="4", last_board="6")
    assert some.is_valid()
    assert (some.draft.first_board, some.draft.last_board) == (4, 6)
    assert (one.draft.label, one.draft.kind) == ("Hall", PhoneCodeKind.DEPUTY)
    assert one.draft.expires_at == UNTIL
    turned = phone_code(first_board="5", last_board="4")
    assert list(turned.errors) == ["last_board"]
    assert list(phone_code(first_board="5").errors) == ["last_board"]
    assert list(phone_code(last_board="5").errors) == ["first_board"]


def test_two_different_players_are_kept_apart_where_possible_or_always():
    players = [(1, "Ada"), (2, "Bo")]
    form_data = {"one": "1", "other": "2", "reason": "Siblings"}
    forms = [
        KeepApartForm(form_data | {"strictness": each}, players=players)
        for each in ("where_possible", "always")
    ]
    himself = {"one": "1", "other": "1", "reason": "x", "strictness": "always"}

    assert [form.is_valid() and form.is_strict for form in forms] == [False, True]
    assert [form.cleaned_data["one"] for form in forms] == [1, 1]
    assert list(KeepApartForm(himself, players=players).errors) == ["other"]


def test_entries_may_be_open_for_one_day_but_may_not_end_before_they_begin():
    form_data = {
        "from_date": "2026-05-04",
        "to_date": "2026-05-04",
        "needs_answer": "on",
    }
    form = OpenEntriesForm(form_data | {"most": "20", "born_from": "2010"})

    assert form.is_valid()
    assert form.opening == EntryOpening(
        from_date=MAY_4, to_date=MAY_4, most=20, needs_answer=True, born_from=2010
    )
    early = OpenEntriesForm(form_data | {"to_date": "2026-05-03"})
    assert list(early.errors) == ["to_date"]


def test_estimate_needs_a_reason_and_fide_rating_does_not():
    form_data = {"outside_rating": "1800", "outside_kind": "estimate"}
    without, fide = (
        OutsideForm(form_data),
        OutsideForm(form_data | {"outside_kind": "fide"}),
    )
    nothing = OutsideForm({"outside_rating": "", "outside_kind": "estimate"})
    with_reason = OutsideForm(form_data | {"estimate_reason": "Seen"})

    assert list(without.errors) == ["estimate_reason"]
    assert (fide.is_valid(), nothing.is_valid(), with_reason.is_valid()) == (
        True,
        True,
        True,
    )
    assert fide.outside == OutsideRating(1800, "fide", "")
    assert with_reason.outside == OutsideRating(1800, "estimate", "Seen")
    assert nothing.outside is None


def test_number_in_a_pool_of_another_game_is_an_estimate_whatever_was_sent():
    form_data = {"outside_rating": "1100", "outside_kind": "fide"}
    without, with_reason = (
        OutsideForm(form_data | facts, with_fide=False)
        for facts in ({}, {"estimate_reason": "Norway's list"})
    )

    assert list(without.errors) == ["estimate_reason"]
    assert with_reason.is_valid()
    assert with_reason.outside == OutsideRating(1100, "estimate", "Norway's list")


def newcomer(**facts):
    form_data = {"first_name": "Ada", "last_name": "Ek", "joins_club": "elsewhere"}
    return NewcomerForm(form_data | facts, club="Wasa SK", today=MAY_4)


def test_newcomer_from_outside_needs_a_country_and_with_a_fide_rating_a_number():
    rated = {"outside_rating": "1800", "outside_kind": "fide"}

    assert list(newcomer(joins_club="no").errors) == ["country"]
    assert newcomer(joins_club="yes").is_valid()
    assert list(newcomer(**rated).errors) == ["fide_id"]
    assert newcomer(**rated, fide_id="1700000").is_valid()
    assert newcomer(birth_year="2026").is_valid()
    assert list(newcomer(birth_year="2027").errors) == ["birth_year"]
    guest = newcomer(joins_club="no", country="nor", birth_year="1990")
    assert guest.is_valid()
    drafted = guest.player
    assert (drafted.first_name, drafted.last_name) == ("Ada", "Ek")
    assert (drafted.country, drafted.birth_year) == ("NOR", 1990)
