"""The rights of the running office's role, and what no role may do to history."""

# ruff: noqa: S608 - names of our own tables

import psycopg
import pytest
from django.conf import settings
from django.db import DatabaseError, connection, transaction

from federation.domain.database_rights import (
    declared_rights,
    grant_rights,
    rights_in_force,
)
from federation.models import Player
from tests import database
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db

HISTORY = sorted(
    table for table, rights in declared_rights().items() if rights.kind == "history"
)
KEPT = sorted(
    table for table, rights in declared_rights().items() if rights.kind == "kept"
)
OVER_THE_SERVER = [
    "SET session_replication_role = replica",
    "SET LOCAL session_replication_role = replica",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "COPY ratings_run (cause) FROM PROGRAM 'echo 1'",
    "COPY (SELECT 1) TO '/tmp/rankbok-stolen'",
    "SELECT pg_read_file('postgresql.conf')",
    "SELECT pg_ls_dir('.')",
    "SELECT lo_import('/etc/passwd')",
    "SELECT rolpassword FROM pg_authid",
]
OUT_OF_REACH = [
    *OVER_THE_SERVER,
    "CREATE TABLE mine (id int)",
    "CREATE VIEW mine AS SELECT 1",
    "CREATE SCHEMA mine",
    "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE FUNCTION pg_temp.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE FUNCTION pg_temp.mine() RETURNS int LANGUAGE plpgsql AS 'BEGIN END'",
    "DO $$ BEGIN END $$",
    "CREATE ROLE mine",
    "CREATE DATABASE mine",
    "CREATE EXTENSION dblink",
    "ALTER ROLE CURRENT_USER SUPERUSER",
    "ALTER SYSTEM SET fsync = off",
    "SET ROLE rankbok",
    "SET SESSION AUTHORIZATION rankbok",
]
AS_NO_OWNER = [
    "ALTER TABLE ratings_game DISABLE TRIGGER ALL",
    "ALTER TABLE ratings_game DISABLE TRIGGER USER",
    "ALTER TABLE ratings_game ADD COLUMN mine int",
    "ALTER TABLE ratings_game OWNER TO CURRENT_USER",
    "DROP TABLE ratings_game",
    "DROP INDEX game_step",
    "DROP FUNCTION ratings_add_pool(integer)",
    "CREATE TRIGGER mine BEFORE INSERT ON ratings_game FOR EACH ROW"
    " EXECUTE FUNCTION keep_what_a_context_said()",
    "CREATE RULE mine AS ON INSERT TO ratings_game DO INSTEAD NOTHING",
    "INSERT INTO django_migrations (app, name, applied) VALUES ('a', 'b', now())",
    "SELECT setval('ratings_report_id_seq', 1)",
    "UPDATE ratings_report SET digest = ''",
    "UPDATE ratings_decision SET points = 1",
    "UPDATE ratings_counting SET report_id = 1",
]


