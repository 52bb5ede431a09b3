"""Style sheets in production: `federation.static_files`."""

import re

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command

from script.checkout import ROOT

SHEETS = ROOT / "static" / "css"
SITE = (SHEETS / "site.css").read_text(encoding="utf-8")
SERVED = {"BACKEND": "federation.static_files.BundlingStaticFilesStorage"}


@pytest.fixture
def collect(tmp_path, settings):
    """Return a function that writes files and collects them as an office does at
    start-up, and returns the served text of one of them.
    """
    source = tmp_path / "source"
    source.mkdir()
    settings.STATICFILES_FINDERS = [
        "django.contrib.staticfiles.finders.FileSystemFinder"
    ]
    settings.STATICFILES_DIRS = [source]
    settings.STATIC_ROOT = tmp_path / "target"
    settings.STORAGES = settings.STORAGES | {"staticfiles": SERVED}

    def collect(files, name):
        for path, text in files.items():
            (source / path).parent.mkdir(parents=True, exist_ok=True)
            (source / path).write_text(text, encoding="utf-8")
        call_command("collectstatic", interactive=False, verbosity=0)
        served = settings.STATIC_ROOT / staticfiles_storage.stored_name(name)
        return served.read_text(encoding="utf-8")

    return collect


def test_style_sheet_contains_its_imports_in_order(collect):
    files = {
        "css/site.css": '/* All. */\n@import url("colours.css");\n'
        '@import url("parts/button.css");\n@import url("paper.css") print;\n',
        "css/colours.css": "a { color: red; }\n",
        "css/parts/button.css": "b { margin: 0; }\n",
        "css/paper.css": "i { display: none; }\n",
    }
    assert collect(files, "css/site.css") == (
        "/* All. */\na { color: red; }\n\nb { margin: 0; }\n\n"
        "@media print {\ni { display: none; }\n}\n\n"
    )


def test_file_named_by_an_imported_sheet_is_found(collect):
    files = {
        "css/site.css": '@import url("faces.css");\n',
        "css/faces.css": 'p { background: url("../img/mark.svg"); }\n',
        "img/mark.svg": "<svg/>",
    }
    served = collect(files, "css/site.css")
    assert re.fullmatch(
        r'p \{ background: url\("\.\./img/mark\.\w{12}\.svg"\); \}\n\n', served
    )


def test_changed_import_is_included_at_the_next_start(
    collect,
):
    """Only changed files are copied then: the importing one is left as it was written."""
    files = {"site.css": '@import url("a.css");\n', "a.css": "a { color: red; }\n"}
    first = collect(files, "site.css")
    second = collect({"a.css": "a { color: blue; }\n"}, "site.css")
    assert (first, second) == ("a { color: red; }\n\n", "a { color: blue; }\n\n")


def test_every_component_is_imported_and_names_no_other_file():
    """A sheet in a subfolder would resolve the name differently from the page."""
    components = sorted((SHEETS / "components").glob("*.css"))
    imported = re.findall(r'"components/(\w+\.css)"', SITE)
    assert sorted(imported) == [sheet.name for sheet in components]
    assert [each.name for each in components if "url(" in each.read_text()] == []


def test_imported_sheet_imports_no_other():
    """Its import would end up in the middle of a sheet, where browsers ignore it."""
    importing = [
        str(sheet.relative_to(SHEETS))
        for sheet in sorted(SHEETS.rglob("*.css"))
        if "@import" in sheet.read_text(encoding="utf-8")
    ]
    assert importing == ["site.css"]
