"""No two sections of a tournament have the same name."""

from importlib import import_module

import pytest
from django.core.exceptions import ValidationError

from tests.factories import acting
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import section, tournament
from tournaments.domain.planning.sections import (
    SectionDraft,
    change_section,
    remove_section,
)
from tournaments.domain.removals.putting_back import put_back
from tournaments.models import Removal

pytestmark = pytest.mark.django_db
WORDS = ["The tournament has another section of this name."]


@pytest.mark.parametrize("name", ["Group A", "group a"])
def test_second_section_of_the_same_name_is_refused(name):
    made = section(name="Group A")

    with pytest.raises(ValidationError) as refused:
        section(made.tournament, name=name)

    assert refused.value.messages == WORDS


def test_renaming_a_section_to_the_name_of_another_is_refused():
    other = section(section(name="Group A").tournament, name="Group B")

    with pytest.raises(ValidationError) as refused:
        change_section(other.pk, SectionDraft("GROUP A"), acting=acting())

    assert refused.value.messages == WORDS


def test_section_may_keep_its_name_and_another_tournament_may_use_it():
    made = section(name="Group A")
    assert change_section(made.pk, SectionDraft("group A"), acting=acting()).pk
    assert section(tournament(), name="Group A").pk


def test_removed_section_is_not_restored_if_its_name_is_taken():
    made = section(name="Group A")
    remove_section(made.pk, acting=acting())
    section(made.tournament, name="group a")

    assert refusal_code(put_back, Removal.objects.get().pk) == "name_taken"


def test_sections_of_the_same_name_are_numbered_before_the_constraint():
    migration = import_module("tournaments.migrations.0010_names_of_sections")
    taken: set[str] = set()
    names = [
        "Group A",
        "group a",
        "Group A (2)",
        "Group B",
        "GROUP A",
        "x" * 60,
        "X" * 60,
    ]

    assert [migration.own_name(name, taken) for name in names] == [
        "Group A",
        "group a (2)",
        "Group A (2) (2)",
        "Group B",
        "GROUP A (3)",
        "x" * 60,
        "X" * 56 + " (2)",
    ]
