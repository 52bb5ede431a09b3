"""Refusals of team matches in words."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TEAM_REFUSALS: Mapping[str, Promise] = MappingProxyType(
    {
        "by_teams": _("The section is played by teams: its line-ups make the boards."),
        "no_league": _("The section is not played by teams."),
        "team_name": _("Another team has that name."),
        "too_few_teams": _("At least %(least)s teams are needed."),
        "club_stands": _("The section has started, so the team's club stays."),
        "match_begun": _(
            "The match has begun, so its line-ups stand. The organiser can open them "
            "again until a result is entered."
        ),
        "match_under_way": _(
            "A match has begun. As long as it has no result, and is not confirmed, its"
            " line-ups can be opened again on its page; then the start can be taken back."
        ),
        "match_not_played": _("A team has withdrawn, so the match is not played."),
        "team_withdrawn": _("%(team)s has withdrawn already."),
        "team_plays": _("%(team)s has not withdrawn, or plays on already."),
        "not_begun": _("The match has not begun: both line-ups are needed first."),
        "no_line_up": _(
            "No line-up has been handed in yet, so the match cannot begin before its "
            "day."
        ),
        "line_up_size": _("The match has %(boards)s boards. Reload the page."),
        "line_up_empty": _("Choose a player for at least one board."),
        "line_up_twice": _(
            "The same player is on boards %(one)s and %(other)s: choose another."
        ),
        "line_up_club": _(
            "The player on board %(board)s is not a member of %(club)s on that day."
        ),
        "line_up_elsewhere": _(
            "The player on board %(board)s is lined up for another team on that day."
        ),
        "line_up_withdrawn": _(
            "The player on board %(board)s has withdrawn from the section."
        ),
        "line_up_order": _(
            "The player on board %(board)s has a higher rating than somebody on an "
            "earlier board. Change the order, or say why it is so."
        ),
        "match_confirmed": _(
            "The match is confirmed. The organiser can correct a result on the page "
            "of results."
        ),
        "match_needs_result": _(
            "The match is confirmed, so each of its boards keeps a result. Correct it to"
            " another one."
        ),
        "match_changed": _(
            "Somebody else has changed a result in the meantime: look at what it says "
            "now."
        ),
        "not_entered": _("Results are missing. Enter them first."),
        "own_results": _(
            "These results were entered by you or for your team: the other side has to"
            " confirm them."
        ),
        "no_reason": _("Give a reason."),
    }
)
