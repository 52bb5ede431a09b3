"""The methods that a page with a form answers."""

from django.views.decorators.http import require_http_methods

reads_and_writes = require_http_methods(["GET", "HEAD", "POST"])
"""For a page that shows a form and receives it. Pages that only show are
`require_safe`, those that only receive `require_POST`."""
