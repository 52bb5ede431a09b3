"""The tables of acts and roles, as the page of roles shows them."""

import pytest
from django.utils import translation

from federation.enums import RoleKind
from federation.permissions import Permission
from federation.queries.matrix import agreement_table, columns, permission_matrix

OFFICES = ["Rating officer", "Rules committee", "The board", "Administrator"]


def test_each_kind_of_role_shows_its_scope():
    assert [(str(each.kind.label), each.reach) for each in columns()] == [
        ("Club secretary", "own club"),
        ("Deputy secretary", "own club"),
        ("District officer", "own district"),
        *((office, "everywhere") for office in OFFICES),
    ]


@pytest.mark.parametrize(
    ("act", "ticked"),
    [
        (Permission.LINK_ACCOUNT, ["secretary", "administrator"]),
        (Permission.ASK_FOR_MEMBERS, ["secretary", "deputy"]),
        (Permission.ENDORSE_TOURNAMENTS, ["district"]),
        (Permission.SANCTION_TOURNAMENTS, ["committee", "board"]),
        (Permission.SEE_RUNS, ["officer", "administrator"]),
    ],
)
def test_act_is_ticked_under_the_roles_that_hold_it(act, ticked):
    [line] = [each for each in permission_matrix() if each.permission == act]
    assert [column.kind for column, holds in line.cells if holds] == ticked
    assert [column for column, _ in line.cells] == list(columns())


def test_each_act_is_listed_once_in_the_order_of_the_permissions():
    assert [each.permission for each in permission_matrix()] == list(Permission)


def line_of(says):
    [line] = [each for each in agreement_table() if each.says == says]
    return line.starts, line.agrees, line.needs_two


def test_starting_and_agreeing_roles_are_listed_in_the_order_of_the_roles():
    assert line_of("Accept the results of a tournament") == (
        "Club secretary, Deputy secretary, District officer, Rating officer",
        "Rating officer",
        True,
    )


def test_history_is_proposed_and_agreed_to_by_the_same_roles():
    both = "Rating officer, Administrator"
    assert line_of("Post a file of earlier games") == (both, both, True)


def test_act_of_one_person_names_no_agreeing_role():
    assert line_of("Hold, return, release or withdraw results") == (
        "Rating officer", "", False,
    )  # fmt: skip


def test_tables_are_in_the_readers_language():
    with translation.override("sv"):
        reaches = {each.kind: each.reach for each in columns()}
        assert (reaches[RoleKind.SECRETARY], reaches[RoleKind.BOARD]) == (
            "egen klubb", "överallt",
        )  # fmt: skip
