"""Measure how far an act goes through the code: files that run, and depth of calls.

    script/test -p bench.act_walks --walk ratings.engine.domain.computation.compute_pool \\
      tests/ratings/engine/domain/carrying/test_carrying.py -k difference_is_booked

Loaded into pytest with -p. Whenever the function is called, the project's own
functions below it are counted: distinct files, distinct functions, and the longest
chain of calls between functions of different files. A reader who follows the calls
returns to an earlier file for every pair of calling and called file beyond the first
one that leads to a file; these returns are counted among files that are neither models
nor rules. The largest walk is printed.
"""

import importlib
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parents[1]
APPS = ("federation", "ratings", "tournaments")
WITH_EACH_STATEMENT = {"database", "shared_pages"}
"""Packages that every statement passes through on its way to the database."""
FOUND: dict[str, list["Walk"]] = {}
"""The recorded walks, by the function named with --walk."""


@dataclass
class Walk:
    files: list[str] = field(default_factory=list)
    functions: set[tuple[str, str]] = field(default_factory=set)
    calls: set[tuple[str, str]] = field(default_factory=set)
    """Calls from one file to another."""
    depth: int = 0

    def note(self, path: str, function: str, depth: int, caller: str | None) -> None:
        if caller not in (None, path):
            self.calls.add((str(caller), path))
        if path not in self.files:
            self.files.append(path)
        self.functions.add((path, function))
        self.depth = max(self.depth, depth)

    @property
    def text(self) -> str:
        lines = sum((ROOT / path).read_text("utf-8").count("\n") for path in self.files)
        own = {path for path in self.files if not _is_of_models_or_rules(path)}
        among_own = [pair for pair in self.calls if own.issuperset(pair)]
        returns = len(among_own) - max(0, len(own) - 1)
        return (
            f"{len(self.files)} files of {lines} lines ({len(self.files) - len(own)} of"
            f" them models and rules), {len(self.functions)} functions, {self.depth} deep,"
            f" {returns} times back to a file\n  " + "\n  ".join(self.files)
        )


def _is_of_models_or_rules(path: str) -> bool:
    return bool({"models", "rules"} & {*path.split("/")})


def pytest_addoption(parser: Any) -> None:
    parser.addoption("--walk", action="append", default=[], metavar="FUNCTION")


def pytest_sessionstart(session: Any) -> None:
    for name in session.config.getoption("--walk"):
        module_name, function = name.rsplit(".", 1)
        module = importlib.import_module(module_name)
        found: list[Walk] = []
        FOUND[name] = found
        original = getattr(module, function)
        watched = _watched(original, found)
        for other in list(sys.modules.values()):
            if getattr(other, function, None) is original:
                setattr(other, function, watched)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for name, walks in FOUND.items():
        largest = max(walks, key=lambda walk: len(walk.files), default=None)
        text = largest.text if largest else "was not called"
        terminalreporter.write_line(f"\n{name}: {text}")


def _watched(function: Callable[..., Any], found: list[Walk]) -> Callable[..., Any]:
    def run(*args: Any, **named: Any) -> Any:
        walk = Walk()
        found.append(walk)
        sys.setprofile(_profiler(walk))
        try:
            return function(*args, **named)
        finally:
            sys.setprofile(None)

    return run


def _profiler(walk: Walk) -> Callable[[FrameType, str, Any], None]:
    chain: list[tuple[FrameType, int]] = []

    importing: list[FrameType] = []

    def note(frame: FrameType, event: str, _arg: Any) -> None:
        path = _project_file(frame.f_code.co_filename)
        if path is None:
            return
        # Code that a module runs when it is first imported is not part of the act.
        if event == "call" and frame.f_code.co_name == "<module>":
            importing.append(frame)
        elif event == "return" and importing and importing[-1] is frame:
            importing.pop()
        elif importing:
            return
        elif event == "call":
            depth = chain[-1][1] if chain else 0
            last = _project_file(chain[-1][0].f_code.co_filename) if chain else None
            chain.append((frame, depth + (path != last)))
            walk.note(path, frame.f_code.co_qualname, chain[-1][1], last)
        elif event == "return" and chain and chain[-1][0] is frame:
            chain.pop()

    return note


def _project_file(filename: str) -> str | None:
    if not filename.startswith(str(ROOT)):
        return None
    path = Path(filename).relative_to(ROOT)
    app, *rooms = path.parts
    is_counted = app in APPS and WITH_EACH_STATEMENT.isdisjoint(rooms)
    return str(path) if is_counted else None
