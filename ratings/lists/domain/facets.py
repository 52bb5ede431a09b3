"""Storing how the places of a published list are grouped, when it is published."""

import numpy as np
import psycopg
from django.db import connection

from ratings.ledger.queries.packed_rows import Column, packed_row, unpack
from ratings.lists.queries.facets import KEYS, PLAYERS, grouped, kind_of
from ratings.models import RatingList

_SENT = ", ".join(
    f"array_send(array_agg(({key})::{kind_of(name)[0]}))" for name, key in KEYS.items()
)
_COLUMNS = f"""
SELECT array_send(array_agg(position)), array_send(array_agg(player_id)), {_SENT}
FROM ratings_listentry
WHERE pool_id = %(pool)s AND list_id = %(list)s AND position IS NOT NULL
"""
_INSERT = """
INSERT INTO ratings_listfacet (list_id, facet, keys, counts, places)
VALUES (%s, %s, %s, %s, %s)
"""


def store_facets(published: RatingList) -> None:
    """Store the facets of a list whose entries are written, in one pass over them."""
    parameters = {"pool": published.pool_id, "list": published.pk}
    position, player, *values = packed_row(_COLUMNS, parameters)
    order = np.argsort(unpack(position, "i4"))
    rows = [(PLAYERS, b"", b"", _places(unpack(player, "i4")[order]))]
    for name, sent in zip(KEYS, values, strict=True):
        facet, places = grouped(name, unpack(sent, kind_of(name)[1])[order])
        keys, counts = facet.keys.astype(">f8"), facet.counts.astype(">i4")
        rows.append((name, keys.tobytes(), counts.tobytes(), _places(places)))
    # Django's own cursor would send the bytes as text, twice as long.
    with psycopg.Cursor(connection.connection) as cursor:
        cursor.executemany(_INSERT, [(published.pk, *row) for row in rows])


def _places(places: Column) -> bytes:
    return places.astype(">i4").tobytes()
