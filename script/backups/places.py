"""Find the office: its database, its folder, and a Python with its packages."""

import importlib.util
import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

from script.checkout import ROOT, VENV, secret_in
from script.progress import SetUpError


def setting(name: str, environ: Mapping[str, str]) -> str:
    """Return a setting from the environment, or from the file that NAME_FILE names
    there; "" if there is none.
    """
    file = environ.get(f"{name}_FILE")
    if file:
        return Path(file).read_text(encoding="utf-8").strip()
    return environ.get(name, "")


def var_directory(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("RANKBOK_VAR") or ROOT / "var").resolve()


def noted_environment(var: Path) -> dict[str, str]:
    """Return the environment that the running office has noted for commands beside it."""
    try:
        assignments = shlex.split((var / "environment").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SetUpError(f"The office in {var} is starting: try again soon.") from None
    noted = dict(word.split("=", 1) for word in assignments if "=" in word)
    return {name: value for name, value in noted.items() if name != "PATH"}


def secret_key(environ: Mapping[str, str]) -> str:
    """Return the secret key as the office finds it; "" if there is none yet."""
    key = setting("SECRET_KEY", environ)
    file = var_directory(environ) / "secret.key"
    return key or (secret_in(file) if file.exists() else "")


def python_environments() -> list[Path]:
    """Return the environments of the checkout and of a container image."""
    return [VENV, Path(sys.prefix)]


def has_packages() -> bool:
    """Return whether this Python came with the packages, as in a container."""
    found = importlib.util.find_spec("django") and importlib.util.find_spec("psycopg")
    return Path(sys.prefix) != VENV and found is not None


def python_with_packages() -> str:
    return sys.executable if has_packages() else str(VENV / "bin" / "python")


def called_from(path: str) -> Path:
    """Return the absolute path as the user wrote it, relative to the working directory,
    which need not be the checkout.
    """
    return Path(os.path.abspath(path))  # noqa: PTH100 - a link stays a link
