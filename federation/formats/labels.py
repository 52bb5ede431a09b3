"""A label in front of what belongs to it."""


def label_mark(label: object) -> str:
    """Return the mark after a label: none where it ends with one of its own, such as a
    question mark.
    """
    return "" if str(label).endswith(("?", "!", ".", "…", ":")) else ":"


def labelled(label: object, text: object) -> str:
    """Return the label, its mark, and the text."""
    return f"{label}{label_mark(label)} {text}"
