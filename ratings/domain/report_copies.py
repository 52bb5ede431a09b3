"""A report that is posted once more, as it stands but for what was decided."""

from collections.abc import Sequence

from ratings.domain.corrections import decided_words, held_to_corrections
from ratings.domain.numbering import Hand
from ratings.domain.posting import (
    AnsweredWarning,
    GameLine,
    ReportDraft,
    Side,
    post_report,
)
from ratings.models import Claim, Game, Report


def copy_of(report: Report) -> ReportDraft:
    """All that the report says, with its warnings and their answers. It is known by
    the same digest: what was sent in has not changed.
    """
    lines = report.lines.order_by("round", "board", "played_date", "key")
    return ReportDraft(
        pool_id=report.pool_id,
        source_kind=report.source_kind,
        source_number=report.source_number,
        name=report.name,
        organiser_id=report.organiser_id,
        district_id=report.district_id,
        start_date=report.start_date,
        end_date=report.end_date,
        is_final=report.is_final,
        lines=[_line(game) for game in lines],
        warnings=[
            AnsweredWarning(each.kind, tuple(each.rows), each.answer)
            for each in report.warnings.order_by("pk")
        ],
        digest=report.digest,
    )


def hold_again(pool_id: int, kind: str, sources: Sequence[int], *, hand: Hand) -> None:
    """Where corrections for the rating only hold in reports that were posted in one
    stroke, posts the next version with them, accepted like the one before.
    """
    held = Claim.objects.holding().filter(pool=pool_id, source_kind=kind)
    numbers = held.filter(source_number__in=sources).values_list("source_number")
    for number in sorted({each for (each,) in numbers}):
        newest = Report.objects.filter(pool_id=pool_id).newest_of_source(kind, number)
        copy = copy_of(newest.select_for_update()[:1].get())
        if held_to_corrections(copy)[1]:
            post_report(copy, hand=hand, accepted=True, reason=decided_words())


def _line(game: Game) -> GameLine:
    return GameLine(
        key=game.key,
        played_date=game.played_date,
        base_on=game.base_on,
        booked_on=game.booked_on,
        round=game.round,
        board=game.board,
        white=_side(game, "white"),
        black=_side(game, "black"),
        score=game.score,
        played=game.played,
        minutes=game.minutes,
    )


def _side(game: Game, colour: str) -> Side:
    return Side(
        player_id=getattr(game, f"{colour}_id"),
        is_member=getattr(game, f"{colour}_member"),
        birth_year=getattr(game, f"{colour}_birth_year"),
        adopts=getattr(game, f"{colour}_adopts"),
        outside=getattr(game, f"{colour}_outside"),
        outside_kind=getattr(game, f"{colour}_outside_kind"),
    )
