"""Rating lists that were published before the office computed any."""

from datetime import date
from hashlib import md5

import pytest
from django.db import IntegrityError, ProgrammingError, transaction

from federation.domain.authorship import ActionContext
from ratings.earlier_lists.domain.earlier_lists import (
    EarlierDraft,
    EarlierListsNotPossible,
    InvalidLists,
    approve_earlier_lists,
    propose_earlier_lists,
    reject_earlier_lists,
)
from ratings.editions.queries.editions import editions_of
from ratings.engine.domain.computation import compute_pool
from ratings.ledger.domain.reports import accept_report
from ratings.lists.domain.publishing import ApprovalNotPossible, approve_list
from ratings.lists.domain.revisions import cancel_unchanged_revisions
from ratings.lists.queries.comparison import compared_list
from ratings.lists.queries.listing import proposal_seen, salt_of_ties
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.models import (
    Approval,
    CurrentRating,
    EarlierLine,
    ListEntry,
    Period,
    Posting,
    RatingList,
)
from ratings.pools.domain.computation_lock import lock_computation
from ratings.pools.domain.pools import carry_corrections, create_pool
from ratings.pools.queries.publications import publications
from tests.factories import (
    NOON,
    ClubFactory,
    PlayerFactory,
    chess_pool,
    line,
    member,
    officer,
    posted,
    second_pool,
)
from tests.races import second_waits
from tests.ratings.earlier_list_files import (
    HEADER,
    PRINTED,
    TODAY,
    brought_in,
    proposed,
    text_file,
)
from tests.ratings.rating_lists import (
    LONG_AFTER,
    SPRING,
    corrected,
    open_next_period,
    published,
    rulebook_game,
    up_to_date,
)
from tests.worlds import shared

pytestmark = pytest.mark.django_db
RATED_ROW = "1985-01-01,1,,,1850,,,,"
RATED = ((1, 1850), (2, 1850), (3, 1800))


@shared
def two():
    adam = PlayerFactory(
        national_id="1", first_name="Adam", last_name="Ek", birth_year=1950, gender="m"
    )
    berta = PlayerFactory(
        national_id="2", first_name="Berta", last_name="Öberg", birth_year=1948
    )
    return adam, berta


def faults(folder, *rows, header=HEADER):
    with pytest.raises(InvalidLists) as wrong:
        proposed(folder, *rows, header=header)
    assert not EarlierLine.objects.exists()
    return [(each.line, str(each.reason)) for each in wrong.value.refusals]


def lines(made: RatingList):
    entries = ListEntry.objects.filter(pool_id=made.pool_id, list_id=made.pk)
    return list(
        entries.order_by("position").values_list(
            "position", "rank", "player_id", "rating", "base", "change", "games",
            "score", "club_id", "player_class",
        )
    )  # fmt: skip


def test_order_among_equals_does_not_reveal_names(tmp_path):
    """A list shows players who have hidden their name, and never changes."""
    players = [
        PlayerFactory(national_id=str(number), last_name=f"{letter}berg")
        for number, letter in enumerate("ABCDEFGH", 1)
    ]
    rows = [f"1985-07-01,{each.national_id},,,1850,,,," for each in players]
    [made] = brought_in(tmp_path, *rows)

    ids = [each.pk for each in players]
    keyed = sorted(
        ids,
        key=lambda pk: md5(
            f"{salt_of_ties()}{pk}".encode(), usedforsecurity=False
        ).hexdigest(),
    )
    assert [line[2] for line in lines(made)] == keyed


def test_lists_appear_when_a_second_officer_approves_them(two, tmp_path):
    adam, berta = two
    club = ClubFactory(name="Örebro SK")
    made = proposed(
        tmp_path,
        "1985-07-01,1,,,1850,+12,9,örebro sk,II",
        "1985-07-01,2,,,1845,,,Nowhere,",
        "1985-01-01,2,,,1840,,,,",
    )
    assert made.unknown_clubs == ["Nowhere"]
    assert not RatingList.published.exists()

    approve_earlier_lists(made.pk, acting=ActionContext(officer().pk, NOON))

    first, second = RatingList.published.order_by("number")
    assert (first.valid_from, second.valid_from) == (
        date(1985, 1, 1), date(1985, 7, 1),
    )  # fmt: skip
    assert (second.listed, second.players, second.games) == (2, 1, 9)
    assert (second.comment, second.period, second.brought_in) == (PRINTED, None, made)
    assert lines(second) == [
        (1, 1, adam.pk, 1850, 1838, 12, 9, None, club.pk, "II"),
        (2, 2, berta.pk, 1845, None, None, None, None, None, ""),
    ]
    assert not EarlierLine.objects.exists()


