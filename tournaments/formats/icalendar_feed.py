"""The calendar as an iCalendar feed (RFC 5545), for calendar programs on phones and
computers.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from icalendar import Calendar, Event


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """A tournament; `last` is its last day, `uid` stays the same whenever the feed is
    read.
    """

    uid: str
    name: str
    first: date
    last: date
    made_at: datetime
    url: str
    place: str = ""
    organiser: str = ""
    is_cancelled: bool = False


def write_feed(name: str, events: Iterable[FeedEvent]) -> bytes:
    """Return the feed of these events, each lasting whole days."""
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//Rankbok//tournaments//")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    for each in events:
        calendar.add_component(_event(each))
    written: bytes = calendar.to_ical()
    return written


def _event(tournament: FeedEvent) -> Event:
    event = Event()
    event.add("uid", tournament.uid)
    event.add("dtstamp", tournament.made_at)
    event.add("dtstart", tournament.first)
    # The end of whole days is the day after the last (RFC 5545, 3.6.1).
    event.add("dtend", tournament.last + timedelta(days=1))
    event.add("summary", tournament.name)
    event.add("url", tournament.url)
    event.add("transp", "TRANSPARENT")
    event.add("status", "CANCELLED" if tournament.is_cancelled else "CONFIRMED")
    if tournament.place:
        event.add("location", tournament.place)
    if tournament.organiser:
        event.add("description", tournament.organiser)
    return event
