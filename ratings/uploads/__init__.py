"""A file of history in the browser: read, matched, reviewed, posted."""
