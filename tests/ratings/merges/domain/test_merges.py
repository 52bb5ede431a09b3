"""Two cards of one person: proposed, confirmed, computed, undone."""

from datetime import date

import pytest

from federation.domain.memberships import leave_club
from federation.models import Player
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
)
from ratings.engine.domain.computation import compute_pool, replay_whole_pool
from ratings.engine.domain.explaining import explain_listed, explain_live
from ratings.engine.queries.own_games import own_games
from ratings.enums import DecisionKind, DecisionsInExperiment, PostingType, ReportState
from ratings.laboratory.domain.history import read_history
from ratings.ledger.domain.reports import withdraw_report
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.merges.domain.merges import (
    MergeDraft,
    MergeNotPossible,
    confirm_merge,
    propose_merge,
    reject_merge,
    undo_merge,
)
from ratings.models import (
    Change,
    CurrentRating,
    Game,
    ListEntry,
    Merge,
    MergeSpan,
    Pool,
    Posting,
)
from ratings.pools.domain.pools import create_pool
from ratings.review.queries.inbox import effects_of
from ratings.review.queries.reports import changes_of
from tests.factories import (
    NOON,
    PlayerFactory,
    acting,
    chess_pool,
    computed,
    line,
    member,
    posted,
)
from tests.ratings.lask_pool import kept_by_lask, long
from tests.ratings.rating_lists import accepted, published
from tests.worlds import shared
from tournaments.domain.start_facts import base_ratings

SPRING, SUMMER = date(2026, 2, 1), date(2026, 6, 1)
pytestmark = pytest.mark.django_db


def proposed(merged_card, remaining_card, reason="the same man"):
    return propose_merge(
        MergeDraft(merged_card.pk, remaining_card.pk, reason), acting=acting()
    )


def merged(merged_card, remaining_card):
    return confirm_merge(proposed(merged_card, remaining_card).pk, acting=acting())


def rated(player, points, day=date(2025, 1, 1)):
    draft = DecisionDraft(
        chess_pool().pk, DecisionKind.START, player.pk, day, points, "x"
    )
    confirm_decision(make_decision(draft, acting=acting()).pk, acting=acting())


def rating(player):
    found = CurrentRating.objects.filter(pool_id=chess_pool().pk, player_id=player.pk)
    return found.values_list("rating", flat=True).first()


def changes():
    rows = Change.objects.order_by("player_id", "ended_on", "report_id")
    return list(rows.values_list())


def entries(rating_list):
    rows = ListEntry.objects.filter(pool_id=rating_list.pool_id, list_id=rating_list.pk)
    columns = ("list_id", "player_id", "rating", "base", "games", "score", "position")
    return list(rows.order_by("player_id").values_list(*columns))


def test_list_from_before_the_merge_shows_the_player_with_the_club_of_that_day():
    """The card that stays has its copy of the membership from the merge on only."""
    merged_card, other, third = (member(birth_year=1980) for _ in range(3))
    last, stays = (PlayerFactory(birth_year=1980) for _ in range(2))
    for player, points in ((merged_card, 1500), (other, 1600), (third, 1700)):
        rated(player, points, date(2023, 1, 1))
    accepted(line(merged_card, other, 2, date(2024, 1, 10)))
    accepted(line(third, other, 2, SPRING))
    computed()
    club = merged_card.memberships.get().club

    def listed(player):
        newest = published(SPRING)
        rows = ListEntry.objects.filter(list_id=newest.pk, player_id=player.pk)
        return list(rows.values_list("club_id", "position"))

    assert listed(merged_card) == [(club.pk, 3)]
    merged(merged_card, stays)
    computed()
    assert listed(stays) == [(club.pk, 3)]
    merged(stays, last)
    computed()
    assert listed(last) == [(club.pk, 3)]


def test_list_shows_no_club_that_the_player_has_left_since_the_merge():
    """The membership of the merged card still ends on no day."""
    merged_card, stays, other = (member(birth_year=1980) for _ in range(3))
    stays.memberships.all().delete()
    for player in (merged_card, stays, other):
        rated(player, 1500, date(2023, 1, 1))
    accepted(line(merged_card, other, 2, SPRING))
    accepted(line(stays, other, 2, SUMMER))
    merged(merged_card, stays)
    club = merged_card.memberships.get().club
    leave_club(stays.pk, club.pk, last_date=date(2026, 6, 20), acting=acting())
    computed()

    newest = published(SUMMER)
    rows = ListEntry.objects.filter(list_id=newest.pk, player_id=stays.pk)
    assert list(rows.values_list("club_id", flat=True)) == [None]