def test_earlier_lists_do_not_affect_computations(two, tmp_path):
    before = Posting.objects.count()
    brought_in(tmp_path, "1985-01-01,1,,,1850,,,,")
    up_to_date()
    assert Posting.objects.count() == before
    assert not CurrentRating.objects.exists()


def test_proposer_may_not_approve_the_lists(two, tmp_path):
    maker = officer()
    made = proposed(tmp_path, "1985-01-01,1,,,1850,,,,", by=maker)
    with pytest.raises(EarlierListsNotPossible, match=r"^four_eyes$"):
        approve_earlier_lists(made.pk, acting=ActionContext(maker.pk, NOON))
    assert not RatingList.published.exists()


def test_rejected_file_leaves_no_line_and_may_be_imported_again(two, tmp_path):
    maker = officer()
    made = proposed(tmp_path, "1985-01-01,1,,,1850,,,,", by=maker)
    with pytest.raises(EarlierListsNotPossible, match=r"^lists_known$"):
        proposed(tmp_path, "1985-01-01,1,,,1850,,,,")
    reject_earlier_lists(made.pk, answer="", acting=ActionContext(maker.pk, NOON))
    assert not EarlierLine.objects.exists()
    assert proposed(tmp_path, "1985-01-01,1,,,1850,,,,").is_waiting


def test_file_with_an_invalid_row_is_not_stored(two, tmp_path):
    PlayerFactory(first_name="Carl", last_name="Alm", birth_year=1960)
    PlayerFactory(first_name="Carl", last_name="Alm", birth_year=1960)
    rows = (
        "1985-01-01,1,,,1850,,,,",
        "1985-01-01,1,,,1850,,,,",
        "1985-01-01,99,,,1850,,,,",
        "1985-01-01,2,Adam Ek,,1850,,,,",
        "1985-01-01,,Adam Ek,,1850,,,,",
        "1985-01-01,,Adam Ek,1951,1850,,,,",
        "1985-01-01,,Carl Alm,1960,1850,,,,",
        "1985-01-01,,,,1850,,,,",
        "1985-01-01,2,,,,,,,",
        "1985-01-01,2,,,1850,much,,,",
        "1985-01-01,2,,,1850,,1000,,",
        "1985-01-01,2,,,1850,,,,IV",
        "2026-06-16,2,,,1850,,,,",
    )
    assert faults(tmp_path, *rows) == [
        (3, "this player is already on the list"),
        (4, "nobody in the register has the number 99"),
        (5, "according to the register the number is somebody else’s"),
        (6, "a name without a number needs the year of birth beside it"),
        (7, "nobody in the register has this name and year of birth"),
        (8, "several in the register have this name and year of birth"),
        (9, "nothing says whose line it is: give id, fide_id or name"),
        (10, "the rating is missing"),
        (11, "change ‘much’ is not written as +12 or -7"),
        (12, "games ‘1000’ is not a whole number up to 999"),
        (13, "class ‘IV’ is not one of M, I, II, III"),
        (14, "the day ‘2026-06-16’ has not come yet"),
    ]


def test_line_is_matched_by_name_and_year_or_fide_number(two, tmp_path):
    adam, berta = two
    berta.__class__.objects.filter(pk=berta.pk).update(fide_id=1700123)
    header = "valid_from,name,birth_year,fide_id,rating"
    made = proposed(
        tmp_path,
        '1985-01-01,"Ek, adam",1950,,1850',
        "1985-01-01,Berta Berg Öberg,,1700123,1840",
        header=header,
    )
    found = made.lines.order_by("-rating").values_list("player_id", "rating")
    assert list(found) == [(adam.pk, 1850), (berta.pk, 1840)]


