"""The virtual environment `.venv`: made, repaired and filled when it has to be."""

import fcntl
import hashlib
import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from script.checkout import open_log
from script.progress import SetUpError, step, tail

STAMP = "rankbok-installed"
NO_VENV = """\
This Python ({executable}) cannot make virtual environments: its modules venv
and ensurepip are missing. Install them (Debian and Ubuntu: apt install
python3-venv), or put another Python 3.11 or later first in PATH."""
NO_INSTALL = """\
Installing {requirements} did not work. The last lines of {log}:

{tail}

Is there a network, or a package index that pip is told about? Run the command
again when there is: it goes on where it stopped."""


class VirtualEnvironment:
    def __init__(self, path: Path, log: Path) -> None:
        self.path = path
        self.python = path / "bin" / "python"
        self._log = log
        self._stamp = path / STAMP

    def fill(self, requirements: Sequence[Path], lock: Path) -> None:
        """Install what is missing of these files; a fraction of a second when
        nothing is. Two runs at once take turns."""
        with step("Python") as progress, _alone(lock):
            if not self._healthy():
                self._make()
            missing = [file for file in requirements if not self._has(file)]
            for file in missing:
                self._install(file)
            installed = ["installed", *(file.stem for file in missing)]
            progress.note = " ".join(installed if missing else ["nothing to install"])

    def _healthy(self) -> bool:
        look = "import pip, sys; print(sys.prefix)"
        try:
            seen = subprocess.run(
                [self.python, "-c", look], capture_output=True, text=True, check=False
            )
        except OSError:
            return False
        return seen.stdout.strip() == str(self.path) and not self._moved()

    def _moved(self) -> bool:
        """The commands in its bin/ carry the path that it was made at."""
        return self._stamped()[:1] not in ([], [str(self.path)])

    def _stamped(self) -> list[str]:
        if not self._stamp.exists():
            return []
        return self._stamp.read_text(encoding="utf-8").splitlines()

    def _make(self) -> None:
        if not all(map(importlib.util.find_spec, ("venv", "ensurepip"))):
            raise SetUpError(NO_VENV.format(executable=sys.executable))
        if self.path.is_symlink():
            # --clear would empty the environment that somebody else works in.
            self.path.unlink()
        make: list[str | Path] = [sys.executable, "-m", "venv", "--clear", self.path]
        self._run(make, "a virtual environment")

    def _install(self, file: Path) -> None:
        # Compiling every module takes a third of the time. Python compiles the few
        # that are imported when it first needs them.
        options = ["--quiet", "--no-input", "--no-compile"]
        options.append("--disable-pip-version-check")
        pip: list[str | Path] = [self.python, "-m", "pip", "install", *options]
        self._run([*pip, "-r", file], file.name)
        lines = self._stamped() or [str(self.path)]
        lines = [line for line in lines if not line.startswith(f"{file.name} ")]
        self._stamp.write_text("\n".join([*lines, _digest(file)]), encoding="utf-8")

    def _run(self, command: Sequence[str | Path], requirements: str) -> None:
        with open_log(self._log) as log:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False
            )
        if done.returncode:
            seen = {"log": self._log, "tail": tail(self._log)}
            raise SetUpError(NO_INSTALL.format(requirements=requirements, **seen))

    def _has(self, file: Path) -> bool:
        return _digest(file) in self._stamped()


def _digest(file: Path) -> str:
    return f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}"


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    lock.parent.mkdir(exist_ok=True)
    with lock.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def requirements(root: Path, *, testing: bool) -> list[Path]:
    """The lists to install: the embedded servers' only where one is needed."""
    names = ["requirements.txt"]
    if testing:
        names.append("requirements-dev.txt")
    if not (os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")):
        names.append("requirements-embedded.txt")
    return [root / name for name in names]