@shared
def people():
    """The merged card, the remaining card, and a player whom each of them beat in the
    spring.
    """
    merged_card, remaining_card, adam, bertil = (
        member(birth_year=1980) for _ in range(4)
    )
    for player, points in (
        (merged_card, 1500),
        (remaining_card, 1600),
        (adam, 1700),
        (bertil, 1800),
    ):
        rated(player, points)
    accepted(line(merged_card, adam, 2, SPRING))
    accepted(line(remaining_card, bertil, 2, SPRING))
    computed()
    return merged_card, remaining_card, adam, bertil


@pytest.mark.parametrize("day_of_gone", [date(2024, 1, 1), date(2025, 6, 1)])
def test_start_rating_of_the_remaining_card_is_used(day_of_gone):
    """From the earlier of the two days on, whichever was decided later."""
    merged_card, remaining_card, adam, alone, bertil = (
        member(birth_year=1980) for _ in range(5)
    )
    rated(remaining_card, 1835)
    rated(merged_card, 1600, day_of_gone)
    for player, points in ((alone, 1835), (adam, 1700), (bertil, 1700)):
        rated(player, points, date(2024, 1, 1))
    accepted(line(merged_card, adam, 2, SPRING))
    accepted(line(alone, bertil, 2, SPRING))
    computed()
    merged(merged_card, remaining_card)
    computed()
    assert rating(remaining_card) == rating(alone)


def test_start_rating_of_the_merged_card_is_used_if_the_other_has_none():
    merged_card, remaining_card, adam, alone, bertil = (
        member(birth_year=1980) for _ in range(5)
    )
    for player, points in (
        (merged_card, 1600),
        (alone, 1600),
        (adam, 1700),
        (bertil, 1700),
    ):
        rated(player, points)
    accepted(line(merged_card, adam, 2, SPRING))
    accepted(line(alone, bertil, 2, SPRING))
    merged(merged_card, remaining_card)
    computed()
    assert rating(remaining_card) == rating(alone)


def test_games_of_the_merged_card_count_for_the_remaining_one(people):
    merged_card, remaining_card, _adam, _bertil = people
    merged(merged_card, remaining_card)
    computed()
    assert rating(merged_card) is None
    rows = Change.objects.filter(player_id=remaining_card.pk, games__gt=0)
    assert list(rows.values_list("games", "score")) == [(2, 4)]


def test_opponents_of_the_merged_card_met_the_remaining_one(people):
    merged_card, remaining_card, adam, _bertil = people
    lost_before = rating(adam)
    merged(merged_card, remaining_card)
    computed()
    assert rating(adam) > lost_before  # 1600 beat him, not 1500


def test_games_are_not_rewritten(people):
    merged_card, remaining_card, _adam, _bertil = people
    before = list(Game.objects.order_by("pk").values_list())
    merged(merged_card, remaining_card)
    computed()
    assert list(Game.objects.order_by("pk").values_list()) == before


def test_an_undone_merge_leaves_no_trace_in_the_ratings(people):
    merged_card, remaining_card, _adam, _bertil = people
    before = changes()
    merge = merged(merged_card, remaining_card)
    computed()
    assert changes() != before
    undo_merge(merge.pk, reason="two men", acting=acting())
    computed()
    assert changes() == before
    assert Player.objects.get(pk=merged_card.pk).merged_into is None


def test_undoing_a_merge_gives_back_what_was_transferred():
    one, other = PlayerFactory(fide_id=1700101), PlayerFactory()
    by = [acting() for _ in range(2)]
    merge = propose_merge(MergeDraft(one.pk, other.pk, "one"), acting=by[0])
    confirm_merge(merge.pk, acting=by[1])
    undo_merge(merge.pk, reason="two people", acting=by[0])
    numbers = Player.objects.filter(pk__in=(one.pk, other.pk)).order_by("pk")
    assert list(numbers.values_list("fide_id", flat=True)) == [1700101, None]


def test_merge_and_its_undoing_are_posted_in_every_pool(people):
    merged_card, remaining_card, _adam, _bertil = people
    merge = merged(merged_card, remaining_card)
    undo_merge(merge.pk, reason="two men", acting=acting())
    acts = Posting.objects.filter(merge=merge).order_by("pool_id", "number")
    assert list(acts.values_list("pool_id", "act")) == [
        (pool, act)
        for pool in Pool.objects.order_by("pk").values_list("pk", flat=True)
        for act in (PostingType.MERGE, PostingType.UNDO_MERGE)
    ]


