"""Default values of explanation tests, to be replaced part by part."""

from ratings.rules.explained import ExplainedGame, ExplainedStep

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

STEP = ExplainedStep(
    player=0,
    before=None,
    start_from=None,
    games=(),
    rated_games=0,
    score=0,
    change=0,
    bonus=0,
    deduction=0,
    anniversaries=(),
    adjustment=0,
    assessed=None,
    raw=None,
    rounded=None,
    floored=False,
    after=None,
    cited={},
)
"""The step of an unrated player without changes."""
