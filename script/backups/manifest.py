"""The description of a back-up that is stored in it."""

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Self

from script.progress import SetUpError

FORMAT = 1
NOT_IN_IT = (
    "SECRET_KEY (var/secret.key): without it no second factor can be read",
    "passwords of the servers (var/postgres*.password, var/valkey.password, secrets/)",
    "settings of the environment (.env)",
    "sessions: everybody signs in again",
    "messages between the parts of the office (Valkey): they are found again",
    "logs",
)
_COST = {"n": 2**14, "r": 8, "p": 1, "dklen": 16}


@dataclass(frozen=True)
class File:
    """One file in the back-up."""

    size: int
    sha256: str


@dataclass(frozen=True)
class KeyPrint:
    """A salted digest that shows whether a key is that of the back-up, and nothing
    else.
    """

    salt: str
    digest: str

    @classmethod
    def of(cls, key: str, salt: str = "") -> Self:
        salt = salt or secrets.token_hex(16)
        made = hashlib.scrypt(key.encode(), salt=bytes.fromhex(salt), **_COST)
        return cls(salt, made.hex())

    def is_of(self, key: str) -> bool:
        return self == KeyPrint.of(key, self.salt)


@dataclass(frozen=True)
class Manifest:
    """The description of a back-up. `rows`: the number of rows of each table;
    `migrations`: those applied.
    """

    made_at: datetime
    release: str
    server_version: int
    pg_dump: str
    migrations: tuple[str, ...]
    rows: Mapping[str, int]
    key: KeyPrint | None
    files: Mapping[str, File]

    @property
    def server_major(self) -> int:
        return self.server_version // 10_000

    def to_json(self) -> str:
        data = {"format": FORMAT, **asdict(self), "made_at": self.made_at.isoformat()}
        return json.dumps(data | {"not_in_it": NOT_IN_IT}, indent=1)

    @classmethod
    def from_json(cls, text: bytes) -> Self:
        try:
            data: dict[str, Any] = json.loads(text)
            if data["format"] > FORMAT:
                raise SetUpError(
                    "This back-up was made by a newer release, in a form that this one"
                    " does not know. Bring the office up to date first."
                )
            return cls(
                made_at=datetime.fromisoformat(data["made_at"]),
                release=data["release"],
                server_version=data["server_version"],
                pg_dump=data["pg_dump"],
                migrations=tuple(data["migrations"]),
                rows=data["rows"],
                key=KeyPrint(**data["key"]) if data["key"] else None,
                files={name: File(**each) for name, each in data["files"].items()},
            )
        except (ValueError, KeyError, TypeError, AttributeError) as odd:
            raise SetUpError(
                f"This is no back-up of Rankbok, or a damaged one: its manifest cannot"
                f" be read ({odd})."
            ) from odd
