"""Calling an act that must be refused."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.factories import acting
from tournaments.domain.refusals import TournamentRefusal


def refusal(act: Callable[..., Any], *args: Any, **facts: Any) -> str:
    """Return the code with which the act is refused."""
    with pytest.raises(TournamentRefusal) as refused:
        act(*args, **{"acting": acting(), **facts})
    return refused.value.code
