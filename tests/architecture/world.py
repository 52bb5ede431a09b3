"""A small federation with a user of every role and data for every page."""

import tempfile
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import psycopg
from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone
from psycopg import sql

from federation.domain import joining
from federation.domain.accounts.invitations import InvitationOffer, invite
from federation.domain.accounts.roles import RoleScope
from federation.domain.accounts.suspensions import suspend_player
from federation.domain.authorship import ActionContext
from federation.domain.erasing import ask_to_erase_player
from federation.domain.mail import write_letter
from federation.enums import RoleKind
from federation.models import Club, Invitation, Player, Role, User
from ratings.corrections.domain.claims import ClaimDraft, file_claim
from ratings.corrections.queries.game_versions import GameVersion
from ratings.editions.domain.edition_proposals import propose_edition
from ratings.editions.domain.policy_proposals import propose_policy
from ratings.enums import ClaimKind, ProposedKind
from ratings.four_eyes.domain.proposed_acts import ActDraft, propose_act
from ratings.laboratory.domain.experiments import (
    CandidateDraft,
    ExperimentDraft,
    request_experiment,
    run_experiment_now,
    share_experiment,
)
from ratings.ledger.domain.editions import EditionDraft
from ratings.models import ClubReturn, Decision, Edition, Game, Pool, Report
from ratings.players.queries.public_pages import KEYS_IN_A_PART
from ratings.pools.domain.pools import create_pool
from ratings.rules.conversion import FIDE_2024
from tests import database
from tests.factories import (
    NOON,
    ClassMembershipFactory,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    chess_pool,
    line,
    secretary_of,
)
from tests.federation.sign_in.browsers import force_recent_login
from tests.ratings.earlier_list_files import proposed
from tests.ratings.fide_list import brought
from tests.ratings.rating_lists import (
    SUMMER,
    accepted,
    corrected,
    published,
    rated,
    rulebook_game,
    up_to_date,
)
from tests.ratings.uploads.bringing import NAMED, reviewed, table
from tests.tournaments.phone_codes import given
from tests.tournaments.teams import begun, entered, seen, started_league
from tests.tournaments.tournaments_made import (
    board,
    played,
    section,
    started,
    submitted,
)
from tests.tournaments.tournaments_made import tournament as planned
from tournaments.domain.conditions import note_conditions
from tournaments.domain.movements.deciding import reject_movement
from tournaments.domain.movements.proposing import judge_section
from tournaments.domain.movements.stepping_down import step_down
from tournaments.domain.planning.sections import remove_section
from tournaments.domain.sanctions.applying import Application, apply_for_sanction
from tournaments.domain.sanctions.deciding import (
    SanctionAnswer,
    endorse_application,
    sanction_tournament,
)
from tournaments.domain.sanctions.fees import TermsDraft, set_terms
from tournaments.domain.teams.match_results import object_to_match
from tournaments.models import (
    ClassMovement,
    EntryRequest,
    OpenEntries,
    Removal,
    Section,
)
from tournaments.views.search_engines.public_pages import TOURNAMENTS_IN_A_PART

SPRING = date(2026, 2, 1)
APART = 200
"""The distance between the numbers of the first rows of two tables."""
MINUTES = "As the minutes of 3 May say"
"""The reason given for acts of the office."""
BEYOND_YEARS = 10_000
"""The lowest number of a row, so that none looks like a year of birth."""
ROLES = (
    "nobody",
    "player",
    "secretary",
    "deputy",
    "stranger",
    "district",
    "elsewhere",
    "officer",
    "committee",
    "board",
    "administrator",
)
"""The roles of users: `stranger` is the secretary of another club, `elsewhere` an
officer of another district, `player` an account without any role."""


@dataclass
class World:
    """The accounts by role, and the numbers of rows by what they are."""

    club: Club
    users: dict[str, User] = field(default_factory=dict)
    rows: dict[str, Any] = field(default_factory=dict)
    cookies: dict[str, SimpleCookie] = field(default_factory=dict)

    def browser(self, role: str) -> Client:
        """Return a client in which a user of the role is signed in."""
        client = Client()
        client.cookies = deepcopy(self.cookies[role])
        return client


