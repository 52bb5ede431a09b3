"""A label in front of what belongs to it."""


def colon(label: object) -> str:
    """Return the mark behind a label: none where it ends with one of its own, as a
    question does.
    """
    return "" if str(label).endswith(("?", "!", ".", "…", ":")) else ":"


def labelled(label: object, text: object) -> str:
    """Return the label, its mark, and the text."""
    return f"{label}{colon(label)} {text}"
