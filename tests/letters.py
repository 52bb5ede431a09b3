"""Read the texts of letters."""

from federation.models import OutboxMail


def message_of(letter: OutboxMail) -> str:
    """Return the text of a signed letter between its greeting and the signature."""
    greeting, *parts, regards = letter.body.split("\n\n")
    assert greeting.startswith(("Hello", "Hej")), greeting
    assert regards.startswith(("Regards,\n", "Hälsningar\n")), regards
    return "\n\n".join(parts) + "\n"
