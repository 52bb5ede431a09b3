"""The calendar as an iCalendar feed (RFC 5545), for calendars on phones and computers."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from icalendar import Calendar, Event


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """A tournament; `last` is its last day, `uid` the same at each reading."""

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
    """Return the feed of these events, whole days each."""
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//Rankbok//tournaments//")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    for each in events:
        calendar.add_component(_event(each))
    written: bytes = calendar.to_ical()
    return written


def _event(told: FeedEvent) -> Event:
    event = Event()
    event.add("uid", told.uid)
    event.add("dtstamp", told.made_at)
    event.add("dtstart", told.first)
    # The end of whole days is the day after the last (RFC 5545, 3.6.1).
    event.add("dtend", told.last + timedelta(days=1))
    event.add("summary", told.name)
    event.add("url", told.url)
    event.add("transp", "TRANSPARENT")
    event.add("status", "CANCELLED" if told.is_cancelled else "CONFIRMED")
    if told.place:
        event.add("location", told.place)
    if told.organiser:
        event.add("description", told.organiser)
    return event