def test_number_with_conflicting_year_or_fide_number_matches_no_player(two, tmp_path):
    two[1].fide_id = 1700123
    two[1].save()
    header = "valid_from,id,fide_id,birth_year,rating"
    rows = ("1985-01-01,1,,1951,1850", "1985-01-01,1,1700123,,1850")
    assert faults(tmp_path, *rows, header=header) == [
        (2, "according to the register the number is somebody else’s"),
        (3, "the number and the FIDE number belong to two different people"),
    ]


def test_line_of_a_merged_card_belongs_to_the_remaining_card(two, tmp_path):
    _adam, berta = two
    card = PlayerFactory(
        national_id="3", first_name="Berta", last_name="Öberg", birth_year=1948
    )
    hands = [ActionContext(officer().pk, NOON) for _ in range(2)]
    draft = MergeDraft(card.pk, berta.pk, "one woman")
    confirm_merge(propose_merge(draft, acting=hands[0]).pk, acting=hands[1])
    made = proposed(
        tmp_path, "1985-01-01,3,,,1850,,,,", "1985-07-01,,Berta Öberg,1948,1845,,,,"
    )
    assert set(made.lines.values_list("player_id", flat=True)) == {berta.pk}


def test_equal_ratings_share_a_rank(two, tmp_path):
    PlayerFactory(national_id="3")
    rows = [f"1985-01-01,{each},,,{rating},,,," for each, rating in RATED]
    [made] = brought_in(tmp_path, *rows)
    assert [line[:2] for line in lines(made)] == [(1, 1), (2, 1), (3, 3)]


# --- their place among the lists ------------------------------------------------
def test_earlier_lists_precede_the_first_approved_period(two, tmp_path):
    rulebook_game()
    published(SPRING)  # its period begins on 1 January 2026
    assert faults(tmp_path, "2026-01-02,1,,,1850,,,,") == [
        (2, "the list is valid from a day after the pool’s first approved period began")
    ]
    (made,) = brought_in(tmp_path, "2026-01-01,1,,,1850,,,,")
    published_lists = publications(chess_pool().pk)
    assert [each.number for each in published_lists.lists] == [1, 2]
    assert [each.brought_in for each in published_lists.lists] == [False, True]
    assert published_lists.newest.number == 1
    assert published_lists.before(published_lists.lists[0]).pk == made.pk


def test_only_one_list_per_day_is_accepted(two, tmp_path):
    brought_in(tmp_path, "1985-01-01,1,,,1850,,,,")
    assert faults(tmp_path, "1985-01-01,2,,,1850,,,,") == [
        (2, "the pool has a list that is valid from that day")
    ]


def test_period_beginning_before_an_earlier_list_is_not_approved(two, tmp_path):
    brought_in(tmp_path, "2026-03-01,1,,,1850,,,,")
    rulebook_game()
    period = Period.objects.get(start_date__lte=SPRING, end_date__gte=SPRING)
    open_next_period(period)
    up_to_date()
    with pytest.raises(ApprovalNotPossible, match=r"^brought_in$"):
        approve_list(
            period.pk,
            seen=proposal_seen(period),
            comment="",
            today=LONG_AFTER,
            acting=ActionContext(officer().pk, NOON),
        )


def test_period_beginning_on_the_day_of_the_last_earlier_list_is_approved(
    two, tmp_path
):
    brought_in(tmp_path, "2026-01-01,1,,,1850,,,,")
    rulebook_game()
    assert published(SPRING).number == 2


def test_list_imported_to_one_pool_does_not_block_another_pool(two, tmp_path):
    brought_in(tmp_path, "2026-03-01,1,,,1850,,,,")
    other = second_pool()
    report = posted(line(member(), member(), 2, SPRING), pool_id=other.pk)
    accept_report(report.pk, acting=ActionContext(None, NOON))
    period = Period.objects.get(pool=other)
    open_next_period(period)
    compute_pool(other.pk, at=NOON, cause="test")
    approval = approve_list(
        period.pk,
        seen=proposal_seen(period),
        comment="",
        today=LONG_AFTER,
        acting=ActionContext(officer().pk, NOON),
    )
    assert approval.state == "requested"


