"""Texts about what posting would do with a file's games, and what it did."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from federation.formats.figures import rating_text
from ratings.enums import BaseOrigin, EventVerdict
from ratings.models import ImportEvent, ImportFile
from ratings.players.words import REASONS
from ratings.uploads.domain.following import FollowedEvent, PostedState

_SKIPPED: dict[str, Promise] = {
    "minutes": gettext_lazy(
        "Give the time control first: which games are rated depends on it."
    ),
    "large_file": gettext_lazy(
        "The file is too large for its ratings to be computed in advance: which "
        "events count, which are held and why will be known after posting."
    ),
    "large_pool": gettext_lazy(
        "So many games of the pool would be recomputed that it is not done in "
        "advance: which events count, which are held and why will be known after "
        "posting."
    ),
}
_STATE_LABELS: dict[PostedState, Promise] = {
    PostedState.NOT_POSTED: gettext_lazy("Not in the ledger"),
    PostedState.WAITS: gettext_lazy("In the ledger, its ratings are being computed"),
    PostedState.COUNTS: gettext_lazy("Counts"),
    PostedState.HELD: gettext_lazy("Held: does not count"),
    PostedState.STOPPED: gettext_lazy("Taken out of the ledger: does not count"),
    PostedState.REPLACED: gettext_lazy("Replaced by a later version"),
}
STATE_SIGNS = {
    PostedState.NOT_POSTED: "withdrawn",
    PostedState.WAITS: "running",
    PostedState.COUNTS: "accepted",
    PostedState.HELD: "held",
    PostedState.STOPPED: "withdrawn",
    PostedState.REPLACED: "superseded",
}
_ORIGINS: dict[int, Promise] = {
    BaseOrigin.DECISION: gettext_lazy("decided"),
    BaseOrigin.OUTSIDE: gettext_lazy("the rating in the file"),
    BaseOrigin.DEFAULT: gettext_lazy("start by the rules"),
    BaseOrigin.RATING: gettext_lazy("from the first games"),
}


def trial_lines(file: ImportFile) -> list[str]:
    """Return texts about the trial of a file, which are shown above the button."""
    trial = file.trial
    if not trial:
        return []
    if "skipped" in trial:
        return skipped_lines(trial)
    lines = list(judged_lines(trial))
    if trial["held"]:
        lines.append(
            ngettext(
                "%(count)d event would be held and not count: see the tab Events for"
                " the reason.",
                "%(count)d events would be held and not count: see the tab Events for"
                " the reasons.",
                trial["held"],
            )
            % {"count": trial["held"]}
        )
    lines += consequence_lines(trial)
    if file.differing_events:
        lines.append(
            _("This is how it would be if this file replaces what was imported before.")
        )
    return lines


def skipped_lines(trial: Mapping[str, Any]) -> list[str]:
    """Return texts that say why nothing was tried; none for a file without games."""
    reason = _SKIPPED.get(trial["skipped"])
    return [str(reason)] if reason else []


def has_warnings(file: ImportFile) -> bool:
    """Return whether the user is warned: nothing would be rated, or a report held."""
    trial = file.trial
    if not trial or "skipped" in trial:
        return False
    nothing = not trial["rated"] and bool(trial["not_rated"])
    return nothing or bool(trial["held"]) or bool(trial["others_held"])


def consequence_lines(trial: Mapping[str, Any]) -> Iterator[str]:
    """Yield texts about other consequences: reports held, first ratings, and lists that
    would change.
    """
    if trial["others_held"]:
        text = _("Reports already in the ledger would be held: %(names)s.")
        yield text % {"names": ", ".join(trial["others_held"])}
    yield from _beginners(trial)
    yield from _lists(trial.get("lists", ()))


def judged_lines(trial: Mapping[str, Any]) -> Iterator[str]:
    """Yield texts about how many games would be rated, and why others would not."""
    yield from _judged(trial["rated"], trial["not_rated"], trial["late"])


def _judged(rated: int, not_rated: Mapping[str, int], late: int) -> Iterator[str]:
    yield ngettext(
        "%(count)d game would be rated.", "%(count)d games would be rated.", rated
    ) % {"count": rated}
    for reason, count in sorted(not_rated.items()):
        text = ngettext(
            "%(count)d game would not be rated: %(reason)s.",
            "%(count)d games would not be rated: %(reason)s.",
            count,
        )
        yield text % {"count": count, "reason": REASONS[reason]}
    if late:
        yield ngettext(
            "%(count)d game lies in a period whose list is approved: it is booked in"
            " the open one, if there is one.",
            "%(count)d games lie in periods whose lists are approved: they are booked"
            " in the open one, if there is one.",
            late,
        ) % {"count": late}


def _beginners(trial: Mapping[str, Any]) -> Iterator[str]:
    starts = len(trial["starts"]) + trial["more_starts"]
    if starts:
        yield ngettext(
            "%(count)d player is new in the pool and gets a first rating.",
            "%(count)d players are new in the pool and get a first rating.",
            starts,
        ) % {"count": starts}
    if trial["unrated"]:
        yield ngettext(
            "%(count)d new player would have no rating yet.",
            "%(count)d new players would have no rating yet.",
            trial["unrated"],
        ) % {"count": trial["unrated"]}


def _lists(days: Sequence[str]) -> Iterator[str]:
    if days:
        yield ngettext(
            "The file reaches %(count)d published list, that of %(first)s. If its numbers"
            " change, a revised list waits for approval.",
            "The file reaches %(count)d published lists, from that of %(first)s to that of"
            " %(last)s. For each whose numbers change, a revised list waits for"
            " approval.",
            len(days),
        ) % {"count": len(days), "first": days[0], "last": days[-1]}


def start_rows(file: ImportFile) -> list[tuple[str, str, str]]:
    """Return the players new in the pool: name, first rating, and its origin."""
    return start_lines(file.trial)


def start_lines(trial: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Return the same rows for any stored trial."""
    return [
        (name, rating_text(rating), str(_ORIGINS[origin]))
        for name, rating, origin in trial.get("starts", ())
    ]


