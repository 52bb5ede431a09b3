"""Copy reports in order to post their next version with the corrections that apply."""

from collections.abc import Sequence

from federation.domain.authorship import ActionContext
from ratings.ledger.domain.corrections import (
    apply_corrections,
    close_settled_claims,
    correction_answer,
)
from ratings.ledger.domain.drafts import (
    AnsweredWarning,
    DraftSide,
    GameLine,
    ReportDraft,
)
from ratings.ledger.domain.posting import post_report
from ratings.ledger.domain.sources import newest_locked
from ratings.models import Claim, Game, Report


def copy_of(report: Report) -> ReportDraft:
    """Return a draft with everything that the report contains, its warnings and their
    answers included. It has the same digest, since what was submitted has not changed.
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
        method=report.method,
        is_large=report.is_large,
        digest=report.digest,
    )


def reapply_corrections(
    pool_id: int, kind: str, sources: Sequence[int], *, acting: ActionContext
) -> None:
    """Apply the corrections for the rating only again, after new versions of these
    sources were posted in bulk without them: post one more version of each report that
    a correction changes, accepted like the one before. For the other reports, close the
    correction requests that the new version has made obsolete.
    """
    requests = Claim.objects.filter(
        pool=pool_id, source_kind=kind, source_number__in=sources
    )
    for request in requests.order_by("source_number").distinct("source_number"):
        newest = newest_locked(request)
        if newest is None:
            continue
        copy = copy_of(newest)
        if apply_corrections(copy)[1]:
            post_report(copy, acting=acting, accepted=True, reason=correction_answer())
        else:
            close_settled_claims(newest, copy.lines, acting=acting, outcome=newest)


def close_claims_of_withdrawn(report: Report, *, acting: ActionContext) -> None:
    """Close the open correction requests about a withdrawn report, except those that
    the version which counts instead does not settle.
    """
    if Claim.objects.of_source(report).open().exists():
        counts_instead = report.versions().counting().first()
        lines = copy_of(counts_instead).lines if counts_instead else ()
        close_settled_claims(report, lines, acting=acting, outcome=counts_instead)


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
        white_mean=game.white_mean,
        black_mean=game.black_mean,
        length=game.length,
    )


def _side(game: Game, colour: str) -> DraftSide:
    return DraftSide(
        player_id=getattr(game, f"{colour}_id"),
        is_member=getattr(game, f"{colour}_member"),
        birth_year=getattr(game, f"{colour}_birth_year"),
        adopts=getattr(game, f"{colour}_adopts"),
        outside=getattr(game, f"{colour}_outside"),
        outside_kind=getattr(game, f"{colour}_outside_kind"),
    )
