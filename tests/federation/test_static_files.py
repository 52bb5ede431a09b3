"""Style sheets as they are served: `federation.static_files`."""

import re

import pytest
from django.contrib.staticfiles.finders import FileSystemFinder

from federation.static_files import BundlingStaticFilesStorage
from script.checkout import ROOT

SHEETS = ROOT / "static" / "css"
SITE = (SHEETS / "site.css").read_text(encoding="utf-8")


@pytest.fixture
def collect(tmp_path, settings):
    """Collect the files of a folder, twice, as an office that is started again does;
    return the text that is served of one of them.
    """
    source, target = tmp_path / "source", tmp_path / "target"

    def collect(files, name):
        for path, text in files.items():
            (source / path).parent.mkdir(parents=True, exist_ok=True)
            (source / path).write_text(text, encoding="utf-8")
        settings.STATICFILES_DIRS = [source]
        storage = BundlingStaticFilesStorage(location=target, base_url="/static/")
        for _time in range(2):
            paths = {
                path: (place, path) for path, place in FileSystemFinder().list(None)
            }
            for path, (place, _path) in paths.items():
                storage.delete(path)
                with place.open(path) as file:
                    storage.save(path, file)
            assert not [
                problem
                for *_names, problem in storage.post_process(paths)
                if isinstance(problem, Exception)
            ]
        return (target / storage.stored_name(name)).read_text(encoding="utf-8")

    return collect


def test_a_style_sheet_holds_what_it_imports_in_its_order(collect):
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


def test_a_file_that_an_imported_sheet_names_is_found(collect):
    files = {
        "css/site.css": '@import url("faces.css");\n',
        "css/faces.css": 'p { background: url("../img/mark.svg"); }\n',
        "img/mark.svg": "<svg/>",
    }
    served = collect(files, "css/site.css")
    assert re.fullmatch(
        r'p \{ background: url\("\.\./img/mark\.\w{12}\.svg"\); \}\n\n', served
    )


def test_every_component_is_imported_and_names_no_other_file():
    """A sheet in a folder below would name it from another place than the page does."""
    components = sorted((SHEETS / "components").glob("*.css"))
    imported = re.findall(r'"components/(\w+\.css)"', SITE)
    assert sorted(imported) == [sheet.name for sheet in components]
    assert [each.name for each in components if "url(" in each.read_text()] == []
