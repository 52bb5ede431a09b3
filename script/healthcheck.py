"""Ends with status 0 when the web server of this container answers and reaches its
database."""

import os
import sys

from script.office import answers, first_host

if __name__ == "__main__":
    asked_for = first_host(os.environ.get("ALLOWED_HOSTS", ""))
    sys.exit(not answers("127.0.0.1", int(os.environ.get("PORT", "8000")), asked_for))
