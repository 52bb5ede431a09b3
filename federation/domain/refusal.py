"""What an act answers when the register's state does not allow it."""


class Refused(Exception):  # noqa: N818 - an answer to a person, not a fault
    """An act was not carried out; nothing was written. `code` says why; each act
    names the codes it may answer with.
    """

    def __init__(self, code: str) -> None:
        """Names why not."""
        super().__init__(code)
        self.code = code