def test_each_pool_has_lists_of_its_own(two, tmp_path):
    row = "1985-01-01,1,,,1850,,,,"
    brought_in(tmp_path, row)
    rulebook_game()
    published(SPRING)
    other = create_pool(
        code="other",
        name="Other",
        system="ssf_2008",
        parameters={},
        from_date=date(1980, 1, 1),
    )

    for rows in ((row,), (row.replace("1985-01-01", "2026-03-01"),)):
        draft = EarlierDraft(other.pk, text_file(tmp_path, *rows), PRINTED)
        made = propose_earlier_lists(
            draft, today=TODAY, acting=ActionContext(officer().pk, NOON)
        )
        approve_earlier_lists(made.pk, acting=ActionContext(officer().pk, NOON))

    other_lists = RatingList.published.filter(pool=other).order_by("number")
    assert list(other_lists.values_list("number", "valid_from")) == [
        (1, date(1985, 1, 1)),
        (2, date(2026, 3, 1)),
    ]


def test_period_approved_in_the_meantime_blocks_earlier_lists(two, tmp_path):
    made = proposed(tmp_path, "2026-03-01,1,,,1850,,,,")
    rulebook_game()
    published(SPRING)
    with pytest.raises(EarlierListsNotPossible, match=r"^lists_late$"):
        approve_earlier_lists(made.pk, acting=ActionContext(officer().pk, NOON))
    assert not RatingList.published.exclude(brought_in=None).exists()


def test_database_constraint_keeps_earlier_lists_before_computed_ones(two, tmp_path):
    (made,) = brought_in(tmp_path, "1985-01-01,1,,,1850,,,,")
    rulebook_game()
    computed = published(SPRING)
    facts = RatingList.published.filter(pk=made.pk).values().get() | {"number": 77}
    del facts["id"]
    with pytest.raises(ProgrammingError, match="comes before"), transaction.atomic():
        RatingList.published.create(**facts | {"valid_from": date(2026, 2, 2)})
    for wrong in (
        {"period_id": computed.period_id},
        {"brought_in_id": None},
        {"revision": 1},
        {"posting_number": 3},
    ):
        with (
            pytest.raises(IntegrityError, match="list_computed_or_brought_in"),
            transaction.atomic(),
        ):
            RatingList.published.create(**facts | wrong)


def test_computations_do_not_see_earlier_lists(two, tmp_path):
    (made,) = brought_in(tmp_path, "1985-01-01,1,,,1850,,,,")
    assert not RatingList.objects.exists()
    adam, bertil, _report = rulebook_game()
    computed = published(SPRING)
    assert list(RatingList.objects.all()) == [computed]
    pool = chess_pool()
    assert [each.made_lists for each in editions_of(pool.pk)] == [True]
    corrected(adam, bertil, 1)
    up_to_date()
    assert cancel_unchanged_revisions(pool.pk) == []
    carry_corrections(pool.pk, reason="r", acting=ActionContext(officer().pk, NOON))
    up_to_date()
    assert lines(made) == [(1, 1, two[0].pk, 1850, None, None, None, None, None, "")]


def test_first_proposal_is_compared_with_the_last_earlier_list(two, tmp_path):
    (made,) = brought_in(tmp_path, "1985-01-01,1,,,1850,,,,")
    rulebook_game()
    up_to_date()
    period = Period.objects.get(start_date__lte=SPRING, end_date__gte=SPRING)
    assert compared_list(period) == made


# --- what is stored of a file ---------------------------------------------------------
def test_line_stores_district_and_gender_and_list_its_approver(two, tmp_path):
    club = ClubFactory(name="Örebro SK")
    made = proposed(tmp_path, "1985-07-01,1,,,1850,+12,9,Örebro SK,II")
    judge = officer()

    approve_earlier_lists(made.pk, acting=ActionContext(judge.pk, NOON))

    listed = RatingList.published.get()
    assert (listed.approved_by, listed.approved_at, listed.published_at) == (
        judge,
        NOON,
        NOON,
    )
    entry = ListEntry.objects.get(list_id=listed.pk)
    assert (entry.district_id, entry.gender, entry.start_from) == (
        club.district_id,
        "m",
        0,
    )
    made.refresh_from_db()
    assert (made.approved_by, made.approved_at) == (judge, NOON)


