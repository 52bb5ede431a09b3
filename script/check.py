"""script/test: run every check, and print a line for each.

With arguments it only runs pytest, with those arguments. `--quick` runs the checks that
need no server: format, lint, contracts, types, the rules and the checks of every source
file.
"""

import os
import secrets
import signal
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from script.checkout import INSTALL_LOCK, ROOT, VENV, make_var
from script.checks import TESTING, Check, CheckOutcome, carry_out, checks, quick_checks
from script.chromium import find_or_install_chromium, without_chromium
from script.debian import find_or_install_network_tools
from script.embedded.servers import DATABASE_URLS, start_servers
from script.office import PYTHON, office_environment
from script.packages.virtual_environment import VirtualEnvironment, requirements
from script.progress import run_command, say, step
from script.settings_names import names_of_settings
from script.stop_signals import StopRequested
from script.supervision import supervision
from script.supervisor import Part, Supervisor
from script.var_lock import lock_var

# Settings that a person may have made for script/server must not affect the tests,
# except that servers of the person's own are used for the tests too.
_NAMES = names_of_settings() - {*DATABASE_URLS, "REDIS_URL"}
NOT_OURS = _NAMES | {f"{name}_FILE" for name in names_of_settings()}
INTERRUPTED = 130
NO_NETWORK = "MISSING {}: tests of two machines will be skipped"


def main() -> int:
    var = make_var(ROOT / "var" / "test")
    with lock_var(var) as lock:
        venv = VirtualEnvironment(VENV, var / "log" / "install.log")
        venv.fill(requirements(ROOT, testing=True), INSTALL_LOCK)
        try:
            with supervision(lock) as supervisor:
                return _check(supervisor, var, sys.argv[1:])
        except StopRequested:
            return INTERRUPTED


def _check(supervisor: Supervisor, var: Path, arguments: Sequence[str]) -> int:
    kept = without_settings(os.environ)
    if list(arguments) == ["--quick"]:
        env = {**kept, **TESTING, "SECRET_KEY": secrets.token_urlsafe(48)}
        return _carry_out_all(quick_checks(), supervisor, env, var / "log")
    urls = start_servers(supervisor, var, kept, durable=False)
    # Tests create databases, and try what each role may do.
    env = office_environment(var, urls, kept, demo=False) | urls
    with step("Chromium") as progress:
        chromium = find_or_install_chromium(var / "log" / "chromium.log")
        progress.note = chromium or "MISSING: browser tests will be skipped"
    if chromium:
        env["RANKBOK_CHROMIUM"] = chromium
    with step("Network tools") as progress:
        missing = find_or_install_network_tools(var / "log" / "network-tools.log")
        progress.note = NO_NETWORK.format(", ".join(missing)) if missing else ""
    if arguments:
        return _pytest(supervisor, env, arguments)
    status = _carry_out_all(checks(), supervisor, env, var / "log")
    if not chromium:
        say(without_chromium(var / "log" / "chromium.log"))
    return status


def without_settings(environ: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environ.items() if name not in NOT_OURS}


def _pytest(
    supervisor: Supervisor, env: Mapping[str, str], arguments: Sequence[str]
) -> int:
    command = [PYTHON, "-m", "pytest", *arguments]
    env = {**env, **TESTING}
    # Ctrl-C ends pytest in its own way: it reports the results so far.
    part = Part("pytest", command, None, env, ROOT, stop_signal=signal.SIGINT)
    return supervisor.run(part)


def _carry_out_all(
    wanted: Iterable[list[Check]],
    supervisor: Supervisor,
    env: Mapping[str, str],
    logs: Path,
) -> int:
    began = time.monotonic()
    outcomes: list[CheckOutcome] = []
    for together in wanted:
        for outcome in carry_out(together, supervisor, env, logs):
            outcomes.append(outcome)
            say(outcome.line())
            if not outcome.passed:
                say(f"\n{outcome.output}\n")
    failed = [outcome for outcome in outcomes if not outcome.passed]
    passed = len(outcomes) - len(failed)
    seconds = time.monotonic() - began
    say(f"\n{passed} of {len(outcomes)} checks passed in {seconds:.0f} s.")
    for outcome in failed:
        say(outcome.line())
    return 1 if failed else 0


if __name__ == "__main__":
    run_command(main)