def assert_refused(statement: str, match: str = "") -> None:
    with (
        pytest.raises(DatabaseError, match=match),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


def office() -> str:
    return settings.DATABASES["default"]["USER"]


def rows_of(query: str, *values: object) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return cursor.fetchall()


def test_tests_run_as_the_office_role():
    assert rows_of(
        "SELECT session_user, rolsuper, rolcreaterole, rolcreatedb, rolreplication,"
        " rolbypassrls FROM pg_roles WHERE rolname = current_user"
    ) == [(office(), False, False, False, False, False)]


def test_office_role_owns_nothing_and_is_member_of_no_role():
    owned = "SELECT oid::regclass::text FROM pg_class WHERE relowner = %s::regrole"
    roles = (
        "SELECT roleid::regrole::text FROM pg_auth_members WHERE member = %s::regrole"
    )
    assert (rows_of(owned, office()), rows_of(roles, office())) == ([], [])


def test_every_table_belongs_to_the_owner_role():
    owners = (
        "SELECT DISTINCT relowner::regrole::text FROM pg_class WHERE relnamespace ="
        " 'public'::regnamespace AND relkind IN ('r', 'p', 'S', 'v')"
    )
    assert rows_of(owners) == [(settings.DATABASE_OWNER["USER"],)]


def test_every_table_has_declared_rights():
    tables = set(connection.introspection.table_names(include_views=True))
    assert sorted(declared_rights()) == sorted(tables - partitions())


def partitions() -> set[str]:
    return {
        name for (name,) in rows_of("SELECT inhrelid::regclass::text FROM pg_inherits")
    }


def test_granted_rights_are_exactly_the_declared_ones():
    declared = {
        table: (rights.privileges, rights.columns)
        for table, rights in declared_rights().items()
    }
    assert rights_in_force(office()) == declared


def test_sequence_numbers_can_be_drawn_but_not_set():
    assert rows_of(
        "SELECT DISTINCT given.privilege_type FROM pg_class, aclexplode(relacl) AS given"
        " WHERE relkind = 'S' AND grantee IN (0, %s::regrole)",
        office(),
    ) == [("USAGE",)]


def test_new_table_has_no_rights_and_manual_grants_are_revoked():
    with database.owner(), transaction.atomic():
        cursor = connection.cursor()
        cursor.execute("CREATE TABLE new_table (id int)")
        assert "new_table" not in rights_in_force(office())
        cursor.execute("GRANT ALL ON new_table TO PUBLIC")
        cursor.execute(f"GRANT DELETE, TRUNCATE ON ratings_game TO {office()}")
        cursor.execute(f"GRANT UPDATE (digest) ON ratings_report TO {office()}")
        assert "new_table" in rights_in_force(office())
        grant_rights(office())
        test_granted_rights_are_exactly_the_declared_ones()
        transaction.set_rollback(True)


@pytest.mark.parametrize("statement", AS_NO_OWNER)
def test_office_cannot_alter_tables_or_settled_rows(statement):
    assert_refused(statement, "permission denied|must be owner")


@pytest.mark.parametrize("statement", OUT_OF_REACH)
def test_office_has_no_rights_over_the_server(statement):
    assert_refused_at_once(statement)


@pytest.mark.parametrize("statement", OVER_THE_SERVER)
def test_owner_has_no_rights_over_the_server(statement):
    with database.owner():
        assert_refused_at_once(statement)


def assert_refused_at_once(statement: str) -> None:
    """Run outside of any transaction: some statements must not run in one."""
    parameters = connection.get_connection_params()
    url = {name: parameters[name] for name in ("host", "port", "user", "password")}
    with (
        psycopg.connect(**url, dbname=parameters["dbname"], autocommit=True) as own,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        own.execute(statement)


@pytest.mark.parametrize("table", HISTORY)
def test_office_can_only_read_and_insert_history(table):
    for statement in (
        f"DELETE FROM {table}",
        f"TRUNCATE {table} CASCADE",
        f"UPDATE {table} SET {column_of(table)} = {column_of(table)}",
    ):
        assert_refused(statement, "permission denied")


@pytest.mark.parametrize("table", HISTORY)
def test_triggers_prevent_changes_of_history_by_the_owner_too(table):
    with database.owner():
        for statement in (
            f"DELETE FROM {table}",
            f"TRUNCATE {table} CASCADE",
            f"UPDATE {table} SET {column_of(table)} = {column_of(table)}",
        ):
            assert_refused(statement, "append-only|ever deleted")


@pytest.mark.parametrize("table", KEPT)
def test_rows_with_kept_rights_are_never_deleted(table):
    for statement in (f"DELETE FROM {table}", f"TRUNCATE {table} CASCADE"):
        assert_refused(statement, "permission denied")
        with database.owner():
            assert_refused(statement, "append-only|ever deleted")


def column_of(table: str) -> str:
    return rows_of(
        "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0"
        " AND NOT attisdropped ORDER BY attnum LIMIT 1",
        table,
    )[0][0]


def test_list_partitions_are_guarded_one_by_one():
    lists = [
        name
        for (name,) in rows_of(
            "SELECT inhrelid::regclass::text FROM pg_inherits"
            " WHERE inhparent = 'ratings_listentry'::regclass"
        )
    ]
    assert lists
    for table in lists:
        assert_refused(f"SELECT FROM {table}", "permission denied")
        with database.owner():
            for statement in (f"DELETE FROM {table}", f"TRUNCATE {table}"):
                assert_refused(statement, "append-only")


# Reviewed: the arguments of each, and that it does one thing.
ACTS_OF_THE_OWNER = {
    "ratings_add_pool(integer)",
    "build_game_indexes()",
    "ratings_changerow_lock_spare(integer)",
    "ratings_listentry_analyze(integer)",
    "drop_game_indexes()",
    "drop_newcomer(bigint)",
    "erase_person(bigint)",
    "keep_days_of_erasure()",
    *(
        f"clear_{rows}(timestamp with time zone,integer)"
        for rows in ("audit_events", "joining_requests", "sign_ins")
    ),
    *(
        f"ratings_{rows}_{act}"
        for rows in ("changerow", "liveplacerow")
        for act in (
            "add(integer)",
            "index(integer,integer)",
            "empty_spare(integer)",
            "spare_is_empty(integer)",
        )
    ),
}


def test_functions_that_the_office_may_run_as_owner_are_known():
    acts = rows_of(
        "SELECT oid::regprocedure::text, proconfig FROM pg_proc WHERE prosecdef"
        " AND pronamespace = 'public'::regnamespace"
    )
    assert {act for act, _config in acts} == ACTS_OF_THE_OWNER
    for act, config in acts:
        assert any(each.startswith("search_path=") for each in config), act


def test_owner_sees_the_age_of_the_offices_snapshots():
    """Otherwise the owner would empty tables that are still being read."""
    backend = rows_of("SELECT pg_backend_pid()")[0][0]
    assert backend
    with database.owner():
        assert rows_of("SELECT pg_has_role('pg_read_all_stats', 'USAGE')") == [(True,)]


def test_idle_office_holds_no_lock_and_leaves_connections_for_others():
    assert rows_of("SHOW idle_in_transaction_session_timeout") == [("15min",)]
    limit, most = rows_of(
        "SELECT rolconnlimit, current_setting('max_connections')::int FROM pg_roles"
        " WHERE rolname = current_user"
    )[0]
    assert 0 < limit <= most - 10


def test_office_cannot_disable_the_audit_log_by_a_setting():
    player = PlayerFactory(last_name="Ek")
    triggers = rows_of(
        "SELECT array_agg(tgname::text)::text FROM pg_trigger WHERE NOT tgisinternal"
    )[0][0]
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('pgtrigger.ignore', %s, true)", [triggers])
    Player.objects.filter(pk=player.pk).update(last_name="Al")
    versions = Player.pgh_event_model.objects.filter(pgh_obj=player.pk).order_by("pk")
    assert [each.last_name for each in versions] == ["Ek", "Al"]
