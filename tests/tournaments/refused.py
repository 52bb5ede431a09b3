"""Asking an act that must say no."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.makers import hand
from tournaments.domain.refusals import Refused


def refusal(act: Callable[..., Any], *args: Any, **facts: Any) -> str:
    """The code with which the act refuses."""
    with pytest.raises(Refused) as refused:
        act(*args, **{"hand": hand(), **facts})
    return refused.value.code
