"""Two machines on one: Linux namespaces for the network and host name of each."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

# Reserved for network benchmarks (RFC 2544), so never in real use.
ONE, TWO, BOTH = "198.18.0.1", "198.18.0.2", "198.18.0.0/30"
CABLE = "cable"
LONGEST = "7200"
"""Seconds after which the second machine ends even if the process that created it was
killed.
"""
TOOLS = ("ip", "unshare", "nsenter", "hostname")


def what_is_missing() -> str:
    """Return what is missing, in words; "" where two machines can be created."""
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if os.geteuid() != 0:
        return "only root may make networks"
    if missing:
        return f"there is no {', '.join(missing)} (Debian: apt-get install iproute2)"
    if subprocess.call(["unshare", "--net", "--uts", "true"]):  # noqa: S607
        return "this machine makes no namespaces"
    return ""


def apart(command: Sequence[str]) -> Sequence[str]:
    """Return the command in a network of its own, which ends with it."""
    return ["unshare", "--net", "--", *command]


@dataclass(frozen=True)
class Cable:
    """`inside`: the command prefix that runs a command on the second machine."""

    inside: tuple[str, ...]

    def cut(self) -> None:
        ip("link", "set", CABLE, "down")

    def mend(self) -> None:
        ip("link", "set", CABLE, "up")


@contextmanager
def second_machine() -> Iterator[Cable]:
    """Create the second machine beside this one, which is in a network of its own: see
    `apart`.
    """
    words = ["unshare", "--net", "--uts", "--", "sleep", LONGEST]
    with subprocess.Popen(words) as machine:  # noqa: S603
        try:
            spaces = _spaces_of(machine.pid)
            inside = (
                "nsenter", f"--net={spaces}/net", f"--uts={spaces}/uts", "--",
            )  # fmt: skip
            far = f"netns {machine.pid}"
            ip(*f"link add {CABLE} type veth peer name {CABLE} {far}".split())
            for name, address, where in (("one", ONE, ()), ("two", TWO, inside)):
                ip("link", "set", "lo", "up", where=where)
                ip("addr", "add", f"{address}/30", "dev", CABLE, where=where)
                ip("link", "set", CABLE, "up", where=where)
                if where:
                    _run([*where, "hostname", name])
            yield Cable(inside)
        finally:
            machine.kill()


def ip(*words: str, where: Sequence[str] = ()) -> None:
    _run([*where, "ip", *words])


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, check=True)  # noqa: S603


def _spaces_of(pid: int) -> Path:
    """Return its namespaces as soon as it has its own."""
    spaces, own = Path(f"/proc/{pid}/ns"), Path("/proc/self/ns")
    while any(
        (spaces / kind).readlink() == (own / kind).readlink() for kind in ("net", "uts")
    ):
        time.sleep(0.01)
    return spaces
