"""A small office: the real servers and one web server, run by the supervisor.

    python small_office.py VAR PORT

writes VAR/open.json when everything is ready.
"""

import json
import sys
from pathlib import Path

from script.checkout import make_var
from script.embedded.servers import start_servers
from script.office import answers
from script.progress import run_command
from script.stop_signals import StopRequested
from script.supervision import supervision
from script.supervisor import Part
from script.var_lock import lock_var


def main() -> int:
    var, port = make_var(Path(sys.argv[1]).resolve()), int(sys.argv[2])
    with lock_var(var) as lock:
        try:
            with supervision(lock) as supervisor:
                urls = start_servers(supervisor, var, {}, durable=True)
                supervisor.start(web(var, port))
                (var / "open.new").write_text(json.dumps(urls))
                (var / "open.new").rename(var / "open.json")
                supervisor.attend_for_ever()
        except StopRequested:
            return 0


def web(var: Path, port: int) -> Part:
    (var / "healthz").touch()
    serve = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", str(port)]
    log = var / "log" / "web.log"
    ready = lambda: answers("127.0.0.1", port, "localhost")  # noqa: E731
    return Part("web", serve, log, {}, cwd=var, ready=ready)


if __name__ == "__main__":
    run_command(main)
