"""Calling an act that must be refused."""

from collections.abc import Callable
from inspect import signature
from typing import Any

import pytest

from federation.domain.refusal import Refusal
from tests.factories import acting


def refusal(act: Callable[..., Any], *args: Any, **kwargs: Any) -> Refusal:
    """Return the refusal of an act; unless `acting` is given, a new user acts."""
    if "acting" in signature(act).parameters:
        kwargs.setdefault("acting", acting())
    with pytest.raises(Refusal) as refused:
        act(*args, **kwargs)
    return refused.value


def refusal_code(act: Callable[..., Any], *args: Any, **kwargs: Any) -> str:
    """Return the code with which an act is refused; unless `acting` is given, a new
    user acts.
    """
    return refusal(act, *args, **kwargs).code