QUICK_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@override_settings(PASSWORD_HASHERS=QUICK_HASHERS)
def build_world() -> World:
    set_sequences_apart()
    world = World(ClubFactory())
    _people(world)
    _register(world)
    _ledger(world)
    _laboratory(world)
    _old_ledger(world)
    _tournament(world)
    _history(world)
    _sign_in(world)
    return world


def set_sequences_apart() -> None:
    """Set the sequences so that a number belongs to one table only: an address with the
    number of another kind of row finds nothing. The superuser sets them, because the
    role of the office may only draw the next number.
    """
    with psycopg.connect(database.admin_url(connection.settings_dict["NAME"])) as admin:
        found = admin.execute(
            "SELECT schemaname, sequencename FROM pg_sequences"
            " WHERE schemaname = 'public' ORDER BY 2"
        ).fetchall()
        names = [sql.Identifier(*name) for name in found]
        # Not from pg_sequences, which has no value for a restarted sequence.
        of_sequence = sql.SQL("SELECT last_value FROM {}")
        lasts = [
            admin.execute(of_sequence.format(name)).fetchone()[0] for name in names
        ]
        first = max(BEYOND_YEARS, *lasts)
        for place, name in enumerate(names, 1):
            at = first + APART * place
            admin.execute("SELECT setval(%s, %s)", [name.as_string(admin), at])


def is_of_one_kind(one: str, other: str) -> bool:
    """Return whether two numbers of rows can be of one table."""
    if not (one.isdecimal() and other.isdecimal()):
        return False
    return abs(int(one) - int(other)) < APART


def _sign_in(world: World) -> None:
    world.cookies["nobody"] = Client().cookies
    for role, user in world.users.items():
        client = Client()
        force_recent_login(client, user)
        world.cookies[role] = client.cookies


def _people(world: World) -> None:
    club = world.club
    world.users = {
        "player": UserFactory(),
        "secretary": secretary_of(club),
        "deputy": RoleFactory(kind=RoleKind.DEPUTY, club=club).user,
        "stranger": secretary_of(ClubFactory()),
        "district": _district_officer(club),
        "elsewhere": _district_officer(ClubFactory()),
        "officer": RoleFactory(kind=RoleKind.RATING_OFFICER).user,
        "committee": RoleFactory(kind=RoleKind.RULES_COMMITTEE).user,
        "board": RoleFactory(kind=RoleKind.BOARD).user,
        "administrator": RoleFactory(kind=RoleKind.ADMINISTRATOR).user,
    }
    RoleFactory(kind=RoleKind.ADMINISTRATOR)


def _district_officer(club: Club) -> User:
    office = {"kind": RoleKind.DISTRICT_OFFICER, "district": club.district}
    return RoleFactory(**office).user


def _register(world: World) -> None:
    membership = MembershipFactory(club=world.club)
    now = timezone.now()
    member = membership.player
    suspension = suspend_player(
        member.pk,
        from_date=now.date(),
        to_date=now.date() + timedelta(days=365),
        reason=MINUTES,
        acting=ActionContext(world.users["administrator"].pk, NOON),
    )
    world.rows |= {
        "membership": membership.pk,
        "member": member.pk,
        "suspension": suspension.pk,
        "club": world.club.pk,
        "calculator": "ssf",
        "reset_who": "x",
        "reset_key": "2026-01-01",
        "district": world.club.district_id,
        "district_code": world.club.district.code,
        "role": Role.objects.get(user=world.users["deputy"]).pk,
        "erasure": ask_to_erase_player(
            PlayerFactory().pk,
            reason="A letter",
            acting=ActionContext(world.users["administrator"].pk, now),
        ).pk,
        "letter": write_letter(to="a@b.example", subject="x", body="y", at=now).pk,
        "user": world.users["player"].pk,
    }
    world.rows |= _invited(world, now)
    world.rows["asked_of_club"] = _asked_of_club(world, member, now)
    linked = PlayerFactory()
    world.users["player"].player = linked
    world.users["player"].save(update_fields=["player"])