def test_pool_created_later_has_the_merge_from_the_start(people):
    merged_card, remaining_card, _adam, _bertil = people
    merged(merged_card, remaining_card)
    pool = create_pool(
        code="new", name="New", system="ssf_2008", parameters={}, from_date=SPRING
    )
    assert MergeSpan.objects.as_of(0).filter(pool=pool).count() == 1


def test_later_game_of_the_merged_card_counts_for_the_remaining_one(people):
    merged_card, remaining_card, adam, _bertil = people
    merged(merged_card, remaining_card)
    computed()
    posted(line(adam, merged_card, 0, SUMMER))
    computed()
    assert rating(merged_card) is None
    rows = Change.objects.filter(player_id=remaining_card.pk, games__gt=0).order_by(
        "ended_on"
    )
    assert list(rows.values_list("games", flat=True)) == [2, 1]


def test_merges_may_be_chained(people):
    merged_card, remaining_card, _adam, _bertil = people
    third = member()
    first = merged(merged_card, remaining_card)
    merged(remaining_card, third)
    computed()
    assert aliases_now().persons([merged_card.pk, remaining_card.pk]) == {
        merged_card.pk: third.pk,
        remaining_card.pk: third.pk,
    }
    assert Change.objects.get(player_id=third.pk, games__gt=0).games == 2
    with pytest.raises(MergeNotPossible, match=r"^merged_on$"):
        undo_merge(first.pk, reason="two men", acting=acting())


def test_explanation_shows_the_games_of_both_cards(people):
    merged_card, remaining_card, adam, bertil = people
    merged(merged_card, remaining_card)
    computed()
    row = Change.objects.get(player_id=remaining_card.pk, games=2)
    number = chess_pool().posted
    for player_id in (remaining_card.pk, merged_card.pk):
        explained = explain_live(chess_pool().pk, player_id, row.ended_on, number)
        met = {int(explained.players[game.opponent]) for game in explained.step.games}
        assert met == {adam.pk, bertil.pk}


def test_list_published_before_the_merge_is_unchanged_and_explained(people):
    merged_card, remaining_card, adam, _bertil = people
    before = published(SPRING)
    earlier = entries(before)
    merged(merged_card, remaining_card)
    computed()
    assert entries(before) == earlier
    explained = explain_listed(before, merged_card.pk)
    assert [int(explained.players[game.opponent]) for game in explained.step.games] == [
        adam.pk
    ]
    revised = published(SPRING)
    assert merged_card.pk not in [entry[1] for entry in entries(revised)]


def test_cards_that_met_are_refused_naming_the_game(people):
    merged_card, _stays, adam, _bertil = people
    with pytest.raises(MergeNotPossible, match=r"^met$") as refused:
        proposed(merged_card, adam)
    (game,) = refused.value.games
    assert (game.white, game.black) == (merged_card, adam)


def test_game_that_no_longer_counts_is_no_obstacle(people):
    merged_card, _stays, adam, _bertil = people
    report = Game.objects.get(white=merged_card).report
    withdraw_report(report.pk, "a mistake", acting=acting())
    assert merged(merged_card, adam).is_in_force


def test_cards_that_played_in_the_same_round_are_refused():
    merged_card, remaining_card, adam, bertil = (member() for _ in range(4))
    posted(
        line(merged_card, adam, 2, SPRING, round=1, board=1),
        line(remaining_card, bertil, 2, SPRING, round=1, board=2),
        line(adam, bertil, 2, SPRING, round=2),
    )
    with pytest.raises(MergeNotPossible, match=r"^at_once$") as refused:
        proposed(merged_card, remaining_card)
    assert {game.white for game in refused.value.games} == {merged_card, remaining_card}


def test_event_without_rounds_is_no_obstacle():
    merged_card, remaining_card, adam, bertil = (member() for _ in range(4))
    posted(
        line(merged_card, adam, 2, SPRING),
        line(remaining_card, bertil, 2, SPRING, board=2),
    )
    assert merged(merged_card, remaining_card).is_in_force


def test_games_played_in_the_meantime_are_checked_on_confirmation(people):
    merged_card, remaining_card, _adam, _bertil = people
    waiting = proposed(merged_card, remaining_card)
    posted(line(merged_card, remaining_card, 2, SUMMER))
    with pytest.raises(MergeNotPossible, match=r"^met$"):
        confirm_merge(waiting.pk, acting=acting())
    assert Merge.objects.get().is_waiting


