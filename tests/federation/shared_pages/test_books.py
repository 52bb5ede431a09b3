"""In which books of the shared pages a statement writes."""

import pytest
from django.db import connection

from federation.shared_pages.books import WRITING_FUNCTIONS, Book, books_written

REGISTER, RATINGS, TOURNAMENTS = Book.REGISTER, Book.RATINGS, Book.TOURNAMENTS
WRITTEN: dict[str, set[Book]] = {
    'INSERT INTO "federation_player" ("first_name") VALUES (%s)': {REGISTER},
    'UPDATE "federation_player" SET "visibility" = %s': {REGISTER},
    "update federation_club set name = %s": {REGISTER},
    'DELETE FROM "tournaments_pairing" WHERE id = 1': {TOURNAMENTS},
    "UPDATE ONLY public.ratings_pool SET posted = posted + 1 RETURNING posted": {
        RATINGS
    },
    'INSERT INTO "public"."ratings_game" SELECT 1': {RATINGS},
    "COPY ratings_changerow_1_0 (pool_id) FROM STDIN (FORMAT BINARY)": {RATINGS},
    'WITH gone AS (DELETE FROM "ratings_change" RETURNING 1) SELECT 1': {RATINGS},
    'TRUNCATE "ratings_pool", "federation_user", "tournaments_round"; ': {
        RATINGS,
        TOURNAMENTS,
    },
    "TRUNCATE TABLE federation_club": {REGISTER},
    "SELECT erase_person(%s)": {REGISTER, RATINGS, TOURNAMENTS},
}
NOT_WRITTEN = (
    'SELECT "federation_player"."id" FROM "federation_player" FOR UPDATE',
    'SELECT 1 FROM "ratings_computation" FOR UPDATE OF "ratings_computation" SKIP LOCKED',
    'UPDATE "django_session" SET "expire_date" = %s',
    'INSERT INTO "ratings_run" ("pool_id") VALUES (1)',
    'UPDATE "federation_outboxmail" SET "sent_at" = now()',
    "COPY (SELECT * FROM ratings_game) TO STDOUT",
    "SAVEPOINT s1",
)


@pytest.mark.parametrize("statement", WRITTEN)
def test_writing_statement_moves_its_book(statement):
    assert books_written(statement) == WRITTEN[statement]


@pytest.mark.parametrize("statement", NOT_WRITTEN)
def test_other_statements_move_no_book(statement):
    assert books_written(statement) == frozenset()


UNSEEN_FUNCTIONS = {
    # called by erase_person
    "sweep_words", "erase_person_in_ratings",
    # joining requests, sign-ins and the audit log, which anonymous visitors never see
    "forget_joining", "clear_joining_requests", "clear_sign_ins", "clear_audit_events",
    "refuse_what_is_new",
    # empty tables and indexes: pages are the same before and after
    "drop_game_indexes", "build_game_indexes", "guard_list_partition",
    "ratings_changerow_index", "ratings_changerow_add", "ratings_changerow_empty_spare",
    "ratings_liveplacerow_index", "ratings_liveplacerow_add",
    "ratings_liveplacerow_empty_spare", "ratings_changerow_lock_spare",
    "ratings_changerow_spare_is_empty", "ratings_liveplacerow_spare_is_empty",
    "ratings_unseen_since",
    # statistics
    "ratings_listentry_analyze",
}  # fmt: skip


@pytest.mark.django_db
def test_every_function_that_may_write_is_known_with_the_books_it_moves():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT proname FROM pg_proc JOIN pg_language ON prolang = pg_language.oid"
            " WHERE pronamespace = 'public'::regnamespace AND provolatile = 'v'"
            " AND prorettype <> 'trigger'::regtype AND lanname IN ('sql', 'plpgsql')"
        )
        found = {name for (name,) in cursor.fetchall()}
    known = WRITING_FUNCTIONS.keys() | UNSEEN_FUNCTIONS
    assert {
        name
        for name in found
        if not name.startswith(("_pgtrigger", "pgtrigger", "_pgh"))
    } == known