def _invited(world: World, now: datetime) -> dict[str, Any]:
    secrets: list[str] = []
    invitation: Invitation = invite(
        InvitationOffer(
            email="new@example.org",
            office=RoleScope(RoleKind.DEPUTY, club_id=world.club.pk),
        ),
        acting=ActionContext(world.users["secretary"].pk, now),
        url_of=lambda secret: secrets.append(secret) or "",  # type: ignore[func-returns-value]
    )
    elected = InvitationOffer(email="b@example.org", office=RoleScope(RoleKind.BOARD))
    by = world.users["administrator"].pk
    waiting = invite(elected, acting=ActionContext(by, now), url_of=str)
    return {
        "invitation": invitation.pk,
        "appointment": waiting.pk,
        "secret": secrets[0],
    }


def _asked_of_club(world: World, player: Player, now: datetime) -> int:
    """Make a joining request of the stranger's club for a member of the world's club."""
    stranger = world.users["stranger"]
    wanted = joining.WantedMember(
        club_id=stranger.roles.get().club_id,
        from_date=now.date(),
        number=player.national_id,
    )
    request = joining.request_joining(
        wanted, acting=ActionContext(stranger.pk, now), address="::1"
    )
    joining.settle_joining(at=now)
    return request.pk


def _adopt_editions() -> None:
    """Let the pool rate each event as a whole in May and June of 2026."""
    for system, month in (("scrabble", 5), ("ssf_2008", 7)):
        Edition.objects.create(
            pool=chess_pool(), system=system, from_date=date(2026, month, 1)
        )


def _event(*players: Player) -> dict[str, Any]:
    """Return an event of June 2026, rated as a whole."""
    report = accepted(line(*players, 2, SUMMER), name="June Cup")
    return {"event": report.pk, "event_list": published(SUMMER).number}


def _ledger(world: World) -> None:
    _adopt_editions()
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    corrected(adam, bertil, 1)
    shown = published(SPRING)  # a revision, so that there is a difference
    world.rows |= _event(adam, bertil)
    world.rows |= {
        "rated": adam.pk,
        "players_part": adam.pk // KEYS_IN_A_PART,
        "opponent": bertil.pk,
        "period_end": date(2026, 4, 30),
        "period": shown.period_id,
        "list": shown.number,
        "layout": "list.xlsx",
        "pool": chess_pool().pk,
        "fide_upload": brought(world.users["officer"]).pk,
        "pool_code": chess_pool().code,
        "edition": chess_pool().editions.earliest("from_date").pk,
        "edition_proposal": _proposed_edition(world),
        "policy_proposal": _proposed_policy(world),
        "proposed_act": _proposed_act(world),
        "decision": Decision.objects.values_list("pk", flat=True).first(),
    }


def _laboratory(world: World) -> None:
    now = timezone.now()
    ways = [CandidateDraft("As it is rated"), CandidateDraft("Elo", "elo")]
    experiment_asked = request_experiment(
        ExperimentDraft(chess_pool().pk, "What if", ways),
        today=now.date(),
        acting=ActionContext(world.users["officer"].pk, now),
    )
    run_experiment_now(experiment_asked.pk, at=now)
    world.rows |= {
        "experiment": experiment_asked.pk,
        "experiment_secret": share_experiment(experiment_asked.pk),
    }


