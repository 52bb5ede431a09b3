import psycopg
import pytest
from django.db import DataError, OperationalError, connection, transaction

from federation.database.copying import copying
from federation.models import District

INTO = "COPY federation_district (code, name, adopts_junior_rules) FROM STDIN"


@pytest.mark.django_db
def test_rows_are_appended():
    with copying(INTO) as stream:
        stream.write_row(("N", "Norra", True))
        stream.write_row(("S", "Södra", False))
    assert list(District.objects.order_by("code").values_list("code", "name")) == [
        ("N", "Norra"),
        ("S", "Södra"),
    ]


@pytest.mark.django_db
def test_row_violating_a_constraint_raises_a_django_error():
    with pytest.raises(DataError), copying(INTO) as stream:
        stream.write_row(("N", "Norra", "perhaps"))


@pytest.mark.django_db(transaction=True)
def test_table_shown_on_shared_pages_is_only_copied_to_in_a_transaction():
    with pytest.raises(RuntimeError, match="begin a transaction"), copying(INTO):
        pass
    assert not District.objects.exists()


def end_the_session():
    own = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    session = connection.connection.info.backend_pid
    with psycopg.connect(**{name: own[name] for name in names}) as another:
        another.execute("SELECT pg_terminate_backend(%s, 5000)", [session])


@pytest.mark.django_db(transaction=True)
def test_lost_connection_raises_operational_error():
    with pytest.raises(OperationalError), transaction.atomic(), copying(INTO):
        end_the_session()
    connection.close()
