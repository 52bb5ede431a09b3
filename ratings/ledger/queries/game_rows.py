"""SQL for the games of reports."""

from ratings.enums import RatingMethod
from ratings.rules.played import EMPTY_LINE_SCORE

GAMES_BETWEEN_PLAYERS = f"""(
  SELECT line.* FROM ratings_game AS line JOIN ratings_report AS report
    ON report.id = line.report_id
  WHERE line.played OR line.score <> {EMPTY_LINE_SCORE}
    OR report.method <> '{RatingMethod.CONCENTRATED}'
)"""
"""For FROM: the lines of reports except the empty ones, as
`GameQuerySet.between_players` returns them.
"""
