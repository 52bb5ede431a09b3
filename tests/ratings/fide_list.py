"""Small files that follow FIDE's own layouts (ratings.fide.com/download_lists.phtml):
the whole list of 162 bytes a line, the one without FOA, lists of one kind, the list
of before 2012, and XML.
"""

import io
import zipfile
from datetime import date
from typing import Any

from federation.domain.authorship import ActionContext
from federation.models import User
from ratings.fide.domain.lists import ImportedList, Progress, import_list
from ratings.fide.domain.uploads import store_fide_upload
from ratings.models import FideList, FideUpload
from tests.factories import NOON, acting

HEADER = (
    "ID Number      Name                                                        "
    " Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK"
    " B-day Flag"
)
WITHOUT_FOA = HEADER.replace("FOA ", "")
OF_ONE_KIND = HEADER[: HEADER.index("SRtng")] + "OCT26 Gms K  B-day Flag"
OLD = "ID number Name                              TitlFed  Mar11 GamesBorn  Flag"

# Three lines as they are in a list.
CARLSEN = "1503014        Carlsen, Magnus                                              NOR M   GM                           2823  0   10 2801  12  10 2860  0   10 1990      "
DING = "8603677        Ding, Liren                                                  CHN M   GM                           2723  11  10 2693  0   10 2736  0   10 1992      "
WOMAN = "4804929        A-ALI, Sali Abbas Abdulzahra                                 IRQ F   WFM  WFM                     1876  13  20 2001  w"
OLD_LINE = " 5080444  A, Sohita                             IND  1447    0  1995  wi"
TODAY = date(2026, 11, 21)
NOVEMBER = date(2026, 11, 1)


def line(fide_id: int | str, name: str, standard: int | str = 0, **facts: Any) -> str:
    """Return a line of the full list."""
    row = {
        "fed": "SWE", "sex": "M", "title": "", "woman": "", "other": "", "foa": "",
        "rapid": 0, "blitz": 0, "born": 1980, "flag": "", **facts,
    }  # fmt: skip
    return (
        f"{fide_id:<15}{name:<61}{row['fed']:<4}{row['sex']:<4}{row['title']:<5}"
        f"{row['woman']:<5}{row['other']:<15}{row['foa']:<4}{standard:<6}0   20 "
        f"{row['rapid']:<6}0   20 {row['blitz']:<6}0   20 {row['born']:<6}"
        f"{row['flag']:<4}"
    )


def text(*lines: str, header: str = HEADER) -> bytes:
    """Return a file as FIDE publishes it: ASCII, with DOS line ends."""
    return "".join(f"{each}\r\n" for each in (header, *lines)).encode()


def zipped(
    content: bytes, name: str = "players_list_foa.txt", **others: bytes
) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
        for other, file_content in others.items():
            archive.writestr(other.replace("_", "."), file_content)
    return file.getvalue()


def xml(*players: str) -> bytes:
    return f"<playerslist>{''.join(players)}</playerslist>".encode()


def xml_player(
    fide_id: int, name: str, rating: int = 0, *, one_kind: bool = False
) -> str:
    rest = (
        ""
        if one_kind
        else "<rapid_rating>2801</rapid_rating><rapid_games>0</rapid_games>"
        "<rapid_k>10</rapid_k><blitz_rating>0</blitz_rating>"
        "<blitz_games>0</blitz_games><blitz_k>10</blitz_k>"
    )
    return (
        f"<player>\n<fideid>{fide_id}</fideid>\n<name>{name}</name>\n"
        "<country>NOR</country><sex>M</sex><title>GM</title><w_title></w_title>"
        "<o_title></o_title><foa_title></foa_title>"
        f"<rating>{rating}</rating><games>0</games><k>10</k>{rest}"
        "<birthday>1990</birthday><flag></flag>\n</player>\n"
    )


def taken(
    content: bytes,
    name: str = "players_list_foa.txt",
    month: date | None = NOVEMBER,
    today: date = TODAY,
    progress: Progress = lambda *_said: None,
) -> ImportedList:
    return import_list(
        io.BytesIO(content),
        name,
        month=month,
        today=today,
        acting=ActionContext(None, NOON),
        progress=progress,
    )


def listed(*lines: str, month: date = NOVEMBER) -> FideList:
    """Import and return a list."""
    return taken(text(*lines), month=month).list


def brought(by: User, content: bytes | None = None, **facts: Any) -> FideUpload:
    """Upload a file that waits for a worker."""
    content = text(line(1700101, "Ek, Ada", 2105)) if content is None else content
    return store_fide_upload(
        io.BytesIO(content),
        facts.get("name", "players_list_foa.txt"),
        size=len(content),
        month=facts.get("month", NOVEMBER),
        today=TODAY,
        acting=acting(by),
    )