def test_report_in_which_both_cards_meet_is_held(people):
    merged_card, remaining_card, _adam, _bertil = people
    merged(merged_card, remaining_card)
    computed()
    report = posted(line(merged_card, remaining_card, 2, SUMMER))
    computed()
    report.refresh_from_db()
    assert report.state == ReportState.HELD
    pool = chess_pool()
    assert pool.computation.computed == pool.posted


def test_merged_cards_in_one_section_count_as_one_member_of_it():
    kept_by_lask()
    merged_card, remaining_card, adam = (member() for _ in range(3))
    for player, points in ((merged_card, 1900), (remaining_card, 1900), (adam, 1800)):
        rated(player, points)
    accepted(
        long(remaining_card, adam, 2, SPRING, round=1),
        long(merged_card, remaining_card, 1, SPRING, played=False, round=0),
        long(merged_card, adam, 1, SPRING, played=False, round=0),
        method="concentrated",
    )
    merged(merged_card, remaining_card)
    computed()
    as_one = rating(remaining_card)
    replay_whole_pool(chess_pool().pk, at=NOON)
    row = Change.objects.get(player_id=remaining_card.pk, games=1)
    number = chess_pool().posted
    explained = explain_live(chess_pool().pk, remaining_card.pk, row.ended_on, number)

    # The section's mean is (1900 + 1800) / 2: D = 50, a win over 1850.
    assert {game.opponent_base for game in explained.step.games if game.rated} == {1850}
    assert rating(remaining_card) == as_one == explained.step.after


def test_proposer_may_not_confirm_the_merge():
    merged_card, remaining_card, maker = PlayerFactory(), PlayerFactory(), acting()
    merge = propose_merge(
        MergeDraft(merged_card.pk, remaining_card.pk, "x"), acting=maker
    )
    with pytest.raises(MergeNotPossible, match=r"^four_eyes$"):
        confirm_merge(merge.pk, acting=maker)


def test_merge_is_done_at_once_if_four_eyes_are_waived(settings):
    settings.FOUR_EYES = False
    assert proposed(PlayerFactory(), PlayerFactory()).is_in_force


def test_rejecting_requires_a_reason_except_for_the_proposer():
    maker = acting()
    for who, answer in ((acting(), "two men"), (maker, "")):
        merge = propose_merge(
            MergeDraft(PlayerFactory().pk, PlayerFactory().pk, "x"), acting=maker
        )
        if who != maker:
            with pytest.raises(MergeNotPossible, match=r"^answer$"):
                reject_merge(merge.pk, answer=" ", acting=who)
        reject_merge(merge.pk, answer=answer, acting=who)
        with pytest.raises(MergeNotPossible, match=r"^settled$"):
            confirm_merge(merge.pk, acting=acting())


def test_merge_requires_a_reason_and_a_pair_is_proposed_only_once():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    with pytest.raises(MergeNotPossible, match=r"^reason$"):
        proposed(merged_card, remaining_card, " ")
    merge = proposed(merged_card, remaining_card)
    with pytest.raises(MergeNotPossible, match=r"^waits$"):
        proposed(remaining_card, merged_card)
    confirm_merge(merge.pk, acting=acting())
    with pytest.raises(MergeNotPossible, match=r"^merged_already$"):
        proposed(remaining_card, merged_card)
    with pytest.raises(MergeNotPossible, match=r"^reason$"):
        undo_merge(merge.pk, reason="", acting=acting())
    undo_merge(merge.pk, reason="two men", acting=acting())
    with pytest.raises(MergeNotPossible, match=r"^settled$"):
        undo_merge(merge.pk, reason="two men", acting=acting())


def test_journal_has_the_reasons_for_merging_and_undoing():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    chess_pool()

    undo_merge(
        merged(merged_card, remaining_card).pk, reason=" two men ", acting=acting()
    )

    journal = Posting.objects.filter(merge__isnull=False).order_by("number")
    assert list(journal.values_list("act", "reason")) == [
        (PostingType.MERGE, "the same man"),
        (PostingType.UNDO_MERGE, "two men"),
    ]


def test_approved_periods_are_unchanged_if_corrections_are_carried(people):
    merged_card, remaining_card, adam, _bertil = people
    published(SPRING)
    Pool.objects.filter(pk=chess_pool().pk).update(carries_from=0)
    before = changes()
    merged(merged_card, remaining_card)
    posted(line(merged_card, adam, 2, SUMMER))
    compute_pool(chess_pool().pk, at=NOON, cause="test")
    after = changes()
    assert [row for row in after if row in before] == before
    later = Change.objects.filter(ended_on__gt=SUMMER, games=1)
    assert set(later.values_list("player_id", flat=True)) == {
        remaining_card.pk,
        adam.pk,
    }


