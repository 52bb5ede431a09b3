"""Tests of `ratings.imports.domain`."""
