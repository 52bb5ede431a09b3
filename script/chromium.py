"""The browser of the browser tests."""

import os
import shutil
import subprocess
from pathlib import Path

from script.checkout import open_log

NAMES = ("chromium", "chromium-browser", "google-chrome")
WITHOUT = """\
#######################################################################
#  BROWSER TESTS WERE SKIPPED: there is no Chromium on this machine.  #
#  {why:<67}#
#  Install it (Debian and Ubuntu: apt-get install chromium), or name  #
#  one in RANKBOK_CHROMIUM, and run script/test again.                #
#######################################################################"""


def find_chromium() -> str | None:
    named = os.environ.get("RANKBOK_CHROMIUM")
    found = map(shutil.which, (named,) if named else NAMES)
    return next((path for path in found if path), None)


def find_or_install_chromium(log: Path) -> str | None:
    """Debian's, which root may install."""
    if find_chromium() is None and _may_install():
        apt_get = ["apt-get", "-o", "DPkg::Lock::Timeout=120", "-q", "-y"]
        quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        with open_log(log) as output:
            for step in (["update"], ["install", "--no-install-recommends", NAMES[0]]):
                subprocess.run(
                    [*apt_get, *step],
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    env=quietly,
                    check=False,
                )
    return find_chromium()


def without_chromium(log: Path) -> str:
    reason = f"apt-get did not bring it: see {log}" if _may_install() else ""
    return WITHOUT.format(why=reason or "Only root may install it on Debian.")


def _may_install() -> bool:
    debian = Path("/etc/debian_version").exists() and shutil.which("apt-get")
    return os.geteuid() == 0 and bool(debian)
