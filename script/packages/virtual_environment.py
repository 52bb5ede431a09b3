"""The virtual environment `.venv`: created, repaired and filled when necessary."""

import fcntl
import hashlib
import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from script.checkout import ROOT, open_log
from script.packages import uv
from script.progress import SetUpError, step, tail

STAMP = "rankbok-installed"
UV_LIST = ROOT / "requirements-uv.txt"
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
        """Install what is missing from these files; takes a fraction of a second if
        nothing is. Concurrent runs take turns.
        """
        with step("Python") as progress, _locked(lock):
            if not self._healthy():
                self._make()
            missing = [file for file in requirements if not self._has(file)]
            if missing:
                self._install(missing)
            installed = ["installed", *(file.stem for file in missing)]
            progress.note = " ".join(installed if missing else ["nothing to install"])

    def _healthy(self) -> bool:
        code = "import pip, sys; print(sys.prefix)"
        try:
            seen = subprocess.run(
                [self.python, "-c", code], capture_output=True, text=True, check=False
            )
        except OSError:
            return False
        return seen.stdout.strip() == str(self.path) and not self._moved()

    def _moved(self) -> bool:
        """Return whether it was moved: the commands in its bin/ contain the path at
        which it was created.
        """
        return self._stamped()[:1] not in ([], [str(self.path)])

    def _stamped(self) -> list[str]:
        if not self._stamp.exists():
            return []
        return self._stamp.read_text(encoding="utf-8").splitlines()

    def _make(self) -> None:
        if not all(map(importlib.util.find_spec, ("venv", "ensurepip"))):
            raise SetUpError(NO_VENV.format(executable=sys.executable))
        if self.path.is_symlink():
            # --clear would empty the linked environment, which others may be using.
            self.path.unlink()
        make: list[str | Path] = [sys.executable, "-m", "venv", "--clear", self.path]
        self._run(make, "a virtual environment")

    def _install(self, files: Sequence[Path]) -> None:
        """Install by uv if it is available. From the first list that uv fails to
        install, use pip, whose messages say what is wrong.
        """
        env = uv.environment_from_pip(self._settings_of_pip())
        by_uv = env is not None and self._has_uv()
        for file in files:
            by_uv = by_uv and self._succeeds([*self._uv(), "-r", file], env)
            if not by_uv:
                self._run([*self._pip(), "-r", file], file.name)
            self._stamp_as_installed(file)

    def _settings_of_pip(self) -> str:
        command: list[str | Path] = [self.python, "-m", "pip", "config", "list"]
        # If the user has made pip quiet, it would print nothing.
        env = {**os.environ, "PIP_QUIET": "0"}
        done = subprocess.run(
            command, env=env, capture_output=True, text=True, check=False
        )
        return done.stdout

    def _has_uv(self) -> bool:
        if self._has(UV_LIST):
            return True
        if not self._succeeds([*self._pip(), "--retries", "1", "-r", UV_LIST]):
            return False
        self._stamp_as_installed(UV_LIST)
        return True

    def _uv(self) -> list[str | Path]:
        return [self.path / "bin" / "uv", *uv.INSTALL, "--python", self.python]

    def _pip(self) -> list[str | Path]:
        # Compiling every module takes a third of the time. Python compiles the few that
        # are imported when it first needs them.
        options = ["--quiet", "--no-input", "--no-compile"]
        options.append("--disable-pip-version-check")
        return [self.python, "-m", "pip", "install", *options]

    def _stamp_as_installed(self, file: Path) -> None:
        lines = self._stamped() or [str(self.path)]
        lines = [line for line in lines if not line.startswith(f"{file.name} ")]
        self._stamp.write_text("\n".join([*lines, _digest(file)]), encoding="utf-8")

    def _run(self, command: Sequence[str | Path], requirements: str) -> None:
        if not self._succeeds(command):
            seen = {"log": self._log, "tail": tail(self._log)}
            raise SetUpError(NO_INSTALL.format(requirements=requirements, **seen))

    def _succeeds(
        self, command: Sequence[str | Path], env: Mapping[str, str] | None = None
    ) -> bool:
        """Run a command with these additional variables, except those that the user has
        set; return whether it succeeded.
        """
        # uv may have been removed since.
        with open_log(self._log) as log, suppress(FileNotFoundError):
            done = subprocess.run(
                command,
                env={**(env or {}), **os.environ},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                check=False,
            )
            return done.returncode == 0
        return False

    def _has(self, file: Path) -> bool:
        return _digest(file) in self._stamped()


def _digest(file: Path) -> str:
    return f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}"


@contextmanager
def _locked(lock: Path) -> Iterator[None]:
    lock.parent.mkdir(exist_ok=True)
    with lock.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def requirements(root: Path, *, testing: bool) -> list[Path]:
    """Return the lists to install: the embedded servers' only if one is needed."""
    names = ["requirements.txt"]
    if testing:
        names.append("requirements-dev.txt")
    if not (os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")):
        names.append("requirements-embedded.txt")
    return [root / name for name in names]