def test_laboratory_sees_merged_cards_as_one_player(people):
    merged_card, remaining_card, adam, bertil = people
    merged(merged_card, remaining_card)
    read = read_history(
        chess_pool().pk, chess_pool().posted, DecisionsInExperiment.NONE, SUMMER
    )
    assert read.ids.tolist() == sorted([remaining_card.pk, adam.pk, bertil.pk])


def test_report_of_the_merged_card_shows_its_effect(people):
    merged_card, remaining_card, adam, _bertil = people
    merged(merged_card, remaining_card)
    computed()
    report = Game.objects.get(white=merged_card).report
    found = {each.player_id: each.after for each in changes_of(report)}
    assert found == {remaining_card.pk: rating(remaining_card), adam.pk: rating(adam)}
    assert effects_of([report.pk])[report.pk].players == 2


def test_section_of_a_running_tournament_uses_the_other_cards_rating(people):
    merged_card, remaining_card, _adam, _bertil = people
    merged(merged_card, remaining_card)
    computed()
    known = base_ratings(
        chess_pool().pk, [merged_card.pk, remaining_card.pk], SUMMER
    ).known
    assert known[merged_card.pk] == known[remaining_card.pk] == rating(remaining_card)


def test_games_of_both_cards_are_the_players_own(people):
    merged_card, remaining_card, adam, bertil = people
    merged(merged_card, remaining_card)
    number = chess_pool().posted
    games = own_games(chess_pool().pk, remaining_card.pk, number).order_by("pk")
    assert list(games.values_list("opponent", "own_score")) == [
        (adam.pk, 2),
        (bertil.pk, 2),
    ]
    met = own_games(chess_pool().pk, adam.pk, number)
    assert list(met.values_list("opponent", flat=True)) == [remaining_card.pk]


def test_opponent_of_a_merged_card_cannot_be_merged_with_it():
    card, remaining_card, third = member(), member(), member()
    accepted(line(card, third, 2, SPRING))
    by = [acting() for _ in range(2)]
    merge = propose_merge(
        MergeDraft(card.pk, remaining_card.pk, "one man"), acting=by[0]
    )
    confirm_merge(merge.pk, acting=by[1])

    with pytest.raises(MergeNotPossible, match=r"^met$"):
        propose_merge(
            MergeDraft(third.pk, remaining_card.pk, "the same man"), acting=by[0]
        )


def test_later_pool_has_no_waiting_or_undone_merge(people):
    merged_card, remaining_card, _adam, _bertil = people
    undo_merge(
        merged(merged_card, remaining_card).pk, reason="two men", acting=acting()
    )
    proposed(merged_card, remaining_card)
    pool = create_pool(
        code="new", name="New", system="ssf_2008", parameters={}, from_date=SPRING
    )
    assert not MergeSpan.objects.filter(pool=pool).exists()


def test_undoing_one_merge_leaves_the_other(people):
    merged_card, remaining_card, adam, _bertil = people
    first, second = merged(merged_card, remaining_card), merged(member(), adam)
    undo_merge(first.pk, reason="two men", acting=acting())
    number = chess_pool().posted
    spans = MergeSpan.objects.as_of(number).filter(pool=chess_pool())
    assert [each.merge for each in spans] == [second]


def test_cards_with_different_fide_numbers_cannot_be_proposed():
    one, other = PlayerFactory(fide_id=1700001), PlayerFactory(fide_id=1700002)
    with pytest.raises(MergeNotPossible, match=r"^two_fide_ids$"):
        proposed(one, other)


def test_same_round_number_on_another_day_is_no_obstacle():
    merged_card, remaining_card, adam, bertil = (member() for _ in range(4))
    posted(
        line(merged_card, adam, 2, SPRING, round=1),
        line(remaining_card, bertil, 2, date(2026, 2, 2), round=1, board=2),
        line(adam, bertil, 2, SPRING, round=2),
    )
    assert merged(merged_card, remaining_card).is_in_force


def test_card_may_have_two_waiting_proposals():
    merged_card, remaining_card, third = (
        PlayerFactory(),
        PlayerFactory(),
        PlayerFactory(),
    )
    proposed(merged_card, remaining_card)
    assert proposed(merged_card, third).is_waiting
