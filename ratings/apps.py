from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "ratings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import ratings.imports.domain.retention  # noqa: PLC0415 - clears files
        import ratings.people.queries.personal_words  # noqa: PLC0415 - names tables
        import ratings.receivers  # noqa: F401, PLC0415 - connects the events
        from federation.queries.persons import DUTIES  # noqa: PLC0415
        from federation.shared_pages.watch import WATCHED  # noqa: PLC0415
        from federation.watching.figures import FROM_DATABASE  # noqa: PLC0415
        from ratings import proposable_acts, refusal_sentences  # noqa: PLC0415
        from ratings.corrections.domain.letters import notify_outcome  # noqa: PLC0415
        from ratings.engine.queries.figures import pool_figures, run_figures  # noqa: PLC0415
        from ratings.ledger.domain.corrections import ON_CLAIM_SETTLED  # noqa: PLC0415
        from ratings.people.queries.register_epoch import register_epoch  # noqa: PLC0415
        from ratings.pools.queries.pools import marks_of_pools  # noqa: PLC0415
        from ratings.review.queries.duties import unsettled_in_ledger  # noqa: PLC0415

        DUTIES.append(unsettled_in_ledger)
        ON_CLAIM_SETTLED.append(notify_outcome)
        WATCHED.extend([register_epoch, marks_of_pools])
        FROM_DATABASE.extend([run_figures, pool_figures])
        proposable_acts.register()
        refusal_sentences.register()
