"""The browser of the browser tests."""

import os
import shutil
from pathlib import Path

from script.debian import install, may_install

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
    """Return a browser, if necessary Debian's, which root may install; None if there is
    none.
    """
    if find_chromium() is None and may_install():
        install([NAMES[0]], log)
    return find_chromium()


def without_chromium(log: Path) -> str:
    reason = f"apt-get did not bring it: see {log}" if may_install() else ""
    return WITHOUT.format(why=reason or "Only root may install it on Debian.")
