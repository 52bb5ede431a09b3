"""Every column of names refuses markup and invisible characters in the database."""

from datetime import date

import pytest
from django.apps import apps
from django.db import DatabaseError, IntegrityError, connection, models, transaction
from django.db.migrations.loader import MigrationLoader
from pghistory.models import Event as EventModel

from federation.models import Club, District, Player
from federation.models.plain_names import validate_plain_name
from federation.rules.names import (
    UNSUITABLE,
    unsuitable_character,
    without_unsuitable,
)
from ratings.models import FideList, FideRating
from tests import database
from tests.factories import NOON, ClubFactory, DistrictFactory, PlayerFactory

APPS = ("federation", "ratings", "tournaments")
NAMES = {"name", "short_name", "first_name", "last_name", "town", "place", "file_name"}
BAD = ["<b>", "a > b", "Å\u202egnuK", "A\u200bnna", "line\nfeed", "\x07", "\ufeffx"]


def columns_of_names():
    return [
        (model, field.name)
        for label in APPS
        for model in apps.get_app_config(label).get_models()
        for field in model._meta.fields  # noqa: SLF001 (documented)
        if field.name in NAMES
        and isinstance(field, models.CharField)
        and not issubclass(model, EventModel)
    ]


def constrained(model) -> str:
    return " ".join(
        str(each.condition)
        for each in model._meta.constraints  # noqa: SLF001 (documented)
        if each.name.endswith("_names_are_plain")
    )


def test_every_column_of_names_is_constrained():
    columns = columns_of_names()
    assert len(columns) > 20
    assert [
        f"{model.__name__}.{name}"
        for model, name in columns
        if f"'{name}__regex'" not in constrained(model)
    ] == []


@pytest.mark.django_db
@pytest.mark.parametrize("bad", BAD)
def test_the_database_refuses_such_a_name_whoever_writes_it(bad):
    rows = (
        (Club, {"name": bad}, ClubFactory),
        (District, {"name": bad}, DistrictFactory),
        (Player, {"last_name": bad}, PlayerFactory),
    )
    for model, written, factory in rows:
        row = factory()
        with (
            pytest.raises(IntegrityError, match="names_are_plain"),
            transaction.atomic(),
        ):
            model.objects.filter(pk=row.pk).update(**written)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "good", ["Åsa-Märta O’Neil", "d'Arc", "Łukasz", "李 小龙", "R&D #1"]
)
def test_names_of_all_peoples_are_taken(good):
    validate_plain_name(good)
    player = PlayerFactory(last_name=good)
    player.refresh_from_db()
    assert player.last_name == good


@pytest.mark.django_db
def test_python_and_the_database_refuse_the_same_characters():
    """All of the first plane, and where tags lie; NUL is no text in PostgreSQL."""
    characters = [
        chr(code)
        for code in (
            *range(1, 0xD800),
            *range(0xE000, 0x10000),
            *range(0xE0000, 0xE0100),
        )
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c FROM unnest(%s::text[]) AS c WHERE c ~ %s",
            [characters, UNSUITABLE],
        )
        refused = {row[0] for row in cursor.fetchall()}
    assert refused == {each for each in characters if unsuitable_character(each)}


def test_what_cannot_be_seen_is_named_by_its_number():
    assert unsuitable_character("a\u202eb") == "U+202E"
    assert unsuitable_character("a<b") == "<"
    assert without_unsuitable("<liga>\n2026.csv") == "_liga__2026.csv"


MIGRATIONS = [(each, f"{number}_names_are_plain") for each, number in
              (("federation", "0005"), ("ratings", "0021"), ("tournaments", "0007"))]  # fmt: skip


def without_constraints():
    with connection.cursor() as cursor:
        for model in {model for model, _name in columns_of_names()}:
            for each in model._meta.constraints:  # noqa: SLF001 (documented)
                if each.name.endswith("_names_are_plain"):
                    table = model._meta.db_table  # noqa: SLF001 (documented)
                    cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {each.name}")


def migrated():
    """The three migrations, on a database that holds what was written before them."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    loader = MigrationLoader(connection)
    for label, name in MIGRATIONS:
        migration = loader.get_migration(label, name)
        before = loader.project_state(migration.dependencies[:-1] or None)
        with connection.schema_editor(atomic=False) as editor:
            migration.apply(before, editor)


@pytest.mark.django_db
def test_names_of_before_are_made_plain_when_the_constraints_come():
    with database.owner(), transaction.atomic():
        without_constraints()
        clubs = [ClubFactory(name=f"Sch{sign}ack", town="<i>") for sign in "<>"]
        bad, good = PlayerFactory(first_name="A\u200bnna"), PlayerFactory()
        PlayerFactory(national_id="\u202e1234"[:20], last_name="Ek\nAl")
        file = FideList.objects.create(
            month=date(2026, 6, 1), kind="standard", revision=0, digest="x",
            file_name="<x>.txt", lines=1, rated=1, kept=1, refused=0, taken_at=NOON,
        )  # fmt: skip
        FideRating.objects.create(list=file, fide_id=1, name="Al<", inactive=False)
        migrated()
        names = Club.objects.filter(pk__in=[each.pk for each in clubs])
        assert sorted(names.values_list("name", "town")) == [
            (f"Sch_ack_{each.pk}", "_i_") for each in clubs
        ]
        firsts = Player.objects.filter(pk__in=[bad.pk, good.pk]).order_by("pk")
        assert [each.first_name for each in firsts] == ["A_nna", good.first_name]
        assert Player.objects.get(national_id="_1234").last_name == "Ek_Al"
        assert FideList.objects.get().file_name == "_x_.txt"
        assert FideRating.objects.get().name == "Al_"
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            FideRating.objects.update(name="Al")
        transaction.set_rollback(True)
