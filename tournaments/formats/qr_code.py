"""An address as a QR code that a telephone's camera reads."""

from base64 import b64encode
from io import BytesIO

import qrcode
from qrcode.image.svg import SvgPathImage


def qr_picture(address: str) -> str:
    """Return the picture as a data address, which needs no file."""
    out = BytesIO()
    qrcode.make(address, image_factory=SvgPathImage).save(out)
    return "data:image/svg+xml;base64," + b64encode(out.getvalue()).decode("ascii")
