"""Judging whole sections: which rules, which player, which class (SSF §§5–7)."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.classes.movements import judge_entries
from tournaments.rules.classes.proposals import Branch, Movement
from tournaments.rules.classes.ranks import ClassRank
from tournaments.rules.classes.sections import (
    ClassEntry,
    ClassGame,
    ClassSection,
    Competition,
)
from tournaments.rules.sections import TournamentKind

M, I, II, III = ClassRank  # noqa: E741


def berger(classes, points, competition=Competition.SANCTIONED, **extra):
    """
    Return a round robin with these half points; ratings are the means of the classes.

    The points of a player are spread over the games from the first one on.
    """
    ids = range(1, len(classes) + 1)
    ranking = sorted(ids, key=lambda number: -points[number - 1])
    entries = []
    for number, player_class in zip(ids, classes, strict=True):
        left = points[number - 1]
        games = []
        for opponent in ids:
            if opponent != number:
                games.append(ClassGame(opponent, min(2, left)))
                left -= games[-1].half_points
        place = ranking.index(number) + 1
        rating = player_class.mean_rating if player_class else 1750
        entries.append(
            ClassEntry(number, player_class, rating, tuple(games), (place, place))
        )
    values = {"is_complete": True, **extra}
    return ClassSection(
        competition,
        TournamentKind.BERGER,
        len(classes) - 1,
        tuple(entries),
        **values,
    )


def with_entry(section, number, **changes):
    entries = tuple(
        replace(entry, **changes) if entry.id == number else entry
        for entry in section.entries
    )
    return replace(section, entries=entries)


def outcomes(section):
    return [
        (proposal.movement, proposal.to_class) for proposal in judge_entries(section)
    ]


def branch_of(section, number):
    return judge_entries(section)[number - 1].reasoning.branch


UP, STAYS, DOWN, COMMITTEE = Movement
POINTS = [11, 10, 9, 8, 7, 6, 4, 1]


def test_a_pure_section_is_judged_by_the_pure_rules():
    proposals = judge_entries(berger([II] * 8, POINTS))
    assert [p.movement for p in proposals] == [UP, *[STAYS] * 5, DOWN, DOWN]
    assert [p.to_class for p in proposals] == [I, II, II, II, II, II, III, III]
    assert [p.from_class for p in proposals] == [II] * 8
    assert proposals[0].reasoning.branch is Branch.WON_SECTION


def test_a_mixed_section_is_judged_by_the_tables():
    # Class I against Rm (3·1950 + 4·1750)/7 = 1835⁵⁄₇: d 114; II against
    # (4·1950 + 3·1750)/7 = 1864²⁄₇: d −115. Seven rounds: I rises at 6 and
    # stays at 4; II rises at 4 and stays at 2.
    section = berger([I] * 4 + [II] * 4, [12, 11, 8, 7, 8, 7, 4, 3])
    proposals = judge_entries(section)
    assert [p.reasoning.difference for p in proposals] == [114] * 4 + [-115] * 4
    assert [
        (p.reasoning.promotion_requires, p.reasoning.staying_requires)
        for p in proposals
    ] == [(12, 8)] * 4 + [(8, 4)] * 4
    assert outcomes(section) == [
        (UP, M),
        (STAYS, I),
        (STAYS, I),
        (DOWN, II),
        (UP, I),
        (STAYS, II),
        (STAYS, II),
        (DOWN, III),
    ]


def test_single_lower_player_is_judged_by_the_tables_and_the_others_are_not():
    section = berger([I] * 7 + [III], [11, 10, 9, 8, 7, 6, 3, 2])
    proposals = judge_entries(section)
    assert proposals[0].reasoning.branch is Branch.WON_SECTION
    assert proposals[6].to_class is II
    # III against seven at 1950: d −400, one and a half points of seven rise.
    lone = proposals[7]
    assert (lone.reasoning.difference, lone.reasoning.promotion_requires) == (-400, 3)
    assert (lone.movement, lone.to_class) == (STAYS, III)
    assert lone.reasoning.branch is Branch.NOTHING_TO_LOSE


def test_no_player_has_won_the_section_if_the_single_lower_player_has():
    section = berger([II] * 7 + [III], [10, 9, 8, 7, 6, 5, 0, 11])
    proposals = judge_entries(section)
    assert proposals[0].reasoning.branch is Branch.REACHED_STAYING
    assert (proposals[7].movement, proposals[7].to_class) == (UP, II)


def test_incomplete_section_proposes_nothing():
    section = berger([II] * 8, POINTS, is_complete=False)
    assert outcomes(section) == [(COMMITTEE, None)] * 8
    assert branch_of(section, 1) is Branch.NOT_COMPLETE


def test_too_few_players_leave_it_to_the_committee_with_the_numbers():
    section = berger([II] * 7, [11, 9, 8, 6, 4, 3, 1])
    (first, *_) = judge_entries(section)
    assert (first.movement, first.to_class) == (COMMITTEE, None)
    assert first.reasoning.branch is Branch.TOO_FEW_ENTRIES
    assert first.reasoning.paragraph == "SSF §6"
    assert first.reasoning.promotion_requires == 10


def test_a_second_master_leaves_all_but_the_masters_to_the_committee():
    section = berger([M, M, *[I] * 6], POINTS)
    assert outcomes(section) == [(STAYS, M)] * 2 + [(COMMITTEE, None)] * 6
    assert branch_of(section, 3) is Branch.TOO_MANY_MASTERS


def test_single_master_stays_with_any_score():
    section = berger([M, *[I] * 7], [0, 10, 9, 8, 7, 6, 5, 11])
    (master, *_) = judge_entries(section)
    assert (master.movement, master.to_class) == (STAYS, M)
    assert master.reasoning.branch is Branch.MASTER_PROTECTED


def test_class_for_life_is_kept_in_the_mastarklass():
    section = berger([M] * 8, POINTS, Competition.MASTARKLASS)
    assert outcomes(section)[7] == (DOWN, I)
    for_life = with_entry(section, 8, class_for_life=True)
    assert outcomes(for_life)[7] == (STAYS, M)
    assert branch_of(for_life, 8) is Branch.CLASS_FOR_LIFE
    withdrawn = with_entry(section, 8, class_for_life=True, withdrawn=True)
    assert outcomes(withdrawn)[7] == (STAYS, M)


def test_the_mastarklass_holds_masters_only():
    section = berger([M] * 7 + [I], POINTS, Competition.MASTARKLASS)
    assert outcomes(section)[7] == (COMMITTEE, None)
    assert branch_of(section, 8) is Branch.OTHER_CLASS


def test_player_with_dispensation_is_judged_like_the_others():
    section = berger([M] * 7 + [I], [11, 10, 9, 8, 7, 6, 4, 3], Competition.MASTARKLASS)
    low = with_entry(section, 8, starts_in=M)
    (*_, proposal) = judge_entries(low)
    assert (proposal.from_class, proposal.judged_as) == (I, M)
    assert (proposal.movement, proposal.to_class) == (DOWN, I)


def test_by_dispensation_holding_the_class_is_enough_to_keep_it():
    section = berger([I] * 7 + [II], [11, 10, 9, 8, 6, 4, 1, 7])
    (*_, proposal) = judge_entries(with_entry(section, 8, starts_in=I))
    assert (proposal.movement, proposal.to_class) == (STAYS, I)


@pytest.mark.parametrize("competition", [Competition.SM_GROUP, Competition.MASTARELIT])
def test_no_master_moves_in_the_sm_group_and_mastarelit(competition):
    section = berger([M] * 14, [26, *[12] * 12, 0], competition)
    assert outcomes(section) == [(STAYS, M)] * 14


def test_a_congress_class_section_is_pure_and_may_have_its_class_announced():
    section = berger([II] * 8, POINTS, Competition.CONGRESS_CLASS)
    assert outcomes(section)[0] == (UP, I)
    announced = berger(
        [II] * 5 + [III] * 3,
        POINTS,
        Competition.CONGRESS_CLASS,
        section_class=II,
    )
    assert outcomes(announced)[0] == (UP, I)
    assert branch_of(announced, 8) is Branch.OTHER_CLASS


@pytest.mark.parametrize(
    ("competition", "paragraph"),
    [(Competition.CLASS_IV, "SSF §5.5"), (Competition.WITHOUT_TITLES, "SSF §7")],
)
def test_section_without_titles_moves_no_player(competition, paragraph):
    section = berger([III] * 7 + [None], POINTS, competition)
    assert outcomes(section) == [(STAYS, III)] * 7 + [(STAYS, None)]
    assert branch_of(section, 1) is Branch.NO_TITLES_HERE
    assert judge_entries(section)[0].reasoning.paragraph == paragraph


def test_places_give_titles_at_once_whatever_the_class_before():
    section = berger(
        [III, I, M, II, I, *[II] * 9],
        [24, 23, 22, 21, 20, *[11] * 9],
        Competition.JSM_GROUP,
    )
    proposals = judge_entries(section)
    assert [(p.movement, p.to_class) for p in proposals[:3]] == [
        (UP, M),
        (UP, M),
        (STAYS, M),
    ]
    assert proposals[0].reasoning.branch is Branch.PLACE
    assert proposals[0].reasoning.paragraph == "SSF §7.2b"
    # Place four itself gives no title: the tables decide.
    assert proposals[3].reasoning.branch is Branch.REACHED_PROMOTION
    assert proposals[3].to_class is I


def test_place_in_a_championship_keeps_a_class_lost_by_the_tables():
    classes = [III, I, *[III] * 6]
    section = berger(classes, [13, 3, 2, 2, 2, 2, 2, 2], Competition.KADETT_SM)
    (_, second, *_) = judge_entries(section)
    assert second.reasoning.difference == 400
    assert (second.movement, second.to_class) == (STAYS, I)
    assert second.reasoning.branch is Branch.PLACE
    other = berger(classes, [13, 3, 2, 2, 2, 2, 2, 2], Competition.VETERAN_SM)
    assert judge_entries(other)[1].movement is DOWN


def test_place_for_a_lower_class_gives_nothing():
    section = berger([III, M, *[III] * 6], POINTS, Competition.KADETT_SM)
    (_, second, *_) = judge_entries(section)
    assert (second.movement, second.to_class) == (STAYS, M)
    assert second.reasoning.branch is Branch.MASTER_PROTECTED


def test_place_for_a_lower_class_does_not_keep_the_class():
    # Class I against seven at 1550: d 400 requires 6½ of seven, and 1½ were made.
    section = berger(
        [III, I, *[III] * 6], [13, 3, 2, 2, 2, 2, 2, 2], Competition.MINIOR_SM
    )
    (_, second, *_) = judge_entries(section)
    assert second.reasoning.staying_requires == 13
    assert (second.movement, second.to_class) == (DOWN, II)


def test_shared_place_that_decides_a_title_waits_for_the_tie_break():
    section = berger([II, II, II, *[III] * 5], POINTS, Competition.KADETT_SM)
    shared = with_entry(section, 3, places=(3, 4))
    assert outcomes(shared)[2] == (COMMITTEE, None)
    assert branch_of(shared, 3) is Branch.SHARED_PLACE
    harmless = with_entry(section, 2, places=(2, 3))
    assert outcomes(harmless)[1] == (UP, I)


def test_player_without_a_place_wins_no_title_by_it():
    section = berger([II] * 8, [11, 10, 9, 8, 7, 6, 4, 1], Competition.KADETT_SM)
    unplaced = with_entry(section, 1, places=None)
    assert outcomes(section)[0] == (UP, M)
    assert outcomes(unplaced)[0] == (STAYS, II)


def test_class_at_the_first_start_follows_the_rating_or_the_choice():
    section = berger([II] * 7 + [None], [11, 10, 9, 8, 7, 6, 4, 1])
    unchosen = judge_entries(section)
    assert [p.movement for p in unchosen] == [COMMITTEE] * 8
    assert unchosen[0].reasoning.branch is Branch.CLASS_NOT_CHOSEN
    chosen = with_entry(section, 8, starts_in=II)
    (*_, proposal) = judge_entries(chosen)
    assert (proposal.from_class, proposal.judged_as) == (None, II)
    assert (proposal.movement, proposal.to_class) == (DOWN, III)


def test_first_of_several_reasons_for_the_committee_is_given():
    # Seven entries, of whom three are masters; then also one who has not chosen a
    # class.
    section = berger([M] * 3 + [I] * 4, [9, 8, 7, 6, 5, 4, 3])
    last = judge_entries(section)[-1]
    assert (last.movement, last.reasoning.branch) == (COMMITTEE, Branch.TOO_FEW_ENTRIES)
    assert last.reasoning.paragraph == "SSF §6"
    unchosen = judge_entries(berger([M] * 3 + [I] * 3 + [None], [9, 8, 7, 6, 5, 4, 3]))
    assert unchosen[-1].reasoning.branch is Branch.CLASS_NOT_CHOSEN
    assert unchosen[-1].reasoning.paragraph == "SSF §7.1"


def test_proposals_are_in_the_order_of_the_entries():
    section = berger([II] * 8, POINTS)
    turned = replace(section, entries=tuple(reversed(section.entries)))
    assert judge_entries(turned) == tuple(reversed(judge_entries(section)))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(ClassRank), min_size=8, max_size=14),
    st.data(),
)
def test_no_player_moves_more_than_one_class_in_a_sanctioned_tournament(classes, data):
    most = 2 * (len(classes) - 1)
    points = [data.draw(st.integers(0, most)) for _ in classes]
    for proposal in judge_entries(berger(classes, points)):
        if proposal.movement is COMMITTEE:
            assert proposal.to_class is None
        else:
            step = {UP: -1, STAYS: 0, DOWN: 1}[proposal.movement]
            assert proposal.to_class.level == proposal.judged_as.level + step
