"""docs/pictures.toml: the pictures of docs/pages.md, and the steps that lead to each."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import ViewportSize

from script.checkout import ROOT

TABLE = ROOT / "docs" / "pictures.toml"
ON_A_TELEPHONE = "-phone"


@dataclass(frozen=True)
class Frame:
    """The size of a picture in CSS pixels; a longer page is cut at `most`."""

    width: int
    height: int
    most: int
    scale: float = 1

    @property
    def viewport(self) -> ViewportSize:
        return {"width": self.width, "height": self.height}


DESK = Frame(1280, 850, 1020)
TELEPHONE = Frame(390, 933, 933, 1.5)


@dataclass(frozen=True)
class Picture:
    """A picture. `who` is the log-in before the @, or empty for an anonymous visitor.
    The pictures of a turn are taken after its acts. `begin` is the CSS selector of the
    part where the picture begins; without one it begins at the top of the page.
    """

    name: str
    who: str
    steps: tuple[str, ...]
    turn: int
    begin: str = ""
    frame: Frame = DESK


@dataclass(frozen=True)
class Act:
    """An act that changes the office before the pictures of its turn."""

    who: str
    steps: tuple[str, ...]
    turn: int


@dataclass(frozen=True)
class Table:
    acts: tuple[Act, ...]
    pictures: tuple[Picture, ...]
    files: Mapping[str, str]


def read_table(path: Path = TABLE) -> Table:
    raw = tomllib.loads(path.read_text())
    return Table(
        tuple(map(_act, raw["acts"])),
        tuple(each for row in raw["pictures"] for each in _pictures(row)),
        raw["files"],
    )


def _act(row: Mapping[str, Any]) -> Act:
    return Act(row["who"], tuple(row["steps"]), row.get("turn", 1))


def _pictures(row: Mapping[str, Any]) -> Iterator[Picture]:
    name, who, turn = row["name"], row.get("who", ""), row.get("turn", 1)
    steps = tuple(row["steps"])
    begin = row.get("begin", "")
    yield Picture(name, who, steps, turn, begin)
    if row.get("phone"):
        yield Picture(name + ON_A_TELEPHONE, who, steps, turn, begin, TELEPHONE)
