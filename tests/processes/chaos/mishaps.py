"""Mishaps of the parts of an office, and how long it is unavailable afterwards."""

import http.client
import os
import resource
import signal
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

from tests.processes.whole_office import WholeOffice

Mishap = Callable[[WholeOffice, Random], str]
"""Causes a mishap; returns what it did."""
STOPPED_FOR, STARVED_FOR = 20.0, 10.0
A_BLOCK = bytes(2**20)


def kill(office: WholeOffice, chance: Random) -> str:
    parts = one_or_two(office, chance)
    return "killed " + " and ".join(
        f"{each} ({office.kill_part(each)})" for each in parts
    )


def stop(office: WholeOffice, chance: Random) -> str:
    """Stop a process without killing it: its clients have to wait or give up."""
    parts = one_or_two(office, chance)
    family = [pid for part in parts for pid in family_of(office.find_part(part))]
    for pid in family:
        send(pid, signal.SIGSTOP)
    time.sleep(STOPPED_FOR)
    for pid in family:
        send(pid, signal.SIGCONT)
    return f"stopped {' and '.join(parts)} for {STOPPED_FOR:.0f} s"


def one_or_two(office: WholeOffice, chance: Random) -> list[str]:
    return chance.sample(list(office.parts), chance.choice((1, 1, 1, 2)))


def starve(office: WholeOffice, chance: Random) -> str:
    """Limit a worker to the memory it has now."""
    part = chance.choice([each for each in office.parts if each.endswith("worker")])
    family = family_of(office.find_part(part))
    for pid in family:
        with suppress(ProcessLookupError, FileNotFoundError):
            limit_memory(pid, memory_of(pid))
    time.sleep(STARVED_FOR)
    for pid in family:
        with suppress(ProcessLookupError):
            limit_memory(pid, None)
    return f"gave {part} no more memory for {STARVED_FOR:.0f} s"


def fill_the_disk(office: WholeOffice, _chance: Random) -> str:
    """Fill the disk, only where var/ has a file system of its own, so that no other
    disk is filled.
    """
    filler = office.var / "filler"
    with filler.open("wb", buffering=0) as full, suppress(OSError):
        while full.write(A_BLOCK):
            pass
    size = filler.stat().st_size
    time.sleep(STARVED_FOR)
    filler.unlink()
    return f"filled the disk with {size // 2**20} MB for {STARVED_FOR:.0f} s"


OF_TWENTY: Mapping[Mishap, int] = {kill: 16, stop: 2, starve: 1, fill_the_disk: 1}
"""How often each happens in twenty mishaps."""


def draw_mishaps(number: int, chance: Random, *, has_own_disk: bool) -> list[Mishap]:
    """Draw one of each kind first, in random order, then by their frequency."""
    ways = [way for way in OF_TWENTY if has_own_disk or way is not fill_the_disk]
    first = chance.sample(ways, len(ways))
    often = [OF_TWENTY[way] for way in ways]
    return [*first, *chance.choices(ways, often, k=number)][:number]


def seconds_until_pages_answer(office: WholeOffice, patience: float) -> float:
    """Return the seconds from now until pages answer."""
    began = time.monotonic()
    office.wait_for(lambda: pages_answer(office), patience)
    return time.monotonic() - began


def pages_answer(office: WholeOffice) -> bool:
    """Check several times in a row: a server may answer once before it notices."""
    with suppress(OSError, http.client.HTTPException):
        for path in ("/list/", "/healthz", "/list/"):
            urllib.request.urlopen(office.url + path, timeout=5).close()  # noqa: S310
        return True
    return False


@contextmanager
def file_system(place: Path, megabytes: int) -> Iterator[bool]:
    """Mount a small file system at the place while the context is open, if permitted;
    yield whether it is mounted.
    """
    options = f"size={megabytes}m,mode=755"
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", place]
    mounted = os.geteuid() == 0 and not subprocess.call(mount)  # noqa: S603
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.call(["umount", "--lazy", place])  # noqa: S603, S607


def family_of(pid: int) -> list[int]:
    """Return a process and all its descendants."""
    with suppress(OSError):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [pid, *(each for child in children for each in family_of(int(child)))]
    return []


def send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def memory_of(pid: int) -> int:
    """Return the size of its address space in bytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def limit_memory(pid: int, size: int | None) -> None:
    """Limit its memory; None restores the previous limit."""
    _soft, most = resource.prlimit(pid, resource.RLIMIT_AS)
    limit = most if size is None else size
    resource.prlimit(pid, resource.RLIMIT_AS, (limit, most))
