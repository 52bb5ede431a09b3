import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from tempfile import TemporaryFile

from federation import rsgi
from federation.front.calls import Response
from script.checkout import ROOT


class Server:
    def __init__(self) -> None:
        self.given: list[str] = []

    def response_file(self, _status, _headers, file: str) -> None:
        self.given.append(file)


def test_web_server_loads_the_application_by_itself():
    """Django has not been set up before."""
    called = subprocess.run(
        [sys.executable, "-c", "import federation.rsgi"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert (called.returncode, called.stderr) == (0, "")


def test_number_of_open_files_is_limited_for_many_long_answers():
    """Each connection needs a file of the process as well."""
    files = [TemporaryFile() for _ in range(3 * rsgi.MOST_OPEN)]  # noqa: SIM115
    paths = [f"/dev/fd/{file.fileno()}" for file in files]
    server = Server()

    async def send_all() -> None:
        for file in files:
            rsgi._send(server, Response(200, [], file))  # noqa: SLF001

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, send_all()).result()
    assert server.given == paths
    assert [file.closed for file in files] == (
        [True] * 2 * rsgi.MOST_OPEN + [False] * rsgi.MOST_OPEN
    )
    for file in files:
        file.close()


def test_server_without_memory_answers_when_to_try_again():
    def page(_environ, _begin):
        raise MemoryError

    async def never() -> None:
        await asyncio.Event().wait()

    request = rsgi.Request("/list/", {}, {"REQUEST_METHOD": "GET"}, None, never)
    with ThreadPoolExecutor(1) as thread:
        front = rsgi.Front(page)
        answer = thread.submit(asyncio.run, front._called(request)).result()  # noqa: SLF001
    assert (answer.status, answer.headers) == (503, [("retry-after", "5")])
