"""Importing a file of history in the browser: read, matched, reviewed and posted."""
