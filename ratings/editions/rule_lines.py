"""Rules of an edition as they are written in a form, one on each line, or as JSON."""

import json
from collections.abc import Callable
from typing import Any

from ratings.system_words.elo import CONDITIONS


def read_json(text: str) -> Any:
    try:
        return json.loads(text or "null")
    except (ValueError, RecursionError) as error:
        raise ValueError("not_json") from error


def write_json(value: Any) -> str:
    """Return readable JSON: each object of a list is on a line of its own."""
    if not isinstance(value, list) or not value:
        return json.dumps(value, ensure_ascii=False)
    rows = ",\n ".join(json.dumps(each, ensure_ascii=False) for each in value)
    return f"[{rows}]"


def rules_reader(first: str) -> Callable[[str], Any]:
    """Return a reader of rules, one on each line: the parameter called `first`, then
    each condition with its number, such as “40, games under 30, rating under 2400,
    highest ever”, in the reader's language or by the names of the edition; JSON too.
    """

    def read(text: str) -> Any:
        if text.lstrip().startswith("["):
            return read_json(text)
        lines = [line for line in text.splitlines() if line.strip()]
        return [_read_rule(line, first) for line in lines]

    return read


def _read_rule(line: str, named: str) -> dict[str, object]:
    first, *conditions = line.split(",")
    rule: dict[str, object] = {named: _whole_or_text(first)}
    for condition in conditions:
        name, value = _named(condition.strip())
        rule[name] = _whole_or_text(value) if value.strip() else True
    return rule


def _named(condition: str) -> tuple[str, str]:
    """Return the condition's name in the edition, and the rest of the text."""
    for name, words in CONDITIONS.items():
        spelled = str(words)
        if condition.casefold().startswith(spelled.casefold()):
            return name, condition[len(spelled) :]
    name, _space, value = condition.partition(" ")
    return name, value


def _whole_or_text(text: str) -> int | str:
    value = text.strip()
    return int(value) if value.isascii() and value.isdecimal() else value


def rules_writer(first: str) -> Callable[[Any], str]:
    """Return the writer of the text that `rules_reader` with the same parameter reads."""

    def write(rules: Any) -> str:
        return "\n".join(
            ", ".join(
                [str(rule[first])]
                + [
                    _in_words(name) if value is True else f"{_in_words(name)} {value}"
                    for name, value in rule.items()
                    if name != first
                ]
            )
            for rule in rules
        )

    return write


def _in_words(name: str) -> str:
    return str(CONDITIONS.get(name, name))
