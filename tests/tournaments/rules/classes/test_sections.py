"""Pure and mixed sections and their composition (SSF §6)."""

import pytest

from tournaments.rules.classes.ranks import ClassRank
from tournaments.rules.classes.sections import (
    ClassDeparture,
    ClassEntry,
    ClassSection,
    Competition,
    SectionProblem,
    compose_section,
    departure_from,
)
from tournaments.rules.sections import TournamentKind

M, I, II, III = ClassRank  # noqa: E741


def section(classes, competition=Competition.SANCTIONED, **extra):
    entries = tuple(
        player if isinstance(player, ClassEntry) else entry(number, player)
        for number, player in enumerate(classes, start=1)
    )
    return ClassSection(
        competition, TournamentKind.SWISS, 7, entries, is_complete=True, **extra
    )


def entry(number, player_class, **extra):
    return ClassEntry(number, player_class, 1700, (), None, **extra)


@pytest.mark.parametrize(
    ("classes", "pure_class"),
    [
        ([II] * 8, II),
        ([II] * 7 + [III], II),
        ([I] * 7 + [III], I),
        ([II] * 6 + [III] * 2, None),
        ([I] + [II] * 7, None),
        ([M] + [I] * 7, None),
        ([I, II, III] * 3, None),
    ],
)
def test_a_section_is_pure_with_at_most_one_of_a_lower_class(classes, pure_class):
    composition = compose_section(section(classes))
    assert composition.pure_class is pure_class
    assert composition.problems == ()


def test_a_sanctioned_section_has_at_least_eight_players():
    assert compose_section(section([II] * 7)).problems == (
        SectionProblem.TOO_FEW_ENTRIES,
    )
    assert compose_section(section([II] * 7, Competition.CONGRESS_CLASS)).problems == ()


def test_a_sanctioned_tournament_has_at_most_one_master():
    assert compose_section(section([M, M] + [I] * 6)).problems == (
        SectionProblem.TOO_MANY_MASTERS,
    )
    one = [M] + [I] * 7
    assert compose_section(section(one, masters_in_tournament=1)).problems == ()
    assert compose_section(section(one, masters_in_tournament=2)).problems == (
        SectionProblem.TOO_MANY_MASTERS,
    )
    assert compose_section(section([M] * 8, Competition.JSM_GROUP)).problems == ()


def test_missing_choice_is_a_problem_only_if_it_could_make_the_section_mixed():
    undecided = entry(8, None)
    assert undecided.judged_as is None
    assert compose_section(section([II] * 7 + [undecided])).problems == (
        SectionProblem.CLASS_NOT_CHOSEN,
    )
    mixed = compose_section(section([I, II, II, III, III, III, III, undecided]))
    assert (mixed.pure_class, mixed.problems) == (None, ())


@pytest.mark.parametrize(
    ("facts", "judged_as"),
    [
        ({"player_class": II}, II),
        ({"player_class": II, "starts_in": I}, I),
        ({"player_class": I, "starts_in": II}, I),
        ({"player_class": II, "class_for_life": True}, M),
        ({"player_class": None, "rating": 1650}, III),
        ({"player_class": None, "rating": 1850}, II),
        ({"player_class": None, "rating": None}, III),
        ({"player_class": None, "rating": 1750}, None),
        ({"player_class": None, "rating": 1750, "starts_in": III}, III),
    ],
)
def test_player_is_judged_in_the_class_started_in(facts, judged_as):
    values = {"rating": 1700, **facts}
    assert ClassEntry(1, games=(), places=None, **values).judged_as is judged_as


@pytest.mark.parametrize(
    ("announced", "classes", "expected"),
    [
        (II, [II] * 8, None),
        (II, [II] * 7 + [III], None),
        (II, [II] * 6 + [III] * 2, ClassDeparture((), (7, 8))),
        (II, [II] * 7 + [I], ClassDeparture((8,), ())),
        (II, [I] + [II] * 5 + [III] * 2, ClassDeparture((1,), (7, 8))),
        (II, [III] * 2, ClassDeparture((), (1, 2))),
        (None, [II] * 6 + [III] * 2, None),
        (None, [II] * 8, ClassDeparture((), ())),
        # It may still become a mixed one.
        (None, [II] * 7, None),
    ],
)
def test_departures_from_the_announced_class_are_listed(announced, classes, expected):
    assert departure_from(announced, section(classes).entries) == expected


def test_player_who_has_not_chosen_does_not_depart_from_the_announced_class():
    players = [II] * 7 + [entry(8, None)]
    assert departure_from(I, section(players).entries) == ClassDeparture(
        (), (1, 2, 3, 4, 5, 6, 7)
    )
