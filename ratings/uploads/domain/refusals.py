"""The refusal of acts on uploaded files."""

from federation.domain.refusal import Refusal


class ImportNotPossible(Refusal):
    """The file's state, or what the user chose for it, does not allow the act."""
