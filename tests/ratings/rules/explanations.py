"""What tests of explanations begin with, to be replaced part by part."""

from ratings.rules.explained import ExplainedGame

GAME = ExplainedGame(
    row=0,
    colour="white",
    opponent=1,
    score=2,
    rated=True,
    reason=None,
    base=1000,
    opponent_base=1000,
    opponent_from="rating",
    difference=None,
    table_low=None,
    table_high=None,
    compensation=None,
    unhalved=None,
    halved=False,
    change=0,
    bonus=0,
    running_before=None,
    running_after=None,
    paragraphs=(),
)
"""A rated win as White that changes nothing, under a system without a table."""
