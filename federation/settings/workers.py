"""Which worker does which task, and what the clock starts."""

# Each queue has a worker of its own (script/office.py). Nothing in `office`, which
# sweeps, builds lists and numbers them, waits for another machine or for a person's
# large file: that is what `mail` and `long` are for.
TASKS_OF_QUEUE = {
    "recompute": ("ratings.recompute_pool", "tournaments.judge_section"),
    "office": (
        "federation.settle_joining",
        "federation.clear_sessions",
        "ratings.sweep",
        "ratings.place_pool",
        "ratings.compare_lists",
        "ratings.build_list",
        "ratings.open_periods",
        "ratings.write_to_board",
        "ratings.club_returns",
        "tournaments.sweep",
        "tournaments.judge_waiting",
        "tournaments.deadlines",
        "tournaments.clear_removals",
    ),
    "mail": ("federation.send_mail",),
    "long": (
        "ratings.work_on_import",
        "ratings.read_fide_list",
        "ratings.run_experiment",
        "ratings.look_through_list",
        "federation.find_resemblances",
        "federation.erase_people",
        "federation.clear_old",
    ),
}
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "ratings.sweep", "schedule": 10.0, "options": {"expires": 10}},
    "judge": {
        "task": "tournaments.sweep",
        "schedule": 10.0,
        "options": {"expires": 10},
    },
    "clear-sessions": {"task": "federation.clear_sessions", "schedule": 3600.0},
    "open-periods": {"task": "ratings.open_periods", "schedule": 600.0},
    "resemblances": {"task": "federation.find_resemblances", "schedule": 21600.0},
    "joining": {
        "task": "federation.settle_joining",
        "schedule": 10.0,
        "options": {"expires": 10},
    },
    "erasures": {"task": "federation.erase_people", "schedule": 600.0},
    "retention": {"task": "federation.clear_old", "schedule": 3600.0},
    "club-returns": {"task": "ratings.club_returns", "schedule": 3600.0},
    "deadlines": {"task": "tournaments.deadlines", "schedule": 3600.0},
    "removals": {"task": "tournaments.clear_removals", "schedule": 3600.0},
    "send-mail": {
        "task": "federation.send_mail",
        "schedule": 15.0,
        "options": {"expires": 15},
    },
}
