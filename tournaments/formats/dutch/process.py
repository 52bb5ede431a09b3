"""The process that pairs by the Dutch system: a tournament file in, JSON out.

    python process.py MEGABYTES SECONDS ROUND < file.trf

It is started by `dutch.engine` and limits its own memory and time before anything of the
library is loaded, so that no tournament can use up the server's. It imports no module
of the office.
"""

import resource
import sys

MEGABYTE = 2**20


def main() -> int:
    megabytes, seconds, number = map(int, sys.argv[1:4])
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE,) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    from gacrux.pairingchecker import pairingchecker  # noqa: PLC0415

    # With -c the engine gives reasons beside the pairs.
    sys.argv[1:] = ["-f", "TRF", "-c", "-p", "-n", str(number), "-o", "-"]
    return int(pairingchecker().common_main())


if __name__ == "__main__":
    raise SystemExit(main())
