"""A fault is tried in a copy of this process (a fork) in which the code of the function
is exchanged: nothing is imported or migrated again. Code that an import runs (a table,
a default) is changed in a new process instead.
"""

import contextlib
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
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NoReturn

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.faults import Fault, code_with
from tests.mutation.reach import ROOT, kept_results, with_following

ONE_FAULT = "RANKBOK_ONE_FAULT"
"""Environment variable with path, node and variant of the fault of a new process."""
LEAST_SECONDS = 30
TIMES_SLOWER = 6

SURVIVED, KILLED, NOT_TRIED = 0, 1, 3
"""Exit codes of a copy; the first two are those of pytest."""
_WORDS = {SURVIVED: "survived", KILLED: "killed", NOT_TRIED: "not tried"}


@dataclass(frozen=True)
class Tried:
    """A fault, the tests that may find it, the files of tests that import its module,
    and whether an import runs it.
    """

    fault: Fault
    tests: Sequence[pytest.Item]
    direct: Set[Path]
    by_import: bool


@dataclass
class Trial:
    """What is needed to try faults, and the results so far."""

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
        for each in gc.get_objects():
            if type(each) is FunctionType:
                code = each.__code__
                functions[code.co_filename, code.co_qualname].append(each)
        caches = kept_results()
        gc.collect()
        gc.freeze()
        return cls(seconds, jobs, most, functions, caches)

    def run(self, faults: Iterable[Tried]) -> Iterator[tuple[Fault, str]]:
        """Yield the result of each fault: killed, timed out, survived, reached by no
        test, or not tried because the tool itself failed.
        """
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
        """Return the tests in order: those of the module itself, those that found
        faults of it before, those that import it, those of the same subject, and the
        quick ones; up to the limit of seconds.
        """
        stem = tried.fault.path.stem
        noticed = self.noticed[tried.fault.path]

        def place(test: pytest.Item) -> tuple[bool, float, bool, bool, float]:
            about = test.path.stem.removeprefix("test_")
            seconds = self.seconds[test.nodeid]
            often = noticed[test.nodeid] / (0.01 + seconds)
            same_thing = test.path.parent.name == tried.fault.path.parent.name
            imports = test.path in tried.direct
            return about != stem, -often, not imports, not same_thing, seconds

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
                with os.fdopen(reader) as pipe:
                    self.noticed[fault.path].update(filter(None, [pipe.read()]))
                yield fault, _what_became(status) if done else "timed out"

    def _live_as_a_copy(self, tried: Tried, writer: int) -> NoReturn:
        """Run in a copy without the fault: start another copy with it, and run the test
        that fails there once more without the fault, where it has to pass.
        """
        status = NOT_TRIED
        with contextlib.suppress(BaseException):
            os.setsid()
            _be_silent()
            found = self._in_a_copy(tried) if tried.fault.function else ""
            if found is None:
                status = NOT_TRIED
            elif found:
                (item,) = (test for test in tried.tests if test.nodeid == found)
                status = NOT_TRIED if _first_failing([item]) else KILLED
                os.write(writer, found.encode())
            elif tried.by_import:
                status = _in_a_new_process(tried)
            else:
                status = SURVIVED
        os._exit(status)

    def _in_a_copy(self, tried: Tried) -> str | None:
        """Return the first test that fails with the fault, "" for none; None if the
        copy could not try it, and the first test if it crashed.
        """
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            status = NOT_TRIED
            with contextlib.suppress(BaseException):
                self._exchange(tried.fault)
                os.write(writer, _first_failing(tried.tests).encode())
                status = 0
            os._exit(status)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            failed = pipe.read()
        _child, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            return tried.tests[0].nodeid
        return failed if os.WEXITSTATUS(status) == 0 else None

    def _exchange(self, fault: Fault) -> None:
        changed = _code_of(code_with(fault), fault.function)
        key = str(fault.path.resolve()), fault.function
        if changed is None or not self.functions[key]:
            raise LookupError(key)
        for function in self.functions[key]:
            function.__code__ = changed
        # Cached results were computed without the fault.
        for each in self.caches:
            each.cache_clear()


def _be_silent() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def _what_became(status: int) -> str:
    """Return the result of a copy that ended; ended by a signal, it crashed on the
    fault.
    """
    return _WORDS[os.WEXITSTATUS(status)] if os.WIFEXITED(status) else "killed"


def _leave_earlier_tests(tests: Sequence[pytest.Item]) -> None:
    """Tear down the last module: the first of these tests may be of another one."""
    tests[0].session._setupstate.teardown_exact(tests[0])


def _first_failing(tests: Sequence[pytest.Item]) -> str:
    _leave_earlier_tests(tests)
    for item, following in with_following(tests):
        for report in runtestprotocol(item, log=False, nextitem=following):
            if report.failed:
                return item.nodeid
    return ""


def _code_of(code: CodeType, function: str) -> CodeType | None:
    for each in code.co_consts:
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
    command += [test.nodeid for test in tried.tests]

    def code(**fault: str) -> int:
        env = {**os.environ, **fault}
        return subprocess.run(command, cwd=ROOT, env=env, check=False).returncode

    found = code(**{ONE_FAULT: one})
    if found in (SURVIVED, KILLED):
        return found
    # The module could not be imported, or the tests could not be run.
    return KILLED if code() == SURVIVED else NOT_TRIED


def import_with_fault_of_environment() -> None:
    """Let an import of the module get the one with the fault."""
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
