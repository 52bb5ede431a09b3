"""Tests of `ratings.imports.formats`."""
