"""Every column of names refuses markup and invisible characters in the database."""

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from pghistory.models import Event as EventModel

from federation.models import Club, District, Player
from federation.models.plain_names import validate_plain_name
from federation.rules.names import UNSUITABLE, unsuitable_character, without_unsuitable
from tests.factories import ClubFactory, DistrictFactory, PlayerFactory

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


def test_every_name_column_is_constrained():
    columns = columns_of_names()
    assert len(columns) > 20
    assert [
        f"{model.__name__}.{name}"
        for model, name in columns
        if f"'{name}__regex'" not in constrained(model)
    ] == []


@pytest.mark.django_db
@pytest.mark.parametrize("bad", BAD)
def test_database_refuses_names_with_markup_or_invisible_characters(bad):
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
def test_names_of_all_languages_are_accepted(good):
    validate_plain_name(good)
    player = PlayerFactory(last_name=good)
    player.refresh_from_db()
    assert player.last_name == good


@pytest.mark.django_db
def test_python_and_the_database_refuse_the_same_characters():
    """All characters of the first plane and the tag characters; PostgreSQL text has no
    NUL.
    """
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


def test_invisible_character_is_named_by_its_number():
    assert unsuitable_character("a\u202eb") == "U+202E"
    assert unsuitable_character("a<b") == "<"
    assert without_unsuitable("<liga>\n2026.csv") == "_liga__2026.csv"
