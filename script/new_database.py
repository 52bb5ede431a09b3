"""Drop the database that DATABASE_ADMIN_URL names and create it again: empty, with its
roles. It is used for an incomplete demo: everything in the database is lost.

    DATABASE_ADMIN_URL=… DATABASE_OWNER_URL=… DATABASE_URL=… python -m script.new_database
"""

import os
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from script import database_roles


def main() -> None:
    url = os.environ["DATABASE_ADMIN_URL"]
    name = sql.Identifier(urlsplit(url).path.lstrip("/"))
    with psycopg.connect(url, dbname="postgres", autocommit=True) as server:
        server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))
        server.execute(sql.SQL("CREATE DATABASE {}").format(name))
    database_roles.main()


if __name__ == "__main__":
    main()
