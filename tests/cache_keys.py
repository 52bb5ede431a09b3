"""Cache keys in tests: each test has its own, since rows of another test, or of the
same one in another database, may have the same numbers.
"""

from secrets import token_hex

_marks = [token_hex(8)]


def begin() -> None:
    _marks[0] = token_hex(8)


def own_key(key: str, prefix: str, version: int) -> str:
    return f"{prefix}:{_marks[0]}:{version}:{key}"