def test_changes_and_classes_are_read_as_they_were_printed(two, tmp_path):
    PlayerFactory(national_id="3")
    made = proposed(
        tmp_path,
        "1985-07-01,1,,,1850,−7,0,,ii",
        '1985-07-01,2,,,1840,"10,5",999,,m',
        "1985-07-01,3,,,1830,12,,,",
    )

    lines = made.lines.order_by("-rating").values_list(
        "change", "games", "player_class"
    )
    assert list(lines) == [(-7, 0, "II"), (10.5, 999, "M"), (12, None, "")]


def test_unknown_clubs_are_listed_once_in_order(two, tmp_path):
    PlayerFactory(national_id="3")
    ClubFactory(name="Örebro SK")
    made = proposed(
        tmp_path,
        "1985-07-01,1,,,1850,,,Nowhere,",
        "1985-07-01,2,,,1840,,,Elsewhere,",
        "1985-07-01,3,,,1830,,,Nowhere,",
        "1985-01-01,3,,,1830,,, ÖREBRO   SK ,",
    )

    assert made.unknown_clubs == ["Elsewhere", "Nowhere"]
    assert made.lines.get(valid_from=date(1985, 1, 1)).club.name == "Örebro SK"


def test_a_list_may_be_valid_from_today(two, tmp_path):
    made = proposed(tmp_path, f"{TODAY},1,,,1850,,,,")

    assert made.lines.get().valid_from == TODAY


def test_file_requires_a_source_and_at_least_one_list(two, tmp_path):
    draft = EarlierDraft(chess_pool().pk, text_file(tmp_path, RATED_ROW), "  ")
    acting = ActionContext(officer().pk, NOON)
    with pytest.raises(EarlierListsNotPossible, match=r"^reason$"):
        propose_earlier_lists(draft, today=TODAY, acting=acting)
    empty = EarlierDraft(chess_pool().pk, text_file(tmp_path), PRINTED)
    with pytest.raises(EarlierListsNotPossible, match=r"^lists_none$"):
        propose_earlier_lists(empty, today=TODAY, acting=acting)

    earlier_draft = EarlierDraft(
        chess_pool().pk, text_file(tmp_path, RATED_ROW), f" {PRINTED} "
    )
    made = propose_earlier_lists(earlier_draft, today=TODAY, acting=acting)

    assert (made.name, made.reason, made.made_by_id, made.made_at) == (
        "lists.csv",
        PRINTED,
        acting.user_id,
        NOON,
    )


def test_approved_file_can_be_imported_again_only_into_another_pool(two, tmp_path):
    brought_in(tmp_path, RATED_ROW)
    with pytest.raises(EarlierListsNotPossible, match=r"^lists_known$"):
        proposed(tmp_path, RATED_ROW)
    other = create_pool(
        code="other",
        name="Other",
        system="ssf_2008",
        parameters={},
        from_date=date(1980, 1, 1),
    )

    made = propose_earlier_lists(
        EarlierDraft(other.pk, text_file(tmp_path, RATED_ROW), PRINTED),
        today=TODAY,
        acting=ActionContext(officer().pk, NOON),
    )

    assert made.pool == other


@pytest.mark.parametrize("settled", ["approved", "rejected"])
def test_settling_one_file_leaves_another_file_waiting(two, tmp_path, settled):
    one = proposed(tmp_path, RATED_ROW)
    other = proposed(tmp_path, "1986-01-01,1,,,1850,,,,", "1986-01-01,2,,,1840,,,,")
    acting = ActionContext(officer().pk, NOON)

    if settled == "approved":
        approve_earlier_lists(one.pk, acting=acting)
        listed = RatingList.published.get()
        assert (listed.valid_from, listed.listed) == (date(1985, 1, 1), 1)
    else:
        reject_earlier_lists(one.pk, answer="Not these", acting=acting)

    assert list(EarlierLine.objects.values_list("file", flat=True)) == [other.pk] * 2