def _old_ledger(world: World) -> None:
    """Let LASK rate the autumn before."""
    for system, from_date in (
        ("lask_1970", date(2025, 9, 1)),
        ("ssf_2008", date(2026, 1, 1)),
    ):
        Edition.objects.create(pool=chess_pool(), system=system, from_date=from_date)
    accepted(line(rated(1900), rated(1850), 2, date(2025, 9, 6), minutes=180))
    up_to_date()
    owed = ClubReturn.objects.create(
        pool=chess_pool(),
        club=world.club,
        season=2025,
        due_date=date(2026, 6, 15),
        chase_until=date(2026, 8, 31),
    )
    world.rows |= {"season_year": 2025, "club_return": owed.pk}


def _proposed_edition(world: World) -> int:
    draft = EditionDraft(
        pool_id=chess_pool().pk,
        from_date=date(2027, 1, 1),
        system="ssf_2008",
        parameters={"halving_from": 2300},
        conversion=FIDE_2024.to_json(),
        reason=MINUTES,
    )
    acting = ActionContext(world.users["administrator"].pk, timezone.now())
    return propose_edition(draft, acting=acting).pk


def _proposed_policy(world: World) -> int:
    """Propose a policy for another pool than that of the world's addresses."""
    pool = create_pool(
        code="blitz",
        name="Blitz",
        system="elo",
        parameters={},
        from_date=date(2024, 3, 1),
    )
    acting = ActionContext(world.users["administrator"].pk, timezone.now())
    return propose_policy(pool.pk, carries=True, reason=MINUTES, acting=acting).pk


def _proposed_act(world: World) -> int:
    """Let an administrator propose the last day of the blitz pool."""
    pool = Pool.objects.get(code="blitz")
    day = date(2030, 12, 31)
    draft = ActDraft(ProposedKind.LAST_DAY, pool.pk, MINUTES, last_day=day)
    acting = ActionContext(world.users["administrator"].pk, timezone.now())
    return propose_act(draft, acting=acting).pk


def _tournament(world: World) -> None:
    made: Section = section(planned(world.club), gives_titles=True)
    played(started(made, size=2))
    phone_code = given(made)
    submitted(made, by=world.users["secretary"])
    judge_section(made.pk)
    world.rows |= {
        "tournament": made.tournament_id,
        "tournaments_part": made.tournament_id // TOURNAMENTS_IN_A_PART,
        "section": made.pk,
        "entry": made.entries.first().pk,
        "entrant": made.entries.first().player_id,
        "board": board(made, 1, 2).pk,
        "result_change": board(made, 1, 2).changes.latest("pk").pk,
        "phone_code": phone_code.code.pk,
        "typed_code": phone_code.plain,
        "round_number": 1,
        "paper_of_section": "standings",
        "table_of_section": "boards",
        "table_kind": "csv",
        "paper_of_round": "pairings",
        "movement": ClassMovement.objects.values_list("pk", flat=True).first(),
        "movement_batch": _batch(world, made),
        "step_down": _stepped_down(world),
        "report": Report.objects.get(
            source_kind="tournament", source_number=made.tournament_id
        ).pk,
    }
    _league(world)
    _claim(world)
    _in_preparation(world)
    _asked_to_play(world)
    _removed(world)
    _by_norms(world)
    _sanction(world)


def _stepped_down(world: World) -> int:
    player = ClassMembershipFactory(player=PlayerFactory()).player
    at = ActionContext(world.users["committee"].pk, NOON)
    return step_down(player.pk, date(2015, 5, 1), "By letter", acting=at).pk


def _sanction(world: World) -> None:
    """Make a sanctioned tournament of the club whose fee is not paid."""
    day, day_before = date(2026, 6, 1), NOON - timedelta(days=15)
    made = section(planned(world.club, start_date=day, end_date=day))
    at = {
        name: ActionContext(world.users[name].pk, NOON)
        for name in ("secretary", "district", "committee")
    }
    board = ActionContext(world.users["board"].pk, day_before)
    set_terms(TermsDraft(day, Decimal(25)), acting=board)
    application_draft = Application(
        "club", "Berit Alm", "Three prizes", {made.pk: "mixed"}
    )
    apply_for_sanction(made.tournament_id, application_draft, acting=at["secretary"])
    endorse_application(made.tournament_id, SanctionAnswer(1), acting=at["district"])
    sanction_tournament(made.tournament_id, SanctionAnswer(2), acting=at["committee"])
    world.rows["sanctioned"] = made.tournament_id


