"""Asking an act that must say no."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.makers import acting
from tournaments.domain.refusals import TournamentRefusal


def refusal(act: Callable[..., Any], *args: Any, **facts: Any) -> str:
    """The code with which the act refuses."""
    with pytest.raises(TournamentRefusal) as refused:
        act(*args, **{"acting": acting(), **facts})
    return refused.value.code
