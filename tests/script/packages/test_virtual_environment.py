import hashlib
import importlib.util
import subprocess
import sys
from zipfile import ZipFile

import pytest

from script.checkout import ROOT
from script.packages.virtual_environment import VirtualEnvironment, requirements
from script.progress import SetUpError

FILL = """
import sys
from pathlib import Path
from script.packages.virtual_environment import VirtualEnvironment
place = Path(sys.argv[1])
environment = VirtualEnvironment(place / ".venv", place / "install.log")
environment.fill([place / "requirements.txt"], place / "install.lock")
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    place = tmp_path_factory.mktemp("väg med å")
    (place / "requirements.txt").write_text("# nothing\n")
    return place


def fill(place):
    environment = VirtualEnvironment(place / ".venv", place / "install.log")
    environment.fill([place / "requirements.txt"], place / "install.lock")
    return environment


def prefix(environment) -> str:
    look = [environment.python, "-c", "import sys; print(sys.prefix)"]
    return subprocess.check_output(look, text=True).strip()  # noqa: S603


@pytest.mark.processes
def test_two_concurrent_runs_create_one_environment(place):
    run = [sys.executable, "-c", FILL, place]
    both = [subprocess.Popen(run, cwd=ROOT) for _ in range(2)]  # noqa: S603
    assert [process.wait(120) for process in both] == [0, 0]
    assert prefix(fill(place)) == str(place / ".venv")


@pytest.mark.processes
def test_installed_packages_are_not_installed_again(place, capsys):
    fill(place)
    capsys.readouterr()
    fill(place)
    assert "nothing to install" in capsys.readouterr().out


@pytest.mark.processes
def test_changed_list_is_installed_again(place, capsys):
    fill(place)
    (place / "requirements.txt").write_text("# still nothing\n")
    capsys.readouterr()
    fill(place)
    assert "installed requirements " in capsys.readouterr().out


@pytest.mark.processes
def test_failed_installation_reports_pips_output(place):
    fill(place)
    (place / "requirements.txt").write_text("./no-such-package.whl\n")
    with pytest.raises(SetUpError, match=r"no-such-package\.whl.*\n"):
        fill(place)
    (place / "requirements.txt").write_text("# nothing\n")


@pytest.mark.processes
def test_list_is_installed_by_uv(place):
    require_uv(place)
    assert installer_of(own_package(place, "first")) == "uv"


@pytest.mark.processes
def test_pip_installs_what_uv_cannot(place, monkeypatch):
    require_uv(place)
    monkeypatch.setenv("UV_KEYRING_PROVIDER", "nobody knows this one")
    assert installer_of(own_package(place, "second")) == "pip"


@pytest.mark.processes
def test_pip_installs_where_uv_was_removed(place):
    require_uv(place).unlink()
    assert installer_of(own_package(place, "third")) == "pip"


def require_uv(place):
    uv = fill(place).path / "bin" / "uv"
    if not uv.exists():
        pytest.skip("no network: uv could not be had")
    return uv


def own_package(place, name):
    """Return the directory that describes a package of ours once it is installed."""
    described = f"{name}-1.0.dist-info"
    wheel = place / f"{name}-1.0-py3-none-any.whl"
    with ZipFile(wheel, "w") as file:
        file.writestr(
            f"{described}/METADATA",
            f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        )
        file.writestr(
            f"{described}/WHEEL",
            "Wheel-Version: 1.0\nGenerator: us\nRoot-Is-Purelib: true\n"
            "Tag: py3-none-any\n",
        )
        file.writestr(f"{described}/RECORD", "")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    (place / "requirements.txt").write_text(
        f"{name} @ {wheel.as_uri()} --hash=sha256:{digest}\n"
    )
    (found,) = fill(place).path.rglob(described)
    (place / "requirements.txt").write_text("# nothing\n")
    return found


def installer_of(described):
    return (described / "INSTALLER").read_text().strip()


@pytest.mark.processes
def test_environment_without_its_python_is_created_again(place):
    python = fill(place).python
    python.unlink()
    assert prefix(fill(place)) == str(place / ".venv")


@pytest.mark.processes
def test_moved_environment_is_created_again(place):
    fill(place)
    moved = place.rename(place.with_name("elsewhere"))
    activate = moved / ".venv" / "bin" / "activate"
    assert str(place) in activate.read_text()
    fill(moved)
    assert str(moved) in activate.read_text()
    moved.rename(place)


def test_python_without_venv_reports_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    (tmp_path / "requirements.txt").touch()
    with pytest.raises(SetUpError, match="apt install\npython3-venv"):
        fill(tmp_path)


def test_embedded_servers_are_installed_only_if_one_is_needed(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://db/rankbok")
    monkeypatch.delenv("REDIS_URL", raising=False)
    with_servers = [file.name for file in requirements(ROOT, testing=False)]
    monkeypatch.setenv("REDIS_URL", "redis://broker")
    without = [file.name for file in requirements(ROOT, testing=True)]
    assert (with_servers, without) == (
        ["requirements.txt", "requirements-embedded.txt"],
        ["requirements.txt", "requirements-dev.txt"],
    )
