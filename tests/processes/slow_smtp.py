"""A slow mail server: each of its answers comes after a delay."""

import socketserver
import threading
from types import TracebackType
from typing import Self

ANSWERS = {b"EHLO": b"250 slow", b"DATA": b"354 go on", b"QUIT": b"221 bye"}


class SlowServer:
    """A server that accepts letters on `port` while the context is open."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.begun = 0
        self.letters: list[bytes] = []
        self.is_over = threading.Event()

    def __enter__(self) -> Self:
        office = self

        class Talk(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                office.begun += 1
                office.talk(self)

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Talk)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.is_over.set()
        self.server.shutdown()
        self.server.server_close()

    def talk(self, line: socketserver.StreamRequestHandler) -> None:
        self._say(line, b"220 slow")
        for received in line.rfile:
            command = received[:4].strip().upper()
            self._say(line, ANSWERS.get(command, b"250 well"))
            if command == b"DATA":
                self.letters.append(b"".join(iter(line.rfile.readline, b".\r\n")))
                self._say(line, b"250 taken")
            elif command == b"QUIT":
                return

    def _say(self, line: socketserver.StreamRequestHandler, words: bytes) -> None:
        self.is_over.wait(self.seconds)
        line.wfile.write(words + b"\r\n")
