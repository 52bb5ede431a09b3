"""script/server and script/test find a Python, or report what is missing."""

import shutil
import subprocess
import sys

import pytest

from script.checkout import ROOT


@pytest.fixture
def path_with(tmp_path):
    """A PATH with these commands and what the shell needs."""

    def build(**commands: str) -> str:
        for name, text in commands.items():
            command = tmp_path / name.replace("_", ".")
            command.write_text(f"#!/bin/sh\n{text}\n")
            command.chmod(0o755)
        (tmp_path / "dirname").symlink_to(shutil.which("dirname"))
        return str(tmp_path)

    return build


def server(path: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603
        ["/bin/sh", str(ROOT / "script" / "server"), *arguments],
        env={"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_missing_python_is_reported_with_what_is_needed(path_with):
    seen = server(path_with(python3="echo Python 3.9.2; exit 1"))
    assert (seen.returncode, seen.stderr.splitlines()) == (
        1,
        [
            "Rankbok needs Python 3.11 or later, and none is in PATH"
            " (python3: Python 3.9.2).",
            "Install one, on Debian and Ubuntu: apt install python3 python3-venv",
        ],
    )


def test_newer_python_by_its_own_name_is_preferred_to_an_older_python3(path_with):
    later = f"exec '{sys.executable}' \"$@\""
    seen = server(path_with(python3="exit 1", python3_12=later), "--help")
    assert (seen.returncode, seen.stdout.splitlines()[0]) == (
        0,
        "usage: script/server [-h] [--empty] [--servers] [--join]",
    )
