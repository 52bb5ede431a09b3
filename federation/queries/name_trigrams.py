"""The names of the whole register in memory, for searches for thousands of names.

The database's trigram index takes 6 to 40 milliseconds for a name. Here the trigrams of
all names are read once, and the likeness of two names is computed from them: exactly
that of pg_trgm's `similarity`, in a tenth of the time.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from federation.queries.duplicates import (
    CANDIDATES,
    LEAST_SCORE,
    MUCH_ALIKE,
    SimilarPlayer,
    SoughtPerson,
    scored,
)

Ints = NDArray[np.int32]
Codes = NDArray[np.int64]

_BYTES = 3
"""Bytes of a trigram in pg_trgm; one that is not ASCII is shown as 0x and six digits.
"""
_REGISTER = r"""
SELECT id, birth_year, array_to_string(show_trgm(search_text), E'\n')
FROM federation_player WHERE merged_into_id IS NULL ORDER BY id
"""
_SOUGHT = r"""
SELECT array_to_string(show_trgm(name), E'\n')
FROM unnest(%s::text[]) WITH ORDINALITY AS sought (name, place) ORDER BY place
"""


@dataclass(frozen=True, slots=True)
class RegisterNames:
    """All unmerged players, as the register was when it was read: ids ascending, years
    of birth (None where unknown), and the trigrams of their names, which are numbered:
    row r has `trigrams[bounds[r]:bounds[r + 1]]`, trigram t is in
    `rows[starts[t]:starts[t + 1]]`.
    """

    ids: Sequence[int]
    born: Sequence[int | None]
    codes: Codes
    trigrams: Ints
    bounds: NDArray[np.int64]
    rows: Ints
    starts: NDArray[np.int64]

    @classmethod
    def read(cls) -> "RegisterNames":
        """Read all names."""
        with connection.cursor() as cursor:
            cursor.execute(_REGISTER)
            found = cursor.fetchall()
        found_trigrams, bounds = _packed([text for _id, _born, text in found])
        codes, numbers = np.unique(found_trigrams, return_inverse=True)
        trigrams = numbers.astype(np.int32)
        owners = np.repeat(np.arange(len(found), dtype=np.int32), np.diff(bounds))
        order = np.argsort(trigrams, kind="stable")
        counts = np.bincount(trigrams, minlength=len(codes))
        return cls(
            ids=[row[0] for row in found],
            born=[row[1] for row in found],
            codes=codes,
            trigrams=trigrams,
            bounds=bounds,
            rows=owners[order],
            starts=np.concatenate(([0], np.cumsum(counts))),
        )

    def likeliest(
        self, everybody: Sequence[SoughtPerson]
    ) -> list[tuple[SimilarPlayer, ...]]:
        """Do what `duplicates.two_likeliest_of_each` does, name by name."""
        with connection.cursor() as cursor:
            cursor.execute(_SOUGHT, [[each.folded_name for each in everybody]])
            found_trigrams, bounds = _packed([row[0] for row in cursor.fetchall()])
        return [
            self._likeliest(each, found_trigrams[bounds[place] : bounds[place + 1]])
            for place, each in enumerate(everybody)
        ]

    def _likeliest(
        self, sought: SoughtPerson, codes: Codes
    ) -> tuple[SimilarPlayer, ...]:
        for least in (MUCH_ALIKE, LEAST_SCORE):
            alike = self._alike(codes, least)
            (found,) = scored([sought], alike, 2)
            if found:
                return found
        return ()

    def _alike(
        self, codes: Codes, least: float
    ) -> list[tuple[int, int, int | None, float]]:
        """Return what the database's search would find: the `CANDIDATES` most similar."""
        known = self._known(codes)
        rows = self._candidates(known, len(codes), least)
        shared = self._shared(rows, known)
        sizes = self.bounds[rows + 1] - self.bounds[rows]
        union = (len(codes) + sizes - shared).astype(np.float32)
        likeness = shared.astype(np.float32) / union
        kept = np.flatnonzero(likeness.astype(np.float64) >= least)
        best = kept[np.lexsort((rows[kept], -likeness[kept]))][:CANDIDATES]
        return [
            (0, self.ids[row], self.born[row], float(str(score)))
            for row, score in zip(rows[best].tolist(), likeness[best], strict=True)
        ]

    def _known(self, codes: Codes) -> Ints:
        """Return the numbers of those trigrams that occur in the register."""
        places = np.searchsorted(self.codes, codes)
        places = np.minimum(places, max(len(self.codes) - 1, 0))
        there = self.codes[places] == codes if len(self.codes) else places < 0
        return places[there].astype(np.int32)

    def _candidates(self, known: Ints, size: int, least: float) -> Ints:
        """Return the rows that may be as similar as `least`. Of the `size` trigrams
        they have at least the share `least` in common, and so at least one of the
        rarest trigrams that remain when the others are left out.
        """
        needed = int(np.ceil(least * size - 1e-6))
        counts = self.starts[known + 1] - self.starts[known]
        rarest = known[np.argsort(counts, kind="stable")]
        enough = rarest[: max(len(known) - needed + 1, 0)]
        lists = [self.rows[self.starts[t] : self.starts[t + 1]] for t in enough]
        return np.unique(np.concatenate(lists)) if lists else np.empty(0, np.int32)

    def _shared(self, rows: Ints, known: Ints) -> NDArray[np.int64]:
        """Return how many of these trigrams each of the rows has."""
        wanted = np.zeros(len(self.codes) + 1, np.bool_)
        wanted[known] = True
        sizes = self.bounds[rows + 1] - self.bounds[rows]
        ends = np.cumsum(sizes)
        inner = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - sizes, sizes)
        at = np.repeat(self.bounds[rows], sizes) + inner
        hits = np.concatenate(([0], np.cumsum(wanted[self.trigrams[at]])))
        shared: NDArray[np.int64] = hits[ends] - hits[ends - sizes]
        return shared


def _packed(shown: Sequence[str]) -> tuple[Codes, NDArray[np.int64]]:
    """Return trigrams, given as the database shows them, one a line, as numbers; name n
    has those from `bounds[n]` to `bounds[n + 1]`.
    """
    texts = [
        _plain(text) if "0x" in text else f"{text}\n" if text else "" for text in shown
    ]
    joined = "".join(texts).encode("latin-1")
    wide = np.frombuffer(joined, np.uint8).reshape(-1, _BYTES + 1).astype(np.int64)
    codes = wide[:, 0] << 16 | wide[:, 1] << 8 | wide[:, 2]
    sizes = np.array([len(text) // (_BYTES + 1) for text in texts], np.int64)
    return codes, np.concatenate(([0], np.cumsum(sizes)))


def _plain(shown: str) -> str:
    """Return trigrams with those written as 0x and six digits replaced by their three
    bytes.
    """
    return "".join(
        bytes.fromhex(each[2:]).decode("latin-1") + "\n"
        if len(each) > _BYTES
        else f"{each}\n"
        for each in shown.split("\n")
    )
