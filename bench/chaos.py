"""Several people work in an office while its parts are killed, stopped and starved.

    python -m bench.chaos --kills 200 --seed 1

opens an office of its own with all its servers and workers. Three secretaries submit,
recall and correct tournaments, one officer accepts reports and another approves lists,
all at once and through the pages. Passes if every acknowledged act is there once, all
rows equal a replay, no page says that something is broken, and pages answer again
within 30 seconds each time. The disk is filled only if a separate file system can be
mounted (as root). Open no other office on the machine at the same time: it could take
the port of a database that has just been killed. Needs requirements-dev.txt.
"""

import argparse
import statistics
import sys
from random import SystemRandom

from tests.processes.chaos.run import chaos

LONGEST_AWAY = 30.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    outcome = chaos(options.kills, options.seed, lambda text: print(text, flush=True))
    acts = ", ".join(f"{n} × {act}" for act, n in sorted(outcome.acknowledged.items()))
    print(f"acknowledged: {acts}; tried again {outcome.tried_again} times")
    print(
        f"pages answered again after {statistics.median(outcome.away):.1f} s in the"
        f" middle and {max(outcome.away):.1f} s at most; {outcome.rows} rows of ratings"
    )
    late = [
        f"no page answered for {each:.1f} s after mishap {number}"
        for number, each in enumerate(outcome.away, start=1)
        if each > LONGEST_AWAY
    ]
    for fault in (*late, *outcome.faults):
        print(f"FAULT: {fault}")
    return bool(late or outcome.faults)


if __name__ == "__main__":
    sys.exit(main())
