"""How a crawler reads robots.txt (RFC 9309): the longest pattern that fits decides, and
of equal ones the one that allows.
"""

import re


class Rules:
    def __init__(self, written: str) -> None:
        lines = [line.partition(": ") for line in written.splitlines()]
        self._rules = [
            (len(pattern), kind == "Allow", _expression(pattern))
            for kind, _, pattern in lines
            if kind in ("Allow", "Disallow")
        ]

    def allow(self, address: str) -> bool:
        fitting = [
            (length, allows)
            for length, allows, expression in self._rules
            if expression.match(address)
        ]
        return max(fitting, default=(0, True))[1]


def _expression(pattern: str) -> re.Pattern[str]:
    text = re.escape(pattern.removesuffix("$")).replace(r"\*", ".*")
    return re.compile(f"{text}{'$' if pattern.endswith('$') else ''}")
