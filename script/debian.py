"""Debian packages that tests need and that root may install."""

import os
import shutil
import subprocess
from pathlib import Path

from script.checkout import open_log

NETWORK_TOOLS = {"ip": "iproute2"}
"""Commands that simulate two machines on one, with the package of each."""


def may_install() -> bool:
    debian = Path("/etc/debian_version").exists() and shutil.which("apt-get")
    return os.geteuid() == 0 and bool(debian)


def install(packages: list[str], log: Path) -> None:
    apt_get = ["apt-get", "-o", "DPkg::Lock::Timeout=120", "-q", "-y"]
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with open_log(log) as output:
        for step in (["update"], ["install", "--no-install-recommends", *packages]):
            subprocess.run(
                [*apt_get, *step],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=quietly,
                check=False,
            )


def find_or_install_network_tools(log: Path) -> list[str]:
    """Install the missing tools if possible; return those that are still missing."""
    missing = _missing_tools()
    if missing and may_install():
        install([NETWORK_TOOLS[tool] for tool in missing], log)
    return _missing_tools()


def _missing_tools() -> list[str]:
    return [tool for tool in NETWORK_TOOLS if not shutil.which(tool)]