def _league(world: World) -> None:
    """Make a friendly match of the club against another, to which the guests object."""
    of = started_league(world.club, ClubFactory(), of=section(planned(world.club)))
    match = entered(begun(of.matches.get()), *["1-0"] * 4)
    guest = ActionContext(secretary_of(match.away.club).pk, NOON)
    object_to_match(
        match.pk, "Board two", side=match.away_id, seen=seen(match), acting=guest
    )
    world.rows |= {"league": of.pk, "team_match": match.pk, "team": match.home_id}


def _asked_to_play(world: World) -> None:
    """Make an entry request of the player in a section where the organiser answers."""
    made = section(planned(world.club))
    days = {"from_date": NOON.date(), "to_date": NOON.date()}
    OpenEntries.objects.create(section=made, changed_at=NOON, needs_answer=True, **days)
    world.rows["entry_request"] = EntryRequest.objects.create(
        section=made,
        player=PlayerFactory(),
        state="asked",
        asked_by=world.users["player"],
        asked_at=NOON,
    ).pk


def _removed(world: World) -> None:
    """Make a removed section that can be put back."""
    made = section(planned(world.club), name="Removed")
    remove_section(made.pk, acting=ActionContext(world.users["secretary"].pk, NOON))
    world.rows["removal"] = Removal.objects.values_list("pk", flat=True).get()


def _batch(world: World, made: Section) -> int:
    """Let the committee reject the movement of the second, which the rules leave open."""
    last = made.movements.order_by("-pk").values_list("pk", flat=True)[0]
    acting = ActionContext(world.users["committee"].pk, NOON)
    done = reject_movement(
        last, "Too few games", public_reason="Not sanctioned", acting=acting
    )
    assert done.batch is not None
    return done.batch.pk


def _by_norms(world: World) -> None:
    """Let the pool be rated by norms in the spring of 2024."""
    for system, month in (("renju", 3), ("ssf_2008", 6)):
        Edition.objects.create(
            pool=chess_pool(), system=system, from_date=date(2024, month, 1)
        )
    days = {"start_date": date(2024, 3, 9), "end_date": date(2024, 5, 4)}
    made = started(section(planned(world.club, **days)), size=5)
    world.rows |= {
        "renju_tournament": made.tournament_id,
        "renju_entry": made.entries.first().pk,
        "conditions": note_conditions(
            made.tournament_id,
            date(2024, 3, 20),
            today=date(2024, 3, 20),
            acting=ActionContext(world.users["secretary"].pk, NOON),
        ).pk,
    }


def _claim(world: World) -> None:
    """Let the officer file a correction request that the organiser may answer."""
    game = Game.objects.get(report=world.rows["report"])
    same = replace(GameVersion.of(game), score=2, played=True)
    draft = ClaimDraft(game.report_id, game.key, ClaimKind.RESULT, same, "White won")
    made = file_claim(draft, acting=ActionContext(world.users["officer"].pk, NOON))
    world.rows |= {"key": game.key, "claim": made.pk}


def _in_preparation(world: World) -> None:
    made = section(planned(world.club))
    world.rows |= {"draft_tournament": made.tournament_id, "draft_section": made.pk}


def _history(world: World) -> None:
    """Make a file of history, read, matched and checked, and one of earlier lists."""
    row = "2023-03-14,Ada Unheard,1950,Bo Unheard,,1,Open,1"
    file = reviewed(table(row, header=NAMED), by=world.users["officer"])
    world.rows["import"] = file.pk
    PlayerFactory(national_id="85")
    with tempfile.TemporaryDirectory() as folder:
        lists = proposed(
            Path(folder), "1985-01-01,85,,,1850,,,,", by=world.users["officer"]
        )
    world.rows["earlier_lists"] = lists.pk
