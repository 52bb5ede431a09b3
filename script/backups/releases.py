"""The release of this checkout, and whether it can read what another one has made."""

import re
import subprocess
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from script.checkout import ROOT
from script.progress import SetUpError

NEWER = """\
This back-up was made by a newer release ({release}): its tables have
{migrations},
which this release does not know. Bring the office up to date first, and restore then.
Nothing was changed."""
TOO_OLD = """\
This back-up was made by a release ({release}) from which no way leads here: it has only
a part of what was gathered in {migration} since. Restore it with the release that made
it, bring that one up to date step by step, and back up again. Nothing was changed."""


@dataclass(frozen=True)
class ReleaseMigrations:
    """The migrations of this release; `replaced`: those that each squashed migration
    replaces.
    """

    apps: Collection[str]
    migrations: Collection[str]
    replaced: Mapping[str, Collection[str]]

    def refuse_incompatible(self, applied: Collection[str], release: str) -> None:
        """Refuse tables of a newer release, and tables with only part of the migrations
        that a squashed one replaces, which Django would take for none. Apps removed
        since do not matter.
        """
        beyond = [
            name
            for name in applied
            if name.split(".")[0] in self.apps and name not in self.migrations
        ]
        if beyond:
            names = ",\n".join(sorted(beyond))
            raise SetUpError(NEWER.format(release=release, migrations=names))
        for name, parts in self.replaced.items():
            done = [part for part in parts if part in applied]
            if name not in applied and 0 < len(done) < len(parts):
                raise SetUpError(TOO_OLD.format(release=release, migration=name))


def known_migrations() -> ReleaseMigrations:
    """Return the migrations that Django reads from the code, without using a database."""
    import django  # noqa: PLC0415 - only where settings are there

    django.setup()
    from django.db.migrations.loader import MigrationLoader  # noqa: PLC0415

    loader = MigrationLoader(None)
    replaced = {
        ".".join(key): [".".join(part) for part in migration.replaces]
        for key, migration in loader.disk_migrations.items()
        if migration.replaces
    }
    names = {".".join(key) for key in loader.disk_migrations}
    former = {part for parts in replaced.values() for part in parts}
    return ReleaseMigrations(loader.migrated_apps, names | former, replaced)


def release() -> str:
    """Return the version, and the commit if the code is a checkout."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r'^version = "(.+)"', text, re.MULTILINE)
    version = found[1] if found else "unknown"
    try:
        seen = subprocess.run(
            ["git", "-C", str(ROOT), "rev-parse", "--short=12", "HEAD"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    except OSError:
        return version
    return f"{version} {seen.stdout.strip()}".strip()
