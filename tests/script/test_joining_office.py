"""A machine that joins an office on another one has to know its servers."""

import os
import subprocess

from script.checkout import ROOT


def test_missing_settings_of_the_other_machine_are_reported(tmp_path):
    inherited = {
        name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ
    }
    own = {"RANKBOK_VAR": str(tmp_path / "var"), "LANG": "C"}
    done = subprocess.run(  # noqa: S603
        [ROOT / "script" / "server", "--join"],
        env=inherited
        | own
        | {"PORT": "31999", "REDIS_URL": "redis://elsewhere:6379/0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "DATABASE_URL, SECRET_KEY to what that one has" in (
        done.stdout + done.stderr
    ).replace("\n", " ")
