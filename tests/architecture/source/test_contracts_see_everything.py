"""The contracts of `.importlinter` name every subject and every layer: one
that they do not name would not be checked.
"""

from configparser import ConfigParser
from pathlib import Path

ROOT = Path(__file__).parents[3]
OUTSIDE_THE_LAYERS = {
    "federation": {
        "database": "the connection, which the models need",
        "formats": "how days and figures are written, for all layers",
        "front": "in front of Django",
        "settings": "what Django reads first",
        "shared_pages": "in front of the pages, which it makes",
        "sign_in": "what allauth calls",
        "templatetags": "what templates call",
        "watching": "what is noted in all layers",
    },
    "tournaments": {
        "formats": "files, read and written by domain and views",
        "templatetags": "what templates call",
    },
}
"""Folders of an app that are in no layer."""


def contract(name: str) -> dict[str, list[str]]:
    read = ConfigParser()
    read.read(ROOT / ".importlinter", encoding="utf-8")
    section = read[f"importlinter:contract:{name}"]
    return {key: section[key].split("\n")[1:] for key in ("containers", "layers")}


def layers(name: str) -> set[str]:
    return {
        part.strip(" ()")
        for layer in contract(name)["layers"]
        for part in layer.split("|")
    }


def folders(path: Path) -> set[str]:
    found = {each.parent.name for each in path.glob("*/__init__.py")}
    return found - {"migrations"}


def test_every_subject_of_ratings_has_its_layers_in_order():
    shared = {"models", "rules", "management", "templatetags"}
    subjects = folders(ROOT / "ratings") - shared
    assert len(subjects) > 20
    containers = contract("layers-of-subjects")["containers"]
    assert set(containers) == {f"ratings.{each}" for each in subjects}


def test_every_folder_of_a_subject_is_a_layer():
    named = layers("layers-of-subjects")
    shared = {"models", "rules", "management", "templatetags"}
    unknown = [
        f"{subject}/{folder}"
        for subject in folders(ROOT / "ratings") - shared
        for folder in folders(ROOT / "ratings" / subject)
        if folder not in named
    ]
    assert unknown == []


def test_every_folder_of_an_app_is_a_layer_or_has_a_reason():
    named = layers("layers")
    for app, reasons in OUTSIDE_THE_LAYERS.items():
        assert folders(ROOT / app) - named == set(reasons)


def test_every_layer_named_in_a_contract_exists():
    modules = {
        each.stem if each.name != "__init__.py" else each.parent.name
        for app in ("federation", "ratings", "tournaments")
        for each in (ROOT / app).rglob("*.py")
    }
    named = layers("layers") | layers("layers-of-subjects") | layers("subjects")
    assert named - modules == set()
