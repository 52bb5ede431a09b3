"""Which worker executes which task, and what the clock starts."""

# Each queue has a worker of its own (script/office.py). Nothing in `office`, which
# sweeps, builds lists and numbers them, waits for another machine or for a large file:
# that is what `mail` and `long` are for.
TASKS_OF_QUEUE = {
    "recompute": ("ratings.recompute_pool", "tournaments.judge_section"),
    "office": (
        "federation.settle_joining",
        "federation.clear_sessions",
        "ratings.sweep",
        "ratings.number_live_list",
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
        "federation.find_duplicates",
        "federation.erase_people",
        "federation.clear_old",
    ),
}
# Messages that the clock or a sweep sends repeatedly expire after so many seconds: late
# enough for a worker whose clock is two minutes ahead.
MESSAGE_SECONDS = 180
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "ratings.sweep",
        "schedule": 10.0,
        "options": {"expires": MESSAGE_SECONDS},
    },
    "judge": {
        "task": "tournaments.sweep",
        "schedule": 10.0,
        "options": {"expires": MESSAGE_SECONDS},
    },
    "clear-sessions": {"task": "federation.clear_sessions", "schedule": 3600.0},
    "open-periods": {"task": "ratings.open_periods", "schedule": 600.0},
    "duplicates": {"task": "federation.find_duplicates", "schedule": 21600.0},
    "joining": {
        "task": "federation.settle_joining",
        "schedule": 10.0,
        "options": {"expires": MESSAGE_SECONDS},
    },
    "erasures": {"task": "federation.erase_people", "schedule": 600.0},
    "retention": {"task": "federation.clear_old", "schedule": 3600.0},
    "club-returns": {"task": "ratings.club_returns", "schedule": 3600.0},
    "deadlines": {"task": "tournaments.deadlines", "schedule": 3600.0},
    "removals": {"task": "tournaments.clear_removals", "schedule": 3600.0},
    "send-mail": {
        "task": "federation.send_mail",
        "schedule": 15.0,
        "options": {"expires": MESSAGE_SECONDS},
    },
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_DEFAULT_QUEUE = "office"
CELERY_TASK_ROUTES = {
    task: {"queue": queue} for queue, tasks in TASKS_OF_QUEUE.items() for task in tasks
}
# A broker that is down must not delay the person who submits: the sweep finds what was
# not published.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_TIMEOUT = 1
# Kombu would otherwise try for two seconds.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 1,
    "socket_timeout": 5,
    "visibility_timeout": 3600,
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Sends heartbeats from the loop of the scheduler.
CELERY_BEAT_SCHEDULER = "federation.watching.signs:SchedulerWithHeartbeat"
