"""The events of a file, identified by their names."""

from django.utils.translation import gettext_noop as noted

from federation.rules.names import in_one_form
from ratings.files.spellings import refuse_unsuitable
from ratings.files.wording import InvalidField

LONGEST_EVENT = 160


class EventNumbers(dict[str, int]):
    """Events by name, numbered in the order in which they first appear; case and spacing
    of a name do not matter.
    """

    def __init__(self) -> None:
        """Start without events."""
        super().__init__()
        self.names: list[str] = []
        """The names as they were first written."""
        self.met: dict[str, int] = {}

    def __missing__(self, spelled: str) -> int:
        """Return the number of a new spelling. Raises InvalidField if it is invalid."""
        name = in_one_form(spelled)
        _refuse_event(spelled, name)
        number = self.met.setdefault(name.casefold(), len(self.names))
        if number == len(self.names):
            self.names.append(name)
        self[spelled] = number
        return number


def _refuse_event(spelled: str, name: str) -> None:
    if "\n" in spelled or "\r" in spelled:
        raise InvalidField(
            noted(
                "the event's name runs over several lines: a quotation mark is not "
                "closed"
            )
        )
    if not name:
        raise InvalidField(noted("the event has no name"))
    if len(name) > LONGEST_EVENT:
        raise InvalidField(
            noted("the event's name is longer than %(most)d letters"),
            most=LONGEST_EVENT,
        )
    refuse_unsuitable(name)