def tried_words(event: ImportEvent) -> list[str]:
    """Return texts about what posting would do with an event."""
    trial = event.trial
    if trial is None:
        return []
    if trial["held"]:
        return [_("Would be held: %(reason)s") % {"reason": trial["held"]}]
    lines = list(judged_lines(trial))
    if event.verdict == EventVerdict.DIFFERS:
        lines.insert(0, _("If it is replaced:"))
    return lines


def posted_state_words(followed: FollowedEvent) -> list[str]:
    """Return texts about the current state of a posted event."""
    lines = []
    report, games = followed.report, followed.games
    if (
        report
        and followed.posted_state in (PostedState.HELD, PostedState.STOPPED)
        and report.reason
    ):
        lines.append(report.reason)
    if followed.instead:
        text = _("Version %(version)d counts instead.")
        lines.append(text % {"version": followed.instead})
    if games:
        text = ngettext(
            "%(count)d game is rated.", "%(count)d games are rated.", games.rated
        )
        lines.append(text % {"count": games.rated})
        for reason, count in sorted(games.not_rated.items()):
            text = ngettext(
                "%(count)d game is not rated: %(reason)s.",
                "%(count)d games are not rated: %(reason)s.",
                count,
            )
            lines.append(text % {"count": count, "reason": REASONS[reason]})
        if games.late:
            text = ngettext(
                "%(count)d game is booked in the open period, if there is one.",
                "%(count)d games are booked in the open period, if there is one.",
                games.late,
            )
            lines.append(text % {"count": games.late})
    return lines


def posted_state_label(posted_state: PostedState) -> str:
    """Return a short label for an event's state in the ledger."""
    return str(_STATE_LABELS[posted_state])


def posted_state_counts(counted: Mapping[PostedState, int]) -> list[str]:
    """Return texts about how many events have each state."""
    words = {
        PostedState.NOT_POSTED: ngettext(
            "%(count)d event is not in the ledger.",
            "%(count)d events are not in the ledger.",
            counted.get(PostedState.NOT_POSTED, 0),
        ),
        PostedState.WAITS: ngettext(
            "%(count)d event is in the ledger; its ratings are being computed.",
            "%(count)d events are in the ledger; their ratings are being computed.",
            counted.get(PostedState.WAITS, 0),
        ),
        PostedState.COUNTS: ngettext(
            "%(count)d event counts.",
            "%(count)d events count.",
            counted.get(PostedState.COUNTS, 0),
        ),
        PostedState.HELD: ngettext(
            "%(count)d event is held and does not count.",
            "%(count)d events are held and do not count.",
            counted.get(PostedState.HELD, 0),
        ),
        PostedState.STOPPED: ngettext(
            "%(count)d event was taken out of the ledger and does not count.",
            "%(count)d events were taken out of the ledger and do not count.",
            counted.get(PostedState.STOPPED, 0),
        ),
        PostedState.REPLACED: ngettext(
            "%(count)d event was replaced by a later version.",
            "%(count)d events were replaced by later versions.",
            counted.get(PostedState.REPLACED, 0),
        ),
    }
    return [
        words[posted_state] % {"count": counted[posted_state]}
        for posted_state in PostedState
        if counted.get(posted_state)
    ]
