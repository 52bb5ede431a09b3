"""One of the machines on which an office runs, and a clock that is wrong."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.processes.whole_office import Kill, WholeOffice

PORT = 8000
FAKE_CLOCK = "lib/*/faketime/libfaketimeMT.so.1"


class Host(WholeOffice):
    """`inside`: what a command begins with that runs there; `how`: what script/server is
    told.
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
        """Those that both have: the servers and the clock are elsewhere."""
        return {
            name: find
            for name, find in super().parts.items()
            if name == "web server" or name.endswith(" worker")
        }


def fake_clock() -> Path | None:
    return next(Path("/usr").glob(FAKE_CLOCK), None)


def clock_off_by(seconds: int) -> Mapping[str, str]:
    """What makes the clock of a process wrong."""
    return {
        "LD_PRELOAD": str(fake_clock()),
        "FAKETIME": f"{seconds:+d}s",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
