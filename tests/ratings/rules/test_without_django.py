"""The rules are independent: no Django, no Celery, no database driver."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
ALONE = """
import sys
for name in ("django", "celery", "psycopg", "redis"):
    sys.modules[name] = None
import pkgutil
from importlib import import_module
import ratings.rules
found = pkgutil.walk_packages(ratings.rules.__path__, "ratings.rules.")
names = [module.name for module in found]
for name in names:
    import_module(name)
print(len(names), len(ratings.rules.systems.systems()))
"""


def test_every_module_of_the_rules_can_be_imported_without_django():
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", ALONE],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    modules, found = map(int, done.stdout.split())
    assert modules >= len(list((ROOT / "ratings" / "rules").rglob("[!_]*.py")))
    assert found >= 6
