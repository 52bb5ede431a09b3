"""How far an act goes through the code: files that run, and how deep calls go.

    script/test -p bench.act_walks --walk ratings.engine.domain.computation.compute_pool \\
      tests/ratings/engine/domain/carrying/test_carrying.py -k difference_is_booked

Loaded into pytest by hand. Whenever the function is called, the project's own
functions below it are counted: distinct files, distinct functions, and the longest
chain of calls between functions of different files. The largest walk is printed.
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
FOUND: dict[str, list["Walk"]] = {}
"""What was walked, by the function that was asked for."""


@dataclass
class Walk:
    files: list[str] = field(default_factory=list)
    functions: set[tuple[str, str]] = field(default_factory=set)
    depth: int = 0

    def note(self, path: str, function: str, depth: int) -> None:
        if path not in self.files:
            self.files.append(path)
        self.functions.add((path, function))
        self.depth = max(self.depth, depth)

    @property
    def text(self) -> str:
        lines = sum((ROOT / path).read_text("utf-8").count("\n") for path in self.files)
        apart = [
            path for path in self.files if {"models", "rules"} & {*path.split("/")}
        ]
        return (
            f"{len(self.files)} files of {lines} lines ({len(apart)} of them models and"
            f" rules), {len(self.functions)} functions, {self.depth} deep\n  "
            + "\n  ".join(self.files)
        )


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
        path = _own(frame.f_code.co_filename)
        if path is None:
            return
        # What a module does when it is first imported is no part of the act.
        if event == "call" and frame.f_code.co_name == "<module>":
            importing.append(frame)
        elif event == "return" and importing and importing[-1] is frame:
            importing.pop()
        elif importing:
            return
        elif event == "call":
            depth = chain[-1][1] if chain else 0
            last = _own(chain[-1][0].f_code.co_filename) if chain else None
            chain.append((frame, depth + (path != last)))
            walk.note(path, frame.f_code.co_qualname, chain[-1][1])
        elif event == "return" and chain and chain[-1][0] is frame:
            chain.pop()

    return note


def _own(filename: str) -> str | None:
    if not filename.startswith(str(ROOT)):
        return None
    path = Path(filename).relative_to(ROOT)
    return str(path) if path.parts[0] in APPS else None
