"""Detect lost notices: a change in the database whose number did not move, because
Valkey did not answer its writer, or because it was made by hand.

The web server checks twice a second, in each process. It checks values that change with
every act: the upper apps add their own at start-up.
"""

import logging
import threading
import time
from collections.abc import Callable

from django.db import Error, close_old_connections

from federation.shared_pages.numbers import BookNumbers, move_all_numbers, reader

log = logging.getLogger(__name__)

SECONDS = 0.5
WATCHED: list[Callable[[], str]] = []
"""Functions whose result changes as soon as something has changed."""


class Watch:
    def __init__(self) -> None:
        self._marks: list[str] | None = None
        self._numbers: BookNumbers | None = None
        self._is_on = threading.Lock()

    def begin(self) -> None:
        """Start watching, once in a process however often it is called."""
        if self._is_on.acquire(blocking=False):
            threading.Thread(target=self._go_on, name="watch", daemon=True).start()

    def look(self) -> bool:
        """Return whether something had changed while no number moved; then all numbers
        move.
        """
        marks, numbers = [each() for each in WATCHED], reader.read()
        known = self._marks is not None and self._numbers is not None
        lost = known and marks != self._marks and numbers == self._numbers
        if lost:
            log.warning("the database changed and no page knew: all are rendered again")
            move_all_numbers()
            numbers = reader.read()
        self._marks, self._numbers = marks, numbers
        return lost

    def _go_on(self) -> None:
        # Another database of the same name may have been used before.
        move_all_numbers()
        silent = False
        while True:
            try:
                self.look()
                silent = False
            except Error as error:
                if not silent:
                    log.warning("the database does not tell what changed: %s", error)
                silent = True
                close_old_connections()
            time.sleep(SECONDS)
