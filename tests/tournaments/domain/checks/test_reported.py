"""Games that were already reported by another tournament."""

from datetime import date

import pytest

from ratings.enums import ReportState
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.models import Report
from tests.factories import acting, line, member, posted, second_pool
from tests.tournaments.domain.checks.found import found, found_rows
from tests.tournaments.tournaments_made import played, started, submitted
from tests.worlds import shared

pytestmark = pytest.mark.django_db

DAY = date(2026, 5, 4)
"""The day of the only round of a section of two."""


@shared
def pair():
    return member(first_name="Bo", last_name="Ek"), member()


def own(pair, text="1-0"):
    """Return a section with the game of the pair; number 2 has White by the tables."""
    return played(started(players=pair), text)


def colours(group):
    board = group.pairings.get()
    return board.white.player, board.black.player


def test_same_game_in_another_tournament_needs_an_answer(pair):
    first = own(pair)
    other = submitted(first)
    group = own(pair)

    [row] = found_rows(group)["reported_twice"]

    assert row.tournament == first.tournament_id
    assert row.text.endswith(f" 1–0 ({other.name}, 2026-05-04)")


def test_both_games_are_named_with_their_current_results(pair):
    submitted(own(pair, "1/2"))
    assert "reported_twice" not in found(own(pair, "1-0"))


def test_game_reported_with_other_colours_is_the_same_and_with_another_winner_is_not(
    pair,
):
    group = own(pair, "1-0")
    white, black = colours(group)
    posted(line(black, white, 0, DAY), source_number=10_001)
    assert len(found(group)["reported_twice"]) == 1

    Report.objects.update(state=ReportState.WITHDRAWN)
    posted(line(black, white, 2, DAY), source_number=10_002)
    assert "reported_twice" not in found(group)


@pytest.mark.parametrize(("day", "is_near"), [(1, True), (7, True), (8, False)])
def test_games_on_days_close_together_may_be_the_same(pair, day, is_near):
    # The round is that of 4 May; three days before is 1 May, three days after 7 May.
    group = own(pair, "1/2")
    posted(line(*pair, 1, date(2026, 5, day)), source_number=10_001)
    assert ("reported_twice" in found(group)) is is_near


def test_game_under_another_card_of_the_player_is_found(pair):
    bo, other = pair
    merged_card = member(first_name="B", last_name="Ek")
    posted(line(merged_card, other, 1, DAY), source_number=10_001)
    plan = MergeDraft(merged_card.pk, bo.pk, "One person")
    confirm_merge(propose_merge(plan, acting=acting()).pk, acting=acting())

    assert len(found(own(pair, "1/2"))["reported_twice"]) == 1


def test_another_version_of_the_same_tournament_is_not_another_report(pair):
    group = own(pair)
    submitted(group, is_final=False)
    assert "reported_twice" not in found(group)


@pytest.mark.parametrize("state", [ReportState.WITHDRAWN, ReportState.RETURNED])
def test_withdrawn_report_does_not_count_as_reported(pair, state):
    posted(line(*pair, 1, DAY), source_number=10_001)
    Report.objects.update(state=state, reason="Wrong day")
    assert "reported_twice" not in found(own(pair, "1/2"))


def test_forfeit_or_game_of_another_pool_is_not_the_same_game(pair):
    group = own(pair, "1/2")
    posted(line(*pair, 1, DAY, played=False), source_number=10_001)
    posted(line(*pair, 1, DAY), source_number=10_002, pool_id=second_pool().pk)
    assert "reported_twice" not in found(group)


def test_imported_event_is_named_without_a_link_to_a_tournament(pair):
    posted(
        line(*pair, 1, DAY), name="Old cup", source_kind="import", source_number=10_001
    )
    [row] = found_rows(own(pair, "1/2"))["reported_twice"]
    assert (row.tournament, row.text.endswith("(Old cup, 2026-05-04)")) == (None, True)
