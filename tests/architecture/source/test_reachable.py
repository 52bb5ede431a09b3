"""Every rule, act and query is used by the product.

Vulture was tried and abandoned: it has one set of names for the whole program, so that
a function that shares its name with another (`rate_tournament`) counts as used, and it
reports only names that are not mentioned at all, not those mentioned only in
unreachable code. Nearly all of its 688 reports were about fields of models and rows.
"""

from pathlib import Path

import pytest

from tests.architecture.source.reachability import (
    APPS,
    LAYERS,
    Product,
    layer_of,
    sources,
    words_of_templates,
)

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def files():
    return sources(ROOT)


@pytest.fixture(scope="module")
def product(files):
    return Product(files, words_of_templates(ROOT))


def test_everything_in_the_layers_is_reachable_from_an_entry_point(product):
    assert product.unreachable() == []


def test_each_layer_of_each_app_is_searched(product):
    paths = {product.modules[module].path for module, _ in product.of_layers}
    assert {layer_of(path) for path in paths} == {
        (app, layer) for app in APPS for layer in LAYERS
    }
    assert len(product.of_layers) > 3000
    assert len(product.of_layers & product.reached) > 3000


def test_function_called_only_by_tests_is_found(files):
    unused = "def forgotten():\n    return also_forgotten()\n"
    inner = "def also_forgotten():\n    return forgotten()\n"
    new = {f"ratings/{layer}/added.py": unused + inner for layer in LAYERS}
    found = Product(files | new, set()).unreachable()
    assert {name for name in found if ".added." in name} == {
        f"ratings.{layer}.added.{name}"
        for layer in LAYERS
        for name in ("forgotten", "also_forgotten")
    }


SMALL = {
    "ratings/urls.py": "from ratings.lists.views import lists\nPATHS = [lists.show]\n",
    "ratings/lists/views/lists.py": (
        "import ratings.lists.domain.kept\n"
        "from ratings.lists.queries import rows as read\n"
        "from ratings.rules.add import Sum as S\n"
        "def show(): return read.rows(), S(1).total()\n"
        "def hidden(): return read.others()\n"
    ),
    "ratings/lists/queries/rows.py": (
        "from ratings.rules.add import LIMIT\n"
        "def rows(): return LIMIT\n"
        "def others(): return 2\n"
    ),
    "ratings/rules/add.py": (
        "LIMIT = 3\n"
        "UNUSED = LIMIT\n"
        "class Sum:\n"
        "    def __init__(self, n): self.n = n\n"
        "    def total(self): return self._own()\n"
        "    def _own(self): return self.n\n"
        "    def shown(self): return 1\n"
        "    def forgotten(self): return 2\n"
    ),
    "ratings/lists/domain/kept.py": "KEPT = []\ndef clear(): ...\nKEPT.append(clear)\n",
}


def test_reachability_follows_imports_methods_and_registrations():
    assert Product(SMALL, {"shown"}).unreachable() == [
        "ratings.lists.queries.rows.others",
        "ratings.rules.add.Sum.forgotten",
        "ratings.rules.add.UNUSED",
    ]


def test_function_of_the_same_name_elsewhere_does_not_count_as_a_call():
    other = {"ratings/rules/other.py": "def rows(): return 1\n"}
    found = Product(SMALL | other, {"shown"}).unreachable()
    assert "ratings.rules.other.rows" in found


def test_attribute_of_dynamically_imported_modules_counts_as_reachable():
    loading = {
        "ratings/tasks.py": (
            "from importlib import import_module\n"
            "def rate(name):\n"
            '    return import_module(f"ratings.rules.{name}").SYSTEM\n'
        ),
        "ratings/rules/one.py": "SYSTEM = 1\nOTHER = 2\n",
    }
    assert Product(loading, set()).unreachable() == ["ratings.rules.one.OTHER"]