def test_list_of_the_same_day_added_in_the_meantime_blocks_approval(two, tmp_path):
    made = proposed(tmp_path, RATED_ROW)
    brought_in(tmp_path, "1985-01-01,2,,,1850,,,,")

    with pytest.raises(EarlierListsNotPossible, match=r"^lists_day_taken$"):
        approve_earlier_lists(made.pk, acting=ActionContext(officer().pk, NOON))

    assert RatingList.published.count() == 1


def test_error_names_first_line_of_each_list_with_an_invalid_day(two, tmp_path):
    brought_in(tmp_path, RATED_ROW)
    rows = ("1985-07-01,1,,,1850,,,,", "1985-01-01,2,,,1850,,,,", RATED_ROW)

    assert faults(tmp_path, *rows) == [
        (3, "the pool has a list that is valid from that day")
    ]


@pytest.mark.parametrize(("state", "stops"), [("refused", False), ("requested", True)])
def test_period_under_approval_blocks_later_lists_but_a_refused_one_does_not(
    two, tmp_path, state, stops
):
    rulebook_game()
    up_to_date()
    period = Period.objects.get(start_date__lte=SPRING, end_date__gte=SPRING)
    Approval.objects.create(
        period=period, moved=1, digest="x", by=officer(), at=NOON, state=state
    )
    row = "2026-03-01,1,,,1850,,,,"

    if stops:
        assert [number for number, _why in faults(tmp_path, row)] == [2]
    else:
        assert proposed(tmp_path, row).is_waiting


# --- whose lines they are -------------------------------------------------------------
def merged(merged_card, remaining_card):
    hands = [ActionContext(officer().pk, NOON) for _ in range(2)]
    draft = MergeDraft(merged_card.pk, remaining_card.pk, "one woman")
    confirm_merge(propose_merge(draft, acting=hands[0]).pk, acting=hands[1])


def test_merged_cards_of_one_person_appear_once_on_a_list(two, tmp_path):
    card = PlayerFactory(national_id="3")
    merged(card, two[1])

    assert faults(tmp_path, "1985-01-01,2,,,1850,,,,", "1985-01-01,3,,,1850,,,,") == [
        (3, "this player is already on the list")
    ]


def test_a_number_and_a_fide_number_may_be_of_two_cards_of_one_person(two, tmp_path):
    card = PlayerFactory(national_id="3")
    two[1].fide_id = 1700123
    two[1].save()
    merged(card, two[1])
    header = "valid_from,id,fide_id,rating"

    made = proposed(tmp_path, "1985-01-01,3,1700123,1850", header=header)

    assert made.lines.get().player == two[1]


def test_unknown_number_matches_no_player_whatever_the_fide_number(two, tmp_path):
    two[1].fide_id = 1700123
    two[1].save()
    header = "valid_from,id,fide_id,name,rating"
    rows = (
        "1985-01-01,77,1700123,,1850",
        "1985-01-01,,1700999,,1850",
        "1985-01-01,,1700123,Adam Ek,1850",
    )

    assert faults(tmp_path, *rows, header=header) == [
        (2, "nobody in the register has the number 77"),
        (3, "nobody in the register has the number 1700999"),
        (4, "according to the register the number is somebody else’s"),
    ]


def test_one_common_name_suffices_with_a_matching_number(two, tmp_path):
    made = proposed(
        tmp_path, "1985-01-01,2,Berta Berg,1948,1850,,,,", "1985-01-01,1,,1950,1840,,,,"
    )

    found = made.lines.order_by("-rating").values_list("player", flat=True)
    assert list(found) == [two[1].pk, two[0].pk]


@pytest.mark.django_db(transaction=True)
def test_lists_are_approved_after_a_computation_that_locks_periods(
    tmp_path, django_db_serialized_rollback
):
    """A computation locks itself first and the periods that it changed last."""
    PlayerFactory(national_id="1")
    posted(line(member(), member(), 2, SPRING))
    made = proposed(tmp_path, RATED_ROW)
    pool, judge = chess_pool(), officer()

    answer = second_waits(
        lambda: lock_computation(pool.pk),
        lambda: approve_earlier_lists(made.pk, acting=ActionContext(judge.pk, NOON)),
        then=lambda: list(Period.objects.select_for_update(nowait=True)),
    )

    assert not isinstance(answer, Exception)
