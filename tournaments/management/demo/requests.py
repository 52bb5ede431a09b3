"""Work for the office besides reports: requests, a proposal, two cards that may be one
person's, and an answer from the laboratory.
"""

from dataclasses import replace
from datetime import date, timedelta

from federation.domain import joining
from federation.domain.players import DuplicateCheck, PlayerDraft, register_player
from federation.models import Player
from ratings.corrections.domain.claims import ClaimDraft, file_claim
from ratings.corrections.queries.game_versions import GameVersion
from ratings.editions.domain.edition_proposals import propose_edition
from ratings.enums import ClaimKind, ReportState
from ratings.laboratory.domain.experiments import (
    CandidateDraft,
    ExperimentDraft,
    request_experiment,
    run_experiment_now,
)
from ratings.ledger.domain.editions import EditionDraft, edition_in_force
from ratings.models import Game
from ratings.rules.calendar import period_of
from tournaments.management.demo.clock import acting, evening
from tournaments.management.demo.people import HOME
from tournaments.management.demo.setting import DemoSetting

DAY = timedelta(days=1)
WIN = 2
"""Half points."""


def create_requests(setting: DemoSetting, today: date) -> None:
    """Create these requests; the ratings must have been computed."""
    _claim(setting, today)
    _joining(setting, today)
    _edition(setting, today)
    _same_player(setting, today)
    _experiment(setting, today)


def _claim(setting: DemoSetting, today: date) -> None:
    """File a correction request of the player with an account: a game was a draw."""
    player = setting.cast.users["spelare"].player
    game = (
        Game.objects.filter(
            report__state=ReportState.ACCEPTED, report__pool=setting.pool, white=player
        )
        .exclude(score=1)
        .order_by("-played_date", "-pk")
        .first()
    )
    if game is None or player is None:
        return
    drawn = replace(GameVersion.of(game), score=1, played=True)
    file_claim(
        ClaimDraft(
            game.report_id,
            game.key,
            ClaimKind.RESULT,
            drawn,
            "Vi enades om remi efter 40 drag. Protokollet är undertecknat av båda.",
            claimant_id=player.pk,
        ),
        acting=acting(setting.cast.users["spelare"].pk, today - DAY),
    )


def _joining(setting: DemoSetting, today: date) -> None:
    """Request, for another club, the player with an account as a member, and for the
    home club a member of another one.
    """
    cast = setting.cast
    player = cast.users["spelare"].player
    home = cast.clubs[HOME]
    other = next(club for club in cast.clubs.values() if club != home)
    wanted = next(
        each.player
        for each in cast.people
        if each.club not in (home, None) and each.left is None
    )
    requests = ((other, player), (home, wanted))
    for club, meant in requests:
        if meant is None:
            continue
        joining.request_joining(
            joining.WantedMember(
                club_id=club.pk, from_date=today, number=meant.national_id
            ),
            acting=acting(cast.secretaries[club.pk].pk, today - DAY),
            address="::1",
        )
    joining.settle_joining(at=evening(today - DAY))


def _edition(setting: DemoSetting, today: date) -> None:
    """Propose an edition in which changes are halved from 2300, beginning next period."""
    now = edition_in_force(setting.pool.pk, today)
    period = period_of(today, now.parameters.period_starts)
    numbers = now.parameters.to_json() | {"halving_from": 2300}
    draft = EditionDraft(
        setting.pool.pk,
        period.last_date + DAY,
        now.system.name,
        numbers,
        reason="Kongressens beslut: halverad ändring först från 2300.",
    )
    propose_edition(draft, acting=acting(setting.cast.users["admin"].pk, today - DAY))


def _same_player(setting: DemoSetting, today: date) -> None:
    """Register a player a second time, as by a secretary who spelt the name
    differently.
    """
    known = next(
        each.player
        for each in reversed(setting.cast.people)
        if each.player.last_name.endswith("sson") and each.left is None
    )
    register_player(
        PlayerDraft(
            first_name=known.first_name,
            last_name=known.last_name.replace("sson", "son"),
            birth_year=known.birth_year,
            gender=known.gender,
        ),
        acting=acting(setting.cast.users["sekreterare"].pk, today - 2 * DAY),
        looked=DuplicateCheck(list(Player.objects.values_list("pk", flat=True))),
    )


def _experiment(setting: DemoSetting, today: date) -> None:
    """Run an experiment that the rating officer requested in the laboratory last
    night.
    """
    experiment = request_experiment(
        ExperimentDraft(
            setting.pool.pk,
            "Om vi hade räknat som FIDE?",
            (
                CandidateDraft("Som det räknas"),
                CandidateDraft("FIDE Elo", "elo", {}),
                CandidateDraft("Glicko-2", "glicko2", {}),
            ),
        ),
        today=today,
        acting=acting(setting.cast.users["ratingansvarig"].pk, today - DAY),
    )
    run_experiment_now(experiment.pk, at=evening(today - DAY, 21))
