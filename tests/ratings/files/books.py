"""Excel workbooks, part by part, as Excel itself and other programs write them."""

import io
import zipfile
from xml.sax.saxutils import escape

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
DAY, OWN_DAY, MONEY = 1, 2, 3
"""Styles of cells."""
STYLES = (
    f'<styleSheet xmlns="{MAIN}"><numFmts count="2">'
    '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd;@"/>'
    '<numFmt numFmtId="165" formatCode="#,##0.00&quot; dyr&quot;"/></numFmts>'
    '<cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs>'
    '<cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/>'
    '<xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>'
)


def text(place, content):
    return f'<c r="{place}" t="inlineStr"><is><t>{escape(content)}</t></is></c>'


def number(place, content, style=0):
    return f'<c r="{place}" s="{style}"><v>{content}</v></c>'


def shared(place, at):
    return f'<c r="{place}" t="s"><v>{at}</v></c>'


def row(at, *cells):
    return f'<row r="{at}">{"".join(cells)}</row>'


def book(*rows, texts=(), names=("Partier",), before="", facts="", **parts):
    """Return a workbook whose first sheet has the rows; `parts` by their names."""
    sheets = "".join(
        f'<sheet name="{name}" sheetId="{at}" r:id="rId{at}"/>'
        for at, name in enumerate(names, start=1)
    )
    links = "".join(
        f'<Relationship Id="rId{at}" Target="worksheets/sheet{at}.xml"/>'
        for at in range(1, len(names) + 1)
    )
    shared_texts = "".join(f"<si>{each}</si>" for each in texts)
    book_parts = {
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}">'
        f"<workbookPr{facts}/><sheets>{sheets}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">{links}'
        "</Relationships>",
        "xl/styles.xml": STYLES,
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{shared_texts}</sst>',
        "xl/worksheets/sheet1.xml": f'{before}<worksheet xmlns="{MAIN}"><sheetData>'
        f"{''.join(rows)}</sheetData></worksheet>",
    } | parts
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in book_parts.items():
            archive.writestr(name, content)
    return packed.getvalue()
