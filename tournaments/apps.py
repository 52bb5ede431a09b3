from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import tournaments.queries.personal_words  # noqa: PLC0415 - names tables
        import tournaments.receivers  # noqa: F401, PLC0415 - connects the events
        from federation.queries.audit_fields import CODES  # noqa: PLC0415
        from federation.queries.personal_data import THROUGH  # noqa: PLC0415
        from federation.queries.persons import DUTIES  # noqa: PLC0415
        from federation.views.refusals import SENTENCES  # noqa: PLC0415
        from ratings.lists.queries.left_out import UNSENT  # noqa: PLC0415
        from ratings.review.queries.reports import WARNING_NAMES  # noqa: PLC0415
        from tournaments.domain.refusals import TournamentRefusal  # noqa: PLC0415
        from tournaments.enums import FindingKind  # noqa: PLC0415
        from tournaments.queries.duties import unsubmitted_tournaments  # noqa: PLC0415
        from tournaments.queries.unsent import unsent_tournaments  # noqa: PLC0415
        from tournaments.queries.wording import MOVEMENT_NAMES  # noqa: PLC0415
        from tournaments.views.refusals.sentences import sentence_of  # noqa: PLC0415

        SENTENCES[TournamentRefusal] = sentence_of
        UNSENT.append(unsent_tournaments)
        DUTIES.append(unsubmitted_tournaments)
        WARNING_NAMES.update(FindingKind.choices)
        CODES["kind"] = CODES["now_kind"] = MOVEMENT_NAMES
        THROUGH["tournaments.Pairing"] = ("white__player", "black__player")
        THROUGH["tournaments.ClassMovement"] = ("entry__player",)
        THROUGH["tournaments.StepDown"] = ("line__player",)
