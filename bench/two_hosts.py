"""An office runs on two machines, and the cable between them is cut again and again.

    python -m bench.two_hosts --cuts 6 --seed 1

simulates two machines on this one (network namespaces; as root, with Debian's
iproute2): the first has PostgreSQL, Valkey, web, workers and beat; the second joins it
with web and workers, with a clock that is two minutes fast and, by mistake, a beat of
its own. People work at both. The cable is cut during a computation, a publication and
an import of the second machine, and then during computations and publications in turn.
Passes if the first machine does each of them by itself, every acknowledged act is there
once, and all rows equal a replay. Needs requirements-dev.txt.
"""

import argparse
import subprocess
import sys
from random import SystemRandom

from tests.processes.hosts.network import what_is_missing
from tests.processes.hosts.run import command


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuts", type=int, default=6)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    options = parser.parse_args()
    if missing := what_is_missing():
        print(f"Two machines cannot be had: {missing}.")
        return 1
    print(f"seed {options.seed}", flush=True)
    return subprocess.call(command(options.cuts, options.seed))


if __name__ == "__main__":
    sys.exit(main())
