"""A fault is tried in a copy of this process (a fork) in which the function's code is
exchanged: nothing is imported or migrated again. What an import itself runs (a table,
a default) is changed in a new process instead.
"""

import contextlib
import functools
import gc
import importlib.abc
import importlib.machinery
import itertools
import os
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NoReturn

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.faults import Fault, code_with
from tests.mutation.reach import (
    PRODUCT,
    ROOT,
    dotted_name,
    file_imports,
    with_following,
)

ONE_FAULT = "RANKBOK_ONE_FAULT"
"""Path, node and variant of the fault of a new process."""
LEAST_SECONDS = 30
TIMES_SLOWER = 6


@dataclass(frozen=True)
class Tried:
    """A fault, the tests that may notice it, and whether an import runs it."""

    fault: Fault
    tests: Sequence[pytest.Item]
    by_import: bool


@dataclass
class Trial:
    """What is needed to try faults, and what has come out so far."""

    seconds: Mapping[str, float]
    jobs: int
    most: float | None
    functions: dict[tuple[str, str], list[FunctionType]]
    caches: list[Any]
    running: dict[int, tuple[Fault, float, int]] = field(default_factory=dict)
    noticed: dict[Path, Counter[str]] = field(
        default_factory=lambda: defaultdict(Counter)
    )

    @classmethod
    def of(cls, seconds: Mapping[str, float], jobs: int, most: float | None) -> "Trial":
        functions = defaultdict(list)
        caches = []
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                code = each.__code__
                functions[code.co_filename, code.co_qualname].append(each)
            elif isinstance(each, functools._lru_cache_wrapper) and (
                each.__module__.split(".")[0] in PRODUCT
            ):
                caches.append(each)
        gc.collect()
        gc.freeze()
        return cls(seconds, jobs, most, functions, caches)

    def run(self, faults: Iterable[Tried]) -> Iterator[tuple[Fault, str]]:
        """What became of each: killed, timed out, survived, or reached by no test."""
        for tried in faults:
            while len(self.running) >= self.jobs:
                yield from self._ended()
            if tried.tests:
                self._start(replace(tried, tests=self._in_order(tried)))
            else:
                yield tried.fault, "no test"
        while self.running:
            yield from self._ended()

    def _in_order(self, tried: Tried) -> list[pytest.Item]:
        """First the tests of the module itself, then those whose file imports it, then
        what has noticed faults of it before, then those about the same thing, then the
        quick ones; no more than take so many seconds.
        """
        stem, dotted = tried.fault.path.stem, dotted_name(tried.fault.path)
        noticed = self.noticed[tried.fault.path]

        def place(test: pytest.Item) -> tuple[bool, bool, float, bool, float]:
            about = test.path.stem.removeprefix("test_")
            seconds = self.seconds[test.nodeid]
            often = noticed[test.nodeid] / (0.01 + seconds)
            same_thing = about.split("_")[0] == stem.split("_")[0]
            imported = file_imports(test.path, dotted)
            return about != stem, not imported, -often, not same_thing, seconds

        tests = sorted(tried.tests, key=place)
        ends = itertools.accumulate(self.seconds[test.nodeid] for test in tests)
        return [
            test
            for test, end in zip(tests, ends, strict=True)
            if self.most is None or end <= self.most or test == tests[0]
        ]

    def _start(self, tried: Tried) -> None:
        usual = sum(self.seconds[test.nodeid] for test in tried.tests)
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            self._live_as_a_copy(tried, writer)
        os.close(writer)
        end = time.monotonic() + LEAST_SECONDS + TIMES_SLOWER * usual
        self.running[child] = tried.fault, end, reader

    def _ended(self) -> Iterator[tuple[Fault, str]]:
        time.sleep(0.005)
        for child, (fault, end, reader) in list(self.running.items()):
            done, status = os.waitpid(child, os.WNOHANG)
            late = time.monotonic() > end
            if late and not done:
                os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
            if done or late:
                del self.running[child]
                with os.fdopen(reader) as said:
                    self.noticed[fault.path].update(filter(None, [said.read()]))
                lived = done and status == 0
                yield fault, "survived" if lived else "killed" if done else "timed out"

    def _live_as_a_copy(self, tried: Tried, writer: int) -> NoReturn:
        """Ends with 0 if no test failed."""
        status = 1
        with contextlib.suppress(BaseException):
            os.setsid()
            _be_silent()
            if tried.fault.function:
                self._exchange(tried.fault)
                failed = _first_failing(tried.tests)
                os.write(writer, failed.encode())
                status = int(bool(failed))
            if tried.by_import and (not tried.fault.function or status == 0):
                status = _in_a_new_process(tried)
        os._exit(status)

    def _exchange(self, fault: Fault) -> None:
        changed = _code_of(code_with(fault), fault.function)
        key = str(fault.path.resolve()), fault.function
        if changed is None or not self.functions[key]:
            # Counted as alive: it is to be looked at.
            os._exit(0)
        for function in self.functions[key]:
            function.__code__ = changed
        # What functions keep was made without the fault.
        for each in self.caches:
            each.cache_clear()


def _be_silent() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def _first_failing(tests: Sequence[pytest.Item]) -> str:
    for item, following in with_following(tests):
        for report in runtestprotocol(item, log=False, nextitem=following):
            if report.failed:
                return item.nodeid
    return ""


def _code_of(whole: CodeType, function: str) -> CodeType | None:
    for each in whole.co_consts:
        if isinstance(each, CodeType):
            if each.co_qualname == function:
                return each
            found = _code_of(each, function)
            if found is not None:
                return found
    return None


def _in_a_new_process(tried: Tried) -> int:
    fault = tried.fault
    one = f"{fault.path}:{fault.node}:{fault.variant}"
    command = [sys.executable, "-m", "pytest", "-x", "-p", "tests.mutation.plugin"]
    command += ["-p", "no:cacheprovider", "--reuse-db"]
    names = [test.nodeid for test in tried.tests]
    env = {**os.environ, ONE_FAULT: one}
    done = subprocess.run([*command, *names], cwd=ROOT, env=env, check=False)
    return done.returncode


def import_with_fault_of_environment() -> None:
    """The module with the fault is what an import of it gets."""
    one = os.environ.get(ONE_FAULT)
    if one:
        path, node, variant = one.split(":")
        fault = Fault(Path(path), 0, int(node), int(variant), "", "", "")
        sys.meta_path.insert(0, _Finder(fault))


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        self.name = ".".join(fault.path.with_suffix("").parts)

    def find_spec(self, name, path, target=None):
        if name != self.name:
            return None
        file = str(self.fault.path.resolve())
        return importlib.machinery.ModuleSpec(name, self, origin=file)

    def create_module(self, spec):
        return None

    def exec_module(self, module) -> None:
        module.__file__ = str(self.fault.path.resolve())
        exec(code_with(self.fault), module.__dict__)  # noqa: S102
