"""The small icons in front of words: a state is shown by word and shape, never by
colour alone. Drawn on a grid of twelve.
"""

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

_PATHS = {
    "ring": '<circle class="shape-line" cx="6" cy="6" r="4.7"/>',
    "dot": '<circle cx="6" cy="6" r="5"/>',
    "half": '<circle class="shape-line" cx="6" cy="6" r="4.7"/>'
    '<path d="M6 1.3a4.7 4.7 0 0 1 0 9.4z"/>',
    "clock": '<circle class="shape-line" cx="6" cy="6" r="4.7"/>'
    '<path class="shape-line" d="M6 3v3.2l2.2 1.4"/>',
    "tick": '<path class="shape-line" d="M1.2 6.6l3.2 3.4 6.4-8"/>',
    "seal": '<path d="M0 0h12v12H0z"/>'
    '<path class="shape-cut" d="M2.8 6.2l2.3 2.5 4.2-5.2"/>',
    "pause": '<path d="M1.5 1h3.2v10H1.5zM7.3 1h3.2v10H7.3z"/>',
    "back": '<path class="shape-line" d="M5 1.5L1.6 5 5 8.5M2 5h5.5a3 3 0 0 1 0 6H5"/>',
    "cross": '<path class="shape-line" d="M1.8 1.8l8.4 8.4M10.2 1.8l-8.4 8.4"/>',
    "warning": '<path d="M6 .6l6 10.8H0z"/><path class="shape-cut" d="M6 4.4v3.4M6 8.9v1.4"/>',
    "stop": '<path d="M3.5 0h5L12 3.5v5L8.5 12h-5L0 8.5v-5z"/>'
    '<path class="shape-cut" d="M3.8 3.8l4.4 4.4M8.2 3.8L3.8 8.2"/>',
    "note": '<circle cx="6" cy="6" r="6"/><path class="shape-cut" d="M6 5.2v4M6 2.4v1.4"/>',
    "up": '<path d="M6 1.5l5.5 9h-11z"/>',
    "diamond": '<path d="M6 .3L11.7 6 6 11.7.3 6z"/>',
}

# The shape and the tone of each state of the office's work.
STATES = {
    "draft": ("ring", "quiet"),
    "running": ("half", "info"),
    "finished": ("dot", "quiet"),
    "cancelled": ("cross", "quiet"),
    "waiting": ("clock", "warn"),
    "submitted": ("up", "info"),
    "accepted": ("tick", "good"),
    "held": ("pause", "warn"),
    "returned": ("back", "bad"),
    "due": ("clock", "warn"),
    "sent": ("up", "info"),
    "received": ("tick", "good"),
    "withdrawn": ("cross", "quiet"),
    "superseded": ("ring", "quiet"),
    "open": ("ring", "info"),
    "ended": ("dot", "quiet"),
    "approved": ("seal", "good"),
    "revised": ("diamond", "good"),
    "live": ("half", "info"),
    "proposed": ("ring", "info"),
    "confirmed": ("tick", "good"),
    "rejected": ("cross", "bad"),
    "applied": ("clock", "info"),
    "endorsed": ("half", "good"),
    "sanctioned": ("seal", "good"),
    "refused": ("cross", "bad"),
    "done": ("tick", "good"),
    "failed": ("stop", "bad"),
    "stopped": ("cross", "quiet"),
    "error": ("stop", "bad"),
    "warning": ("warning", "warn"),
    "note": ("note", "info"),
    "good": ("tick", "good"),
    "none": ("ring", "quiet"),
}

# The shapes of messages, by their own names and by Django's levels.
NOTICES = {
    "info": ("note", "info"),
    "good": ("tick", "good"),
    "warn": ("warning", "warn"),
    "bad": ("stop", "bad"),
    "debug": ("note", "info"),
    "success": ("tick", "good"),
    "warning": ("warning", "warn"),
    "error": ("stop", "bad"),
}


def shape(name: str) -> SafeString:
    return format_html(
        '<svg class="shape" viewBox="0 0 12 12" aria-hidden="true">{}</svg>',
        mark_safe(_PATHS[name]),  # noqa: S308 (our own drawing)
    )
