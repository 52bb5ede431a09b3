"""The slots of derived rows are read only through the views: rows of the spare slot do
not count.
"""

import ast
import re

import pytest
from django.db import connection

from ratings.models import Change, ChangeRow, LivePlace, LivePlaceRow
from script.checkout import ROOT

APPS = ("federation", "ratings", "tournaments")
MAY_NAME = {
    "ratings/ledger/domain/slots.py",
    "ratings/models/__init__.py",
    "ratings/models/table_rights.py",
    "ratings/people/queries/personal_words.py",
    "ratings/ledger/queries/current_rows.py",
}
TABLES = {"ratings_changerow", "ratings_liveplacerow"}
MODELS = {model.__name__ for model in (ChangeRow, LivePlaceRow)}
CHANGES_TABLES = re.compile(
    r"\b(CREATE|ALTER|DROP|TRUNCATE|ATTACH|DETACH)\b"
    r"(?= (UNLOGGED |UNIQUE |INDEX |TABLE |PARTITION |VIEW |FUNCTION |ratings_))"
)


def modules():
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(ROOT).as_posix(), path.read_text()


def words(text):
    """Return every name and every string of a module, without docstrings and comments."""
    tree = ast.parse(text)
    docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node not in docstrings:
                yield node.value
        elif isinstance(node, ast.alias):
            yield node.name


def test_only_slot_modules_name_the_tables_behind_the_views():
    naming = {
        path
        for path, text in modules()
        for word in words(text)
        if word in MODELS or any(table in word for table in TABLES)
    }

    assert naming == MAY_NAME


def test_office_code_alters_only_temporary_tables():
    changing = {
        path
        for path, text in modules()
        for word in words(text)
        if CHANGES_TABLES.search(word)
    }

    assert changing == {
        "ratings/fide/domain/lists.py",  # a temporary table
        "federation/migration_operations.py",  # for migrations only
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    "rows", [Change.objects.of_pool(1), LivePlace.objects.of_pool(1)]
)
def test_query_filtered_by_pool_does_not_read_the_other_slot(rows):
    with connection.cursor() as cursor:
        statement, values = rows.query.sql_with_params()
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", values)
        (plan,) = cursor.fetchone()[0]

    read = {
        node["Relation Name"]: node["Actual Loops"]
        for node in nodes(plan["Plan"])
        if "row_" in node.get("Relation Name", "")
    }
    assert sorted(read.values()) == [0, 1] or len(read) == 1


def nodes(plan):
    yield plan
    for inner in plan.get("Plans", ()):
        yield from nodes(inner)
