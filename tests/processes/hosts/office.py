"""One of the machines on which an office runs, and a wrong clock."""

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.processes.whole_office import Kill, WholeOffice

PORT = 8000
SOURCE = Path(__file__).with_name("clock_ahead.c")


class Host(WholeOffice):
    """`inside`: the command prefix that runs a command there; `how`: the option of
    script/server.
    """

    def __init__(
        self,
        var: Path,
        address: str,
        inside: Sequence[str],
        how: str,
        **settings: object,
    ) -> None:
        own = {"RANKBOK_BIND": address, "ALLOWED_HOSTS": address}
        super().__init__(var, **own, **settings)
        self.port, self.address, self.name = PORT, address, address
        self.inside, self.how = inside, how

    @property
    def parts(self) -> dict[str, Kill]:
        """Return the parts that both have: the servers and the clock are elsewhere."""
        return {
            name: find
            for name, find in super().parts.items()
            if name == "web server" or name.endswith(" worker")
        }


def clock_ahead(seconds: int, place: Path) -> Mapping[str, str]:
    """Return the environment that sets a process's clock forward; empty if there is no
    C compiler.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        return {}
    library = place / "clock_ahead.so"
    command = [compiler, "-shared", "-fPIC", "-o", library, SOURCE, "-ldl"]
    subprocess.run(command, check=True)  # noqa: S603
    library.chmod(0o755)
    return {"LD_PRELOAD": str(library), "CLOCK_AHEAD": str(seconds)}
